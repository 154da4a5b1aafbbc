package arena

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// rules plays a game and checks that it keeps its contract.
type rules[S any, A comparable] struct {
	mcts.Rules[S, A]
}

func newRules[S any, A comparable](g mcts.Game[S, A]) (rules[S, A], error) {
	r, err := mcts.NewRules(g)
	if err != nil {
		return rules[S, A]{}, fmt.Errorf("arena: %w", err)
	}
	return rules[S, A]{r}, nil
}

// ply is what was played at one state.
type ply[A comparable] struct {
	by      int // a player, mcts.Chance or mcts.Simultaneous
	actions []A // one action, or one for every player
}

// chooser returns one of the legal actions of a player.
type chooser[A comparable] func(seat int, legal []A) (A, error)

// over reports whether s is terminal.
func (r *rules[S, A]) over(s *S) (bool, error) {
	switch by := r.ToMove(s); {
	case by == mcts.Chance, by == mcts.Simultaneous:
		return false, nil
	case by < 0 || by >= r.NumPlayers():
		return false, fmt.Errorf("%T.ToMove is %d, want a player below %d, Chance or Simultaneous",
			r.Game, by, r.NumPlayers())
	}
	return len(r.AppendActions(nil, s)) == 0, nil
}

// step plays one ply at s, which is not terminal. Chance events are drawn from random, and the
// actions of players are those that choose returns.
func (r *rules[S, A]) step(s *S, random *rng.Rand, choose chooser[A]) (ply[A], error) {
	switch by := r.ToMove(s); by {
	case mcts.Chance:
		a, err := r.sampleOutcome(s, random)
		if err == nil {
			r.Apply(s, a)
		}
		return ply[A]{by, []A{a}}, err
	case mcts.Simultaneous:
		joint, err := r.chooseJoint(s, choose)
		if err == nil {
			r.Simultaneous.ApplyJoint(s, joint)
		}
		return ply[A]{by, joint}, err
	default:
		a, err := choose(by, r.AppendActions(nil, s))
		if err == nil {
			r.Apply(s, a)
		}
		return ply[A]{by, []A{a}}, err
	}
}

// sampleOutcome draws a chance event.
func (r *rules[S, A]) sampleOutcome(s *S, random *rng.Rand) (drawn A, err error) {
	if r.Chance == nil {
		return drawn, fmt.Errorf("%T.ToMove is Chance, want a game with AppendOutcomes", r.Game)
	}
	outcomes := r.Chance.AppendOutcomes(nil, s)
	if k := mcts.DrawOutcome(outcomes, random); k < len(outcomes) && outcomes[k].Prob > 0 {
		return outcomes[k].Action, nil
	}
	return drawn, fmt.Errorf("%T.AppendOutcomes has nothing with a probability above 0", r.Game)
}

// chooseJoint asks every player for an action at the same state.
func (r *rules[S, A]) chooseJoint(s *S, choose chooser[A]) ([]A, error) {
	if r.Simultaneous == nil {
		return nil, fmt.Errorf("%T.ToMove is Simultaneous, want a game with AppendPlayerActions and ApplyJoint", r.Game)
	}
	joint := make([]A, r.NumPlayers())
	for seat := range joint {
		legal := r.Simultaneous.AppendPlayerActions(nil, s, seat)
		if len(legal) == 0 {
			return nil, fmt.Errorf("%T.AppendPlayerActions has nothing for player %d", r.Game, seat)
		}
		var err error
		if joint[seat], err = choose(seat, legal); err != nil {
			return nil, err
		}
	}
	return joint, nil
}

// returns returns the returns of a terminal state.
func (r *rules[S, A]) returns(s *S) ([]float64, error) {
	out := make([]float64, r.NumPlayers())
	for i := range out {
		out[i] = math.NaN()
	}
	r.Returns(s, out)
	for _, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%T.Returns wrote %v, want finite numbers", r.Game, out)
		}
	}
	return out, nil
}

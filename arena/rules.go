package arena

import (
	"fmt"
	"math"
	"reflect"

	"github.com/banyan-go/banyan/internal/reference"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// rules is a game with the optional interfaces that a match uses.
type rules[S any, A comparable] struct {
	game   mcts.Game[S, A]
	copier mcts.Copier[S]
	chance mcts.ChanceGame[S, A]
	joint  mcts.SimultaneousGame[S, A]
}

func newRules[S any, A comparable](g mcts.Game[S, A]) (rules[S, A], error) {
	r := rules[S, A]{game: g}
	r.chance, _ = mcts.As[mcts.ChanceGame[S, A]](g)
	r.joint, _ = mcts.As[mcts.SimultaneousGame[S, A]](g)
	r.copier, _ = mcts.As[mcts.Copier[S]](g)
	if err := reference.Check(g, reflect.TypeFor[S]()); r.copier == nil && err != nil {
		return r, fmt.Errorf("arena: %w", err)
	}
	return r, nil
}

func (r *rules[S, A]) copy(dst, src *S) {
	if r.copier != nil {
		r.copier.Copy(dst, src)
		return
	}
	*dst = *src
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
	switch by := r.game.ToMove(s); {
	case by == mcts.Chance, by == mcts.Simultaneous:
		return false, nil
	case by < 0 || by >= r.game.NumPlayers():
		return false, fmt.Errorf("%T.ToMove is %d, want a player below %d, Chance or Simultaneous",
			r.game, by, r.game.NumPlayers())
	}
	return len(r.game.AppendActions(nil, s)) == 0, nil
}

// step plays one ply at s, which is not terminal. Chance events are drawn from random, and the
// actions of players are those that choose returns.
func (r *rules[S, A]) step(s *S, random *rng.Rand, choose chooser[A]) (ply[A], error) {
	switch by := r.game.ToMove(s); by {
	case mcts.Chance:
		a, err := r.sampleOutcome(s, random)
		if err == nil {
			r.game.Apply(s, a)
		}
		return ply[A]{by, []A{a}}, err
	case mcts.Simultaneous:
		joint, err := r.chooseJoint(s, choose)
		if err == nil {
			r.joint.ApplyJoint(s, joint)
		}
		return ply[A]{by, joint}, err
	default:
		a, err := choose(by, r.game.AppendActions(nil, s))
		if err == nil {
			r.game.Apply(s, a)
		}
		return ply[A]{by, []A{a}}, err
	}
}

// sampleOutcome draws a chance event.
func (r *rules[S, A]) sampleOutcome(s *S, random *rng.Rand) (drawn A, err error) {
	if r.chance == nil {
		return drawn, fmt.Errorf("%T.ToMove is Chance, want a game with AppendOutcomes", r.game)
	}
	left, found := random.Float64(), false
	for _, o := range r.chance.AppendOutcomes(nil, s) {
		if !(o.Prob > 0) {
			continue
		}
		// If rounding leaves a rest of the 1, the last outcome is returned.
		drawn, found = o.Action, true
		if left -= o.Prob; left < 0 {
			break
		}
	}
	if !found {
		err = fmt.Errorf("%T.AppendOutcomes has nothing with a probability above 0", r.game)
	}
	return drawn, err
}

// chooseJoint asks every player for an action at the same state.
func (r *rules[S, A]) chooseJoint(s *S, choose chooser[A]) ([]A, error) {
	if r.joint == nil {
		return nil, fmt.Errorf("%T.ToMove is Simultaneous, want a game with AppendPlayerActions and ApplyJoint", r.game)
	}
	joint := make([]A, r.game.NumPlayers())
	for seat := range joint {
		legal := r.joint.AppendPlayerActions(nil, s, seat)
		if len(legal) == 0 {
			return nil, fmt.Errorf("%T.AppendPlayerActions has nothing for player %d", r.game, seat)
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
	out := make([]float64, r.game.NumPlayers())
	for i := range out {
		out[i] = math.NaN()
	}
	r.game.Returns(s, out)
	for _, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%T.Returns wrote %v, want finite numbers", r.game, out)
		}
	}
	return out, nil
}

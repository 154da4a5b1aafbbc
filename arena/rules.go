package arena

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// rules plays a game and checks that it keeps its contract.
type rules[S any, A comparable] struct {
	game.Rules[S, A]
}

func newRules[S any, A comparable](g mcts.Game[S, A]) (rules[S, A], error) {
	r, err := game.NewRules(g)
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
	by, err := r.Mover(s)
	return err == nil && by >= 0 && len(r.AppendActions(nil, s)) == 0, err
}

// step plays one ply at s, which is not terminal. Chance events are drawn from random, and the
// actions of players are those that choose returns.
func (r *rules[S, A]) step(s *S, random *rng.Rand, choose chooser[A]) (ply[A], error) {
	by, err := r.Mover(s)
	if err != nil {
		return ply[A]{}, err
	}
	if by == mcts.Chance {
		drawn := r.Draw(s, random)
		if drawn == nil {
			return ply[A]{}, fmt.Errorf("%T.AppendOutcomes has nothing with a probability above 0", r.Game)
		}
		return ply[A]{by, drawn}, r.Play(s, drawn...)
	}
	var actions []A
	for seat, legal := range r.Choices(nil, s) {
		if by == mcts.Simultaneous && len(legal) == 0 {
			return ply[A]{}, fmt.Errorf("%T.AppendPlayerActions has nothing for player %d", r.Game, seat)
		} else if by != mcts.Simultaneous {
			seat = by
		}
		a, err := choose(seat, legal)
		if err != nil {
			return ply[A]{}, err
		}
		actions = append(actions, a)
	}
	return ply[A]{by, actions}, r.Play(s, actions...)
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

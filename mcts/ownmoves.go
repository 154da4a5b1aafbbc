package mcts

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// OwnMoves makes a policy for [Interesting] from a function that moves by itself, so that it may do
// what the game does not list as an action. A game that leaves out bad actions, for example, may
// leave out to pass, and doing nothing is what Interesting.Passive should do.
//
// The function moves for player, who is to move at s, with random numbers from r alone. It changes
// s as one action or several actions of that player would, must not end its move where it began,
// and must not keep its arguments. Several workers may call it concurrently.
//
// It is not a playout policy: [New] refuses it in any other place, and for a game with other
// states.
func OwnMoves[S any](f func(s *S, player int, r *rng.Rand)) policy.Playout {
	return ownMoves[S](f)
}

type ownMoves[S any] func(s *S, player int, r *rng.Rand)

// Validate implements [policy.Validator].
func (f ownMoves[S]) Validate() error {
	if f == nil {
		return errors.New("mcts: OwnMoves of nil")
	}
	return nil
}

// New implements [policy.Playout]. It is called only where OwnMoves cannot be used.
func (f ownMoves[S]) New(info policy.Info) (policy.Chooser, error) {
	if _, ok := info.State.(interface{ position() *S }); !ok {
		return nil, fmt.Errorf("mcts: OwnMoves is a %T, which does not take the states of the game", (func(*S, int, *rng.Rand))(f))
	}
	return nil, errors.New("mcts: OwnMoves is a playout policy here, want it as Passive or Rule of Interesting: it does not choose actions")
}

// tester makes the moves of one of the two playouts that [Interesting] compares.
type tester[S any] struct {
	playing
	moves ownMoves[S] // instead of the policy, unless nil
}

// newTester returns the tester of a policy.
func (w *worker[S, A]) newTester(name string, spec policy.Playout) (t tester[S], err error) {
	if f, ok := spec.(ownMoves[S]); ok {
		return tester[S]{moves: f}, nil
	}
	t.playing, err = w.newPolicy(name, spec)
	return t, err
}

// step makes one move of a trial and reports whether there was none, because the game is over.
func (d *determinizing[S, A]) step(sim *simulation[S, A], by *tester[S], player int) (ended bool, err error) {
	w := d.w
	switch {
	case w.ToMove(&sim.state) != player:
		return w.playOne(sim, &w.playing)
	case by.moves == nil:
		return w.playOne(sim, &by.playing)
	}
	if w.actions = w.AppendActions(w.actions[:0], &sim.state); len(w.actions) == 0 {
		return true, nil
	}
	by.moves(&sim.state, player, &sim.rand)
	return false, nil
}

package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// view is the value of policy.Info.State. It shows the state to policies that look at it.
type view[S any, A comparable] struct {
	w       *worker[S, A]
	state   *S   // at which the policy chooses
	actions []A  // those of the policy.Choice
	read    bool // a policy that was made looks at them

	// Scratch memory of DecisiveMoves.
	next, after   S
	replies       []A // after next
	secondReplies []A // after after
	restricted    []A // what restrict shows
	returns       []float64
}

// PlayoutFunc makes a playout policy from a function that looks at the state, such as an expert
// player. The function returns the index of one of actions, which are the legal actions of player
// or, in the tree, the untried ones. It must not keep or change its arguments. At simultaneous
// moves it is called for each player in turn, with the same state. Several workers may call it
// concurrently. [New] refuses a policy whose types are not those of the game.
//
//	drops := func(s *connect4.State, player int, actions []connect4.Drop, r *rng.Rand) int {
//		return r.IntN(len(actions))
//	}
//	cfg := mcts.Config{Playout: mcts.PlayoutFunc(drops)}
func PlayoutFunc[S any, A comparable](f func(s *S, player int, actions []A, r *rng.Rand) int) policy.Playout {
	return playoutFunc[S, A](f)
}

type playoutFunc[S any, A comparable] func(s *S, player int, actions []A, r *rng.Rand) int

// Validate implements [policy.Validator].
func (f playoutFunc[S, A]) Validate() error {
	if f == nil {
		return fmt.Errorf("mcts: PlayoutFunc of nil")
	}
	return nil
}

// New implements [policy.Playout].
func (f playoutFunc[S, A]) New(info policy.Info) (policy.Chooser, error) {
	v, ok := info.State.(*view[S, A])
	if !ok {
		return nil, fmt.Errorf("mcts: PlayoutFunc is a %T, which does not take the states and actions of the game", (func(*S, int, []A, *rng.Rand) int)(f))
	}
	v.read = true
	return stateChooser[S, A]{f, v}, nil
}

type stateChooser[S any, A comparable] struct {
	f playoutFunc[S, A]
	*view[S, A]
}

// Choose implements [policy.Chooser].
func (c stateChooser[S, A]) Choose(choice *policy.Choice) int {
	return c.f(c.state, choice.Player, c.actions, choice.Rand)
}

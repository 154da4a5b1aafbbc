package playout

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// view is the value of policy.Info.State. It shows the state to policies that look at it.
type view[S any, A comparable] struct {
	m       *Maker[S, A]
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

// position returns the state at which a policy chooses.
func (v *view[S, A]) position() *S { return v.state }

// ShowsStates reports whether a policy that is made with info may look at states of type S.
func ShowsStates[S any](info policy.Info) bool {
	_, ok := info.State.(interface{ position() *S })
	return ok
}

// Func is a playout policy made from a function that looks at the state.
type Func[S any, A comparable] func(s *S, player int, actions []A, r *rng.Rand) int

// Validate implements [policy.Validator].
func (f Func[S, A]) Validate() error {
	if f == nil {
		return fmt.Errorf("mcts: PlayoutFunc of nil")
	}
	return nil
}

// New implements [policy.Playout].
func (f Func[S, A]) New(info policy.Info) (policy.Chooser, error) {
	v, ok := info.State.(*view[S, A])
	if !ok {
		return nil, fmt.Errorf("mcts: PlayoutFunc is a %T, which does not take the states and actions of the game", (func(*S, int, []A, *rng.Rand) int)(f))
	}
	v.read = true
	return stateChooser[S, A]{f, v}, nil
}

type stateChooser[S any, A comparable] struct {
	f Func[S, A]
	*view[S, A]
}

// Choose implements [policy.Chooser].
func (c stateChooser[S, A]) Choose(choice *policy.Choice) int {
	return c.f(c.state, choice.Player, c.actions, choice.Rand)
}

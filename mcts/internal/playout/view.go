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
	actions []A  // the actions of the policy.Choice
	read    bool // a policy that was made looks at them
}

// position returns the state at which a policy chooses.
func (v *view[S, A]) position() *S { return v.state }

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

// Whole is a playout policy made from a function that plays to the end, which workers know as a
// [game.Playouter].
type Whole[S any] func(s *S, r *rng.Rand, out []float64)

// Playout implements [game.Playouter].
func (f Whole[S]) Playout(s *S, r *rng.Rand, out []float64) { f(s, r, out) }

// Validate implements [policy.Validator].
func (f Whole[S]) Validate() error {
	if f == nil {
		return fmt.Errorf("mcts: WholePlayout of nil")
	}
	return nil
}

// New implements [policy.Playout]. It is called only where a Whole cannot be used.
func (f Whole[S]) New(info policy.Info) (policy.Chooser, error) {
	if _, ok := info.State.(interface{ position() *S }); !ok {
		return nil, fmt.Errorf("mcts: WholePlayout is a %T, which does not take the states of the game", (func(*S, *rng.Rand, []float64))(f))
	}
	return nil, fmt.Errorf("mcts: WholePlayout is part of another policy, want it as Config.Playout: it does not choose single actions")
}

package arena

import (
	"context"

	"github.com/banyan-go/banyan/timing"
)

// Player chooses actions in one game. It is used by one goroutine at a time. It may also implement
// [Observer], [JointObserver], [Foreseer], [Preparer], [Ponderer], [Timed], [Counter] and
// [io.Closer]; the match closes it after its game.
type Player[S any, A comparable] interface {
	// Choose returns the action of seat at s. seat is the player of the game for which this Player
	// chooses. At a simultaneous move, all players choose at the same state. s is a copy that
	// Choose may change until it returns.
	//
	// An illegal action, like an error of Choose, ends the match with an error. When ctx ends,
	// Choose should return soon with any action or error; the game is then discarded.
	Choose(ctx context.Context, s *S, seat int) (A, error)
}

// Entrant takes part in a match: a name, and a function that makes its players.
type Entrant[S any, A comparable] struct {
	// Name identifies the entrant in errors and in the journal. It should contain everything that
	// affects how the entrant plays, because a journal with the same names resumes the match.
	Name string

	// New returns a player for one game. If the match is to be reproducible, the player must depend
	// only on seed, the states and the actions. New is called by several goroutines.
	New func(seed uint64) (Player[S, A], error)
}

// Observer is a Player that learns what is played, for example to keep its search tree.
type Observer[A comparable] interface {
	// Observe is called with every single action in the order of play: the opening, the actions of
	// all players including itself, and chance events.
	Observe(a A)
}

// JointObserver is a Player that learns what is played at simultaneous moves.
type JointObserver[A comparable] interface {
	// ObserveJoint is called with the actions of all players at a simultaneous move, joint[seat].
	// It must neither change nor retain joint.
	ObserveJoint(joint []A)
}

// Preparer is a Player that prepares before its first action, for example to measure which strategy
// suits the game.
type Preparer[S any] interface {
	// Prepare is called once, after the opening and before the first Choose of any player. s is a
	// copy of the state that Prepare may change until it returns. The time it takes is not on the
	// clock. An error ends the match. When ctx ends, Prepare should return soon.
	Prepare(ctx context.Context, s *S, seat int) error
}

// Foreseer is a Player that thinks before the first ply, when no card has been handed out: what
// mcts.Search.Foresee is for.
type Foreseer[S any] interface {
	// Foresee is called once, before the opening. start is a copy of the state in which the game
	// begins, and Foresee may change it until it returns. The time it takes is on the clock. An
	// error ends the match. When ctx ends, Foresee should return soon.
	Foresee(ctx context.Context, start *S, seat int) error
}

// Ponderer is a Player that also thinks while another player chooses, as a program that takes part
// in General Game Playing does when it has no choice.
type Ponderer[S any] interface {
	// Ponder is called before another player chooses at s, a copy that Ponder may change until it
	// returns. The time it takes is not on the clock. An error ends the match. When ctx ends,
	// Ponder should return soon.
	//
	// A match of this package does not call Ponder at simultaneous moves and chance events. The
	// players of package gdl/ggp also ponder before an own choice and at simultaneous moves.
	Ponder(ctx context.Context, s *S, seat int) error
}

// Timed is a Player that uses a clock.
type Timed interface {
	// SetClock is called before every Choose of a match with a clock, with the clock of the player
	// and the number of plies played.
	SetClock(c timing.Clock, ply int)
}

// Counter is a Player that counts its simulations.
type Counter interface {
	// Simulations returns the number of simulations since the player was made.
	Simulations() int
}

package arena

import (
	"context"

	"github.com/banyan-go/banyan/timing"
)

// Player answers actions in one game. It is used by one goroutine at a time. Beyond Choose it may be an Observer, a
// JointObserver, Timed, a Counter and an io.Closer; the match closes it after its game.
type Player[S any, A comparable] interface {
	// Choose returns the action of seat, the player of the game that it plays for, which is to choose at s. Where all
	// players choose at the same time, each is asked at the same s. s is a copy that belongs to Choose until it returns.
	//
	// An action that is not legal is an error of the match, and so is an error that Choose returns. When ctx ends,
	// Choose should return soon with any action or error: the game is given up.
	Choose(ctx context.Context, s *S, seat int) (A, error)
}

// Entrant is who takes part in a match: a name and how to make its players.
type Entrant[S any, A comparable] struct {
	// Name identifies the entrant in errors and in the journal. It should say all that matters of how it plays, for
	// a match whose journal has the same names goes on with it.
	Name string

	// New returns a player for one game. All that the player does must depend on seed, the states and the actions
	// alone if the match is to be reproducible. New is called by several goroutines.
	New func(seed uint64) (Player[S, A], error)
}

// Observer is a Player that wants to know what is played, for example to keep its search tree.
type Observer[A comparable] interface {
	// Observe is told every single action in the order of play: those of the opening, of all players, its own too,
	// and outcomes of chance.
	Observe(a A)
}

// JointObserver is a Player that wants to know what is played at the same time.
type JointObserver[A comparable] interface {
	// ObserveJoint is told the action of every player, joint[seat], where all chose at the same time. joint is only
	// read and not kept.
	ObserveJoint(joint []A)
}

// Timed is a Player that keeps a clock.
type Timed interface {
	// SetClock is told, before every Choose of a match with a clock, what the clock of the player shows, and how many
	// plies were played.
	SetClock(c timing.Clock, ply int)
}

// Counter is a Player that says how much it has searched.
type Counter interface {
	// Simulations returns how many simulations it ran since it was made.
	Simulations() int
}

// Package play is a game in the terminal: a person against a search or another player, or such a
// player against itself.
package play

import (
	"context"
	"errors"
	"io"

	"github.com/banyan-go/banyan/arena/spec"
)

// Options say who plays.
type Options struct {
	Player spec.Player // the opponent; a search has a budget
	Seed   uint64      // of random choices and chance
	Human  int         // the player whose moves come from the input, or Nobody

	// Resize prepares the same game on a board of another size, like "6x6". If nil, there is no
	// other size.
	Resize func(size string) error
}

// Nobody means that the opponent plays all sides.
const Nobody = -1

// Resized is the error of a session that goes on with a new game on the board that Options.Resize
// has prepared.
type Resized struct{ Options Options }

// Error implements the interface error.
func (Resized) Error() string { return "the board has another size" }

// Run plays games until the person, the end of the input or ctx ends the session, or until it goes
// on with another board, which is a [Resized]. It returns another error if the options do not suit
// the game.
func (b *Board[S, A]) Run(ctx context.Context, c *Console, o Options) error {
	switch err := b.play(ctx, c, o); {
	case errors.Is(err, io.EOF):
		c.print("End of input. The game is not finished.")
	case errors.Is(err, context.Canceled):
		c.print("Stopped. The game is not finished.")
	case errors.Is(err, errQuit):
		c.print("Goodbye.")
	default:
		return err
	}
	return nil
}

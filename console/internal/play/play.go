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
}

// Nobody means that the opponent plays all sides.
const Nobody = -1

// Run plays games until the person, the end of the input or ctx ends the session. It returns an
// error if the options do not suit the game.
func (b *Board[S, A]) Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := newConsole(in, out)
	defer c.close()
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

// Play is a game in the terminal against the search or another player, or of such a player against itself:
//
//	go run ./examples/play
//	go run ./examples/play -game breakthrough -size 6x6 -human 2 -time 3s
//	go run ./examples/play -game nogo -human none -sims 2000
//	go run ./examples/play -game magic -player expert -seed 2
//
// It draws the board, reads moves from the standard input, and shows what the search thinks while it thinks. In magic,
// where hands are hidden, it shows what a player sees, and says what the other one plays.
// It needs no terminal: moves may come from a pipe, and the end of the input ends the program.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/banyan-go/banyan/examples/internal/cli"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdin, os.Stdout, os.Stderr) })
}

// run is the program, and returns its exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("play", err, errs)
	}
	c := newConsole(in, out)
	defer c.close()
	switch err := o.play(ctx, c, o); {
	case errors.Is(err, io.EOF):
		c.print("End of input, the game stays unfinished.")
	case errors.Is(err, context.Canceled):
		c.print("Stopped, the game stays unfinished.")
	case errors.Is(err, errQuit):
		c.print("Goodbye.")
	case err != nil:
		fmt.Fprintf(errs, "play: %v\n", err)
		return cli.Failed
	}
	return cli.Done
}

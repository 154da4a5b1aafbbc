// Play is a game in the terminal: you against a search or another player, or such a player against
// itself.
//
//	go run ./examples/play
//	go run ./examples/play -game breakthrough -size 6x6 -human 2 -time 3s
//	go run ./examples/play -game nogo -human none -sims 2000
//	go run ./examples/play -game magic -player expert -seed 2
//
// The program draws the board, reads moves and commands from standard input, and shows how a search
// judges the position while it thinks. In magic, a game with hidden hands, it shows only what you
// see and describes what your opponent plays. The command help lists the moves and the commands.
//
// The program needs no terminal. Moves can come from a pipe, and the end of the input ends the
// program.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/banyan-go/banyan/console/cli"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdin, os.Stdout, os.Stderr) })
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("play", err, errs)
	}
	c := newConsole(in, out)
	defer c.close()
	switch err := o.play(ctx, c, o); {
	case errors.Is(err, io.EOF):
		c.print("End of input. The game is not finished.")
	case errors.Is(err, context.Canceled):
		c.print("Stopped. The game is not finished.")
	case errors.Is(err, errQuit):
		c.print("Goodbye.")
	case err != nil:
		fmt.Fprintln(errs, cli.Wrap("play: "+cli.Plain(err), cli.Width(errs)))
		return cli.Failed
	}
	return cli.Done
}

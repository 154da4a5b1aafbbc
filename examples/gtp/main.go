// Gtp is an engine that other programs play against: it speaks the Go Text Protocol, version 2 (G. Farnebäck,
// "Specification of the Go Text Protocol, version 2, draft 2", 2002), over its standard input and output.
//
//	go run ./examples/gtp -game nogo -board hollow9 -parallel root -workers 2 -time 40s
//	go run ./examples/gtp -game connect4 -time 5m+3s -player playout=mast,c=0.5,time=expected+stop,f=2 -ponder
//
// It serves games that are not Go, and so the protocol bends in a few places:
//
//   - A colour is the player of that name. In Connect Four Black is X. Black moves first, but for Breakthrough, where
//     White does. A move of the colour whose turn it is not is refused, for these games know no such positions.
//   - A vertex of NoGo is that of Go. In Connect Four it is where the disc falls to, like D1, or the column alone. In
//     Breakthrough it is two squares, like a2-b3.
//   - genmove answers resign where the colour has lost, for want of a legal move above all, and pass where the game is
//     drawn. A pass is illegal as long as the game goes on.
//   - boardsize takes a width and a height, too. Of a board that is not a square, the greater one is its size.
//   - komi is read, and has no effect.
//   - The winner of final_score is ahead by 1, B+1 or W+1. There is no score before the game is over.
//   - banyan-analyze searches as genmove would, or with a number of simulations, and answers JSON, an object a line: first
//     the search, then each action of the root that was visited.
//
// A line that is malformed, or asks for what the rules forbid, is answered by an error and changes nothing. Only quit
// and the end of the input end the program. The flag -help lists the flags.
package main

import (
	"context"
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
		return cli.Status("gtp", err, errs)
	}
	p, err := o.open(ctx, o.settings)
	if err != nil {
		return cli.Status("gtp", err, errs)
	}
	if err := newServer(p, out).serve(ctx, in); err != nil && ctx.Err() == nil {
		fmt.Fprintf(errs, "gtp: %v\n", err)
		return cli.Failed
	}
	return cli.Done
}

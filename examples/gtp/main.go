// Gtp is an engine for other programs. It speaks the Go Text Protocol, version 2 (G. Farnebäck,
// "Specification of the Go Text Protocol, version 2, draft 2", 2002), over its standard input and
// output.
//
//	go run ./examples/gtp -game nogo -board hollow9 -parallel root -workers 2 -time 40s
//	go run ./examples/gtp -game connect4 -time 5m+3s -player time=expected+stop,f=2 -ponder
//
// Its games are not Go, so some commands have a meaning of their own:
//
//   - A colour is the player of that name. In Connect Four, Black is X. Black moves first, except
//     in Breakthrough, where White does. A move of the colour that is not to move is refused,
//     because these games have no such positions.
//   - In NoGo playouts take the points first that both players may take, unless -player has another
//     playout or a parameter that needs the single plies of playouts.
//   - A vertex of NoGo is that of Go. In Connect Four it is the square that the disc falls to, like
//     D1, or the column alone. In Breakthrough it is two squares, like a2-b3.
//   - genmove answers resign if the colour has lost, and pass if the game is drawn. A pass is
//     illegal before the end of the game.
//   - boardsize takes a width and optionally a height. The size of a board that is not a square is
//     the larger of the two.
//   - komi is accepted and has no effect.
//   - final_score is B+1 or W+1, or 0 for a draw. Before the end of the game there is no score.
//   - The commands gogui-rules_... let GoGui show and referee all of these games. GoGui enters a
//     move as one vertex, so moves of Breakthrough can be shown but not entered there.
//   - banyan-analyze searches like genmove, or with a number of simulations, and answers JSON, one
//     object per line: first the search, then each action of the root that was visited.
//
// The answer to a line that is malformed or asks for an illegal action is an error, and the line
// changes nothing. Only quit and the end of the input end the program. The flag -help lists the
// flags.
package main

import (
	"context"
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
		return cli.Status("gtp", err, errs)
	}
	p, err := o.open(ctx, o.settings)
	if err != nil {
		return cli.Status("gtp", err, errs)
	}
	if err := newServer(p, out).serve(ctx, in); err != nil && ctx.Err() == nil {
		fmt.Fprintf(errs, "gtp: %s\n", cli.Plain(err))
		return cli.Failed
	}
	return cli.Done
}

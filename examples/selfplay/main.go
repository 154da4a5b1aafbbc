// Selfplay trains a neural network for Connect Four by self-play, and plays matches with it. It
// shows how to write an mcts.Predictor that judges positions by a network. README.md has its
// results.
//
//	go run ./examples/selfplay train -dir runs/c4
//	go run ./examples/selfplay match -net runs/c4/net-00100.gob -sims 200
//	go run ./examples/selfplay plot -dir runs/c4 -sims 200 -svg elo.svg
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/banyan-go/banyan/console/cli"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return runCommand(ctx, args, os.Stdout, os.Stderr) })
}

const about = `Train a network for Connect Four by self-play and play matches with it: go run ./examples/selfplay COMMAND [flags]

  train   self-play and training; continues an interrupted run
  match   a match of a network against another player
  plot    matches of the networks of a run, and a plot of their Elo over time

COMMAND -help lists the flags.
`

// runCommand executes the program and returns its exit status.
func runCommand(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) == 0 {
		args = []string{""}
	}
	commands := map[string]func(context.Context, []string, io.Writer, io.Writer) error{
		"train": trainCommand, "match": matchCommand, "plot": plotCommand,
	}
	command, ok := commands[args[0]]
	switch {
	case ok:
	case args[0] == "-h" || args[0] == "-help" || args[0] == "--help":
		fmt.Fprint(errs, cli.Wrap(about, cli.Width(errs)))
		return cli.Done
	default:
		return cli.Status("selfplay", fmt.Errorf("command %q, want train, match or plot (-help explains them)", args[0]), errs)
	}
	return cli.End("selfplay "+args[0], command(ctx, args[1:], out, errs), errs)
}

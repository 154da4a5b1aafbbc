package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/mcts"
)

// Main runs the program of a game with the arguments of the process, and exits with a status: 0 if
// all went well, 1 after a failure, 2 if the arguments are wrong. The first interrupt ends the
// command in good order, the second one at once.
//
// Without the method Start() S, the game needs the option [Start]. If that is missing, if an option
// does not suit the game or if the game breaks a rule of [mcts.New], Main says so and exits with 2.
func Main[S any, A comparable](g mcts.Game[S, A], options ...Option) {
	made, err := newGame(g, options)
	if err != nil {
		fmt.Fprintln(os.Stderr, cli.Plain(err))
		os.Exit(cli.Usage)
	}
	Exec(Program{Name: filepath.Base(os.Args[0]), Games: []Entry{Only(made)}, Cluster: made.cluster, Plots: made.plots})
}

// Exec runs a program as [Main] does. A program with a [Cluster] starts itself again, as workers,
// with -workers 2 and more of match, and by tune.
func Exec(p Program) {
	p.ownProcess = true
	cli.Main(func(ctx context.Context, args []string) int {
		if is := p.Cluster.IsChild; is != nil && is() {
			return p.Cluster.Child(ctx, p, os.Stderr)
		}
		return p.Run(ctx, args, os.Stdin, os.Stdout, os.Stderr)
	})
}

// Program is a program of one or more games.
type Program struct {
	Name  string  // in messages and in the completion of shells
	Games []Entry // the first one is played if no other is named

	// Files read games from files. Their keys precede a colon in the names of such games: a game
	// named gdl:chess.kif is read by Files["gdl"] from chess.kif.
	Files map[string]func(ctx context.Context, path string) (Game, error)

	Usage string // players of the games in addition to package spec, for the help

	Commands []Command // in addition to this package's
	Cluster  Cluster   // plays games in other processes; the zero Cluster does not
	Plots    Plots     // draws the files of -svg; the zero Plots does not

	ownProcess bool // the process does nothing but run the program, so that it can be started again
}

// Command is a command that a program adds to this package's commands.
type Command struct {
	Name, Usage string

	// Run runs the command with its arguments, which it parses by itself, and returns the exit
	// status of the program.
	Run func(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) (status int)
}

// Entry is a game in a program.
type Entry struct {
	Name string

	// On returns the game on a board of that size; the zero Size is the usual board. An error
	// explains why there is no such board.
	On func(Size) (Game, error)
}

// ErrOneSize reports that a game has a single board size.
var ErrOneSize = errors.New("has only one board")

// Only returns the entry of a game with a single board.
func Only(g Game) Entry {
	return Entry{g.Name(), func(s Size) (Game, error) {
		if s != (Size{}) {
			return nil, fmt.Errorf("%s %w", g.Name(), ErrOneSize)
		}
		return g, nil
	}}
}

// takesPlayers lets the help of a command explain players, after its options.
func (p Program) takesPlayers(c *urfave.Command) *urfave.Command {
	c.Metadata = map[string]any{"players": spec.Usage + p.Usage}
	c.CustomHelpTemplate = urfave.CommandHelpTemplate + "\nPLAYERS:\n   {{wrap .Metadata.players 3}}\n"
	return c
}

// Run runs the program and returns its exit status; see [Main].
func (p Program) Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	var help strings.Builder
	root := &urfave.Command{
		Name: p.Name, Usage: "play, test and measure a game", HideVersion: true, EnableShellCompletion: true, Suggest: true,
		Writer: &help, ErrWriter: io.Discard, ExitErrHandler: func(context.Context, *urfave.Command, error) {},
		Commands: []*urfave.Command{
			p.playCommand(in, out, errs), p.matchCommand(out, errs), p.analyzeCommand(in, out, errs), p.inspectCommand(out, errs),
			p.tuneCommand(out, errs), p.benchCommand(out), p.methodsCommand(out), p.workerCommand(errs),
		},
	}
	for _, own := range p.Commands {
		root.Commands = append(root.Commands, &urfave.Command{
			Name: own.Name, Usage: own.Usage, SkipFlagParsing: true, HideHelp: true,
			Action: func(ctx context.Context, c *urfave.Command) error {
				return urfave.Exit("", own.Run(ctx, c.Args().Slice(), in, out, errs)) // failures are already reported
			},
		})
	}
	for _, c := range root.Commands {
		c.OnUsageError = func(_ context.Context, _ *urfave.Command, err error, _ bool) error { return cli.Misuse(err) }
		c.HideHelpCommand = true
	}
	root.OnUsageError = root.Commands[0].OnUsageError
	root.Action = func(_ context.Context, c *urfave.Command) error {
		if c.Args().Present() {
			return cli.Misuse(fmt.Errorf("there is no command %q; -help lists the commands", c.Args().First()))
		}
		return urfave.ShowAppHelp(c)
	}
	err := root.Run(ctx, append([]string{p.Name}, args...))
	if text := help.String(); text != "" {
		if !strings.HasPrefix(text, "#") { // a script for the completion of a shell
			text = cli.Wrap(text, cli.Width(out))
		}
		if _, failed := io.WriteString(out, text); err == nil {
			err = failed
		}
	}
	if exit := urfave.ExitCoder(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return cli.End(p.Name, err, errs)
}

func (p Program) methodsCommand(out io.Writer) *urfave.Command {
	var c choice
	return &urfave.Command{
		Name: "methods", Usage: "list the optional methods that the game has and those that it lacks, and what its returns are", Flags: c.flags(p),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			g, err := c.game(ctx, p, cmd)
			if err != nil {
				return err
			}
			return writeMethods(out, g)
		},
	}
}

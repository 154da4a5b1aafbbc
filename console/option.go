package console

import (
	"errors"
	"path"
	"reflect"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/tune"
)

// Option changes what the commands know of a game. The options of a whole program are [Cluster] and
// [Plots].
type Option interface{ set(s *settings) }

type option func(*settings)

func (o option) set(s *settings)  { o(s) }
func (c Cluster) set(s *settings) { s.cluster = c }
func (p Plots) set(s *settings)   { s.plots = p }

// settings are what the options set. Values whose types depend on the game are of type any.
type settings struct {
	name     string
	summary  string // the rules in one line
	text     string // the rules
	opening  int    // random plies
	start    any
	language any
	players  []any

	// of a program
	cluster Cluster
	plots   Plots
}

// nameOf returns the name of the package of a game, or the name of its type in package main.
func nameOf(g any) string {
	t := reflect.TypeOf(g)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name := path.Base(t.PkgPath()); name != "main" && name != "." {
		return name
	}
	return strings.ToLower(t.Name())
}

// Name gives the game a name. Without it, the game has the name of its package.
func Name(name string) Option { return option(func(s *settings) { s.name = name }) }

// Rules explains the rules to people: the goal, the moves, the end, and how to type a move.
func Rules(text string) Option { return option(func(s *settings) { s.text = text }) }

// Summary tells the rules in one line, which a person sees at the start of every game: "Take one,
// two or three stones; the player who takes the last one wins."
func Summary(line string) Option { return option(func(s *settings) { s.summary = line }) }

// Opening sets the usual number of random plies at the start of a game of a match. Without it,
// there are 2. In a game that a few plies can decide, or that deals cards, 0 is better.
func Opening(plies int) Option { return option(func(s *settings) { s.opening = plies }) }

// Start sets the state in which games start. A game with a method Start needs no option.
func Start[S any](state S) Option { return option(func(s *settings) { s.start = state }) }

// Players adds players of the program. Each is called by its name, which must be a word like
// "greedy", wherever a player is wanted: match -a greedy -b sims=1000.
func Players[S any, A comparable](players ...arena.Entrant[S, A]) Option {
	return option(func(s *settings) {
		for _, p := range players {
			s.players = append(s.players, p)
		}
	})
}

// PlayerSyntax reads and makes the players of a game that has its own policies, parameters or kinds
// of players. Nil and empty fields default to package spec.
type PlayerSyntax[S any, A comparable] struct {
	// Parse parses a player, like [spec.Parse].
	Parse func(text, defaults string) (spec.Player, error)

	// Entrant makes a player, like [spec.Entrant].
	Entrant func(name string, g mcts.Game[S, A], p spec.Player) (arena.Entrant[S, A], error)

	// Config completes the configuration of a search.
	Config func(g mcts.Game[S, A], cfg mcts.Config) mcts.Config

	// Playouts are the values of playout that the game has in addition to package spec, for the
	// space that tune searches if it is given none.
	Playouts []string

	// Person returns the game with methods for a person, who plays in the terminal.
	Person func(g mcts.Game[S, A]) mcts.Game[S, A]

	// Opponent parses the opponent of a person, which may have other defaults.
	Opponent func(text string) (spec.Player, error)
}

// Syntax sets how players are written and made.
func Syntax[S any, A comparable](l PlayerSyntax[S, A]) Option {
	return option(func(s *settings) { s.language = l })
}

// Plots draws the files of the flag -svg. The value Output of package console/plots is one. Without
// it, a program has no plots.
type Plots struct {
	// Match plots the games of the first two players of a match.
	Match func(path, game string, players []spec.Player, records []arena.Record) error

	// Tune plots the result of a search for parameters.
	Tune func(path, game string, r tune.Result) error
}

var errNoPlots = errors.New("this program has no plots: its author can import " +
	"github.com/banyan-go/banyan/console/plots and write console.Main(game, plots.Output)")

// svgFlag returns the flag for the path of a plot.
func (p Program) svgFlag(usage string, to *string) urfave.Flag {
	if p.Plots.Match == nil {
		return flags.Missing("svg", errNoPlots)
	}
	return &urfave.StringFlag{Name: "svg", Usage: usage, Destination: to}
}

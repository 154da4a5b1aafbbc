// Package bundled lists the bundled games by name and plays matches of them between players in text
// form.
package bundled

import (
	"context"
	"errors"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity/research"
	"github.com/banyan-go/banyan/similarity/trials"
	"github.com/banyan-go/banyan/timing"
)

// Game is a game on a board of one size.
type Game interface {
	Name() string // with the size, if it is not the usual one
	Players() int

	// Opening returns the usual number of random plies at the start of a game of a match.
	Opening() int

	// Parse parses a player of this game, like [spec.Parse].
	Parse(text, defaults string) (spec.Player, error)

	// Match plays a match, like [arena.Match.Run].
	Match(ctx context.Context, o Options) ([]arena.Record, error)

	// Choices returns, for every seat of a recorded game, how many actions its player was asked
	// for.
	Choices(r arena.Record) ([]int, error)

	// Shape plays random games and tells what they are like.
	Shape(games int, seed uint64) (Shape, error)

	// Trials plays trials of position similarity, like [trials.Play]. It reports an error for a
	// game without cells.
	Trials(ctx context.Context, cfg mcts.Config, t trials.Trials) ([]research.Histogram, error)
}

// Options are the options of a match; see [arena.Match].
type Options struct {
	Players []spec.Player
	Names   []string // one per player, all different
	Pairs   int
	Opening int // the number of random plies at the start
	Seed    uint64
	Workers int
	Clock   timing.Clock // the zero Clock is no clock
	Now     func() time.Time
	Journal string // the path of the journal; empty for none
	Each    func(arena.Record)
	Stop    func(pair []arena.Record) bool
}

var games = Entries[Game]{
	NewEntry(Connect4, Connect4Players, newGame), listed(Breakthrough), listed(Knightthrough), listed(PawnWhopping),
	NewEntry(Gomoku, GomokuPlayers, newGame),
	NewEntry(NoGo, NoGoPlayers, newGame),
	listed(Othello), listed(Goofspiel), listed(Goofspiel5), listed(Dots), listed(Dots2), listed(TicTacToe),
	NewEntry(Magic, MagicPlayers, newGame), NewEntry(Magic60, MagicPlayers, newGame),
}

// listed returns the entry of a game with standard players.
func listed[G Rules[S, A], S any, A comparable](b Board[G]) Entry[Game] {
	return NewEntry(b, StandardPlayers[S, A](b.Name), newGame)
}

// Find returns the named game on a board of that size.
func Find(name string, s Size) (Game, error) {
	e, err := games.Find(name)
	if err != nil {
		return nil, err
	}
	return e.On(s)
}

// Names returns the names of the games.
func Names() []string { return games.Names() }

func newGame[G Rules[S, A], S any, A comparable](g G, b Board[G], s Size, p Players[S, A]) Game {
	return game[S, A]{b.title(s), g, g.Start(), b.FromStart, p}
}

type game[S any, A comparable] struct {
	name  string
	rules mcts.Game[S, A]
	start S

	fromStart bool
	players   Players[S, A]
}

func (g game[S, A]) Name() string { return g.name }
func (g game[S, A]) Players() int { return g.rules.NumPlayers() }

func (g game[S, A]) Opening() int {
	if g.fromStart {
		return 0
	}
	return 2
}

func (g game[S, A]) Parse(text, defaults string) (spec.Player, error) {
	return g.players.Parse(text, defaults)
}

func (g game[S, A]) Match(ctx context.Context, o Options) (records []arena.Record, err error) {
	m := arena.Match[S, A]{
		Game: g.rules, GameName: g.name, Start: g.start, Pairs: o.Pairs, OpeningPlies: o.Opening,
		Clock: o.Clock, Now: o.Now, Seed: o.Seed, Workers: o.Workers, Each: o.Each, Stop: o.Stop,
	}
	for i, p := range o.Players {
		if p, err = withHorizon(g.name, p); err != nil {
			return nil, err
		}
		e, err := g.players.Entrant(o.Names[i], g.rules, p)
		if err != nil {
			return nil, err
		}
		m.Entrants = append(m.Entrants, e)
	}
	if o.Journal != "" {
		if m.Journal, err = arena.OpenJournal(o.Journal, m.Header()); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, m.Journal.Close()) }()
	}
	return m.Run(ctx)
}

// Package catalog holds the games that programs know by name, ready for matches between players in text form.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/timing"
)

// Game is a game on a board of one size.
type Game interface {
	Name() string // with the size, if it is not the usual one
	Players() int

	// Opening is how many random plies a match usually begins with, so that games differ.
	Opening() int

	// Parse reads a player of this game, as Parse of package spec does.
	Parse(text, defaults string) (spec.Player, error)

	// Match plays a match, as Match.Run of package arena does.
	Match(ctx context.Context, o Options) ([]arena.Record, error)

	// Choices returns, for every seat of a recorded game, how many actions its player was asked for.
	Choices(r arena.Record) ([]int, error)

	// Trials plays trials of similar boards, as mcts.PlayTrials does. It reports an error for games without cells.
	Trials(ctx context.Context, cfg mcts.Config, t mcts.Trials) ([]similarity.Histogram, error)
}

// Options are what a match needs beside the game; see arena.Match.
type Options struct {
	Players []spec.Player
	Names   []string // of the players, all different
	Pairs   int
	Opening int // random plies at the beginning
	Seed    uint64
	Workers int
	Clock   timing.Clock // none if zero
	Journal string       // path of the journal; none if empty
	Each    func(arena.Record)
	Stop    func(pair []arena.Record) bool
}

// rules is a game of this repository.
type rules[S any, A comparable] interface {
	mcts.Game[S, A]
	Start() S
}

// entry is a game of the catalogue.
type entry struct {
	name string
	on   func(Size) (Game, error)
}

var entries = []entry{
	listed(Connect4), listed(Breakthrough), listed(Knightthrough), listed(PawnWhopping), listed(Gomoku), listed(NoGo),
	listed(Othello), listed(Goofspiel), listed(Goofspiel5), listed(Dots), listed(Dots2), listed(TicTacToe),
	with(Magic, kinds[magic.State, magic.Action]{MagicNames.Parse, MagicEntrant}),
}

// listed is the entry of a game whose players are those of package spec.
func listed[G rules[S, A], S any, A comparable](b Board[G]) entry {
	return with(b, kinds[S, A]{spec.Parse, spec.Entrant[S, A]})
}

// kinds are the players of a game: how they are read and made. A game that has players of its own, by rule or with
// playouts that know the game, wraps those of package spec.
type kinds[S any, A comparable] struct {
	parse   func(text, defaults string) (spec.Player, error)
	entrant func(name string, g mcts.Game[S, A], p spec.Player) (arena.Entrant[S, A], error)
}

// with is the entry of a game with these players.
func with[G rules[S, A], S any, A comparable](b Board[G], k kinds[S, A]) entry {
	return entry{b.Name, func(s Size) (Game, error) {
		g, err := b.On(s)
		if err != nil {
			return nil, err
		}
		return game[S, A]{b.title(s), g, g.Start(), b.FromStart, k}, nil
	}}
}

// Find returns the game of a name on a board of that size.
func Find(name string, s Size) (Game, error) {
	for _, e := range entries {
		if e.name == name {
			return e.on(s)
		}
	}
	return nil, fmt.Errorf("there is no game %q; there are: %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the games.
func Names() []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.name)
	}
	return names
}

type game[S any, A comparable] struct {
	name  string
	rules mcts.Game[S, A]
	start S

	fromStart bool
	kinds[S, A]
}

func (g game[S, A]) Name() string { return g.name }
func (g game[S, A]) Players() int { return g.rules.NumPlayers() }

func (g game[S, A]) Opening() int {
	if g.fromStart {
		return 0
	}
	return 2
}

func (g game[S, A]) Parse(text, defaults string) (spec.Player, error) { return g.parse(text, defaults) }

func (g game[S, A]) Match(ctx context.Context, o Options) (records []arena.Record, err error) {
	m := arena.Match[S, A]{
		Game: g.rules, GameName: g.name, Start: g.start, Pairs: o.Pairs, OpeningPlies: o.Opening,
		Clock: o.Clock, Seed: o.Seed, Workers: o.Workers, Each: o.Each, Stop: o.Stop,
	}
	for i, p := range o.Players {
		if h, ok := horizons[g.name]; ok {
			p = p.WithHorizon(timing.ByPly{Table: h})
		}
		e, err := g.entrant(o.Names[i], g.rules, p)
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

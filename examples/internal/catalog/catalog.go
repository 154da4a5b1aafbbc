// Package catalog holds the games that programs know by name, ready for matches between players in text form.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Game is a game on a board of one size.
type Game interface {
	Name() string // with the size, if it is not the usual one
	Players() int

	// Match plays a match, as Match.Run of package arena does.
	Match(ctx context.Context, o Options) ([]arena.Record, error)
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

// Size is the width and height of a board; the zero Size is the usual one of the game.
type Size struct{ Width, Height int }

// ParseSize reads width x height.
func ParseSize(text string) (Size, error) {
	w, h, _ := strings.Cut(strings.ToLower(text), "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || width < 1 || height < 1 {
		return Size{}, errors.New("want width x height, like 6x6")
	}
	return Size{width, height}, nil
}

// rules is a game of this repository.
type rules[S any, A comparable] interface {
	mcts.Game[S, A]
	Start() S
}

// entry is a game of the catalogue.
type entry struct {
	name  string
	sized func(Size) (Game, error)
}

var entries = []entry{
	sized("connect4", connect4.Game{}, connect4.New),
	sized("breakthrough", breakthrough.Game{}, breakthrough.New),
	sized("knightthrough", breakthrough.Knightthrough{}, nil),
	sized("pawnwhopping", breakthrough.PawnWhopping{}, nil),
	sized("gomoku", gomoku.Game{}, func(width, height int) (gomoku.Game, error) { return gomoku.New(width, height, 5) }),
	sized("nogo", nogo.Hollow9, func(width, height int) (nogo.Game, error) { return nogo.New(width, height) }),
	sized("othello", othello.Game{}, Square(othello.New)),
	sized("goofspiel", goofspiel.Game{}, nil),
	sized("goofspiel5", must(goofspiel.New(2, 5, goofspiel.Descending)), nil),
	sized("dots", dots.Game{}, func(width, height int) (dots.Game, error) { return dots.New(width, height, 3) }),
	sized("dots2", must(dots.New(3, 3, 2)), func(width, height int) (dots.Game, error) { return dots.New(width, height, 2) }),
	sized("tictactoe", tictactoe.Game{}, nil),
}

// Square makes a constructor of square boards one of all.
func Square[G any](sized func(size int) (G, error)) func(width, height int) (G, error) {
	return func(width, height int) (g G, err error) {
		if width != height {
			return g, fmt.Errorf("the board is %dx%d, want a square", width, height)
		}
		return sized(width)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Find returns the game of a name on a board of that size.
func Find(name string, s Size) (Game, error) {
	for _, e := range entries {
		if e.name == name {
			return e.sized(s)
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

// sized is a game with boards of different sizes, or of one only if resize is nil.
func sized[G rules[S, A], S any, A comparable](name string, usual G, resize func(width, height int) (G, error)) entry {
	return entry{name, func(s Size) (Game, error) {
		switch {
		case s == Size{}:
			return game[S, A]{name, usual, usual.Start()}, nil
		case resize == nil:
			return nil, fmt.Errorf("%s has one size only", name)
		}
		g, err := resize(s.Width, s.Height)
		if err != nil {
			return nil, err
		}
		return game[S, A]{fmt.Sprintf("%s %dx%d", name, s.Width, s.Height), g, g.Start()}, nil
	}}
}

type game[S any, A comparable] struct {
	name  string
	rules mcts.Game[S, A]
	start S
}

func (g game[S, A]) Name() string { return g.name }
func (g game[S, A]) Players() int { return g.rules.NumPlayers() }

func (g game[S, A]) Match(ctx context.Context, o Options) (records []arena.Record, err error) {
	m := arena.Match[S, A]{
		Game: g.rules, GameName: g.name, Start: g.start, Pairs: o.Pairs, OpeningPlies: o.Opening,
		Clock: o.Clock, Seed: o.Seed, Workers: o.Workers, Each: o.Each, Stop: o.Stop,
	}
	for i, p := range o.Players {
		if h, ok := horizons[g.name]; ok {
			p = p.WithHorizon(timing.ByPly{Table: h})
		}
		e, err := spec.Entrant(o.Names[i], g.rules, p)
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

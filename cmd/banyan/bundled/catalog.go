// Package bundled lists the games of this module by name, for programs in which players and games
// are chosen by their arguments.
package bundled

import (
	"context"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity/research"
)

// Game is a game on a board of one size.
type Game interface {
	console.Game

	// Shape plays random games and describes them.
	Shape(games int, seed uint64) (Shape, error)

	// Trials plays trials of position similarity, like [research.Play]. It reports an error for a
	// game without cells.
	Trials(ctx context.Context, cfg mcts.Config, t research.Trials) ([]research.Histogram, error)
}

var games = Entries[Game]{
	NewEntry(Connect4, Connect4Players, newGame), listed(Breakthrough), listed(Knightthrough), listed(PawnWhopping),
	NewEntry(Gomoku, GomokuPlayers, newGame),
	NewEntry(NoGo, NoGoPlayers, newGame),
	listed(Othello), listed(Goofspiel), listed(Goofspiel5), listed(Dots), listed(Dots2), listed(DotsPoints), listed(TicTacToe),
	NewEntry(Pig, pigPlayers, newGame), listed(Whist),
	NewEntry(Kuhn, kuhnPlayers, newGame), NewEntry(Leduc, leducPlayers, newGame),
	NewEntry(LiarsDice, liarsDicePlayers, newGame), listed(Sealed),
	NewEntry(Magic, magicPlayers, newGame), NewEntry(Magic60, magic60Players(), newGame),
	listed(Twenty48), listed(EightPuzzle), listed(FifteenPuzzle), listed(Sailing),
	NewEntry(SameGame, sameGamePlayers, newGame),
}

// listed returns the entry of a game with standard players.
func listed[G Rules[S, A], S any, A comparable](b Board[G]) Entry[Game] {
	return NewEntry(b, StandardPlayers[S, A](b.Name), newGame)
}

// Find returns the named game on a board of that size. The game of a rule sheet of package sheets
// provides the name that programs take in the root of this repository, such as
// gdl:gdl/sheets/checkers.kif.
func Find(name string, s console.Size) (Game, error) {
	if file, ok := strings.CutPrefix(name, "gdl:"+sheetFolder); ok {
		if s != (console.Size{}) {
			return nil, fmt.Errorf("%s %w", name, console.ErrOneSize)
		}
		return sheet(file)
	}
	e, err := games.Find(name)
	if err != nil {
		return nil, err
	}
	return e.On(s)
}

// Names returns the names of the games.
func Names() []string { return games.Names() }

// Program returns the program of all games.
func Program(name string) console.Program {
	p := console.Program{Name: name, Usage: PlayoutUsage + pigUsage + magicUsage, Files: files}
	for _, e := range games {
		p.Games = append(p.Games, console.Entry{Name: e.Name, On: func(s console.Size) (console.Game, error) { return e.On(s) }})
	}
	return p
}

func newGame[G Rules[S, A], S any, A comparable](g G, b Board[G], s console.Size, p Players[S, A]) (Game, error) {
	title := b.title(s)
	inner := p.Entrant
	p.Entrant = func(name string, g mcts.Game[S, A], player spec.Player) (arena.Entrant[S, A], error) {
		player, err := withHorizon(title, player)
		if err != nil {
			return arena.Entrant[S, A]{}, err
		}
		return inner(name, g, player)
	}
	options := []console.Option{console.Name(title), console.Summary(summaries[b.Name]), console.Rules(rulesText[b.Name]), console.Syntax(p)}
	if b.FromStart {
		options = append(options, console.Opening(0))
	}
	made, err := console.New(g, options...)
	return bundledGame[S, A]{Game: made, rules: g, start: g.Start()}, err
}

type bundledGame[S any, A comparable] struct {
	console.Game
	rules mcts.Game[S, A]
	start S
}

// Trials implements [Game].
func (g bundledGame[S, A]) Trials(ctx context.Context, cfg mcts.Config, t research.Trials) ([]research.Histogram, error) {
	return research.Play(ctx, g.rules, &g.start, cfg, t)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
)

// board is a game for two players on a board of one size, for the engine and for a controller.
type board[S any, A comparable] interface {
	mcts.Game[S, A]
	Start() S
	Text(s *S) string
	Legal(s *S, a A) error

	id() string // the name of the game for GoGui: a capital letter, then small ones
	colour(player int) colour
	owner(s *S, x, y int) int // the player of the stone in column x and row y from 0, or nobody
	size() (width, height int)
	resize(width, height int) (board[S, A], error)
	parse(s *S, vertex string) (A, error) // accepts illegal actions that are on the board
	vertex(s *S, a A) string              // the inverse of parse
}

// nobody owns an empty point.
const nobody = -1

// opener returns a player of a game on one board.
type opener func(ctx context.Context, s settings) (player, error)

// games are the games of this program. A board is a size or a name; an empty board is the usual
// one.
var games = []struct {
	name string
	find func(board string) (opener, error)
}{
	{"nogo", findNoGo},
	{"connect4", sized[connect4.State, connect4.Drop]("connect4", fourBoard{}, "7x6")},
	{"breakthrough", sized[breakthrough.State, breakthrough.Move]("breakthrough", pawnBoard{}, "8x8")},
}

func findGame(name, board string) (opener, error) {
	var names []string
	for _, g := range games {
		if g.name == name {
			return g.find(board)
		}
		names = append(names, g.name)
	}
	return nil, fmt.Errorf("-game is %q, want one of %s", name, strings.Join(names, ", "))
}

func findNoGo(text string) (opener, error) {
	if text == "" || text == "hollow9" {
		return open[nogo.State, nogo.Point](stoneBoard{nogo.Hollow9, true}), nil
	}
	find := sized[nogo.State, nogo.Point]("nogo", stoneBoard{}, "9x9")
	o, err := find(text)
	if err != nil {
		return nil, fmt.Errorf("%w; hollow9 is the board of the tournaments", err)
	}
	return o, nil
}

// sized finds the board of a size.
func sized[S any, A comparable](name string, b board[S, A], usual string) func(string) (opener, error) {
	return func(text string) (opener, error) {
		if text == "" {
			text = usual
		}
		size, err := console.ParseSize(text)
		if err != nil {
			return nil, fmt.Errorf("-board %s: %w", text, err)
		}
		b, err := b.resize(size.Width, size.Height)
		if err != nil {
			return nil, fmt.Errorf("-board %s of %s: %w", text, name, err)
		}
		return open(b), nil
	}
}

// open returns the opener of b.
func open[S any, A comparable](b board[S, A]) opener {
	return func(ctx context.Context, s settings) (player, error) { return newEngine(ctx, b, s) }
}

// stoneBoard is NoGo.
type stoneBoard struct {
	nogo.Game
	hollow bool // whether the board has holes, and therefore only one size
}

func (stoneBoard) id() string                  { return "Nogo" }
func (stoneBoard) colour(player int) colour    { return colour(player) }
func (b stoneBoard) size() (width, height int) { return b.Size() }

func (b stoneBoard) resize(width, height int) (board[nogo.State, nogo.Point], error) {
	if b.hollow {
		return nil, errors.New("the board with hollow points is 9x9")
	}
	g, err := nogo.New(width, height)
	return stoneBoard{Game: g}, err
}

func (stoneBoard) owner(s *nogo.State, x, y int) int {
	if player, ok := s.Stone(nogo.At(x, y)); ok {
		return player
	}
	return nobody
}

func (b stoneBoard) parse(_ *nogo.State, vertex string) (nogo.Point, error) { return b.Parse(vertex) }
func (stoneBoard) vertex(_ *nogo.State, p nogo.Point) string                { return p.String() }

// Text draws the board and names the player to move, or the player that has lost.
func (b stoneBoard) Text(s *nogo.State) string {
	name, status := b.PlayerName(b.ToMove(s)), "is to move"
	if len(b.AppendActions(nil, s)) == 0 {
		status = "cannot move and loses"
	}
	return fmt.Sprintf("%s%s %s\n", b.Game.Text(s), name, status)
}

// fourBoard is Connect Four.
type fourBoard struct{ connect4.Game }

func (fourBoard) id() string                  { return "Connectfour" }
func (fourBoard) colour(player int) colour    { return colour(player) }
func (b fourBoard) size() (width, height int) { return b.Width(), b.Height() }

func (b fourBoard) resize(width, height int) (board[connect4.State, connect4.Drop], error) {
	g, err := connect4.New(width, height)
	return fourBoard{g}, err
}

func (b fourBoard) owner(s *connect4.State, x, y int) int {
	return int(b.AppendCells(nil, s)[x*b.Height()+y]) - 1
}

// parse parses a column, or the square that a disc falls to.
func (b fourBoard) parse(s *connect4.State, vertex string) (connect4.Drop, error) {
	a, err := b.Parse(vertex[:min(1, len(vertex))])
	if err != nil || len(vertex) == 1 {
		return a, err
	}
	if vertex[0] <= '9' {
		return 0, fmt.Errorf("%q is neither a column nor a square", vertex)
	}
	row, err := parseInt(vertex[1:])
	if lands := b.landing(s, a); err != nil || row != lands && lands <= b.Height() {
		return 0, fmt.Errorf("a disc in column %v falls to %s, not to %q", a, b.vertex(s, a), vertex)
	}
	return a, nil
}

func (b fourBoard) vertex(s *connect4.State, a connect4.Drop) string {
	return fmt.Sprintf("%s%d", strings.ToUpper(a.String()), b.landing(s, a))
}

// landing returns the row that a disc falls to, from 1. It is above the board if the column is
// full.
func (b fourBoard) landing(s *connect4.State, a connect4.Drop) int {
	row := 0
	for row < b.Height() && b.owner(s, int(a), row) != nobody {
		row++
	}
	return row + 1
}

// pawnBoard is Breakthrough.
type pawnBoard struct{ breakthrough.Game }

func (pawnBoard) id() string { return "Breakthrough" }

// colour returns White for the first player, unlike in the other games.
func (pawnBoard) colour(player int) colour    { return colour(1 - player) }
func (b pawnBoard) size() (width, height int) { return b.Width(), b.Height() }

func (b pawnBoard) resize(width, height int) (board[breakthrough.State, breakthrough.Move], error) {
	g, err := breakthrough.New(width, height)
	return pawnBoard{g}, err
}

func (b pawnBoard) owner(s *breakthrough.State, x, y int) int {
	return int(b.AppendCells(nil, s)[x*b.Height()+y]) - 1
}

func (b pawnBoard) parse(_ *breakthrough.State, vertex string) (breakthrough.Move, error) {
	return b.Parse(vertex)
}

func (pawnBoard) vertex(_ *breakthrough.State, m breakthrough.Move) string { return m.String() }

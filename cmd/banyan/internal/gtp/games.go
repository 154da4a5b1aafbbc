package gtp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// opener returns a player of a game on one board.
type opener func(ctx context.Context, s settings) (player, error)

// games are the bundled games for two players on a board of squares or points.
var games = bundled.Entries[opener]{
	bundled.NewEntry(bundled.NoGo, bundled.NoGoPlayers, on(noGoBoard)),
	bundled.NewEntry(bundled.Connect4, bundled.Connect4Players, on(fourBoard)),
	listed(bundled.Breakthrough, breakthroughBoard),
	listed(bundled.Knightthrough, func(g breakthrough.Knightthrough) board[breakthrough.State, breakthrough.Move] {
		return pawnBoard("Knightthrough", g, 8, 8)
	}),
	listed(bundled.PawnWhopping, func(g breakthrough.PawnWhopping) board[breakthrough.State, breakthrough.Move] {
		b := pawnBoard("Pawnwhopping", g, 8, 8)
		b.passes = true
		return b
	}),
	bundled.NewEntry(bundled.Gomoku, bundled.GomokuPlayers, on(func(g gomoku.Game) board[gomoku.State, gomoku.Point] {
		return pointBoard("Gomoku", g, g.Width(), g.Height())
	})),
	listed(bundled.Othello, func(g othello.Game) board[othello.State, othello.Move] {
		b := pointBoard("Othello", g, g.Size(), g.Size())
		b.passes = true
		return b
	}),
	listed(bundled.TicTacToe, func(g tictactoe.Game) board[tictactoe.State, tictactoe.Cell] {
		return pointBoard("Tictactoe", g, 3, 3)
	}),
}

// listed returns the entry of a game with standard players.
func listed[G rules[S, A], S any, A comparable](b bundled.Board[G], of func(G) board[S, A]) bundled.Entry[opener] {
	return bundled.NewEntry(b, bundled.StandardPlayers[S, A](b.Name), on(of))
}

// on returns the function that opens a game on a board, for bundled.NewEntry.
func on[G, S any, A comparable](of func(G) board[S, A]) func(G, bundled.Board[G], console.Size, bundled.Players[S, A]) (opener, error) {
	return func(g G, b bundled.Board[G], _ console.Size, _ bundled.Players[S, A]) (opener, error) {
		return func(ctx context.Context, s settings) (player, error) { return newEngine(ctx, sized(b, g, of), s) }, nil
	}
}

// sized returns a board that can be exchanged for one of another size, if the game has any.
func sized[G, S any, A comparable](sizes bundled.Board[G], g G, of func(G) board[S, A]) board[S, A] {
	b := of(g)
	if b.resize == nil {
		b.resize = func(width, height int) (board[S, A], error) {
			g, err := sizes.On(console.Size{Width: width, Height: height})
			if err != nil {
				return board[S, A]{}, err
			}
			return sized(sizes, g, of), nil
		}
	}
	return b
}

// hollow9 is the name of the usual board of NoGo, used in tournaments.
const hollow9 = "hollow9"

// findGame returns the entry of a game and its opener on the board with that size or name. An empty
// board is the usual one.
func findGame(name, board string) (bundled.Entry[opener], opener, error) {
	e, err := games.Find(name)
	if err != nil {
		return e, nil, fmt.Errorf("-game: %w", err)
	}
	var size console.Size
	if board != "" && (name != bundled.NoGo.Name || board != hollow9) {
		if size, err = console.ParseSize(board); err != nil {
			return e, nil, fmt.Errorf("-board %s: %w, or in nogo %s", board, err, hollow9)
		}
	}
	o, err := e.On(size)
	switch {
	case errors.Is(err, console.ErrOneSize):
		return e, nil, fmt.Errorf("-board %s: %w", board, err)
	case err != nil:
		return e, nil, fmt.Errorf("-board %s of %s: %w", board, name, err)
	}
	return e, o, nil
}

// noGo names the player to move, or the player that has lost, below the board.
type noGo struct{ nogo.Game }

func (g noGo) Text(s *nogo.State) string {
	name, status := g.PlayerName(g.ToMove(s)), "is to move"
	if len(g.AppendActions(nil, s)) == 0 {
		status = "cannot move and loses"
	}
	return fmt.Sprintf("%s%s %s\n", g.Game.Text(s), name, status)
}

func noGoBoard(g nogo.Game) board[nogo.State, nogo.Point] {
	width, height := g.Size()
	b := board[nogo.State, nogo.Point]{
		rules: noGo{g}, id: "Nogo", width: width, height: height, hollow: func(x, y int) bool { return g.Hollow(nogo.At(x, y)) },
		parse:  func(_ *nogo.State, vertex string) (nogo.Point, error) { return g.Parse(vertex) },
		vertex: func(_ *nogo.State, p nogo.Point) string { return p.String() },
		owner: func(s *nogo.State, x, y int) int {
			if player, ok := s.Stone(nogo.At(x, y)); ok {
				return player
			}
			return nobody
		},
	}
	if g == nogo.Hollow9 {
		b.resize = func(int, int) (board[nogo.State, nogo.Point], error) {
			return b, errors.New("the board with hollow points is 9x9")
		}
	}
	return b
}

// fourBoard is Connect Four. A vertex is the square that the disc falls to, or its column.
func fourBoard(g connect4.Game) board[connect4.State, connect4.Drop] {
	b := cellBoard("Connectfour", g, g.Width(), g.Height())
	// landing is above the board if the column is full.
	landing := func(s *connect4.State, a connect4.Drop) (row int) {
		for row < b.height && b.owner(s, int(a), row) != nobody {
			row++
		}
		return row + 1
	}
	b.vertex = func(s *connect4.State, a connect4.Drop) string {
		return fmt.Sprintf("%s%d", strings.ToUpper(a.String()), landing(s, a))
	}
	b.parse = func(s *connect4.State, vertex string) (connect4.Drop, error) {
		a, err := g.Parse(vertex[:min(1, len(vertex))])
		if err != nil || len(vertex) == 1 {
			return a, err
		}
		if vertex[0] <= '9' {
			return 0, fmt.Errorf("%q is neither a column nor a square", vertex)
		}
		row, err := parseInt(vertex[1:])
		if lands := landing(s, a); err != nil || row != lands && lands <= b.height {
			return 0, fmt.Errorf("a disc in column %v falls to %s, not to %q", a, b.vertex(s, a), vertex)
		}
		return a, nil
	}
	return b
}

func breakthroughBoard(g breakthrough.Game) board[breakthrough.State, breakthrough.Move] {
	return pawnBoard("Breakthrough", g, g.Width(), g.Height())
}

// pawnBoard is a game in which White begins and pieces go from square to square.
func pawnBoard(id string, g cellRules[breakthrough.State, breakthrough.Move], width, height int) board[breakthrough.State, breakthrough.Move] {
	b := cellBoard(id, g, width, height)
	b.first, b.moves = white, true
	b.parse = func(_ *breakthrough.State, vertex string) (breakthrough.Move, error) { return g.Parse(vertex) }
	b.vertex = func(_ *breakthrough.State, m breakthrough.Move) string { return m.String() }
	return b
}

// rules are a game that begins at one position and that people can play.
type rules[S any, A comparable] interface {
	game.Game[S, A]
	game.Starter[S]
	game.Texter[S]
	game.Parser[A]
	game.Referee[S, A]
}

// board is a game for two players on a board of one size, for the engine and for a controller.
type board[S any, A comparable] struct {
	rules[S, A] // the game itself, in which a search finds its optional interfaces

	id            string // the name of the game for GoGui: a capital letter, then small ones
	width, height int
	first         color                  // of player 0
	moves         bool                   // whether an action goes from square to square, so that its vertex is two, like a2-b3
	passes        bool                   // whether a player that cannot move must pass
	hollow        func(x, y int) bool    // whether the point is a hole; nil: there are none
	owner         func(*S, int, int) int // the player of the stone in column x and row y from 0, or nobody

	resize func(width, height int) (board[S, A], error) // set by sized
	parse  func(s *S, vertex string) (A, error)         // accepts illegal actions that are on the board
	vertex func(s *S, a A) string                       // the inverse of parse
}

// nobody owns an empty point.
const nobody = -1

func (b *board[S, A]) color(player int) color { return b.first ^ color(player) }

// includes reports whether there is a point in column x and row y, and no hole.
func (b *board[S, A]) includes(x, y int) bool {
	return x < b.width && y < b.height && (b.hollow == nil || !b.hollow(x, y))
}

// cellRules are rules of a game whose cells are the points of the board, column by column.
type cellRules[S any, A comparable] interface {
	rules[S, A]
	game.CellBoard[S]
}

// cellBoard returns a board without a notation.
func cellBoard[S any, A comparable](id string, g cellRules[S, A], width, height int) board[S, A] {
	return board[S, A]{
		rules: g, id: id, width: width, height: height,
		owner: func(s *S, x, y int) int { return int(g.AppendCells(nil, s)[x*height+y]) - 1 },
	}
}

// pointBoard returns the board of a game whose actions are points. The game names the columns by
// the letters from a. A vertex leaves out I.
func pointBoard[S any, A comparable](id string, g cellRules[S, A], width, height int) board[S, A] {
	b := cellBoard(id, g, width, height)
	b.vertex = func(_ *S, a A) string { return vertexOf(fmt.Sprint(a)) }
	b.parse = func(_ *S, vertex string) (A, error) {
		a, err := g.Parse(textOf(vertex))
		if err != nil {
			return a, fmt.Errorf("%q is not a vertex: want A1 to %s", vertex, pointVertex(width-1, height-1))
		}
		return a, nil
	}
	return b
}

// columns are the names of columns in vertices.
const columns = "ABCDEFGHJKLMNOPQRST"

// pointVertex returns the vertex in column x and row y from 0.
func pointVertex(x, y int) string { return columns[x:x+1] + strconv.Itoa(y+1) }

// vertexOf returns the vertex of a point that a game writes like d4, or "pass".
func vertexOf(text string) string {
	if text == pass {
		return text
	}
	return columns[text[0]-'a':][:1] + text[1:]
}

// textOf is the inverse of vertexOf, for either case. It returns an empty string if there is no
// such column.
func textOf(vertex string) string {
	if strings.EqualFold(vertex, pass) {
		return pass
	}
	if vertex != "" {
		if x := strings.IndexByte(columns, vertex[0]&^0x20); x >= 0 {
			return string(rune('a'+x)) + vertex[1:]
		}
	}
	return ""
}

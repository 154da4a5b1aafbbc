package gtp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// rules are a game that begins at one position and that people can play.
type rules[S any, A comparable] interface {
	mcts.Game[S, A]
	Start() S
	Text(s *S) string
	Parse(text string) (A, error)
	Legal(s *S, a A) error
}

// board is a game for two players on a board of one size, for the engine and for a controller.
type board[S any, A comparable] struct {
	rules[S, A] // the game itself, in which a search finds its optional interfaces

	id            string // the name of the game for GoGui: a capital letter, then small ones
	width, height int
	first         colour                 // of player 0
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

func (b *board[S, A]) colour(player int) colour { return b.first ^ colour(player) }

// includes reports whether there is a point in column x and row y, and no hole.
func (b *board[S, A]) includes(x, y int) bool {
	return x < b.width && y < b.height && (b.hollow == nil || !b.hollow(x, y))
}

// cellRules are rules of a game whose cells are the points of the board, column by column.
type cellRules[S any, A comparable] interface {
	rules[S, A]
	mcts.CellBoard[S]
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

// Package tictactoe implements tic-tac-toe. It is the smallest complete game of the library: copy
// this folder to start your own game, as docs/game-interface.md describes.
//
// # Rules
//
// Two players, X and O, take turns and put their marks on the free cells of a board of three by
// three. X begins. The player who first has three marks in a row, a column or a diagonal wins. A
// full board without such a line is a draw.
//
// The returns are 1 for a win, 0 for a loss and 1/2 for a draw.
//
// # Use
//
//	g := tictactoe.Game{}
//	search, err := mcts.New(g, mcts.Config{})
//	...
//	s := g.Start()
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 1000})
//	...
//	g.Apply(&s, result.Action)
//	fmt.Print(g.Text(&s))
//
// # Methods
//
// A search needs only the five methods of [game.Game]. The game has these optional interfaces as
// well:
//
//	game.Indexer     9 action numbers, so that policies keep tables instead of maps
//	game.CellBoard   the 9 cells, for searches that share statistics between similar positions
//	game.Hasher      64 bits, for searches in which a position is one however it is reached
//
// The methods Start, Text, PlayerName, Parse and Legal serve programs that people play with. A
// state has 24 bytes. There is no fast playout: the code is written to be read.
package tictactoe

import (
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/rng"
)

// Game is the rules of tic-tac-toe. It has nothing to configure.
type Game struct{}

// State is a position. It is copied by assignment.
type State struct {
	cells [9]uint8 // by rows from a1 to c3: 0 is free, 1 is X, 2 is O
	plies int
}

// Cell is an action: the index of the cell that gets the player's mark.
type Cell int8

// Start returns the empty board.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for X, which begins, and 1 for O.
func (Game) ToMove(s *State) int { return s.plies % 2 }

// AppendActions appends the free cells, or nothing when a player has won.
func (Game) AppendActions(dst []Cell, s *State) []Cell {
	over := s.winner() >= 0
	for c, mark := range s.cells {
		if mark == 0 && !over {
			dst = append(dst, Cell(c))
		}
	}
	return dst
}

// Apply puts the mark of the player to move on c.
func (g Game) Apply(s *State, c Cell) { s.cells[c], s.plies = uint8(1+g.ToMove(s)), s.plies+1 }

// Returns writes 1 for the winner and 0 for the loser, or 1/2 for both.
func (Game) Returns(s *State, out []float64) {
	out[0], out[1] = 0.5, 0.5
	if player := s.winner(); player >= 0 {
		out[player], out[1-player] = 1, 0
	}
}

// winner returns the player that has three in a row, or -1.
func (s *State) winner() int {
	for _, l := range [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if mark := s.cells[l[0]]; mark != 0 && mark == s.cells[l[1]] && mark == s.cells[l[2]] {
			return int(mark) - 1
		}
	}
	return -1
}

// NumActions returns 9.
func (Game) NumActions() int { return 9 }

// ActionIndex returns the index of the cell.
func (Game) ActionIndex(c Cell) int { return int(c) }

// Hash returns a hash of the cells and of the player to move, which are all that matters.
func (g Game) Hash(s *State) uint64 {
	h := uint64(g.ToMove(s))
	for _, mark := range s.cells {
		h = rng.Mix(h + uint64(mark) + 1)
	}
	return h
}

// AppendCells appends the cells column by column: 0 for a free cell, 1 for X and 2 for O.
func (Game) AppendCells(dst []uint8, s *State) []uint8 {
	for c := range 9 {
		dst = append(dst, s.cells[c%3*3+c/3])
	}
	return dst
}

// Text draws the board.
func (Game) Text(s *State) string {
	text := []byte("3 . . .\n2 . . .\n1 . . .\n  a b c\n")
	for c, mark := range s.cells {
		text[8*(2-c/3)+2+2*(c%3)] = ".XO"[mark]
	}
	return string(text)
}

// PlayerName returns "X" or "O".
func (Game) PlayerName(player int) string { return "XO"[player : player+1] }

// String returns the name of the cell, column and row, such as b2.
func (c Cell) String() string { return "abc"[c%3:c%3+1] + "123"[c/3:c/3+1] }

// Parse reads what String writes.
func (Game) Parse(text string) (Cell, error) {
	i := strings.Index("a1b1c1a2b2c2a3b3c3", strings.ToLower(text))
	if len(text) != 2 || i < 0 || i%2 != 0 {
		return 0, fmt.Errorf("%q is not a move: want a cell from a1 to c3, like b2", text)
	}
	return Cell(i / 2), nil
}

// Legal returns nil if c may be played, and otherwise an error that explains why not.
func (g Game) Legal(s *State, c Cell) error {
	switch {
	case c < 0 || int(c) >= len(s.cells):
		return errors.New("there is no such cell")
	case s.winner() >= 0:
		return errors.New("the game is over")
	case s.cells[c] != 0:
		return fmt.Errorf("%v is taken", c)
	}
	return nil
}

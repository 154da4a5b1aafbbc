// Package tictactoe is the game of three in a row, and the tutorial: copy this file to begin a game of your own.
// The first five methods are the rules, all that a search needs. The others make it faster, or serve people.
package tictactoe

import (
	"fmt"
	"slices"
	"strings"
)

// Game is the rules. It has nothing to configure.
type Game struct{}

// State is a position. It is copied by assignment.
type State struct {
	cells [9]uint8 // by rows from a1 to c3: 0 is free, 1 is X, 2 is O
	plies int
}

// Cell is an action: put your mark there. It is the index of a cell.
type Cell int8

// Start returns the empty board.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for X, who begins, and 1 for O.
func (Game) ToMove(s *State) int { return s.plies % 2 }

// AppendActions appends the free cells, unless somebody has won.
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

// winner returns the player who has three in a row, or -1.
func (s *State) winner() int {
	for _, l := range [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if mark := s.cells[l[0]]; mark != 0 && mark == s.cells[l[1]] && mark == s.cells[l[2]] {
			return int(mark) - 1
		}
	}
	return -1
}

// NumActions returns 9. Numbered actions let strategies keep tables in place of maps.
func (Game) NumActions() int { return 9 }

// ActionIndex returns the number of an action.
func (Game) ActionIndex(c Cell) int { return int(c) }

// AppendCells appends the cells column by column, for searches that compare boards.
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
		return 0, fmt.Errorf("tictactoe: Parse(%q): want a column a to c and a row 1 to 3, such as b2", text)
	}
	return Cell(i / 2), nil
}

// Legal returns nil if c may be played, and says why if not.
func (g Game) Legal(s *State, c Cell) error {
	if !slices.Contains(g.AppendActions(nil, s), c) {
		return fmt.Errorf("tictactoe: %v is taken, or the game is over", c)
	}
	return nil
}

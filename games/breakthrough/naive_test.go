package breakthrough_test

import (
	"fmt"
	"sort"
)

// naive implements the rules again, without shared code: an array of cells by row and column, and
// moves as text.
type naive struct {
	cells         [8][8]byte // 'W', 'B' or 0
	width, height int
	blackToMove   bool
}

func newNaive(width, height int) naive {
	n := naive{width: width, height: height}
	for column := range width {
		n.cells[0][column], n.cells[1][column] = 'W', 'W'
		n.cells[height-1][column], n.cells[height-2][column] = 'B', 'B'
	}
	return n
}

func (n *naive) mover() (pawn byte, forward int) {
	if n.blackToMove {
		return 'B', -1
	}
	return 'W', 1
}

// winner looks at every cell and returns 'W', 'B' or 0.
func (n *naive) winner() byte {
	count := map[byte]int{}
	for row := range n.height {
		for column := range n.width {
			pawn := n.cells[row][column]
			count[pawn]++
			if pawn == 'W' && row == n.height-1 || pawn == 'B' && row == 0 {
				return pawn
			}
		}
	}
	if count['W'] == 0 {
		return 'B'
	}
	if count['B'] == 0 {
		return 'W'
	}
	return 0
}

// step is a move of the naive game.
type step struct{ row, column, toRow, toColumn int }

func (m step) String() string {
	if m == passStep {
		return "pass"
	}
	return fmt.Sprintf("%c%d-%c%d", 'a'+m.column, m.row+1, 'a'+m.toColumn, m.toRow+1)
}

func (n *naive) moves() []step {
	if n.winner() != 0 {
		return nil
	}
	pawn, forward := n.mover()
	var moves []step
	for row := range n.height {
		for column := range n.width {
			if n.cells[row][column] != pawn {
				continue
			}
			for side := -1; side <= 1; side++ {
				if n.allows(row+forward, column+side, side == 0) {
					moves = append(moves, step{row, column, row + forward, column + side})
				}
			}
		}
	}
	return moves
}

// allows reports whether a pawn of the mover may enter a cell.
func (n *naive) allows(row, column int, straight bool) bool {
	if row < 0 || row >= n.height || column < 0 || column >= n.width {
		return false
	}
	pawn, _ := n.mover()
	there := n.cells[row][column]
	return there == 0 || there != pawn && !straight
}

func (n *naive) play(m step) {
	n.cells[m.toRow][m.toColumn] = n.cells[m.row][m.column]
	n.cells[m.row][m.column] = 0
	n.blackToMove = !n.blackToMove
}

func (n *naive) perft(depth int) uint64 {
	moves := n.moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var sum uint64
	for _, m := range moves {
		next := *n
		next.play(m)
		sum += next.perft(depth - 1)
	}
	return sum
}

func (n *naive) text() string {
	text := ""
	for row := n.height - 1; row >= 0; row-- {
		text += fmt.Sprint(row + 1)
		for _, pawn := range n.cells[row][:n.width] {
			text += " " + map[byte]string{0: ".", 'W': "W", 'B': "B"}[pawn]
		}
		text += "\n"
	}
	return text + " " + " a b c d e f g h"[:2*n.width] + "\n"
}

// sorted returns texts in order.
func sorted[T fmt.Stringer](moves []T) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	sort.Strings(texts)
	return texts
}

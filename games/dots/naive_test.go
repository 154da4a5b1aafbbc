package dots_test

import (
	"fmt"
	"strings"
)

// naive implements the rules again, without shared code: lines between dots, and the owner of every
// box.
type naive struct {
	width, height, players int
	lines                  map[line]bool
	owners                 map[dot]int // by the lower left dot of the box
	mover                  int
}

type dot struct{ column, row int }

type line struct{ from, to dot }

func (l line) String() string {
	return fmt.Sprintf("%c%d-%c%d", 'a'+l.from.column, l.from.row+1, 'a'+l.to.column, l.to.row+1)
}

func newNaive(width, height, players int) *naive {
	return &naive{width, height, players, map[line]bool{}, map[dot]int{}, 0}
}

// moves returns the lines that are not drawn.
func (n *naive) moves() []line {
	var moves []line
	for row := range n.height + 1 {
		for column := range n.width + 1 {
			from := dot{column, row}
			for _, to := range []dot{{column + 1, row}, {column, row + 1}} {
				if l := (line{from, to}); to.column <= n.width && to.row <= n.height && !n.lines[l] {
					moves = append(moves, l)
				}
			}
		}
	}
	return moves
}

func (n *naive) play(l line) {
	n.lines[l] = true
	again := false
	for row := range n.height {
		for column := range n.width {
			if _, owned := n.owners[dot{column, row}]; !owned && n.isBox(column, row) {
				n.owners[dot{column, row}] = n.mover
				again = true
			}
		}
	}
	if !again {
		n.mover = (n.mover + 1) % n.players
	}
}

func (n *naive) isBox(column, row int) bool {
	lowerLeft, lowerRight := dot{column, row}, dot{column + 1, row}
	upperLeft, upperRight := dot{column, row + 1}, dot{column + 1, row + 1}
	return n.lines[line{lowerLeft, lowerRight}] && n.lines[line{upperLeft, upperRight}] &&
		n.lines[line{lowerLeft, upperLeft}] && n.lines[line{lowerRight, upperRight}]
}

// boxes returns the number of boxes of a player.
func (n *naive) boxes(player int) int {
	count := 0
	for _, owner := range n.owners {
		if owner == player {
			count++
		}
	}
	return count
}

// returns shares 1 among the players with the most boxes.
func (n *naive) returns() []float64 {
	out := make([]float64, n.players)
	var winners []int
	for player := range n.players {
		isBeaten := false
		for other := range n.players {
			isBeaten = isBeaten || n.boxes(other) > n.boxes(player)
		}
		if !isBeaten {
			winners = append(winners, player)
		}
	}
	for _, player := range winners {
		out[player] = 1 / float64(len(winners))
	}
	return out
}

// board draws the dots, lines and boxes on a canvas of characters.
func (n *naive) board() string {
	canvas := make([][]byte, 2*n.height+1)
	for y := range canvas {
		canvas[y] = []byte(strings.Repeat(" ", 4*n.width+3))
	}
	at := func(row, column int, text string) { copy(canvas[2*n.height-row][column:], text) }
	for row := range n.height + 1 {
		at(2*row, 0, fmt.Sprint(row+1))
		for column := range n.width + 1 {
			at(2*row, 2+4*column, "o")
		}
	}
	for l := range n.lines {
		if l.from.row == l.to.row {
			at(2*l.from.row, 3+4*l.from.column, "---")
		} else {
			at(2*l.from.row+1, 2+4*l.from.column, "|")
		}
	}
	for box := range n.owners {
		at(2*box.row+1, 4+4*box.column, "#")
	}
	text := ""
	for _, row := range canvas {
		text += strings.TrimRight(string(row), " ") + "\n"
	}
	return text
}

// Bot is a program that a user of the library might write in a separate module: a game of five
// methods, and a search that plays it. It imports nothing but package mcts; tools/bot.sh measures
// what that costs.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/banyan-go/banyan/mcts"
)

// board is a state of tic-tac-toe on 5x5 squares, four in a row win.
type board struct {
	stones [2]uint32 // of each player, a bit for each square
	player int       // to move
}

type rules struct{}

func (rules) NumPlayers() int     { return 2 }
func (rules) ToMove(b *board) int { return b.player }

func (rules) AppendActions(dst []int8, b *board) []int8 {
	if won(b.stones[1-b.player]) {
		return dst
	}
	for square := range int8(25) {
		if (b.stones[0]|b.stones[1])>>square&1 == 0 {
			dst = append(dst, square)
		}
	}
	return dst
}

func (rules) Apply(b *board, square int8) {
	b.stones[b.player] |= 1 << square
	b.player = 1 - b.player
}

func (rules) Returns(b *board, out []float64) {
	out[0], out[1] = 0.5, 0.5
	if won(b.stones[1-b.player]) {
		out[b.player], out[1-b.player] = 0, 1
	}
}

// won reports whether there are four stones in a row.
func won(stones uint32) bool {
	for _, line := range lines {
		if stones&line == line {
			return true
		}
	}
	return false
}

var lines = makeLines()

func makeLines() (lines []uint32) {
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for x := range 5 {
			for y := range 5 {
				if endX, endY := x+3*d[0], y+3*d[1]; endX < 5 && endY >= 0 && endY < 5 {
					var line uint32
					for k := range 4 {
						line |= 1 << ((y+k*d[1])*5 + x + k*d[0])
					}
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}

func main() {
	search, err := mcts.New(rules{}, mcts.Config{})
	if err != nil {
		log.Fatal(err)
	}
	for state := (board{}); ; {
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
		if err != nil {
			break // The game is over.
		}
		fmt.Print(result.Action, " ")
		rules{}.Apply(&state, result.Action)
		if _, err := search.Advance(result.Action); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println()
}

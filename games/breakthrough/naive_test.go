package breakthrough_test

import (
	"fmt"

	"github.com/banyan-go/banyan/games/breakthrough"
)

// naive is the rules on an array of squares, written for clarity alone.
type naive struct {
	width, height int
	squares       map[[2]int]int // column, row: the player whose pawn is there
	turn          int
}

func newNaive(width, height int) *naive {
	n := &naive{width: width, height: height, squares: map[[2]int]int{}}
	for x := range width {
		for y := range 2 {
			n.squares[[2]int{x, y}] = 0
			n.squares[[2]int{x, height - 1 - y}] = 1
		}
	}
	return n
}

type naiveMove struct{ from, to [2]int }

func (m naiveMove) String() string {
	return fmt.Sprintf("%c%d-%c%d", 'a'+m.from[0], m.from[1]+1, 'a'+m.to[0], m.to[1]+1)
}

func (n *naive) winner() (player int, over bool) {
	pawns := [2]int{}
	for at, p := range n.squares {
		pawns[p]++
		if at[1] == (1-p)*(n.height-1) {
			return p, true
		}
	}
	switch {
	case pawns[0] == 0:
		return 1, true
	case pawns[1] == 0:
		return 0, true
	}
	return 0, false
}

func (n *naive) moves() map[string]naiveMove {
	moves := map[string]naiveMove{}
	if _, over := n.winner(); over {
		return moves
	}
	for from, p := range n.squares {
		if p != n.turn {
			continue
		}
		for dx := -1; dx <= 1; dx++ {
			to := [2]int{from[0] + dx, from[1] + 1 - 2*p}
			other, occupied := n.squares[to]
			if to[0] < 0 || to[0] >= n.width || occupied && (dx == 0 || other == p) {
				continue
			}
			m := naiveMove{from, to}
			moves[m.String()] = m
		}
	}
	return moves
}

func (n *naive) play(m naiveMove) {
	delete(n.squares, m.from)
	n.squares[m.to] = n.turn
	n.turn = 1 - n.turn
}

func (n *naive) copy() *naive {
	c := *n
	c.squares = map[[2]int]int{}
	for k, v := range n.squares {
		c.squares[k] = v
	}
	return &c
}

func (n *naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	sum := uint64(0)
	for _, m := range n.moves() {
		c := n.copy()
		c.play(m)
		sum += c.perft(depth - 1)
	}
	return sum
}

func game(width, height int) breakthrough.Game {
	g, err := breakthrough.New(width, height)
	if err != nil {
		panic(err)
	}
	return g
}

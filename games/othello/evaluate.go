package othello

import (
	"math"
	"math/bits"
)

// Before the end, mobility and stable discs count, not the number of discs (P. S. Rosenbloom, "A
// World-Championship-Level Othello Program", Artificial Intelligence 19(3), 1982). The weights are
// plausible, not tuned. Their unit is a square where a disc can be placed.
const (
	cornerValue = 8 // of a disc in a corner
	besideValue = 4 // subtracted for a disc diagonally next to an empty corner
	scale       = 8 // a player that is ahead by scale is expected to win 73 games in 100
)

// Evaluate writes the winning chances of both players, 1/(1+exp(-d/8)), where d is the difference
// between the sums of both players. The sum of a player is the number of squares where it could
// place a disc, plus 8 for each of its discs in a corner, minus 4 for each of its discs diagonally
// next to an empty corner.
func (g Game) Evaluate(s *State, out []float64) {
	blacks, whites := s.discs[black], s.discs[white]
	ahead := g.worth(blacks, whites) - g.worth(whites, blacks)
	out[0] = 1 / (1 + math.Exp(-float64(ahead)/scale))
	out[1] = 1 - out[0]
}

func (g Game) worth(me, op uint64) int {
	last := g.Size() - 1
	empty := ^(me | op)
	sum := bits.OnesCount64(g.targets(me, op))
	for _, c := range [4]struct{ corner, beside int }{
		{squareAt(0, 0), squareAt(1, 1)},
		{squareAt(last, 0), squareAt(last-1, 1)},
		{squareAt(0, last), squareAt(1, last-1)},
		{squareAt(last, last), squareAt(last-1, last-1)},
	} {
		sum += cornerValue * int(me>>(c.corner&63)&1)
		sum -= besideValue * int(me>>(c.beside&63)&(empty>>(c.corner&63))&1)
	}
	return sum
}

// The weights of squares. They are plausible, not tuned. Other squares have weight 1.
const (
	cornerWeight   = 10
	edgeWeight     = 1.5
	nextWeight     = 0.5  // on the edge next to an empty corner
	diagonalWeight = 0.25 // diagonally next to an empty corner
)

// Weigh prefers corners, which cannot be turned, and avoids the squares next to an empty corner,
// which offer it to the opponent. A corner has weight 10, another square of the edge 1.5, and all
// others 1. Next to an empty corner it is 0.5 on the edge and 0.25 on the diagonal.
func (g Game) Weigh(s *State, actions []Move, weights []float32) {
	last := g.Size() - 1
	empty := ^(s.discs[black] | s.discs[white])
	for i, m := range actions {
		x, y := int(m&7), int(m>>3)
		dx, dy := min(x, last-x), min(y, last-y) // distances from the nearest edges
		corner := squareAt(x/(last/2+1)*last, y/(last/2+1)*last)
		beside := max(dx, dy) == 1 && empty>>corner&1 != 0
		switch {
		case m == Pass:
			weights[i] = 1
		case dx+dy == 0:
			weights[i] = cornerWeight
		case beside && dx+dy == 2:
			weights[i] = diagonalWeight
		case beside:
			weights[i] = nextWeight
		case dx == 0 || dy == 0:
			weights[i] = edgeWeight
		default:
			weights[i] = 1
		}
	}
}

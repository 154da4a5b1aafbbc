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
	besideValue = 4 // subtracted for a disc diagonally beside an empty corner
	scale       = 8 // a player that is ahead by scale is expected to win 73 games in 100
)

// Evaluate writes the winning chances of both players, 1/(1+exp(-d/8)), where d is the difference
// between the sums of both players. The sum of a player is the number of squares where it could
// place a disc, plus 8 for each of its discs in a corner, minus 4 for each of its discs diagonally
// beside an empty corner.
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

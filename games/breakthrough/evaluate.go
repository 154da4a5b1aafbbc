package breakthrough

import (
	"math"
	"math/bits"
)

// A pawn that has made n steps is worth pawnValue + n*n. A side that is ahead by scale is expected
// to win 73 games in 100. The numbers are plausible, not tuned.
const (
	pawnValue = 10
	scale     = 16
)

// Evaluate writes the winning chances of both players. From material and advance it computes
// 1/(1+exp(-d/16)), where d is the difference between the sums of 10+n*n over the pawns of each
// side, and n is the number of steps that a pawn has made.
//
// If the end is in sight, the values are 1 and 0. The side to move wins if it can win at once. It
// loses if the opponent has a pawn one step from its goal that cannot be captured, or two such
// pawns.
func (g Game) Evaluate(s *State, out []float64) {
	me := s.mover & 1
	value := 0.0
	switch won, lost := g.ending(s); {
	case won:
		value = 1
	case !lost:
		ahead := g.worth(s, me) - g.worth(s, me^1)
		value = 1 / (1 + math.Exp(-float64(ahead)/scale))
	}
	out[me], out[me^1] = value, 1-value
}

// worth returns the sum of the values of a player's pawns.
func (g Game) worth(s *State, player uint8) int {
	sum, rows := 0, s.pawns[player]
	if player == black {
		rows = bits.ReverseBytes64(rows) >> (8 * g.shorter & 63)
	}
	for step := 0; rows != 0; step++ {
		sum += bits.OnesCount8(uint8(rows)) * (pawnValue + step*step)
		rows >>= 8
	}
	return sum
}

// ending reports whether the side to move wins with its next move, and if not, whether the opponent
// wins with the move after it in any case. A pawn one step from its goal can always reach it,
// because no pawn of its own is there.
func (g Game) ending(s *State) (won, lost bool) {
	me := s.mover & 1
	op, up := s.pawns[me^1], shift(me)
	left, _, right := g.board().targets(s.pawns[me], op, up)
	captures := (left | right) & op
	if (left|right)&g.goal(me) != 0 || captures != 0 && isSingle(op) {
		return true, false
	}
	arriving := op & bits.RotateLeft64(g.goal(me^1), up+1)
	return false, arriving&^captures != 0 || arriving != 0 && !isSingle(arriving)
}

func isSingle(set uint64) bool { return set != 0 && set&(set-1) == 0 }

package breakthrough

import "math/bits"

// WinningAction returns a move to the far row, or one that captures the last pawn of the opponent.
// It reports false if there is none.
func (g Game) WinningAction(s *State) (Move, bool) {
	if g.over(s) {
		return 0, false
	}
	me, up := s.mover&1, shift(s.mover)
	op := s.pawns[me^1]
	wins := g.goal(me)
	if op&(op-1) == 0 {
		wins |= op
	}
	left, straight, right := g.board().targets(s.pawns[me], op, up)
	for step, targets := range [...]uint64{left & wins, straight & wins, right & wins} {
		if targets != 0 {
			return Move(bits.TrailingZeros64(targets)*0x101 - up - step), true
		}
	}
	return 0, false
}

package breakthrough

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// the returns. It leaves s as it is. It plays the same game as RandomAction and Apply in turn.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	winner := s.mover&1 ^ 1
	if !g.over(s) {
		winner = g.playout(s, r)
	}
	out[winner&1], out[winner&1^1] = 1, 0
}

// playout returns the winner. An iteration of the loop plays a ply of each side, so that the two
// sets of pawns are never exchanged.
func (g Game) playout(s *State, r *rng.Rand) (winner uint8) {
	first := s.mover & 1
	second := first ^ 1
	me, op, up, down := s.pawns[first], s.pawns[second], shift(first), shift(second)
	b, goal, opGoal := g.board(), g.goal(first), g.goal(second)
	for {
		to, from := b.draw(me, op, up, r.Uint64())
		me ^= to | from
		if op &^= to; op == 0 || to&goal != 0 {
			return first
		}
		to, from = b.draw(op, me, down, r.Uint64())
		op ^= to | from
		if me &^= to; me == 0 || to&opGoal != 0 {
			return second
		}
	}
}

// RandomAction returns a uniformly random legal move. It reports false if the game is over.
func (g Game) RandomAction(s *State, r *rng.Rand) (Move, bool) {
	if g.over(s) {
		return 0, false
	}
	me := s.mover & 1
	to, from := g.board().draw(s.pawns[me], s.pawns[me^1], shift(me), r.Uint64())
	return Move(bits.TrailingZeros64(from) | bits.TrailingZeros64(to)<<8), true
}

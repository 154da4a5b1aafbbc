package breakthrough

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
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

// RecordPlayout is Playout and appends the moves to plies.
func (g Game) RecordPlayout(s *State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	b, player := g.board(), s.mover&1
	me, op := s.pawns[player], s.pawns[player^1]
	winner := player ^ 1
	for over := g.over(s); !over; player ^= 1 {
		to, from := b.draw(me, op, shift(player), r.Uint64())
		plies = append(plies, policy.Ply{Action: int32(g.ActionIndex(squares(from, to))), Player: int16(player)})
		me ^= to | from
		op &^= to
		over, winner = op == 0 || to&g.goal(player) != 0, player
		me, op = op, me
	}
	out[winner&1], out[winner&1^1] = 1, 0
	return plies
}

// squares returns the move between two sets of one square.
func squares(from, to uint64) Move {
	return Move(bits.TrailingZeros64(from) | bits.TrailingZeros64(to)<<8)
}

// RandomAction returns a uniformly random legal move. It reports false if the game is over.
func (g Game) RandomAction(s *State, r *rng.Rand) (Move, bool) {
	if g.over(s) {
		return 0, false
	}
	me := s.mover & 1
	to, from := g.board().draw(s.pawns[me], s.pawns[me^1], shift(me), r.Uint64())
	return squares(from, to), true
}

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

// ScorePlayout plays to the end by the scores of the moves; see game.ScorePlayouter.
func (g Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	b, player := g.board(), s.mover&1
	me, op := s.pawns[player], s.pawns[player^1]
	winner := player ^ 1
	for over := g.over(s); !over; player ^= 1 {
		i, to, from := int32(0), uint64(0), uint64(0)
		if epsilon > 0 && r.Float64() < epsilon {
			to, from = b.draw(me, op, shift(player), r.Uint64())
			i = int32(g.ActionIndex(squares(from, to)))
		} else {
			i = g.bestIndex(b, player, me, op, scores[player], r)
			m := g.IndexAction(i)
			to, from = 1<<(m.To()&63), 1<<(m.From()&63)
		}
		plies = append(plies, policy.Ply{Action: i, Player: int16(player)})
		me ^= to | from
		op &^= to
		over, winner = op == 0 || to&g.goal(player) != 0, player
		me, op = op, me
	}
	out[winner&1], out[winner&1^1] = 1, 0
	return plies
}

// bestIndex returns the number of the move with the highest score, a random one among ties.
func (g Game) bestIndex(b board, player uint8, me, op uint64, scores []float32, r *rng.Rand) int32 {
	best, up, numbers := policy.NewBest(r), shift(player), g.firstIndices()
	left, straight, right := b.targets(me, op, up)
	offset := int32(player) * int32(g.firstOfBlack())
	for direction, targets := range [...]uint64{left, straight, right} {
		for from := bits.RotateLeft64(targets, -up-direction); from != 0; from &= from - 1 {
			i := int32(numbers[bits.TrailingZeros64(from)&63]) + offset + int32(direction)
			best.Add(i, scores[i])
		}
	}
	return best.Index
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

// draw returns the target and the origin, as sets of one square, of a uniformly random move of the
// pawns me, given a uniform 64-bit number. There must be a move.
//
// It numbers the n moves as AppendActions does, and finds move random*n/2^64. A processor cannot
// predict a random choice, so there is no branch: masks select the direction, a comparison of eight
// prefix sums in the bytes of one word the row (S. Vigna, "Broadword Implementation of Rank/Select
// Queries", WEA 2008), and a table the square in its row.
func (b board) draw(me, op uint64, up int, random uint64) (to, from uint64) {
	left, straight, right := b.targets(me, op, up)
	lefts := uint64(bits.OnesCount64(left))
	notRights := lefts + uint64(bits.OnesCount64(straight))
	k, _ := bits.Mul64(random, notRights+uint64(bits.OnesCount64(right)))

	// notLeft has all bits set if the move is not to the left, and toRight if it is to the right.
	notLeft := uint64(int64(lefts-1-k) >> 63)
	toRight := uint64(int64(notRights-1-k) >> 63)
	targets := left ^ (left^straight)&notLeft ^ (straight^right)&toRight
	k -= lefts&notLeft + (notRights-lefts)&toRight
	to = nth(targets, k)
	return to, bits.RotateLeft64(to, int(notLeft+toRight)-up)
}

// nth returns the square of set with k squares below it, as a set of one square. There must be one.
func nth(set, k uint64) uint64 {
	// Byte i is 128 + k - (squares in rows 0 to i). It is at least 128 in the rows before the
	// wanted one. In the wanted row it is 127 minus the number of squares that follow in that row.
	rank := (k + 128 - byteCounts(set)) * eachRow
	row := bits.OnesCount64(rank&(0x80*eachRow)) << 3 & 63 // eight times the number of rows before
	return uint64(nthFromTop[uint8(set>>row)][rank>>row&7]) << row
}

// byteCounts returns the number of bits in each byte.
func byteCounts(x uint64) uint64 {
	pairs := x - x>>1&0x5555555555555555
	nibbles := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	return (nibbles + nibbles>>4) & (0x0f * eachRow)
}

// nthFromTop[b][7-i] is the bit of b that has i bits above it.
var nthFromTop = func() (table [256][8]uint8) {
	for b := range table {
		for i, rest := 7, uint8(b); rest != 0; i-- {
			top := uint8(1) << (bits.Len8(rest) - 1)
			table[b][i] = top
			rest ^= top
		}
	}
	return table
}()

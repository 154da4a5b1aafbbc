package othello

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly at random from s to the end, with one number from r per disc and none per
// pass, and writes the returns. It leaves s as it is. It plays the same game as RandomAction and
// Apply in turn.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	me, op := s.sides()
	player, passed := s.mover&1, false
	for {
		targets := g.targets(me, op)
		switch {
		case targets != 0:
			square := draw(targets, r)
			turned := flips(me, op, square)
			me |= turned | 1<<(square&63)
			op &^= turned
		case passed: // neither player can place a disc
			result(me, op, out)
			if player == white {
				out[0], out[1] = out[1], out[0]
			}
			return
		}
		passed = targets == 0
		me, op = op, me
		player ^= 1
	}
}

// RandomAction returns a uniformly random legal action. It reports false if the game is over.
func (g Game) RandomAction(s *State, r *rng.Rand) (Move, bool) {
	me, op := s.sides()
	if targets := g.targets(me, op); targets != 0 {
		return Move(draw(targets, r)), true
	}
	return Pass, g.targets(op, me) != 0
}

// draw returns a uniformly random square of a set that is not empty.
//
// A processor cannot predict a random choice, so there is no branch: a comparison of eight prefix
// sums in the bytes of one word finds the row (S. Vigna, "Broadword Implementation of Rank/Select
// Queries", WEA 2008), and a table the square in its row.
func draw(set uint64, r *rng.Rand) int {
	pairs := set - set>>1&0x5555555555555555
	nibbles := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	upTo := (nibbles + nibbles>>4) & (0x0f * eachRow) * eachRow // byte i: count of rows 0 to i
	k := uint64(r.IntN(int(upTo >> 56)))

	// Byte i is 128 + k - (squares of rows 0 to i). It is at least 128 in the rows before the
	// wanted one.
	before := ((k|0x80)*eachRow - upTo) & (0x80 * eachRow)
	row := bits.OnesCount64(before) << 3 & 63
	k -= upTo << 8 >> row & 0xff
	return row | int(nth[uint8(set>>row)][k&7])
}

// nth[set][k] is the member of a set of columns with k members before it.
var nth = func() (table [256][8]uint8) {
	for set := range table {
		for k, rest := 0, uint8(set); rest != 0; k++ {
			table[set][k] = uint8(bits.TrailingZeros8(rest))
			rest &= rest - 1
		}
	}
	return table
}()

// ScorePlayout plays to the end by the scores of the squares; see game.ScorePlayouter. It chooses
// discs and draws random numbers as RandomAction and the highest score do in turn.
func (g Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	me, op := s.sides()
	for player := s.mover & 1; ; player ^= 1 {
		explores := epsilon > 0 && (epsilon == 1 || r.Float64() < epsilon)
		targets := g.targets(me, op)
		if targets == 0 && g.targets(op, me) == 0 {
			end := State{}
			end.discs[player], end.discs[player^1] = me, op
			g.Returns(&end, out)
			return plies
		}
		if targets != 0 {
			square := 0
			if explores {
				square = draw(targets, r)
			} else {
				square = g.bestSquare(targets, scores[player], r)
			}
			plies = append(plies, policy.Ply{Action: int32(g.ActionIndex(Move(square))), Player: int16(player)})
			turned := flips(me, op, square)
			me |= turned | 1<<(square&63)
			op &^= turned
		}
		me, op = op, me
	}
}

// bestSquare returns the square of a set with the highest score, a random one among ties.
func (g Game) bestSquare(set uint64, scores []float32, r *rng.Rand) int {
	best, size := policy.NewBest(r), g.Size()
	for ; set != 0; set &= set - 1 {
		square := bits.TrailingZeros64(set)
		best.Add(int32(square), scores[square>>3*size+square&7])
	}
	return int(best.Index)
}

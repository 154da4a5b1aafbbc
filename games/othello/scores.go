package othello

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// ScorePlayout plays to the end by the scores of the squares; see game.ScorePlayouter. Its discs,
// and the random numbers that it draws, are those of RandomAction and of the highest score in turn.
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

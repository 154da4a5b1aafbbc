package gomoku

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// ScorePlayout plays to the end by the scores of the points; see game.ScorePlayouter. Its stones,
// and the random numbers that it draws, are those of RandomAction and of the highest score in turn.
func (g Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	b, end := g.board(), *s
	for {
		explores := epsilon > 0 && (epsilon == 1 || r.Float64() < epsilon)
		if b.over(&end) {
			break
		}
		player, i := int(end.plies&1), 0
		if explores {
			i = b.randomEmpty(&end, r)
		} else {
			i = b.bestEmpty(&end, scores[player], r)
		}
		plies = append(plies, policy.Ply{Action: int32(i), Player: int16(player)})
		end.stones[player].add(i)
		end.plies++
		end.won = b.wins(&end.stones[player], b.points[i])
	}
	g.Returns(&end, out)
	return plies
}

// bestEmpty returns the index of the empty point with the highest score, a random one among ties.
func (b *board) bestEmpty(s *State, scores []float32, r *rng.Rand) int {
	best := policy.NewBest(r)
	for w := range b.words {
		for word := b.empty(s, w); word != 0; word &= word - 1 {
			i := int32(w<<6 | bits.TrailingZeros64(word))
			best.Add(i, scores[i])
		}
	}
	return int(best.Index)
}

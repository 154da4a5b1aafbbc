package nogo

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// ScorePlayout plays to the end by the scores of the points; see game.ScorePlayouter.
//
// Like Playout, it tests one point at a time and never tests a point again that was illegal for the
// player: of the points that may be legal it takes the one with the highest score, or draws one,
// until that is legal.
func (g Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	b := g.board()
	var z grid
	z.set(b, s)
	var open [2]openPoints // by player
	open[0].fill(b, s)
	open[1] = open[0]
	player := s.player & 1
	for open[player].count > 0 {
		explores := epsilon > 0 && r.Float64() < epsilon
		for mine := &open[player]; mine.count > 0; {
			at := uint(0)
			if explores {
				at = uint(r.IntN(int(mine.count)))
			} else {
				at = mine.best(scores[player], r)
			}
			i := mine.list[at]
			mine.remove(i)
			if z.play(uint(b.points[i]), player) {
				open[player^1].remove(i)
				plies = append(plies, policy.Ply{Action: int32(i), Player: int16(player)})
				player ^= 1
				break
			}
		}
	}
	out[player], out[player^1] = 0, 1
	return plies
}

// openPoints is a set of points: those that may be legal for a player. It knows their numbers.
type openPoints struct {
	list  [MaxSize * MaxSize]uint16
	at    [MaxSize * MaxSize]uint16 // where a point is in list, if it is in the set
	count uint
}

// fill makes o the empty points.
func (o *openPoints) fill(b *board, s *State) {
	for i, word := range b.playable[:b.words] {
		word &^= s.stones[0][i] | s.stones[1][i]
		for ; word != 0; word &= word - 1 {
			n := b.index(Point(i<<6 | bits.TrailingZeros64(word)))
			o.list[o.count], o.at[n] = uint16(n), uint16(o.count)
			o.count++
		}
	}
}

// remove removes point i, if it is in the set.
func (o *openPoints) remove(i uint16) {
	at := o.at[i]
	if uint(at) >= o.count || o.list[at] != i {
		return
	}
	o.count--
	last := o.list[o.count]
	o.list[at], o.at[last] = last, at
}

// best returns where in list the point with the highest score is, a random one among ties.
func (o *openPoints) best(scores []float32, r *rng.Rand) uint {
	best := policy.NewBest(r)
	for at, i := range o.list[:o.count] {
		best.Add(int32(at), scores[i])
	}
	return uint(best.Index)
}

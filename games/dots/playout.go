package dots

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// the returns. It leaves s as it is.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	var order [64]uint8 // the edges that are not drawn
	n := 0
	for free := g.edges() &^ s.drawn; free != 0; free &= free - 1 {
		order[n&63] = uint8(bits.TrailingZeros64(free))
		n++
	}
	boxes, mover, drawn, squares := s.boxes, s.mover, s.drawn, g.squares()
	done := bits.OnesCount64(enclosed(drawn) & squares)
	for ; n > 0; n-- {
		i := r.IntN(n) & 63
		drawn |= 1 << (order[i] & 63)
		order[i] = order[(n-1)&63]
		now := bits.OnesCount64(enclosed(drawn) & squares)
		boxes[mover&3] += uint8(now - done)
		if now == done {
			mover = g.next(mover)
		}
		done = now
	}
	g.share(boxes, out)
}

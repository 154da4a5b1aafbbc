package connect4

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly random drops to the end and writes the returns. It leaves s as it is.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	own, discs := s.own, s.discs
	player := bits.OnesCount64(discs) & 1
	if hasLine(own ^ discs) {
		win(player^1, out)
		return
	}
	full, width := g.full(), g.Width()
	for discs != full {
		// A full column is rejected, so the columns that are not full are equally likely.
		disc := uint64(0)
		for disc == 0 {
			disc = (discs + 1<<(r.IntN(width)*columnBits&63)) &^ discs & full
		}
		own |= disc
		discs |= disc
		if hasLine(own) {
			win(player, out)
			return
		}
		own ^= discs
		player ^= 1
	}
	out[0], out[1] = 0.5, 0.5
}

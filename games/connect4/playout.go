package connect4

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly random drops to the end.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	own, discs := s.own, s.discs
	player := bits.OnesCount64(discs) & 1
	if hasLine(own ^ discs) {
		win(player^1, out)
		return
	}
	full, width := g.full(), uint64(g.Width())
	for discs != full {
		disc := drop(discs, full, width, r.Uint64())
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

// drop returns the square of a random column that is not full. It draws columns from the digits of x in base
// width until one is open; 64 bits are digits enough for a chance of one in 10^17 that none of them is uniform.
func drop(discs, full, width, x uint64) uint64 {
	for {
		c, rest := bits.Mul64(x, width)
		x = rest
		column := c * columnBits & 63
		if disc := (discs + 1<<column) & full & (0xff << column) &^ discs; disc != 0 {
			return disc
		}
	}
}

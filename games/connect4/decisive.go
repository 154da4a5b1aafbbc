package connect4

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// DecisivePlayout plays to the end and writes the returns, like [Game.Playout], but a player that
// can make a line does so (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in
// Monte-Carlo Tree Search Algorithms", CIG 2010). Its drops are those of mcts.DecisiveMoves{}. For
// a search, it is mcts.WholePlayout of this method. It leaves s as it is.
func (g Game) DecisivePlayout(s *State, r *rng.Rand, out []float64) {
	g.decisivePlayout(s, r, false, out)
}

// AntiDecisivePlayout is DecisivePlayout, except that a player that cannot make a line also avoids
// drops after which the opponent can. Its drops are those of mcts.DecisiveMoves{Anti: true}. If
// there are no others, the opponent has won, and the playout stops.
func (g Game) AntiDecisivePlayout(s *State, r *rng.Rand, out []float64) {
	g.decisivePlayout(s, r, true, out)
}

func (g Game) decisivePlayout(s *State, r *rng.Rand, anti bool, out []float64) {
	player := bits.OnesCount64(s.discs) & 1
	if hasLine(s.own ^ s.discs) {
		win(player^1, out)
		return
	}
	own, other, bottoms, full := s.own, s.own^s.discs, g.bottoms(), g.full()
	ownWins, otherWins := completing(own), completing(other)
	for ; ; player ^= 1 {
		squares := ((own | other) + bottoms) & full // where the next disc of each column lands
		if squares == 0 {
			out[0], out[1] = 0.5, 0.5
			return
		}
		if ownWins&squares != 0 {
			win(player, out)
			return
		}
		if anti {
			if squares = safe(squares, otherWins&full); squares == 0 {
				win(player^1, out)
				return
			}
		}
		own |= one(squares, r)
		own, other = other, own
		ownWins, otherWins = otherWins, completing(other)
	}
}

// safe returns the squares after which the opponent cannot make a line at once: those that prevent
// its only one, and not those below one.
func safe(squares, wins uint64) uint64 {
	threats := squares & wins
	squares &^= wins >> 1
	switch {
	case threats == 0:
		return squares
	case threats&(threats-1) != 0:
		return 0
	}
	return squares & threats
}

// one returns a random one of the squares.
func one(squares uint64, r *rng.Rand) uint64 {
	for k := r.IntN(bits.OnesCount64(squares)); k > 0; k-- {
		squares &= squares - 1
	}
	return squares & -squares
}

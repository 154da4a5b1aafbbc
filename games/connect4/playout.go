package connect4

import (
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly random drops to the end and writes the returns. It leaves s as it is.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	discs, line := s.discs, hasLine(s.own^s.discs)
	if !line {
		discs, line = dropAtRandom(s.own, discs, g.full(), g.Width()*columnBits, r)
	}
	if line {
		win(bits.OnesCount64(discs)&1^1, out)
		return
	}
	out[0], out[1] = 0.5, 0.5
}

// dropAtRandom drops discs until the last one makes a line or the board is full. It returns the
// discs, and whether there is a line. Playouts are most of a search, so the loop keeps little in
// registers: the player, for example, follows from the number of discs.
func dropAtRandom(own, discs, full uint64, boardBits int, r *rng.Rand) (all uint64, line bool) {
	const lowest = 63 &^ (columnBits - 1) // clears the row in the place of a bit
	free := full &^ discs
	for free != 0 {
		disc := (discs + 1<<(r.IntN(boardBits)&lowest)) & free
		if disc == 0 {
			continue // A full column is rejected, so the others are equally likely.
		}
		own |= disc
		discs |= disc
		free ^= disc
		if hasLine(own) {
			return discs, true
		}
		own ^= discs
	}
	return discs, false
}

// RecordPlayout is Playout and appends the drops to plies.
func (g Game) RecordPlayout(s *State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	own, discs := s.own, s.discs
	player := bits.OnesCount64(discs) & 1
	if hasLine(own ^ discs) {
		win(player^1, out)
		return plies
	}
	full, width := g.full(), g.Width()
	plies = slices.Grow(plies, bits.OnesCount64(full&^discs))
	for discs != full {
		disc, column := uint64(0), 0
		for disc == 0 {
			column = r.IntN(width)
			disc = (discs + 1<<(column*columnBits&63)) &^ discs & full
		}
		plies = append(plies, policy.Ply{Action: int32(column), Player: int16(player)})
		own |= disc
		discs |= disc
		if hasLine(own) {
			win(player, out)
			return plies
		}
		own ^= discs
		player ^= 1
	}
	out[0], out[1] = 0.5, 0.5
	return plies
}

// ScorePlayout plays to the end by the scores of the columns; see game.ScorePlayouter.
func (g Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	own, discs, player := s.own, s.discs, bits.OnesCount64(s.discs)&1
	full, width := g.full(), g.Width()
	for !hasLine(own^discs) && discs != full {
		disc, column := uint64(0), 0
		if epsilon > 0 && r.Float64() < epsilon {
			for disc == 0 {
				column = r.IntN(width)
				disc = (discs + 1<<(column*columnBits&63)) &^ discs & full
			}
		} else {
			column = bestColumn((discs+bottoms)&^discs&full, scores[player], r)
			disc = (discs + 1<<(column*columnBits&63)) &^ discs
		}
		plies = append(plies, policy.Ply{Action: int32(column), Player: int16(player)})
		own ^= discs // now the other player's, who moves next
		discs |= disc
		player ^= 1
	}
	g.Returns(&State{own, discs}, out)
	return plies
}

// bestColumn returns the column with the highest score among those where a disc may fall to one of
// free, a random one among ties.
func bestColumn(free uint64, scores []float32, r *rng.Rand) int {
	best := policy.NewBest(r)
	for ; free != 0; free &= free - 1 {
		column := int32(bits.TrailingZeros64(free) / columnBits)
		best.Add(column, scores[column])
	}
	return int(best.Index)
}

// RandomAction returns a uniformly random column that is not full, and false if the game is over.
// It draws like Playout.
func (g Game) RandomAction(s *State, r *rng.Rand) (Drop, bool) {
	full, width := g.full(), g.Width()
	if s.discs == full || hasLine(s.own^s.discs) {
		return 0, false
	}
	for {
		column := r.IntN(width)
		if (s.discs+1<<(column*columnBits&63))&^s.discs&full != 0 {
			return Drop(column), true
		}
	}
}

// DecisivePlayout plays to the end and writes the returns, like [Game.Playout], but a player that
// can make a line does so (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in
// Monte-Carlo Tree Search Algorithms", CIG 2010). Its drops are the same as with
// mcts.DecisiveMoves{}. For a search, it is mcts.WholePlayout of this method. It leaves s as it is.
func (g Game) DecisivePlayout(s *State, r *rng.Rand, out []float64) {
	g.decisivePlayout(s, r, false, out)
}

// AntiDecisivePlayout is DecisivePlayout, except that a player that cannot make a line also avoids
// drops after which the opponent can. Its drops are the same as with mcts.DecisiveMoves{Anti:
// true}. If there are no others, the opponent has won, and the playout stops.
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

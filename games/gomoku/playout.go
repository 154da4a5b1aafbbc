package gomoku

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly at random to the end, with one number from r per stone, and writes the
// returns. It leaves s as it is.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	b, end := g.board(), *s
	switch {
	case s.won:
	case b.isWord:
		var free [64]uint8
		b.playoutWord(&end, r, &free)
	default:
		var free [MaxSize * MaxSize]Point
		g.playoutAny(&end, r, &free)
	}
	g.Returns(&end, out)
}

// RecordPlayout is Playout and appends the stones to plies.
func (g Game) RecordPlayout(s *State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	b, end := g.board(), *s
	player := int16(s.plies & 1)
	add := func(index int) {
		plies = append(plies, policy.Ply{Action: int32(index), Player: player})
		player ^= 1
	}
	last := b.area - int(s.plies) - 1
	switch {
	case s.won:
	case b.isWord:
		var free [64]uint8
		b.playoutWord(&end, r, &free)
		for k := range int(end.plies - s.plies) {
			add(int(free[last-k]))
		}
	default:
		var free [MaxSize * MaxSize]Point
		g.playoutAny(&end, r, &free)
		for k := range int(end.plies - s.plies) {
			add(b.index(free[last-k]))
		}
	}
	g.Returns(&end, out)
	return plies
}

// playoutAny plays on any board: it draws from a list of the empty points without replacement. What
// it draws stands in free in the end, from the last empty point down.
func (g Game) playoutAny(s *State, r *rng.Rand, free *[MaxSize * MaxSize]Point) {
	for n := len(g.AppendActions(free[:0], s)); n > 0 && !s.won; n-- {
		i := r.IntN(n)
		g.Apply(s, free[i])
		free[i], free[n-1] = free[n-1], free[i]
	}
}

// playoutWord does the same if a set of points is one word. It changes only the fields of s that
// Returns reads.
func (b *board) playoutWord(s *State, r *rng.Rand, free *[64]uint8) {
	n := 0
	for word := b.empty(s, 0); word != 0; word &= word - 1 {
		free[n&63] = uint8(bits.TrailingZeros64(word))
		n++
	}
	me, op := s.stones[s.plies&1][0], s.stones[s.plies&1^1][0]
	for ; n > 0; n-- {
		i := r.IntN(n)
		drawn := free[i&63]
		me |= 1 << (drawn & 63)
		free[i&63] = free[(n-1)&63]
		free[(n-1)&63] = drawn
		s.plies++
		if b.hasLine(me) {
			s.won = true
			return
		}
		me, op = op, me
	}
}

// RandomAction returns a uniformly random empty point. It draws points until one is empty. It
// reports false if the game is over.
func (g Game) RandomAction(s *State, r *rng.Rand) (Point, bool) {
	b := g.board()
	if b.over(s) {
		return 0, false
	}
	return b.points[b.randomEmpty(s, r)], true
}

// randomEmpty returns the index of an empty point, of which there must be one.
func (b *board) randomEmpty(s *State, r *rng.Rand) int {
	for {
		if i := r.IntN(b.area); b.empty(s, i>>6)>>(i&63)&1 != 0 {
			return i
		}
	}
}

// ScorePlayout plays to the end by the scores of the points; see game.ScorePlayouter. It chooses
// stones and draws random numbers as RandomAction and the highest score do in turn.
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

package gomoku

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly at random to the end, with one number from r per stone, and writes the
// returns. It leaves s as it is.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	b, end := g.board(), *s
	switch {
	case s.won:
	case b.isWord:
		b.playoutWord(&end, r)
	default:
		g.playoutAny(&end, r)
	}
	g.Returns(&end, out)
}

// playoutAny plays on any board: it draws from a list of the empty points without replacement.
func (g Game) playoutAny(s *State, r *rng.Rand) {
	var free [MaxSize * MaxSize]Point
	for n := len(g.AppendActions(free[:0], s)); n > 0 && !s.won; n-- {
		i := r.IntN(n)
		g.Apply(s, free[i])
		free[i] = free[n-1]
	}
}

// playoutWord does the same if a set of points is one word. It changes only the fields of s that
// Returns reads.
func (b *board) playoutWord(s *State, r *rng.Rand) {
	var free [64]uint8
	n := 0
	for word := b.empty(s, 0); word != 0; word &= word - 1 {
		free[n&63] = uint8(bits.TrailingZeros64(word))
		n++
	}
	me, op := s.stones[s.plies&1][0], s.stones[s.plies&1^1][0]
	for ; n > 0; n-- {
		i := r.IntN(n)
		me |= 1 << (free[i&63] & 63)
		free[i&63] = free[(n-1)&63]
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
	for {
		if i := r.IntN(b.area); b.empty(s, i>>6)>>(i&63)&1 != 0 {
			return b.points[i], true
		}
	}
}

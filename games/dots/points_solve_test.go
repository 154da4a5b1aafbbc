package dots

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

// The best sum of rewards, by the rules of Points alone, is the margin, at positions of random
// games.
func TestPointsHaveTheBestMargins(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 1}, {1, 4}, {2, 2}} {
		m := newMargins(t, size[0], size[1])
		p, err := NewPoints(size[0], size[1])
		require.NoError(t, err)
		known, r := map[uint64]float64{}, rng.New(1)
		for range 20 {
			s := p.Start()
			for actions := p.AppendActions(nil, &s); len(actions) > 0; actions = p.AppendActions(nil, &s) {
				drawn := 0
				for i, e := range m.edges {
					drawn |= int(s.drawn>>e&1) << i
				}
				require.Equal(t, float64(m.values[drawn]), bestPoints(p, s, known), "%+v", s)
				p.Apply(&s, actions[r.IntN(len(actions))])
			}
		}
	}
}

// bestPoints returns the best sum of rewards from s on for the player to move, by the hash of s.
func bestPoints(p Points, s PointsState, known map[uint64]float64) float64 {
	if v, ok := known[p.Hash(&s)]; ok {
		return v
	}
	mover, out, best := p.ToMove(&s), []float64{0, 0}, 0.0
	for i, e := range p.AppendActions(nil, &s) {
		next := s
		p.Apply(&next, e)
		p.Rewards(&next, out)
		value := bestPoints(p, next, known)
		if p.ToMove(&next) != mover {
			value = -value
		}
		if value += out[mover]; i == 0 || value > best {
			best = value
		}
	}
	known[p.Hash(&s)] = best
	return best
}

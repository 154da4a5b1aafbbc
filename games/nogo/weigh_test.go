package nogo

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
)

var _ mcts.Weigher[State, Point] = Game{}

// The weights follow the eight symmetries of a square board. Points that are legal for one player
// alone have less weight.
func TestWeightsFollowTheSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 7).Draw(t, "size")
		g, err := New(size, size)
		require.NoError(t, err)
		flipped := rapid.Bool().Draw(t, "flipped")
		quarters := rapid.IntRange(0, 3).Draw(t, "quarters")
		to := func(p Point) Point {
			x, y := p.XY()
			if flipped {
				x, y = y, x
			}
			for range quarters {
				x, y = size-1-y, x
			}
			return At(x, y)
		}
		var s, turned State
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			p := rapid.SampledFrom(actions).Draw(t, "action")
			g.Apply(&s, p)
			g.Apply(&turned, to(p))
		}
		actions, there := g.AppendActions(nil, &s), []Point{}
		for _, p := range actions {
			there = append(there, to(p))
		}
		w, again := make([]float32, len(actions)), make([]float32, len(actions))
		g.Weigh(&s, actions, w)
		g.Weigh(&turned, there, again)
		require.Equal(t, w, again)
		other := State{s.stones, s.player ^ 1}
		for i, p := range actions {
			require.Equal(t, g.Legal(&other, p) == nil, w[i] == 1)
		}
	})
}

package gomoku

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
)

var _ mcts.Weigher[State, Point] = Game{}

func weights(g Game, s State) map[Point]float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), map[Point]float32{}
	g.Weigh(&s, actions, w)
	for i, p := range actions {
		all[p] = w[i]
	}
	return all
}

// The weights follow the eight symmetries of a square board.
func TestWeightsFollowTheSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{3, 8, 9}).Draw(t, "size")
		g, err := New(size, size, rapid.IntRange(3, min(size, 6)).Draw(t, "length"))
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
		got := weights(g, turned)
		for p, w := range weights(g, s) {
			require.InEpsilon(t, w, got[to(p)], 1e-6)
		}
	})
}

func TestWeightsByHand(t *testing.T) {
	g, s := Game{}, State{}
	for _, w := range weights(g, s) {
		require.InDelta(t, 0.1, w, 1e-6)
	}
	for _, text := range []string{"d4", "d5", "e4", "e5", "f4", "c1"} {
		p, err := g.Parse(text)
		require.NoError(t, err)
		g.Apply(&s, p)
	}
	// Black has d4, e4 and f4, White has d5, e5 and c1. Black is to move.
	for text, want := range map[string]float32{
		"g4": 0.1 + 63,        // joins three
		"f5": 0.1 + 8 + 3 + 3, // stops two, and joins f4 and e4
		"c4": 0.1 + 63 + 2,    // joins three, and stops d5
		"d3": 0.1 + 3 + 3,     // joins d4 and e4
		"h8": 0.1,
		"b2": 0.1 + 2, // stops c1
	} {
		p, err := g.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, weights(g, s)[p], 1e-6, text)
	}
}

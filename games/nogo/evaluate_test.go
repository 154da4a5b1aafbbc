package nogo_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/nogo"
)

// Evaluate is the formula of its comment, by the naive rules.
func TestEvaluateIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawSetup(t)
		g, err := nogo.New(b.width, b.height, b.hollow...)
		require.NoError(t, err)
		s, n := g.Start(), newNaive(b.width, b.height, b.hollow)
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			legal := g.AppendActions(nil, &s)
			if len(legal) == 0 {
				break
			}
			p := rapid.SampledFrom(legal).Draw(t, "point")
			g.Apply(&s, p)
			n.play(p)
		}
		out := []float64{-1, -1}
		g.Evaluate(&s, out)
		d := float64(len(n.legal('X')) - len(n.legal('O')))
		require.InDelta(t, 1/(1+math.Exp(-d/2)), out[0], 1e-12)
		require.Equal(t, 1.0, out[0]+out[1])
	})
}

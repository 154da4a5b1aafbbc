package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// evaluatedNode draws a node with means and evaluations in [0,1].
func evaluatedNode() *rapid.Generator[*Node] {
	return rapid.Custom(func(t *rapid.T) *Node {
		n := &Node{Visits: counts().Draw(t, "N")}
		for range rapid.IntRange(1, 30).Draw(t, "children") {
			n.Children = append(n.Children, Stats{rapid.Float32Range(0, 1).Draw(t, "mean"), counts().Draw(t, "visits")})
			n.Evaluations = append(n.Evaluations, rapid.Float32Range(0, 1).Draw(t, "evaluation"))
		}
		return n
	})
}

// naiveImplicit is the formula of the doc comment.
func naiveImplicit(c, alpha float64, n *Node, i int) float64 {
	s := n.Children[i]
	return (1-alpha)*float64(s.Mean) + alpha*float64(n.Evaluations[i]) + exploration(c, s, n.Visits)
}

func TestImplicitMinimaxSelectsTheGreatestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := evaluatedNode().Draw(t, "node")
		m := ImplicitMinimax{
			C:     rapid.SampledFrom([]float64{0, 1e-6, 0.1, 1, 7}).Draw(t, "C"),
			Alpha: rapid.OneOf(rapid.Just(0.0), rapid.Just(1.0), rapid.Float64Range(0.001, 1)).Draw(t, "Alpha"),
		}
		c, alpha := m.C, m.Alpha
		if c == 0 {
			c = DefaultC
		}
		if alpha == 0 {
			alpha = DefaultAlpha
		}
		k := m.Select(n)
		best := naiveImplicit(c, alpha, n, k)
		for i, s := range n.Children {
			require.LessOrEqual(t, naiveImplicit(c, alpha, n, i), best+2*(0x1p-20+rounding(c, s, n.Visits)), "child %d", i)
		}
	})
}

// Children with equal evaluations are ranked as UCT ranks them with a greater constant, and an
// Alpha that is next to nothing makes it UCT.
func TestImplicitMinimaxWithoutEvaluationsIsUCT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := evaluatedNode().Draw(t, "node")
		require.Equal(t, UCT{}.Select(n), ImplicitMinimax{Alpha: math.SmallestNonzeroFloat64}.Select(n))
		for i := range n.Children {
			n.Children[i].Mean = float32(math.Round(float64(n.Children[i].Mean*16))) / 16
			n.Evaluations[i] = 0
		}
		require.Equal(t, UCT{C: 0.5}.Select(n), ImplicitMinimax{C: 0.25, Alpha: 0.5}.Select(n))
	})
}

func TestImplicitMinimaxTakesTheFirstOfEquals(t *testing.T) {
	n := &Node{
		Visits:      40,
		Children:    []Stats{{0.5, 10}, {0.25, 10}, {0.75, 10}, {0.25, 10}},
		Evaluations: []float32{0.25, 0.75, 0.25, 0.75},
	}
	require.Equal(t, 1, ImplicitMinimax{Alpha: 0.5}.Select(n), "0.375, 0.5, 0.5 and 0.5")
	require.Equal(t, 2, ImplicitMinimax{Alpha: 0.25}.Select(n))
	require.Equal(t, 1, ImplicitMinimax{Alpha: 1}.Select(n))
}

func TestImplicitMinimaxRefusals(t *testing.T) {
	for _, bad := range []ImplicitMinimax{{Alpha: -0.1}, {Alpha: 1.01}, {Alpha: math.NaN()}} {
		require.ErrorContains(t, bad.Validate(), "ImplicitMinimax.Alpha is")
	}
	for _, bad := range []ImplicitMinimax{{C: -1}, {C: math.Inf(1)}, {C: math.NaN()}} {
		require.ErrorContains(t, bad.Validate(), "ImplicitMinimax.C is")
	}
	require.NoError(t, ImplicitMinimax{C: maxC, Alpha: 1}.Validate())
	require.NoError(t, ImplicitMinimax{}.Validate())
	require.Equal(t, NeedEvaluations, NeedsOf(ImplicitMinimax{}))
}

package equilibrium_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/games/poker"
)

func TestCheck(t *testing.T) {
	g := poker.Kuhn{}
	tree := newTree(t, g, g.Start())
	require.NoError(t, tree.Check(tree.Uniform()))
	require.EqualError(t, tree.Check(nil), "equilibrium: the strategy has 0 information sets, want 12")
	for _, c := range []struct {
		probs []float64
		says  string
	}{
		{[]float64{0.5, 0.6}, "[0.5 0.6]"},
		{[]float64{0.5, 0.499}, "[0.5 0.499]"},
		{[]float64{1.5, -0.5}, "[1.5 -0.5]"},
		{[]float64{math.NaN(), 1}, "[NaN 1]"},
		{[]float64{math.Inf(1), 0}, "[+Inf 0]"},
		{[]float64{1}, "[1]"},
		{[]float64{1, 0, 0}, "[1 0 0]"},
		{nil, "[]"},
	} {
		strategy := tree.Uniform()
		strategy[3] = c.probs
		says := "equilibrium: the probabilities of information set 3, where player 1 chooses among [pass bet], are " + c.says + ", want 2 numbers >= 0 with the sum 1"
		require.EqualError(t, tree.Check(strategy), says)
		require.PanicsWithValue(t, says, func() { tree.NashConv(strategy) })
		require.PanicsWithValue(t, says, func() { tree.Values(strategy) })
		require.PanicsWithValue(t, says, func() { tree.BestResponse(strategy, 0) })
	}
	strategy := tree.Uniform()
	strategy[3] = []float64{1. / 3, 0.6666667}
	require.NoError(t, tree.Check(strategy), "probabilities of 32 bits, or rounded ones")
	for _, player := range []int{-1, 2} {
		says := fmt.Sprintf("equilibrium: player is %d, want 0 to 1", player)
		require.PanicsWithValue(t, says, func() { tree.BestResponse(strategy, player) })
	}
}

// A strategy can be stored as JSON, and read by another process.
func TestStrategyAsJSON(t *testing.T) {
	g := poker.Kuhn{}
	want := newTree(t, g, g.Start()).Uniform()
	text, err := json.Marshal(want)
	require.NoError(t, err)
	var got equilibrium.Strategy
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, want, got)
}

func TestMean(t *testing.T) {
	one, two := equilibrium.Strategy{{1, 0}, {0.5, 0.5}}, equilibrium.Strategy{{0, 1}, {0.25, 0.75}}
	require.Equal(t, equilibrium.Strategy{{0.5, 0.5}, {0.375, 0.625}}, equilibrium.Mean(one, two))
	require.Equal(t, one, equilibrium.Mean(one))
	require.PanicsWithValue(t, "equilibrium: the mean of no strategies", func() { equilibrium.Mean() })
	require.PanicsWithValue(t, "equilibrium: strategy 1 has 1 information sets, want 2 as strategy 0", func() {
		equilibrium.Mean(one, two[:1])
	})
	require.PanicsWithValue(t, "equilibrium: strategy 1 has 1 actions at information set 0, want 2 as strategy 0", func() {
		equilibrium.Mean(one, equilibrium.Strategy{{1}, {1}})
	})
}

package policy_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

func TestNeeds(t *testing.T) {
	require.Equal(t, policy.NeedTurns, policy.NeedsOf(policy.TurnDiscount{}))
	require.Equal(t, policy.NeedDepths, policy.NeedsOf(policy.PlyDiscount{}))
	require.Equal(t, policy.NeedSquares, policy.NeedsOf(policy.UCB1Tuned{}))
	require.Equal(t, policy.NeedWeighted, policy.NeedsOf(policy.Exp3{}))
	require.Equal(t, policy.NeedWeighted, policy.NeedsOf(policy.RegretMatching{}))
	require.Equal(t, policy.NeedAvailable, policy.NeedsOf(policy.UCT{}))
	require.Zero(t, policy.NeedsOf(policy.Average{}))
	require.Zero(t, policy.NeedsOf(nil))
	require.True(t, (policy.NeedActions | policy.NeedPriors).Has(policy.NeedPriors))
	require.False(t, policy.NeedActions.Has(policy.NeedActions|policy.NeedPriors))
}

// The values are computed by hand: after three turns, player 0 wins, 1 loses and 2 draws.
func TestDiscount(t *testing.T) {
	trace := &policy.Trace{Movers: []int32{0, 1, 2}, Returns: []float64{1, 0, 0.5}, Turns: 3, Length: 9}
	values := make([]float64, 3)
	for _, test := range []struct {
		discount policy.TurnDiscount
		want     []float64
	}{
		{policy.TurnDiscount{}, []float64{0.970299, 0, 0.970299 / 2}},
		{policy.TurnDiscount{Loss: -1}, []float64{0.970299, -0.970299, 0}},
		{policy.TurnDiscount{Lambda: 0.99}, []float64{0.99 * 0.99 * 0.99, 0, 0.48514950}},
		{policy.TurnDiscount{Lambda: 0.5}, []float64{0.125, 0, 0.0625}},
		{policy.TurnDiscount{Lambda: 0.5, Loss: -1}, []float64{0.125, -0.125, 0}},
		{policy.TurnDiscount{Lambda: 0.5, Loss: -0.5}, []float64{0.125, -0.0625, 0.03125}},
		{policy.TurnDiscount{Lambda: 1, Loss: -1}, []float64{1, -1, 0}},
	} {
		t.Run(fmt.Sprintf("%+v", test.discount), func(t *testing.T) {
			test.discount.Credit(trace, values)
			require.InDeltaSlice(t, test.want, values, 1e-8)
		})
	}
}

// The values are computed by hand: two plies, a joint action of two players, another ply, and a
// playout of four plies.
func TestPlyDiscount(t *testing.T) {
	trace := &policy.Trace{
		Movers: []int32{0, 1, 0, 1, 1}, Depths: []int32{1, 2, 3, 3, 4}, Returns: []float64{1, 0.5}, Length: 8,
	}
	values := make([]float64, 5)
	policy.PlyDiscount{Gamma: 0.5}.Credit(trace, values)
	require.Equal(t, []float64{1. / 128, 0.5 / 64, 1. / 32, 0.5 / 32, 0.5 / 16}, values)
	policy.PlyDiscount{}.Credit(trace, values)
	require.InDelta(t, 1-0.007, values[0], 1e-4, "CadiaPlayer's 0.999 to the seventh")
}

func TestPlyDiscountIsAPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gamma := rapid.Float64Range(0.01, 1).Draw(t, "gamma")
		length := rapid.IntRange(1, 500).Draw(t, "length")
		depths := make([]int32, rapid.IntRange(1, length).Draw(t, "depth"))
		for i := range depths {
			depths[i] = int32(i) + 1
		}
		values := make([]float64, len(depths))
		policy.PlyDiscount{Gamma: gamma}.Credit(&policy.Trace{
			Movers: make([]int32, len(depths)), Depths: depths, Returns: []float64{1}, Length: length,
		}, values)
		for i, v := range values {
			require.InEpsilon(t, 1+math.Pow(gamma, float64(length-i-1)), 1+v, 1e-9)
		}
	})
}

func TestDiscountsValidate(t *testing.T) {
	for want, discount := range map[string]policy.Validator{
		"policy: TurnDiscount.Loss is 0.5, want -1..0":  policy.TurnDiscount{Loss: 0.5},
		"policy: TurnDiscount.Loss is NaN, want -1..0":  policy.TurnDiscount{Loss: math.NaN()},
		"policy: TurnDiscount.Lambda is 2, want 0..1":   policy.TurnDiscount{Lambda: 2},
		"policy: TurnDiscount.Lambda is NaN, want 0..1": policy.TurnDiscount{Lambda: math.NaN()},
		"PlyDiscount.Gamma is -0.1, want 0..1":          policy.PlyDiscount{Gamma: -0.1},
	} {
		t.Run(want, func(t *testing.T) { require.ErrorContains(t, discount.Validate(), want) })
	}
	require.NoError(t, policy.TurnDiscount{Loss: -1}.Validate())
	require.NoError(t, policy.PlyDiscount{}.Validate())
}

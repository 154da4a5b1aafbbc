package policytest_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
	"github.com/banyan-go/banyan/rng"
)

func TestBrokenClaimsOfSelections(t *testing.T) {
	requireFinding(t, "scale", func(t testing.TB) {
		policytest.Selection(t, policy.UCT{C: 0.5}, policytest.Scales(8, policy.UCT{C: 0.5}))
	})
	second := selecting{f: func(n *policy.Node) int { return min(1, len(n.Children)-1) }}
	requireFinding(t, "order", func(t testing.TB) { policytest.Selection(t, second, policytest.Symmetric()) })
	front := selecting{f: func(*policy.Node) int { return 0 }}
	requireFinding(t, "order", func(t testing.TB) { policytest.Selection(t, front, policytest.Symmetric()) })
	slope := selecting{f: func(n *policy.Node) int {
		best, most := 0, math.Inf(-1)
		for i, c := range n.Children {
			if m := float64(c.Mean) - 0.05*float64(i); m > most {
				best, most = i, m
			}
		}
		return best
	}}
	requireFinding(t, "order", func(t testing.TB) { policytest.Selection(t, slope, policytest.Symmetric()) })
}

// Constants of the size of the returns, and preferences for places.
func TestBrokenClaims(t *testing.T) {
	last := func(c *policy.Candidates) int { return len(c.Children) - 1 }
	firstOfHalf := func(c *policy.Candidates) int {
		for i, child := range c.Children {
			if child.Mean >= 0.5 && child.Visits > 0 {
				return i
			}
		}
		return 0
	}
	for name, c := range map[string]struct {
		strategy any
		claim    policytest.Claim
	}{
		"scale, backup": {policy.TurnDiscount{Loss: -0.5}, policytest.Scales(2, policy.TurnDiscount{Loss: -0.5})},
		"scale, clip": {crediting(func(tr *policy.Trace, values []float64) {
			for i, p := range tr.Movers {
				values[i] = min(1, tr.Returns[p])
			}
		}), policytest.Scales(2, policy.Average{})},
		"scale, final":    {policy.SecureChild{A: 20}, policytest.Scales(64, policy.SecureChild{A: 20})},
		"scale, half":     {picking{f: firstOfHalf}, policytest.Scales(8, picking{f: firstOfHalf})},
		"scale, rule":     {policy.Gibbs{}, policytest.Scales(8, policy.Gibbs{})},
		"scale, kind":     {policy.Gibbs{}, policytest.Scales(8, policy.RobustChild{})},
		"order, final":    {picking{f: last}, policytest.Symmetric()},
		"order, lower":    {picking{f: lowest}, policytest.Symmetric()},
		"order, rule":     {rule(func([]float32, *rng.Rand) int { return 0 }), policytest.Symmetric()},
		"order, ties":     {rule(firstBest), policytest.Symmetric()},
		"order, player 0": {crediting(creditFirst), policytest.Symmetric()},
	} {
		t.Run(name, func(t *testing.T) {
			requireFinding(t, name, func(t testing.TB) { policytest.Claims(t, c.strategy, c.claim) })
		})
	}
	symmetric := policytest.Symmetric()
	requireFinding(t, "order", func(t testing.TB) { policytest.Final(t, picking{f: last}, symmetric) })
	requireFinding(t, "order", func(t testing.TB) { policytest.Rule(t, rule(firstBest), symmetric) })
	said, failed := testkit.RunCheck(func(t testing.TB) { policytest.Claims(t, policy.Uniform{}, symmetric) })
	require.True(t, failed)
	require.Contains(t, said, "policytest: policy.Uniform is no policy.Selection, Backup, Final or Rule")
}

// lowest picks the child with the lowest mean.
func lowest(c *policy.Candidates) int {
	low := 0
	for i, child := range c.Children {
		if child.Mean < c.Children[low].Mean {
			low = i
		}
	}
	return low
}

// firstBest breaks ties by place.
func firstBest(scores []float32, _ *rng.Rand) int {
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	return best
}

// creditFirst credits everybody with the return of player 0: the commonest bug of all.
func creditFirst(t *policy.Trace, values []float64) {
	for i := range values {
		values[i] = t.Returns[0]
	}
}

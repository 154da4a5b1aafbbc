package policytest_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
)

// Least selects the child with the fewest visits.
type Least struct{}

func (Least) Select(n *policy.Node) int {
	best := 0
	for i, c := range n.Children {
		if c.Visits < n.Children[best].Visits {
			best = i
		}
	}
	return best
}

// TestLeast is how a strategy is tested: the laws of every selection, and what this one should
// choose.
func TestLeast(t *testing.T) {
	policytest.Selection(t, Least{})
	rapid.Check(t, func(t *rapid.T) {
		n := policytest.Nodes(0).Draw(t, "node")
		chosen := n.Children[Least{}.Select(&n)]
		for _, c := range n.Children {
			require.LessOrEqual(t, chosen.Visits, c.Visits)
		}
	})
}

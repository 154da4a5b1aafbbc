package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/policy"
)

// The first-play urgency follows the finished simulations, if virtual visits have made the children
// look worse than they are.
func TestPUCTFirstPlayOfFinishedSimulations(t *testing.T) {
	n := &policy.Node{
		Visits:   8,
		Children: []policy.Stats{{Mean: 0.5, Visits: 8}, {}},
		Priors:   []float32{0.5, 0.5},
	}
	by := policy.PUCT{C: 0.001, FPU: 0.1}
	require.Equal(t, 0, by.Select(n), "0.5 against 0.5 - 0.1 * sqrt(0.5)")
	n.Finished = policy.Stats{Mean: 1, Visits: 4}
	require.Equal(t, 1, by.Select(n), "0.5 against 1 - 0.1 * sqrt(0.5)")
}

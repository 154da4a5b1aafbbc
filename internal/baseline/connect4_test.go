package baseline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/baseline"
)

// Every simulation is counted, and the centre is the best opening.
func TestRunOpensInTheCentre(t *testing.T) {
	var s baseline.Search
	visits := s.Run(100_000, 1)
	sum := uint32(0)
	for _, n := range visits {
		sum += n
		require.LessOrEqual(t, n, visits[3], "%v", visits)
	}
	require.EqualValues(t, 100_000, sum)
}

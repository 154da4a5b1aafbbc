package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
)

func TestPairs(t *testing.T) {
	p := pairs(1, 0.5, 0.75)
	require.Equal(t, stats.Pairs{Count: 3, Sum: 2.25, Squares: 1.8125}, p)
	require.InDelta(t, 0.75, p.Mean(), 0)
	require.InDelta(t, 0.5, stats.Pairs{}.Mean(), 0)
}

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The means are those of the rules that have a result, ours and the published ones.
func TestClockMeans(t *testing.T) {
	p := resultsOf(map[string]int{"time-c4-opening": 60, "time-c4-middle": 50})
	table := p.clockMeans()
	// The variances are 0.24/100 and 0.25/100.
	require.Contains(t, table, "\n| Connect Four | 2 | 0.550 [0.48, 0.62] | 0.564 |")
	require.NotContains(t, table, "Othello")
}

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two basic searches take 10 s for a game. A search that takes twice as long as one of them plays
// the basic one in 15 s, and the expert in 10 s.
func TestRunTimes(t *testing.T) {
	p := page{costs: costs{"magic-loss": 10, "magic-binary": 15, "magic-1-expert": 10, "magic-dominated": 7}}
	p.results = resultsOf(map[string]int{"magic-loss": 50, "magic-binary": 50, "magic-1-expert": 50}).results
	table := p.runtimes()
	require.Contains(t, table, "| one card after the other | 2.0 | 0.3 |")
	require.Contains(t, table, "| one tree with 10,000 | 2.0 | 0.6 |")
	require.Contains(t, table, "| dominated sets pruned | - | 1.3 |")
	delete(p.results, "magic-loss")
	require.Contains(t, p.runtimes(), "| one card after the other | - | 0.3 |", "the cost of a match without a result may be that of another version")
	require.NotContains(t, page{}.runtimes(), "NaN")
	for _, r := range runTimes {
		found, err := matching(r.match)
		require.NoError(t, err)
		require.Equal(t, r.expert, found[0].b == "expert")
	}
}

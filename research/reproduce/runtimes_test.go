package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
)

func TestRunTimes(t *testing.T) {
	p := page{times: map[string]float64{"magic-40x250-1x10000": 2, "magic-binary": 2, "magic-dominated": 2, "magic-playout-expert": 8}}
	p.results = resultsOf(map[string]int{"magic-40x250-1x10000": 50, "magic-binary": 50, "magic-playout-expert": 50}).results
	table := p.runtimes()
	require.Contains(t, table, "| one tree with 10,000 | 0.5 | 0.6 |")
	require.Contains(t, table, "| one card after the other | 2.0 | 0.3 |")
	require.Contains(t, table, "| dominated sets pruned | - | 1.3 |", "its match has no result")
	require.Contains(t, table, "| interesting determinizations at the root | - | 1.3 |", "its match has no times")
	require.Contains(t, table, "| playouts by the expert | 8.0 | - |", "the paper reports none")
	require.NotContains(t, page{}.runtimes(), "NaN")
	for _, r := range runTimes {
		found, err := matching(r.match)
		require.NoError(t, err)
		require.Len(t, found, 1)
	}
}

// Times belong to players, not to seats, and a player with more moves to choose is not slower.
func TestTimeRatio(t *testing.T) {
	records := []arena.Record{
		{Seats: []int{0, 1}, Seconds: []float64{6, 1}, Simulations: []int{100, 200}},
		{Seats: []int{1, 0}, Seconds: []float64{2, 3}, Simulations: []int{100, 50}},
	}
	require.InDelta(t, 6, timeRatio(records), 1e-12)
	require.Zero(t, timeRatio(nil))
	rule := arena.Record{Seats: []int{0, 1}, Seconds: []float64{6, 1}, Simulations: []int{100, 0}}
	require.Zero(t, timeRatio([]arena.Record{rule}), "a rule makes no simulations")
	rule.Seconds, rule.Simulations = []float64{6, 0}, []int{100, 100}
	require.Zero(t, timeRatio([]arena.Record{rule}), "nor takes any time")
}

// The times of a match are stored with its result if the page tells them.
func TestTimesAreStored(t *testing.T) {
	folder := t.TempDir()
	o := options{store: folder}
	for _, match := range []string{"magic-binary", "magic-land"} {
		found, err := matching(match)
		require.NoError(t, err)
		require.NoError(t, o.put(found[0], played{cost: 1, ratio: 2}))
	}
	times, err := readNumbers(folder, timesFile)
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"magic-binary": 2}, times)
	require.NoError(t, storeNumber(folder, timesFile, "magic-dominated", 1.2345))
	times, err = readNumbers(folder, timesFile)
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"magic-binary": 2, "magic-dominated": 1.23}, times)
}

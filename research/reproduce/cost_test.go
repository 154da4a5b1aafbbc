package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/internal/cpu"
)

// A cost is the time of a game on one processor.
func TestDuration(t *testing.T) {
	known := costs{"x": 1.5}
	e := experiment{name: "x", games: 10}
	require.Equal(t, 1500*time.Millisecond, known.game(e))
	require.Equal(t, 7500*time.Millisecond, known.total(e), "on two processors")
	e.time = "50ms"
	require.Equal(t, 15*time.Second, known.total(e), "one game at a time")
	require.Zero(t, known.total(experiment{name: "y", games: 10}))
	require.Equal(t, "0.25", minutes(15*time.Second))
	require.Equal(t, "-", minutes(0))
}

// What is written is read, except digits that a measurement does not have.
func TestCostFile(t *testing.T) {
	folder := t.TempDir()
	known, err := readCosts(folder)
	require.NoError(t, err)
	require.Empty(t, known, "there is no file")
	require.NoError(t, known.store(folder, "b", 1.23456))
	require.NoError(t, known.store(folder, "a", 0))
	text, err := os.ReadFile(filepath.Join(folder, costFile))
	require.NoError(t, err)
	require.Equal(t, "name,value\na,0.000001\nb,1.23\n", string(text))
	require.NoFileExists(t, filepath.Join(folder, costFile+".new"))
	known, err = readCosts(folder)
	require.NoError(t, err)
	require.Equal(t, costs{"a": 1e-6, "b": 1.23}, known)

	for text, want := range map[string]string{"a": "cost.csv: record on line 2: wrong number of fields", "a,b": "cost.csv: value of a: ", "a,0": "a game of a takes 0 s", "a,-1": "takes -1 s", "a,1e9": "takes 1e+09 s"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, costFile), []byte("name,value\n"+text+"\n"), 0o600))
		_, err = readCosts(folder)
		require.ErrorContains(t, err, want)
		_, errs, status := command(t, "-list", "-results", folder)
		require.Equal(t, 1, status)
		require.Contains(t, errs, want)
	}
}

// If nearly all games are from the journal, their records have the cost of a game: 2 s.
func TestResumedCost(t *testing.T) {
	records := []arena.Record{{Seconds: []float64{1, 0.5}}, {Seconds: []float64{2, 0.5}}, {Seconds: []float64{1, 1}}}
	m, err := newMeter("")
	require.NoError(t, err)
	seconds, exact := m.cost(records)
	require.Less(t, seconds, 2.0, "these games took no time")
	require.Equal(t, cpu.Exact, exact)
	for m.resumed = 1; m.resumed <= 3; m.resumed++ {
		seconds, exact = m.cost(records)
		require.InDelta(t, 2, seconds, 1e-12)
		require.False(t, exact)
	}
	m.resumed = 3
	_, exact = m.cost(append(slices.Repeat(records[:1], 10), records...))
	require.Equal(t, cpu.Exact, exact, "ten games were played now")

	journal := filepath.Join(t.TempDir(), "journal")
	m, err = newMeter(journal)
	require.NoError(t, err)
	require.Zero(t, m.resumed, "there is no journal yet")
	require.NoError(t, os.WriteFile(journal, []byte("header\ngame\ngame\ntorn"), 0o600))
	m, err = newMeter(journal)
	require.NoError(t, err)
	require.Equal(t, 2, m.resumed)
}

// -cost measures what is unknown and nothing else.
func TestMeasure(t *testing.T) {
	folder := t.TempDir()
	const other = "start-goofspiel5"
	require.NoError(t, costs{}.store(folder, other, 7))
	out, errs, status := command(t, "-cost", tiny, other, "-games", "2", "-results", folder)
	require.Zero(t, status, errs)
	require.Contains(t, out, "\n"+tiny+" ")
	require.NotContains(t, out, "\n"+other+" ")
	known, err := readCosts(folder)
	require.NoError(t, err)
	require.Len(t, known, 2)
	require.InDelta(t, 7, known[other], 0)
	require.Greater(t, known[tiny], 0.0)
}

// An experiment that is played for its result has a cost afterwards, and a quick one has not.
func TestPlayingMeasures(t *testing.T) {
	folder := t.TempDir()
	_, errs, status := command(t, "-quick", tiny, "-games", "2", "-store", folder, "-results", folder)
	require.Zero(t, status, errs)
	require.NoFileExists(t, filepath.Join(folder, costFile))
	_, errs, status = command(t, tiny, "-games", "2", "-store", folder)
	require.Zero(t, status, errs)
	known, err := readCosts(folder)
	require.NoError(t, err)
	require.Greater(t, known[tiny], 0.0)
	list, errs, status := command(t, "-list", "-results", folder)
	require.Zero(t, status, errs)
	line := list[strings.Index(list, "\n  "+tiny+" ")+1:]
	require.Regexp(t, ` \d+\.\d\d$`, line[:strings.Index(line, "\n")])

	// A journal of all games does not replace a cost that was measured.
	args := []string{tiny, "-games", "2", "-store", folder, "-journal", t.TempDir()}
	_, errs, status = command(t, args...)
	require.Zero(t, status, errs)
	require.NoError(t, costs{}.store(folder, tiny, 7))
	_, errs, status = command(t, args...)
	require.Zero(t, status, errs)
	known, err = readCosts(folder)
	require.NoError(t, err)
	require.Equal(t, costs{tiny: 7}, known)
}

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

package arena_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
)

// In a gauntlet the first entrant plays as many games against each other one as in a round robin,
// and the others do not meet.
func TestGauntlet(t *testing.T) {
	m := tictactoes(3, random("a"), first("b"), random("c"), first("d"))
	require.Equal(t, 36, m.Games())
	m.Gauntlet = true
	require.Equal(t, 18, m.Games())
	records := run(t, m)
	require.Len(t, records, 18)
	for i, r := range records {
		require.Equal(t, i, r.Game)
		require.Equal(t, i/2, r.Pair)
		require.Contains(t, r.Seats, 0)
	}
	for other := 1; other < 4; other++ {
		require.Equal(t, 6, arena.Count(records, 0, other).Games())
		require.Equal(t, 3, arena.CountPairs(records, 0, other).Count)
	}
	seeds := map[uint64]int{}
	for _, r := range records {
		seeds[r.Seed]++
	}
	require.Len(t, seeds, 3)
	for _, n := range seeds {
		require.Equal(t, 6, n, "all opponents meet the first entrant in the same openings")
	}
	two := tictactoes(3, random("a"), first("b"))
	want := untimed(run(t, two))
	two.Gauntlet = true
	require.Equal(t, want, untimed(run(t, two)), "two entrants have one pairing in both forms")
}

func TestGauntletJournal(t *testing.T) {
	m := tictactoes(2, random("a"), first("b"), random("c"))
	m.Gauntlet = true
	path := filepath.Join(t.TempDir(), "match.jsonl")
	j, err := arena.OpenJournal(path, m.Header())
	require.NoError(t, err)
	m.Journal = j
	records := run(t, m)
	require.NoError(t, j.Close())
	j, err = arena.OpenJournal(path, m.Header())
	require.NoError(t, err)
	m.Journal = j
	require.Equal(t, records, run(t, m))
	require.NoError(t, j.Close())
	m.Gauntlet = false
	_, err = arena.OpenJournal(path, m.Header())
	require.ErrorContains(t, err, "the journal is of another match: gauntlet true, want false")
}

package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/research/internal/table"
)

// The table has the sum and the mean of all boards of a search, and dashes where one is missing.
func TestPoints(t *testing.T) {
	folder := t.TempDir()
	put := func(player string, boards int, points float64) {
		for number := range boards {
			name := fmt.Sprintf("%s seed 1 board %02d", player, number+1)
			require.NoError(t, table.Put(filepath.Join(folder, pointsFile), table.Line{Name: name, Points: points}))
		}
	}
	put(searches[0].player, 10, 99.96)
	put(searches[1].player, 9, 2000)
	put(searches[3].player, 20, 3001)
	text, err := page{folder: folder}.points()
	require.NoError(t, err)
	require.Contains(t, text, "`nrpa,level=2,iterations=55,sims=3000` | 1 to 10 | 1,000 | 100 |")
	require.Contains(t, text, "`nrpa,level=2,prior=heuristic,iterations=55,sims=3000` | 1 to 10 | - | - |")
	require.Contains(t, text, "sims=1000000` | 1 to 20 | 60,020 | 3,001 |")
}

// The searches are texts as the program writes them, so that the results are found by them.
func TestPointsAreOfPlayers(t *testing.T) {
	for _, s := range searches {
		p, err := spec.Parse(s.player, "")
		require.NoError(t, err)
		require.Equal(t, s.player, p.String())
	}
}

// The stored results are of these searches.
func TestNoForeignPoints(t *testing.T) {
	rows, err := table.Read[table.Line](filepath.Join(stored, pointsFile))
	require.NoError(t, err)
	known := map[string]bool{}
	for _, s := range searches {
		known[s.player] = true
	}
	for _, r := range rows {
		require.True(t, known[r.Player], r.Name)
		require.Equal(t, uint64(1), r.Seed)
	}
}

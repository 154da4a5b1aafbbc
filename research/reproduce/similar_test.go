package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/research/internal/table"
)

// Two games with stored trials: one chooses 0, with rates of 0.6 there and 0.4 at distance 2, and
// the other chooses 2, with rates of 0.5 and 0.7.
func TestChoices(t *testing.T) {
	p := page{folder: t.TempDir(), results: map[string]match.Summary{}}
	add := func(short, game string, advice, near, far int) {
		storeTrials(t, p.folder, game, table.Trials{Advice: advice})
		for distance, wins := range map[int]int{0: near, 2: far} {
			score := match.NewScore(stats.Tally{Wins: wins, Losses: 100 - wins})
			p.results[scanName(short, "huffman", distance, 0.7, false)] = match.Summary{Score: score}
		}
	}
	add("c4", "connect4 8x6", 0, 60, 40)
	add("pw", "pawnwhopping", 2, 50, 70)
	table, err := p.chosen(0.7)
	require.NoError(t, err)
	require.Contains(t, table, "\n| Pawn Whopping 8x8 | 2 | 2 | 0.500 | 0.699 | 0.700 | 0.733 | 0.700 | 0.733 |")
	require.Contains(t, table, "\n| Connect Four 8x6 | 0 | 0 | 0.600 | 0.626 | 0.400 | 0.574 | 0.600 | 0.626 |")
	table, err = p.switched()
	require.NoError(t, err)
	require.Contains(t, table, "\n| ours | 0.7 | 2 | 0.550 | 0.550 | 0.650 |\n| published | - | 5 | ")
	require.Contains(t, table, "\n| published | - | 10 | 0.622 | 0.571 | 0.631 |")

	delete(p.results, scanName("pw", "huffman", 2, 0.7, false))
	table, err = p.chosen(0.7)
	require.NoError(t, err)
	require.NotContains(t, table, "Pawn Whopping")
	require.NoError(t, os.WriteFile(filepath.Join(p.folder, trialsFile), []byte("["), 0o600))
	_, err = p.chosen(0.7)
	require.Error(t, err)
	_, err = p.switched()
	require.Error(t, err)
}

// The published means of five games follow from the published choices: without draws the paper
// prints them for ten games.
func TestPublishedChoices(t *testing.T) {
	table, err := page{folder: t.TempDir()}.switched()
	require.NoError(t, err)
	require.Contains(t, table, "\n| published | - | 5 | 0.615 | 0.613 | 0.634 |")
}

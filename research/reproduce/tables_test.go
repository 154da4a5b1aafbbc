package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// results returns a page with results, by the number of wins in 100 games.
func resultsOf(wins map[string]int) page {
	p := page{results: map[string]match.Summary{}}
	for name, n := range wins {
		p.results[name] = match.Summary{Score: match.NewScore(stats.Tally{Wins: n, Losses: 100 - n})}
	}
	return p
}

// The place of a result follows from its label. What is published stands next to it.
func TestCross(t *testing.T) {
	p := resultsOf(nil)
	table, err := p.cross("simulations", "nst-gibbs")
	require.NoError(t, err)
	require.Regexp(t, `^\| simulations \| epsilon 0\.4 \| epsilon 0\.2 \| epsilon 0\.1 \|\n\|---\|---\|---\|---\|\n\| 1,000 \| - \| - \| - \|\n`, table)
	p = resultsOf(map[string]int{"mast-uniform-e0.2-c4": 60, "mast-uniform-othello": 30})
	table, err = p.cross("game", "mast-uniform", "mast-epsilon")
	require.NoError(t, err)
	require.Contains(t, table, "\n| Connect Four | - | - | - | - | - | 0.600 [0.50, 0.69] | - |")
	require.Contains(t, table, "\n| Othello | - | 0.300 [0.22, 0.40] (0.587: contradicts) | - | - | - | - | - |")
	_, err = p.cross("x", "no such group")
	require.ErrorContains(t, err, "there is no group")
	_, err = p.cross("game", "mast-uniform", "mast-uniform")
	require.ErrorContains(t, err, "mast-uniform-100-bt6: another experiment has the cell")

	for _, e := range groupOf("nst-games").experiments() {
		p.results[e.name] = resultsOf(map[string]int{"x": 60}).results["x"]
	}
	table, err = p.cross("game", "nst-games", "nst-time")
	require.NoError(t, err)
	require.Contains(t, table, "\n| **mean** | 0.600 [0.56, 0.64] | - |\n| **mean, games of the paper** | 0.600 [0.54, 0.66] (0.700: same direction) | - |")
	delete(p.results, "nst-gibbs-10000-kt")
	table, err = p.cross("game", "nst-games", "nst-time")
	require.NoError(t, err)
	require.Contains(t, table, "| **mean, games of the paper** |")
	require.NotContains(t, table, "| **mean** |", "another game has no result")
}

// A table has the columns that tell its rows apart.
func TestTable(t *testing.T) {
	p := resultsOf(map[string]int{"nogo-majority": 60, "magic-land": 40, "magic-sight-40": 50, "magic-sight-60": 60})
	table, err := p.table("parallel-others", "players")
	require.NoError(t, err)
	require.Equal(t, "| game | players | games | w/d/l | win rate | 95 % | published | verdict |\n|---|---|---|---|---|---|---|---|\n"+
		"| Hollow NoGo | four trees of 1,000 that vote, against their sum | 100 | 60/0/40 | 0.600 | 0.502 to 0.691 | better | agrees |", table)
	table, err = p.table("magic-duels", "players")
	require.NoError(t, err)
	require.Contains(t, table, "\n| pruning: a land is played, against none | 100 | 40/0/60 | 0.400 | 0.309 to 0.498 | - | - |")
	table, err = p.table("magic-sight", "deck")
	require.NoError(t, err)
	require.Equal(t, []string{"| game | deck | games | w/d/l | win rate | 95 % |", "|---|---|---|---|---|---|"}, strings.Split(table, "\n")[:2])
}

// The means cover the rules that have a result, ours and the published ones.
func TestClockMeans(t *testing.T) {
	p := resultsOf(map[string]int{"time-c4-opening": 60, "time-c4-middle": 50})
	table := p.clockMeans()
	// The variances are 0.24/100 and 0.25/100.
	require.Contains(t, table, "\n| Connect Four | 2 | 0.550 [0.48, 0.62] | 0.564 |")
	require.NotContains(t, table, "Othello")
}

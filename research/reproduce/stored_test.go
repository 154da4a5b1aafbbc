package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// Every cell of a grid must be an experiment that can be played.
func TestCells(t *testing.T) {
	names := map[string]bool{}
	for _, e := range all() {
		names[e.name] = true
	}
	for _, g := range grids {
		_, err := find(g.key)
		require.Error(t, err, "a grid has no table of a row for each result")
		for _, e := range g.experiments() {
			require.False(t, names[e.name], "the name %q is there twice", e.name)
			require.True(t, strings.HasPrefix(e.name, g.key+"-"), e.name)
			names[e.name] = true
			c, err := e.contest()
			require.NoError(t, err)
			require.NotEqual(t, c.Names[0], c.Names[1], e.name)
			require.NotEqual(t, uint64(usualSeed), c.Seed, "the grid has games of its own")
			require.Equal(t, 500, c.Players[0].Budget.Simulations)
		}
	}
	require.Len(t, similarScan.rows, 8*5*3*3*2)
	e, err := matching("similar-scan-c4-huffman-0-c0.05-ponder")
	require.NoError(t, err)
	require.Equal(t, "-game connect4 -size 8x6 -a similarity=huffman,distance=0,ponder=on -b selection=uct -both c=0.05,reuse=off -sims 500 -games 100 -opening 0 -seed 2",
		e[0].command(100))
	require.Equal(t, rate(0.626), e[0].published)
}

// A cell goes to the file of its grid, with the others, and is not played again.
func TestStoreCells(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "similar-scan.csv")
	play := func(names ...string) string {
		out, errs, status := command(t, append([]string{"-games", "2", "-store", folder}, names...)...)
		require.Zero(t, status, errs)
		return out
	}
	const one, two = "similar-scan-bt6-random-0-c0.1", "similar-scan-bt6-random-0-c0.2"
	require.Contains(t, play(two), "\n"+two+" ")
	out := play(one, two)
	require.Contains(t, out, "\n"+one+" ")
	require.NotContains(t, out, "\n"+two+" ", "there is a result")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Regexp(t, `^name,.*\n`+one+`,.*,\d,0,\d\n`+two+`,.*\n$`, string(text))
	require.NoFileExists(t, filepath.Join(folder, "similar.csv"))

	p := page{results: map[string]match.Summary{}}
	require.NoError(t, p.readGrids(folder))
	require.Len(t, p.results, 2)
	require.Equal(t, []string{"718 cells of grid similar-scan have no result"}, p.missing)
	require.Equal(t, uint64(2), p.results[one].Seed)
	require.Equal(t, 2, p.results[one].Games)

	for _, c := range []struct{ old, wrong string }{
		{one, "similar-scan-x"}, {`",2,0,`, `",3,0,`}, {"c=0.1,", "c=0.3,"}, {"name,", "names,"},
	} {
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), c.old, c.wrong, 1)), 0o600))
		require.ErrorContains(t, p.readGrids(folder), "similar-scan", c.wrong)
	}
	_, _, status := command(t, "-games", "2", "-store", folder, one)
	require.Equal(t, 1, status, "a file of other columns is not overwritten")

	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), "c=0.1,", "c=0.3,", 1)), 0o600))
	require.Contains(t, play(one), "\n"+one+" ", "the result was of other players")
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))
}

func TestListOfGrids(t *testing.T) {
	out, _, status := command(t, "-list", "-results", t.TempDir())
	require.Zero(t, status)
	require.Contains(t, out, "similar-scan-*: a grid of 720 experiments with 72000 games, 720 without a result; all take - minutes\n")
	require.NotContains(t, out, "similar-scan-bt6")
	for _, e := range all() {
		_, isCell := gridOf(e.name)
		require.False(t, isCell)
	}
}

// The tables of the grid have the published rates and the cells that are played.
func TestScan(t *testing.T) {
	p := page{results: map[string]match.Summary{}}
	require.NotContains(t, p.scan(), "own")
	require.Equal(t, 2, len(strings.Split(p.fit(), "\n")))
	set := func(name string, wins int) {
		p.results[name] = match.Summary{Score: match.NewScore(stats.Tally{Wins: wins, Losses: 100 - wins})}
	}
	set("similar-scan-bt6-appearance-0-c0.1", 62)
	set("similar-scan-c4-huffman-2-c0.1", 57)
	set("similar-scan-c4-random-1-c1.4-ponder", 40)
	table := p.scan()
	require.Contains(t, table, "\n| **Breakthrough 6x6** |  | published | **0.604** |  | **0.754** | **0.624** |  | **0.652** |  |  | **0.386** |\n"+
		"| Breakthrough 6x6 | own | 0.1 | 0.62 |  |  |  |  |  |  |  |  |\n")
	require.Contains(t, table, "\n| Connect Four 8x6 | all | 1.4 |  |  |  |  |  |  |  | 0.40 |  |")
	require.Contains(t, p.fit(), "\n| own | 0.1 | 0.016 | 0.004 | 0.012 |")
	require.Equal(t, "- in 0 pairs of cells on own turns, and - in 0 on all turns", p.distanceOne())
	set("similar-scan-c4-huffman-0-c0.1", 50)
	set("similar-scan-c4-huffman-1-c0.1", 40)
	set("similar-scan-c4-huffman-0-c0.1-ponder", 70)
	set("similar-scan-c4-huffman-1-c0.1-ponder", 50)
	require.Equal(t, "0.100 in 1 pairs of cells on own turns, and 0.200 in 1 on all turns", p.distanceOne())

	for _, g := range similarGames {
		for _, signature := range scanSignatures[:2] {
			wins := int(math.Round(1000*g.published(signature, 0).low)) + 30
			p.results[scanName(g.short, signature, 0, 0.7, true)] = match.Summary{Score: match.NewScore(stats.Tally{Wins: wins, Losses: 1000 - wins})}
		}
	}
	require.Contains(t, p.fit(), "\n| all | 0.7 | 0.030 |  | 0.030 |")
}

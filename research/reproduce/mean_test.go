package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// The mean weighs games equally, however many were played of each.
func TestMean(t *testing.T) {
	g := group{mean: rate(0.7), rows: []experiment{{name: "x"}, {name: "y"}}}
	p := page{results: map[string]match.Summary{}}
	store := func(name string, y stats.Tally) { p.results[name] = match.Summary{Score: match.NewScore(y)} }
	store("x", stats.Tally{Wins: 80, Losses: 20})
	require.Zero(t, p.mean(g), "a result is missing")
	store("y", stats.Tally{Wins: 100, Draws: 200, Losses: 100})
	m := p.mean(g)
	require.Equal(t, 2, m.games)
	require.InDelta(t, 0.65, m.rate, 1e-12)
	// The variances of the means are 0.8*0.2/100 and 0.125/400; the half width is 1.96 times half
	// of the root of their sum.
	require.InDelta(t, 0.65-0.0429, m.low, 1e-4)
	require.InDelta(t, 0.65+0.0429, m.high, 1e-4)
	require.Equal(t, sameDirection, m.verdict())
	require.Equal(t, "0.650 [0.61, 0.69] (0.700: same direction)", m.String())
	g.rows[0].game, g.meanGames = "connect4", []string{"connect4"}
	require.InDelta(t, 0.8, p.mean(g).rate, 1e-12, "only the games of the paper")
	g.mean = published{}
	require.Zero(t, p.mean(g), "the group makes no claim on the mean")
}

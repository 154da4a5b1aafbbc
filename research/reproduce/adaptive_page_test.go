package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// The policy that chooses is compared with NST where NST is better than uniform playouts, and with
// 1/2 elsewhere.
func TestChoosing(t *testing.T) {
	p := page{results: map[string]match.Summary{}}
	store := func(name string, y stats.Tally) { p.results[name] = match.Summary{Score: match.NewScore(y)} }
	store("adaptive-uniform-c4", stats.Tally{Wins: 60, Losses: 40})
	require.NotContains(t, p.choosing(), "Connect Four", "a result is missing")
	store("other-uniform-c4", stats.Tally{Wins: 80, Losses: 20})
	// The variances are 0.24/100 and 0.16/100.
	require.Contains(t, p.choosing(), "| Connect Four | 0.800 | 0.600 | -0.200 | -0.324 to -0.076 | - |")
	require.Equal(t, "Connect Four", p.behind(19))
	require.Equal(t, "none", p.behind(21))
	require.Equal(t, "Connect Four", p.surelyBehind())
	require.Equal(t, "Connect Four", p.surelyWithin(33))
	require.Equal(t, "none", p.surelyWithin(32))
	store("other-uniform-c4", stats.Tally{Wins: 20, Losses: 80})
	require.Contains(t, p.choosing(), "| Connect Four | 0.200 | 0.600 | +0.100 | +0.004 to +0.196 | - |")
	require.Equal(t, "none", p.surelyBehind())
	store("adaptive-nst-c4", stats.Tally{Wins: 60, Losses: 40})
	require.Contains(t, p.choosing(), "+0.196 | 0.600 [0.50, 0.69] |")
}

func TestEnumeration(t *testing.T) {
	require.Equal(t, "a", enumeration([]string{"a"}))
	require.Equal(t, "a and b", enumeration([]string{"a", "b"}))
	require.Equal(t, "a, b and c", enumeration([]string{"a", "b", "c"}))
}

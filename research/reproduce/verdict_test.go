package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
)

// TestJudge uses results of 100 games. The intervals of 50, 65, 70 and 30 wins are [0.40, 0.60],
// [0.55, 0.74], [0.60, 0.78] and [0.22, 0.40].
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		published published
		wins      int
		want      verdict
	}{
		{published{}, 65, unpublished},
		{rate(0.65), 65, agrees},
		{rate(0.56), 65, agrees},
		{rate(0.53), 65, sameDirection},
		{rate(0.90), 65, sameDirection},
		{rate(0.55), 50, inconclusive}, // the interval contains both the published rate and 1/2
		{rate(0.90), 50, smaller},
		{rate(0.65), 30, contradicts},
		{rate(0.35), 30, agrees},
		{rate(0.10), 30, sameDirection},
		{rate(0.35), 50, smaller},
		{rate(0.45), 50, inconclusive},
		{rate(0.35), 65, contradicts},
		{rate(0.51), 50, inconclusive}, // the interval is too wide to show that players are level
		{rate(0.51), 70, contradicts},
		{rate(0.49), 30, contradicts},
		{level, 50, inconclusive},
		{level, 65, contradicts},
		{level, 30, contradicts},
		{better, 65, agrees},
		{better, 50, inconclusive},
		{better, 30, contradicts},
		{worse, 30, agrees},
		{worse, 50, inconclusive},
		{worse, 65, contradicts},
		{published{0.6, 0.67}, 70, agrees},
		{published{0.8, 0.9}, 70, sameDirection},
	} {
		require.Equal(t, c.want, judge(c.published, stats.Tally{Wins: c.wins, Losses: 100 - c.wins}), "%v and %d", c.published, c.wins)
	}
}

// A level claim is confirmed by an interval of a tenth at most.
func TestCompareLevel(t *testing.T) {
	require.Equal(t, agrees, compare(level, 0.451, 0.55))
	require.Equal(t, inconclusive, compare(level, 0.449, 0.55))
	require.Equal(t, agrees, compare(rate(0.508), 0.505, 0.6))
	require.Equal(t, contradicts, compare(level, 0.505, 0.6))
	require.Equal(t, contradicts, compare(level, 0.3, 0.49))
}

// TestVerdicts checks the words that the page and the documentation use.
func TestVerdicts(t *testing.T) {
	require.Equal(t, []verdict{"agrees", "same direction", "inconclusive", "smaller", "contradicts"}, verdicts)
}

// TestSide checks the margin within which a published rate counts as level.
func TestSide(t *testing.T) {
	for p, want := range map[published]int{
		level: 0, rate(0.52): 0, rate(0.48): 0, rate(0.521): 1, rate(0.479): -1, better: 1, worse: -1, {0.4, 0.6}: 0,
	} {
		require.Equal(t, want, p.side(), p.String())
	}
}

func TestPublishedString(t *testing.T) {
	for p, want := range map[published]string{
		{}: "-", level: "level", better: "better", worse: "worse", rate(0.587): "0.587", {0.495, 0.505}: "0.495 to 0.505",
	} {
		require.Equal(t, want, p.String())
	}
}

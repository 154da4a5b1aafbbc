package main

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
)

// The paper says that 20, 40 and 100 determinizations are best. The interval of the difference of
// two rates near 1/2 of 100 games each is 0.14 to either side.
func TestChampion(t *testing.T) {
	base := map[string]int{
		"magic-1-expert": 20, "magic-2-expert": 25, "magic-5-expert": 30, "magic-10-expert": 35,
		"magic-20-expert": 50, "magic-40x250-expert": 55, "magic-100-expert": 45, "magic-200-expert": 40,
		"magic-500-expert": 30,
	}
	for _, c := range []struct {
		name string
		wins int
		best string
		want verdict
	}{
		{"magic-1-expert", 20, "40", agrees},
		{"magic-10-expert", 48, "40", sameDirection},
		{"magic-10-expert", 58, "10", inconclusive},
		{"magic-2-expert", 75, "2", contradicts},
	} {
		wins := maps.Clone(base)
		wins[c.name] = c.wins
		p := resultsOf(wins)
		best, v, ok := p.champion(groupOf("magic-trees"))
		require.True(t, ok)
		require.Equal(t, c.want, v, c)
		shown, err := p.championOf("magic-trees")
		require.NoError(t, err)
		require.Equal(t, champion{c.best, c.want}, shown, best.name)
		require.Equal(t, map[verdict]int{c.want: 1}, p.verdictsOf(groupOf("magic-trees")))
		require.Contains(t, p.verdicts(), "| Hidden information | With 10,000 simulations in all, 20 to 100 determinizations are best (Cowling, Ward and Powley 2012) |")

		delete(p.results, "magic-5-expert")
		_, _, ok = p.champion(groupOf("magic-trees"))
		require.False(t, ok, "a result is missing")
		shown, err = p.championOf("magic-trees")
		require.NoError(t, err)
		require.Equal(t, champion{"-", unpublished}, shown)
	}
	_, _, ok := page{}.champion(groupOf("magic-short"))
	require.False(t, ok, "there is no claim")
	for key, want := range map[string]string{"nosuch": "there is no group", "magic-short": "makes no claim"} {
		_, err := page{}.championOf(key)
		require.ErrorContains(t, err, want)
	}
}

// Every claim on the best rows names rows of its group.
func TestBestRows(t *testing.T) {
	for _, g := range groups {
		names := map[string]bool{}
		for _, e := range g.experiments() {
			names[e.name] = true
		}
		for _, name := range g.best {
			require.True(t, names[name], name)
		}
	}
}

// The table counts rows and means, and adds them up.
func TestVerdictTable(t *testing.T) {
	p := resultsOf(map[string]int{"mast-uniform-bt6": 89, "mast-uniform-bt8": 70, "mast-uniform-c4": 70, "nogo-majority": 30})
	table := p.verdicts()
	require.Contains(t, table, "(Finnsson and Björnsson 2009) | 1 | 1 | 0 | 0 | 0 |\n| Parallel search | Trees that vote are stronger than trees whose visits are summed (Soejima, Kishimoto and Watanabe 2010) | 0 | 0 | 0 | 0 | 1 |\n| **all** |  | 1 | 1 | 0 | 0 | 1 |")
	for _, e := range groupOf("nst-games").experiments() {
		p.results[e.name] = p.results["mast-uniform-bt8"]
	}
	require.Equal(t, map[verdict]int{agrees: 1}, p.verdictsOf(groupOf("nst-games")))
}

func TestCited(t *testing.T) {
	require.Equal(t, "Cowling, Ward and Powley 2012", cited(papers["cowling"].text))
	require.Equal(t, "Uemiya and Yokoyama", cited(papers["uemiya"].text))
	require.Equal(t, "Chaslot 2010", cited(papers["chaslotThesis"].text))
}

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

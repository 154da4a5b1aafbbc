package main

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
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
		label, err := p.championLabel("magic-trees")
		require.NoError(t, err)
		require.Equal(t, c.best, label, best.name)
		v, err = p.championVerdict("magic-trees")
		require.NoError(t, err)
		require.Equal(t, c.want, v)
		require.Equal(t, map[verdict]int{c.want: 1}, p.verdictsOf(groupOf("magic-trees")))
		require.Contains(t, p.verdicts(), "| Hidden information | With 10,000 simulations in all, 20 to 100 determinizations are best (Cowling, Ward and Powley 2012) |")

		delete(p.results, "magic-5-expert")
		_, _, ok = p.champion(groupOf("magic-trees"))
		require.False(t, ok, "a result is missing")
		label, v, err = p.championOf("magic-trees")
		require.NoError(t, err)
		require.Equal(t, "-", label)
		require.Equal(t, unpublished, v)
	}
	_, _, ok := page{}.champion(groupOf("magic-short"))
	require.False(t, ok, "there is no claim")
	for key, want := range map[string]string{"nosuch": "there is no group", "magic-short": "makes no claim"} {
		_, _, err := page{}.championOf(key)
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
	require.Equal(t, "Cowling, Ward and Powley 2012", cited(cowling))
	require.Equal(t, "Uemiya and Yokoyama", cited(uemiya))
	require.Equal(t, "Chaslot 2010", cited(chaslotThesis))
}

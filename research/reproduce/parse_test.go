package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	list := parse("$b = playout=nst\n\n# A comment.\n[k]\nclaim = It is so.\nmean = 0.7\nsims = 5\nx-{c4,bt6}-1: a = $b,k=7; label = a, b | c; published = 0.4 to 0.5\ny: seed = 2; start = yes\n")
	require.Len(t, list, 1)
	require.Equal(t, rate(0.7), list[0].mean)
	first := experiment{
		name: "x-c4-1", claim: "It is so.", label: "a, b | c", game: "connect4", a: "playout=nst,k=7", sims: 5, published: published{0.4, 0.5},
	}
	second := first
	second.name, second.game = "x-bt6-1", "breakthrough 6x6"
	third := experiment{name: "y", claim: "It is so.", sims: 5, seed: 2, start: true}
	require.Equal(t, []experiment{first, second, third}, list[0].experiments())
	for _, text := range []string{"[k]\nsims = x", "[k]\ncolor = red", "[k]\npaper = none", "[k]\na b", "[k]\nx: published = good", "[k]\nx: y"} {
		require.Panics(t, func() { parse(text) }, text)
	}
}

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Other returns are the same games: every number is the same. (Sums with an offset are rounded, but
// not so much that these few games differ.)
func TestScaleAndOffsetChangeNothing(t *testing.T) {
	plain := options{games: 4, sims: 30, seed: 1, scale: 1}
	other := plain
	other.scale, other.offset = 1024, 1<<20
	for name, run := range map[string]func(options) string{"2048": playTwenty48, "sailing": sail} {
		t.Run(name, func(t *testing.T) { require.Equal(t, run(plain), run(other)) })
	}
}

// Outcomes that are drawn make the same search as those that are listed.
func TestSampledSailing(t *testing.T) {
	listed := options{games: 4, sims: 30, seed: 1, scale: 1}
	drawn := listed
	drawn.sampled = true
	require.Equal(t, sail(listed), sail(drawn))
}

// A match of points against wins has a margin, and a rate between 0 and 1.
func TestDots(t *testing.T) {
	require.Regexp(t, `^dots-points: margin -?\d.* \+- .* \(4\), rate [01].* \(4\)$`, playDots(options{games: 4, sims: 10, seed: 1, scale: 1}))
}

package tune

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The levels of a grid have different values, and the level of each of them is its own.
func TestGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		low := rapid.IntRange(1, 50).Draw(t, "low")
		k := rapid.SampledFrom([]Kind{
			Integer{Low: low, High: low + rapid.OneOf(rapid.IntRange(1, 30), rapid.IntRange(1, 1e6)).Draw(t, "size"), Log: log},
			Float{Low: float64(low), High: float64(low) * rapid.Float64Range(1.5, 1e6).Draw(t, "factor"), Log: log},
			Choice{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		}).Draw(t, "kind")
		require.NoError(t, k.validate())
		for i := range k.levels() {
			require.Equal(t, i, k.level(k.onGrid(i)), "%v", k.onGrid(i))
		}
	})
}

// A short range of whole numbers has all of them in its grid.
func TestShortGrid(t *testing.T) {
	for high := 2; high <= gridLevels; high++ {
		k := Integer{Low: 1, High: high, Log: true}
		for i := range high {
			require.InDelta(t, i+1, k.onGrid(i), 0)
		}
		require.Equal(t, high, k.levels())
	}
}

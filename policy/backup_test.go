package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Player 0 of three moves twice in a row.
func TestAverageCreditsTheMover(t *testing.T) {
	values := make([]float64, 5)
	Average{}.Credit(&Trace{Movers: []int32{2, 0, 0, 1, 2}, Returns: []float64{0.1, 0.2, 0.7}}, values)
	require.Equal(t, []float64{0.7, 0.1, 0.1, 0.2, 0.7}, values)
}

func TestAverageCreditsOneReturnPerMover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		returns := rapid.SliceOfN(rapid.Float64Range(-10, 10), 1, 5).Draw(t, "returns")
		movers := rapid.SliceOfN(rapid.Int32Range(0, int32(len(returns)-1)), 0, 40).Draw(t, "movers")
		values := make([]float64, len(movers)+1)
		values[len(movers)] = 99
		Average{}.Credit(&Trace{Movers: movers, Returns: returns}, values)
		for i, player := range movers {
			require.Equal(t, returns[player], values[i])
		}
		require.Equal(t, 99.0, values[len(movers)], "no value beyond the path is written")
	})
}

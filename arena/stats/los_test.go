package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
)

func TestLOS(t *testing.T) {
	for _, c := range []struct {
		wins, losses int
		los          float64
	}{
		{0, 0, 0.5}, {7, 7, 0.5}, {400_000, 400_000, 0.5}, {10, 0, 1 - 1./2048}, {3, 1, 26. / 32}, {1, 3, 6. / 32},
	} {
		require.InDelta(t, c.los, stats.LOS(c.wins, c.losses), 1e-14, "%d to %d", c.wins, c.losses)
	}
	// The approximation of the Chess Programming Wiki for many games.
	require.InDelta(t, 0.5*(1+math.Erf(50/math.Sqrt(2*550))), stats.LOS(300, 250), 1e-3)
}

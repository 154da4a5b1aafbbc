package moments_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/moments"
)

func TestSample(t *testing.T) {
	var m moments.Sample
	for _, v := range []float64{2, 4, 4, 4, 5, 5, 7, 9} {
		m.Add(v)
	}
	require.InDelta(t, 5, m.Mean, 1e-12)
	require.InDelta(t, 2, m.Deviation(), 1e-12)
	require.InDelta(t, 4.0/8, m.ErrorSquared(), 1e-12, "variance 4, eight values")
}

package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tables are as good as the formulas to about the precision of a float32, over all counts there are.
func TestTables(t *testing.T) {
	for x := 1.0; x <= math.MaxUint32; x = max(x+1, x*1.0003) {
		n := uint32(x)
		require.InEpsilon(t, 1/math.Sqrt(float64(n)), invSqrt(n), 2e-7, "n = %d", n)
		if n > 1 {
			require.InEpsilon(t, math.Sqrt(math.Log(float64(n))), sqrtLog(n), 4e-7, "n = %d", n)
		}
	}
	for _, n := range []uint32{0, 1} {
		require.Zero(t, sqrtLog(n))
		require.EqualValues(t, 1, invSqrt(n))
	}
	for _, n := range []uint32{1<<sqrtLogBits - 1, 1 << sqrtLogBits, invSqrtSize - 1, invSqrtSize, 1<<31 - 1, 1 << 31, math.MaxUint32} {
		require.InEpsilon(t, math.Sqrt(math.Log(float64(n))), sqrtLog(n), 4e-7, "n = %d", n)
		require.InEpsilon(t, 1/math.Sqrt(float64(n)), invSqrt(n), 2e-7, "n = %d", n)
	}
}

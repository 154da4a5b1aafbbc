package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// forCounts calls f with counts over the whole range, including all small ones and those around the
// powers of two, where the tables end and each octave begins.
func forCounts(f func(n uint32)) {
	for x := 1.0; x <= math.MaxUint32; x = max(x+1, x*1.0003) {
		f(uint32(x))
	}
	for power := 3; power < 32; power++ {
		for n := uint32(1)<<power - 3; n <= 1<<power+3; n++ {
			f(n)
		}
	}
	f(math.MaxUint32)
}

// The tables match the formulas to about the precision of float32.
func TestTables(t *testing.T) {
	relative := func(want float64, got float32) float64 { return math.Abs(float64(got)-want) / want }
	forCounts(func(n uint32) {
		if e := relative(1/math.Sqrt(float64(n)), invSqrt(n)); e > 0x1p-23 {
			t.Errorf("invSqrt(%d) is %v, off by %v", n, invSqrt(n), e)
		}
		if n == 1 {
			return
		}
		if e := relative(math.Sqrt(math.Log(float64(n))), sqrtLog(n)); e > 0x1p-22 {
			t.Errorf("sqrtLog(%d) is %v, off by %v", n, sqrtLog(n), e)
		}
	})
}

func TestTablesOfNoVisits(t *testing.T) {
	for _, n := range []uint32{0, 1} {
		require.Zero(t, sqrtLog(n))
		require.EqualValues(t, 1, invSqrt(n))
	}
}

// More visits of the node never lower a bound, except for the last bit at a joint of the
// interpolation, and more visits of the child never raise it.
func TestTablesAreMonotonic(t *testing.T) {
	inf := float32(math.Inf(1))
	forCounts(func(n uint32) {
		if n == math.MaxUint32 {
			return
		}
		if next := sqrtLog(n + 1); math.Nextafter32(next, inf) < sqrtLog(n) || n < 1<<20 && next < sqrtLog(n) {
			t.Errorf("sqrtLog falls from %v to %v at %d", sqrtLog(n), next, n)
		}
		if invSqrt(n+1) > invSqrt(n) {
			t.Errorf("invSqrt rises at %d", n)
		}
	})
}

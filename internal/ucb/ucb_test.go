package ucb

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
		if e := relative(1/math.Sqrt(float64(n)), InvSqrt(n)); e > 0x1p-23 {
			t.Errorf("InvSqrt(%d) is %v, off by %v", n, InvSqrt(n), e)
		}
		if n == 1 {
			return
		}
		if e := relative(math.Sqrt(math.Log(float64(n))), SqrtLog(n)); e > 0x1p-22 {
			t.Errorf("SqrtLog(%d) is %v, off by %v", n, SqrtLog(n), e)
		}
	})
}

func TestTablesOfNoVisits(t *testing.T) {
	for _, n := range []uint32{0, 1} {
		require.Zero(t, SqrtLog(n))
		require.EqualValues(t, 1, InvSqrt(n))
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
		if next := SqrtLog(n + 1); math.Nextafter32(next, inf) < SqrtLog(n) || n < 1<<20 && next < SqrtLog(n) {
			t.Errorf("SqrtLog falls from %v to %v at %d", SqrtLog(n), next, n)
		}
		if InvSqrt(n+1) > InvSqrt(n) {
			t.Errorf("InvSqrt rises at %d", n)
		}
	})
}

func TestLogNext(t *testing.T) {
	for x := 1e-9; x < 1e6; x *= 1.01 {
		require.InDelta(t, math.Log1p(x), LogNext(float32(x)), 2e-6)
	}
}

func TestInvNext(t *testing.T) {
	require.EqualValues(t, 1, InvNext(0))
	forCounts(func(n uint32) {
		if want := 1 / (1 + float64(n)); math.Abs(float64(InvNext(n))-want) > want*0x1p-23 {
			t.Errorf("InvNext(%d) is %v, want %v", n, InvNext(n), want)
		}
	})
}

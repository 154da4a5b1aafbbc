package cpu

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestNow checks that work is measured.
func TestNow(t *testing.T) {
	before, x := Now(), 1.0
	for Now().Sub(before) < 10*time.Millisecond {
		x *= 1.0001 // ends only if work is measured
	}
	require.NotZero(t, x)
	require.False(t, Now().Before(before))
}

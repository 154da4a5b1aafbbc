package minimax

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestTableLookup(t *testing.T) {
	table := newTable(4)
	table.reset()
	k := key{hash: 7, depth: 3}
	for _, c := range []struct {
		value, storedAlpha, storedBeta, alpha, beta float64
		ok                                          bool
	}{
		{0.5, 0, 1, 0.7, 0.8, true}, // exact
		{0.5, 0.5, 1, 0.5, 1, true}, // at most 0.5, and alpha is 0.5
		{0.5, 0.5, 1, 0.4, 1, false},
		{0.5, 0, 0.5, 0, 0.5, true}, // at least 0.5, and beta is 0.5
		{0.5, 0, 0.5, 0, 0.6, false},
	} {
		table.store(k, c.value, c.storedAlpha, c.storedBeta)
		v, ok := table.lookup(k, c.alpha, c.beta)
		require.Equal(t, c.ok, ok, "%+v", c)
		if ok {
			require.InDelta(t, c.value, v, 0)
		}
	}
}

func TestTableSeparatesKeys(t *testing.T) {
	table := newTable(1)
	table.reset()
	all := math.Inf(1)
	table.store(key{hash: 7, depth: 3}, 0.5, -all, all)
	for _, k := range []key{{hash: 7, depth: 2}, {hash: 7, depth: 4}, {hash: 8, depth: 3}} {
		_, ok := table.lookup(k, -all, all)
		require.False(t, ok, "%+v", k)
	}
	table.reset()
	_, ok := table.lookup(key{hash: 7, depth: 3}, -all, all)
	require.False(t, ok, "stored by an earlier run")

	table.store(key{hash: 7, depth: 3}, 0.5, -all, all)
	table.run = math.MaxUint32
	table.store(key{hash: 9}, 0.5, -all, all)
	table.reset()
	require.EqualValues(t, 1, table.run, "the run number wraps around")
	require.Equal(t, make([]slot, 2), table.slots)
}

// The documentation of Config.TableBits states this size.
func TestSlotSize(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(slot{}), uintptr(32))
}

func TestNoTable(t *testing.T) {
	table := newTable(0)
	table.reset()
	table.store(key{}, 1, 0, 1)
	_, ok := table.lookup(key{}, 0, 1)
	require.False(t, ok)
}

package minimax

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestTableAnswersWhatItKnows(t *testing.T) {
	table := newTable(4)
	table.forget()
	p := place{hash: 7, depth: 3}
	for _, c := range []struct {
		value, storedAlpha, storedBeta, alpha, beta float64
		ok                                          bool
	}{
		{0.5, 0, 1, 0.7, 0.8, true}, // exact
		{0.5, 0.5, 1, 0.5, 1, true}, // at most 0.5, asked whether more than 0.5
		{0.5, 0.5, 1, 0.4, 1, false},
		{0.5, 0, 0.5, 0, 0.5, true}, // at least 0.5, asked whether 0.5 or more
		{0.5, 0, 0.5, 0, 0.6, false},
	} {
		table.store(p, c.value, c.storedAlpha, c.storedBeta)
		v, ok := table.recall(p, c.alpha, c.beta)
		require.Equal(t, c.ok, ok, "%+v", c)
		if ok {
			require.InDelta(t, c.value, v, 0)
		}
	}
}

func TestTableKeepsPlacesApart(t *testing.T) {
	table := newTable(1)
	table.forget()
	all := math.Inf(1)
	table.store(place{hash: 7, depth: 3}, 0.5, -all, all)
	for _, p := range []place{{hash: 7, depth: 2}, {hash: 7, depth: 4}, {hash: 8, depth: 3}} {
		_, ok := table.recall(p, -all, all)
		require.False(t, ok, "%+v", p)
	}
	table.forget()
	_, ok := table.recall(place{hash: 7, depth: 3}, -all, all)
	require.False(t, ok, "of an earlier run")

	table.store(place{hash: 7, depth: 3}, 0.5, -all, all)
	table.run = math.MaxUint32
	table.store(place{hash: 9}, 0.5, -all, all)
	table.forget()
	require.EqualValues(t, 1, table.run, "the number of the run begins again")
	require.Equal(t, make([]slot, 2), table.slots)
}

// The size that Config.TableBits states.
func TestSlotSize(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(slot{}), uintptr(32))
}

func TestNoTable(t *testing.T) {
	table := newTable(0)
	table.forget()
	table.store(place{}, 1, 0, 1)
	_, ok := table.recall(place{}, 0, 1)
	require.False(t, ok)
}

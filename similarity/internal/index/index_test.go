package index

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The bits that vary are computed from the remaining signatures, not from removed ones: a look-up
// flips these bits only, so stale ones would make it slower.
func TestDropAndResetUpdateTheBitsThatVary(t *testing.T) {
	x := New(1)
	for _, signature := range []uint64{0b0001, 0b1000, 0b0110, 0b0111} {
		x.Add(signature)
	}
	require.EqualValues(t, 0b1111, x.anyOne)
	require.Zero(t, x.ones)
	x.Drop(2)
	require.EqualValues(t, 0b0111, x.anyOne)
	require.EqualValues(t, 0b0110, x.ones)
	q := x.newQuery(0b1110, 1)
	require.Equal(t, query{signature: 0b1110, distance: 1, nearest: 0b0110, vary: 0b0001, flips: 0}, q)
	require.Equal(t, 1, q.candidates())
	x.Add(0b0100)
	require.EqualValues(t, 0b0100, x.ones)
	x.Reset()
	x.Add(0b1001)
	require.EqualValues(t, 0b1001, x.anyOne)
	require.EqualValues(t, 0b1001, x.ones)
}

// A query asks for no more flips than its distance leaves after the bits on which all signatures
// agree.
func TestPlans(t *testing.T) {
	x := New(2)
	for n := range uint64(1 << 10) {
		x.Add(0xff<<56 | n)
	}
	for _, test := range []struct {
		name      string
		signature uint64
		distance  int
		want      plan
	}{
		{"three bits are wrong", 0x1f << 56, 2, findNothing},
		{"two bits are wrong", 0x3f << 56, 2, flipBits},
		{"one bit is wrong", 0x7f << 56, 2, flipBits},
		{"all bits of the index vary", 0xff << 56, 2, flipBits},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := x.newQuery(test.signature, test.distance)
			require.Equal(t, test.want, x.plan(&q))
		})
	}
	small := New(2)
	small.Add(0)
	small.Add(^uint64(0))
	q := small.newQuery(5, 2)
	require.Equal(t, scanAll, small.plan(&q))
}

package index

import (
	"math/bits"
	"runtime"
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

// The candidates are the ways to choose up to flips of the bits that vary.
func TestCandidates(t *testing.T) {
	x := New(3)
	require.Equal(t, half{}, New(0).halves[0], "distance 0 needs no halves")
	x.Add(0)
	for n := range 12 {
		for flips := range 4 {
			q := x.newQuery(0, flips)
			want := 0
			for v := range uint64(1 << n) {
				if bits.OnesCount64(v) <= flips {
					want++
				}
			}
			require.Equal(t, want, q.candidates(), "%d flips of %d bits", flips, n)
		}
		x.Add(1 << n)
	}
}

// The plan is the cheapest one.
func TestCheapestPlan(t *testing.T) {
	seen := map[plan]int{}
	for _, vary := range []int{3, 8, 16, 20, 24, 40, 64} {
		for distance := 1; distance <= 3; distance++ {
			x := New(3)
			x.anyOne = 1<<(vary-1)<<1 - 1
			for len(x.nodes) < 40_000 {
				x.nodes = append(x.nodes, make([]node, max(1, len(x.nodes)/50))...)
				q := x.newQuery(0, distance)
				halves := 2 + vary/2*(distance-1)
				costs := map[plan]int{
					scanAll: len(x.nodes), flipBits: 6 * q.candidates(),
					searchHalves: halves * (12 + 24*(8*len(x.nodes)>>(vary/2))),
				}
				got := x.plan(&q)
				seen[got]++
				for other, cost := range costs {
					require.LessOrEqual(t, costs[got], cost, "%d instead of %d; %d bits, distance %d, %d nodes", got, other, vary, distance, len(x.nodes))
				}
			}
		}
	}
	require.Len(t, seen, 3)
}

// With two flips, a match differs in one bit of the first half, or in none of the second.
func TestChains(t *testing.T) {
	x := New(3)
	for n := range uint64(1 << 16) {
		x.Add(n)
	}
	x.updateHalves()
	require.Len(t, x.halves[0].buckets, 1<<16)
	shift := 64 - 16
	for flips, want := range [][2]int{{1, 1}, {1, 1}, {9, 1}, {9, 9}} {
		q := x.newQuery(0x1234, flips)
		require.Equal(t, want[0], x.findChains(&q, 0, shift), "%d flips", flips)
		if flips > 0 {
			require.Equal(t, want[1], x.findChains(&q, 1, shift), "%d flips", flips)
		}
	}
}

// Successive signatures are spread over the slots, of which half are taken at most, by the highest
// bits of their hashes.
func TestSlotsAreSpread(t *testing.T) {
	x := New(0)
	x.Add(5)
	require.EqualValues(t, 1, x.slots[hashOf(5)>>(64-8)]&idMask)
	for n := range uint64(100_000) {
		x.Add(n)
		require.Len(t, x.slots, max(1<<8, 2<<bits.Len(uint(len(x.nodes)-1))))
	}
	longest, run := 0, 0
	for _, n := range x.slots {
		if run++; n == 0 {
			run = 0
		}
		longest = max(longest, run)
	}
	require.Less(t, longest, 100)
}

// Bytes is the memory of an index, with halves or without.
func TestBytes(t *testing.T) {
	for distance := range 3 {
		memory := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		before := memory()
		x := New(distance)
		for n := range uint64(1 << 16) {
			x.Add(n)
		}
		if distance > 0 {
			x.updateHalves()
		}
		require.InEpsilon(t, memory()-before, x.Bytes(), 0.01, "distance %d", distance)
	}
}

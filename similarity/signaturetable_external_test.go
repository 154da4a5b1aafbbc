package similarity_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/internal/indextest"
)

// naiveTable is the definition of a SignatureTable for three players, on a map.
type naiveTable struct {
	limit int
	stats map[uint64][4]float64 // visits, and the sums of the returns
	order []uint64
}

func (n *naiveTable) store(s simulation) {
	seen := map[uint64]bool{}
	for _, signature := range s.signatures {
		e, ok := n.stats[signature]
		if !ok {
			n.order = append(n.order, signature)
		}
		if !seen[signature] || !ok { // a signature that was removed in between counts again
			n.stats[signature] = [4]float64{e[0] + 1, e[1] + s.returns[0], e[2] + s.returns[1], e[3] + s.returns[2]}
		}
		seen[signature] = true
		if n.limit > 0 && len(n.order) >= n.limit {
			for _, old := range n.order[:n.limit/2] {
				delete(n.stats, old)
			}
			n.order = n.order[n.limit/2:]
		}
	}
}

func (n *naiveTable) within(query uint64, weights []float64) (sums [4]float64) {
	for signature, e := range n.stats {
		if d := similarity.Hamming(signature, query); d < len(weights) {
			for i, v := range e {
				sums[i] += weights[d] * v
			}
		}
	}
	return sums
}

type simulation struct {
	signatures []uint64
	returns    []float64
}

// simulations draws up to 100 simulations, some of which visit a position more than once.
func simulations(signatures *rapid.Generator[uint64]) *rapid.Generator[[]simulation] {
	one := rapid.Custom(func(t *rapid.T) simulation {
		s := simulation{signatures: rapid.SliceOfN(signatures, 0, 20).Draw(t, "signatures")}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, 19), 0, 3).Draw(t, "repeated") {
			if i < len(s.signatures) {
				s.signatures = append(s.signatures, s.signatures[i])
			}
		}
		s.returns = rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.25, 1, -3}), 3, 3).Draw(t, "returns")
		return s
	})
	return rapid.Custom(func(t *rapid.T) []simulation {
		return rapid.SliceOfN(one, rapid.SampledFrom([]int{1, 20}).Draw(t, "at least"), 100).Draw(t, "simulations")
	})
}

// The table matches a map that counts each signature once per simulation, and that removes the
// older half of its signatures when it is full.
func TestSignatureTableMatchesAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := indextest.Signatures(t)
		distance := rapid.IntRange(0, 3).Draw(t, "distance")
		limit := rapid.SampledFrom([]int{0, 2, 7, 100}).Draw(t, "limit")
		weights, err := similarity.Weights(similarity.Falling{}, distance)
		require.NoError(t, err)
		table, naive := similarity.NewSignatureTable(3, distance, limit), naiveTable{limit: limit, stats: map[uint64][4]float64{}}
		for _, s := range simulations(drawn).Draw(t, "simulations") {
			naive.store(s)
			table.Store(s.signatures, s.returns)
			require.Equal(t, len(naive.stats), table.Len())
		}
		for _, query := range rapid.SliceOfN(indextest.Flipped(drawn), 1, 20).Draw(t, "queries") {
			want := naive.within(query, weights)
			sums := make([]float64, 3)
			require.InDelta(t, want[0], table.Within(query, weights, sums), 1e-9)
			require.InDeltaSlice(t, want[1:], sums, 1e-9)
			near := table.Near(query, distance)
			require.Subset(t, naive.order, near)
			for _, signature := range naive.order {
				require.Equal(t, similarity.Hamming(signature, query) <= distance, slices.Contains(near, signature))
			}
		}
	})
}

func TestSignatureTableScaleAndReset(t *testing.T) {
	table := similarity.NewSignatureTable(1, 0, 0)
	table.Store([]uint64{5}, []float64{8})
	table.Store([]uint64{6}, []float64{4})
	table.Scale(0.25)
	sums := []float64{1}
	require.Equal(t, 0.25, table.Within(5, []float64{1}, sums))
	require.Equal(t, []float64{3}, sums, "returns are added")
	require.Equal(t, 0.25, table.Within(6, []float64{1}, sums))
	require.Equal(t, []float64{4}, sums)
	table.Reset()
	require.Zero(t, table.Within(5, []float64{1}, sums))
	require.Zero(t, table.Len())
	require.Positive(t, table.Bytes())
}

// The limits are at least 2 and, by default, 1,048,576.
func TestSignatureTableLimit(t *testing.T) {
	table := similarity.NewSignatureTable(1, 0, 1)
	for n := range uint64(10) {
		table.Store([]uint64{n}, []float64{1})
		require.Equal(t, 1, table.Len())
	}
	table = similarity.NewSignatureTable(1, 0, 0)
	for n := range uint64(1<<20 - 1) {
		table.Store([]uint64{n}, []float64{1})
	}
	require.Equal(t, 1<<20-1, table.Len())
	table.Store([]uint64{1 << 20}, []float64{1})
	require.Equal(t, 1<<19, table.Len())
}

// Store and Within allocate nothing once the table has its full size.
func TestSignatureTableDoesNotAllocate(t *testing.T) {
	table := similarity.NewSignatureTable(2, 2, 1000)
	r := rng.New(1)
	signatures := make([]uint64, 30)
	sums := make([]float64, 2)
	run := func() {
		for i := range signatures {
			signatures[i] = r.Uint64()
		}
		table.Store(signatures, []float64{0, 1})
		table.Within(signatures[0], []float64{1, 1, 1}, sums)
	}
	for range 200 {
		run()
	}
	require.Zero(t, testing.AllocsPerRun(100, run))
}

// Bytes is the memory of the table, of which its rows are one half after it has been full, and the
// IDs of what Within finds may be a large part. Signatures that came with one simulation share a
// row, also after others were removed.
func TestSignatureTableBytes(t *testing.T) {
	check := func(name string, fill func(table *similarity.SignatureTable)) {
		before := memory()
		table := similarity.NewSignatureTable(2, 3, 1<<16)
		fill(table)
		table.Within(0, []float64{1, 1, 1, 1}, make([]float64, 2))
		require.InEpsilon(t, memory()-before, table.Bytes(), 0.01, name)
	}
	for _, together := range []int{1, 64} {
		check(fmt.Sprintf("%d signatures a simulation", together), func(table *similarity.SignatureTable) {
			signatures := make([]uint64, together)
			for n := uint64(0); n < 1<<18; {
				for i := range signatures {
					n++
					signatures[i] = n
				}
				table.Store(signatures, []float64{0, 1})
			}
			if together > 1 {
				require.Less(t, table.Bytes(), int64(5<<19), "the signatures of a simulation share a row")
			}
		})
	}
	check("many matches", func(table *similarity.SignatureTable) {
		var near []uint64
		for a := range 64 {
			for b := range a {
				for c := range b {
					near = append(near, 1<<a|1<<b|1<<c)
				}
			}
		}
		table.Store(near, []float64{0, 1})
	})
}

// memory returns the bytes in use.
func memory() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The first pair is the paper's example.
func TestHamming(t *testing.T) {
	require.Equal(t, 2, similarity.Hamming(uint16(0b000010011010), 0b000010001110))
	require.Equal(t, 0, similarity.Hamming(uint64(7), 7))
	require.Equal(t, 64, similarity.Hamming(0, ^uint64(0)))
	require.Equal(t, 8, similarity.Hamming[uint8](0x0f, 0xf0))
}

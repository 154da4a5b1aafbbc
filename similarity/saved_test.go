package similarity

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// grown returns a table that was reset, filled and drained, and a function that goes on with the
// same simulations for every table.
func grown(t *rapid.T, distance, limit int) (table *SignatureTable, fill func(*SignatureTable)) {
	bits := rapid.SampledFrom([]uint{4, 12, 20, 64}).Draw(t, "bits")
	r := rng.New(rapid.Uint64().Draw(t, "seed"))
	fill = func(table *SignatureTable) {
		r := *r
		for range 1 + r.IntN(300) {
			signatures := make([]uint64, r.IntN(30))
			for i := range signatures {
				signatures[i] = r.Uint64() >> (64 - bits)
			}
			table.Store(signatures, []float64{r.Float64(), -1})
		}
	}
	table = NewSignatureTable(2, distance, limit)
	for range rapid.IntRange(0, 4).Draw(t, "times") {
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			table.Reset()
		case 1:
			table.Scale(0.3)
		default:
			fill(table)
			r.Uint64()
		}
		table.Near(1, distance)
	}
	return table, fill
}

// A table that is saved and restored finds the same, in the same order and so to the bit, then and
// after more simulations, also if the table that it is restored into was used before.
func TestRestoredTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distance, limit := rapid.IntRange(0, MaxDistance).Draw(t, "distance"), rapid.SampledFrom([]int{10, 1000, 0}).Draw(t, "limit")
		table, fill := grown(t, distance, limit)
		data, err := table.AppendBinary([]byte{7})
		require.NoError(t, err)
		again := NewSignatureTable(2, distance, limit)
		if rapid.Bool().Draw(t, "used") {
			again, _ = grown(t, distance, limit)
		}
		require.NoError(t, again.UnmarshalBinary(data[1:]))
		saved, err := again.AppendBinary([]byte{7})
		require.NoError(t, err)
		require.Equal(t, data, saved)
		for range 3 {
			weights := []float64{1, 0.5, 0.3, 0.1}[:distance+1]
			for query := range uint64(200) {
				query = rng.Mix(query) >> 44
				require.Equal(t, table.Near(query, distance), again.Near(query, distance))
				var want, got [2]float64
				require.Equal(t, table.Within(query, weights, want[:]), again.Within(query, weights, got[:]))
				require.Equal(t, want, got)
			}
			fill(table)
			fill(again)
		}
		require.Equal(t, table.Len(), again.Len())
	})
}

// A table that was reset finds in the order in which a new one does.
func TestResetTableIsNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, fill := grown(t, 2, 5000)
		table.Reset()
		other := NewSignatureTable(2, 2, 5000)
		fill(table)
		fill(other)
		for query := range uint64(300) {
			query = rng.Mix(query) >> 44
			require.Equal(t, other.Near(query, 2), table.Near(query, 2))
		}
	})
}

// Whatever data a table is restored from, it works afterwards, and takes memory in proportion.
func FuzzSignatureTable(f *testing.F) {
	table := NewSignatureTable(2, 2, 50)
	for i := range uint64(40) {
		table.Store([]uint64{i, i * 3, rng.Mix(i)}, []float64{1, 0})
	}
	table.Near(1, 2)
	data, err := table.AppendBinary(nil)
	require.NoError(f, err)
	f.Add(data, uint8(2))
	f.Add(data, uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, distance uint8) {
		d := int(distance) % (MaxDistance + 1)
		table := NewSignatureTable(2, d, 50)
		if err := table.UnmarshalBinary(slices.Clone(data)); err != nil {
			require.Zero(t, table.Len())
			return
		}
		require.Less(t, table.Bytes(), int64(100_000+200*len(data)))
		for i := range uint64(100) {
			table.Store([]uint64{i, i << 40}, []float64{0, 1})
			table.Within(i, []float64{1, 1, 1, 1}[:d+1], make([]float64, 2))
		}
	})
}

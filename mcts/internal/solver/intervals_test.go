package solver

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The grid begins at the least return and ends at the greatest one, and a return on it comes back.
func TestGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := float64(rapid.IntRange(-1000, 1000).Draw(t, "least"))
		r := Range{Min: least, Max: least + float64(rapid.IntRange(1, 1000).Draw(t, "width"))}
		require.Zero(t, r.toGrid(r.Min))
		require.Equal(t, int64(gridUnits), r.toGrid(r.Max))
		require.Equal(t, int64(gridUnits/2), r.toGrid((r.Min+r.Max)/2))
		v := rapid.Float64Range(r.Min, r.Max).Draw(t, "return")
		require.InDelta(t, v, r.fromGrid(r.toGrid(v)), (r.Max-r.Min)/gridUnits)
	})
	require.Equal(t, 3.0/(1<<20), Range{Min: -1, Max: 2}.Slack())
}

// An interval is exact if its ends are taken for equal.
func TestExactInterval(t *testing.T) {
	require.True(t, interval{5, 5}.isExact())
	require.True(t, interval{5, 5 + gridSlack}.isExact())
	require.False(t, interval{5, 6 + gridSlack}.isExact())
	require.False(t, unknown.isExact())
}

// Equal bounds have one number, others have others, and number 0 stands for unknown values.
func TestIntervalTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 3).Draw(t, "players")
		table := newIntervalTable(players)
		bound := rapid.Int64Range(0, 2)
		want := map[uint32][]interval{}
		for _, v := range table.of(0) {
			require.Equal(t, unknown, v)
		}
		for range rapid.IntRange(1, 30).Draw(t, "bounds") {
			var bounds []interval
			for range players {
				bounds = append(bounds, interval{bound.Draw(t, "lo"), gridUnits - bound.Draw(t, "hi")})
			}
			n := table.number(bounds)
			for other, of := range want {
				require.Equal(t, other == n, slices.Equal(of, bounds))
			}
			want[n] = bounds
			for number, of := range want {
				require.Equal(t, of, table.of(number))
			}
		}
	})
}

// If there are too many different bounds, further ones count as unknown, and the others stay.
func TestFullIntervalTable(t *testing.T) {
	table := newIntervalTable(1)
	at := func(i int) []interval { return []interval{{int64(i), gridUnits}} }
	for i := 1; i < maxIntervals; i++ {
		require.EqualValues(t, i, table.number(at(i)))
	}
	require.Zero(t, table.number(at(maxIntervals)))
	require.EqualValues(t, 7, table.number(at(7)))
	require.Equal(t, at(maxIntervals-1), table.of(maxIntervals-1))
}

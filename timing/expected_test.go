package timing_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/timing"
)

func TestFitMoves(t *testing.T) {
	// Games of 3 and 5 plies. At ply 0 the player to move makes 2 and 3 more moves, at ply 1 1 and
	// 2.
	require.Equal(t, timing.Table{2.5, 1.5, 1.5, 1, 1}, timing.FitMoves([]int{3, 5}, 2))
	require.Equal(t, timing.Table{3, 2, 1}, timing.FitMoves([]int{3}, 1))
	require.Equal(t, timing.Table{3, 2, 1}, timing.FitMoves([]int{3}, 0))
	require.Equal(t, timing.Table{2, 1, 1, 1}, timing.FitMoves([]int{4, 0, -7}, 3))
	require.Empty(t, timing.FitMoves(nil, 2))
	require.NoError(t, timing.FitMoves(nil, 2).Validate())
}

// The moves of all players add up to the plies of the game.
func TestFitMovesOfOneLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(1, 60).Draw(t, "length")
		players := rapid.IntRange(1, 4).Draw(t, "players")
		games := rapid.IntRange(1, 5).Draw(t, "games")
		var lengths []int
		for range games {
			lengths = append(lengths, length)
		}
		table := timing.FitMoves(lengths, players)
		require.Len(t, table, length)
		sum := 0.0
		for ply := range min(players, length) {
			sum += table[ply]
		}
		require.InDelta(t, float64(length), sum, 1e-9)
		require.Equal(t, 1.0, table[length-1])
	})
}

func TestTableAt(t *testing.T) {
	table := timing.Table{10, 20, 40}
	for x, want := range map[float64]float64{
		-1: 10, 0: 10, 0.25: 12.5, 1: 20, 1.5: 30, 2: 40, 3: 40, math.Inf(1): 40, math.Inf(-1): 10,
	} {
		require.Equal(t, want, table.At(x), "%v", x)
	}
	require.Equal(t, 10.0, table.At(math.NaN()))
	require.Equal(t, 1.0, timing.Table(nil).At(3))
}

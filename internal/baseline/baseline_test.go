package baseline

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/rng"
)

// Every simulation is counted, and the center is the best opening.
func TestConnect4OpensInTheCenter(t *testing.T) {
	s := NewConnect4(math.Sqrt2)
	s.Run(100_000, 1)
	visits := s.Visits()
	sum := uint32(0)
	for _, n := range visits {
		sum += n
		require.LessOrEqual(t, n, visits[3], "%v", visits)
	}
	require.EqualValues(t, 100_000, sum)
}

// Every simulation is counted, and each of the 22 openings is tried.
func TestBreakthroughCountsSimulations(t *testing.T) {
	s := NewBreakthrough(0.4)
	s.Run(20_000, 1)
	visits := s.Visits()
	sum := uint32(0)
	for _, n := range visits {
		sum += n
		require.NotZero(t, n)
	}
	require.Len(t, visits, 22)
	require.EqualValues(t, 20_000, sum)
}

// The board has the moves of the library's game, and games end alike.
func TestBreakthroughMoves(t *testing.T) {
	g := breakthrough.Game{}
	move := func(a breakthrough.Move, player int) uint8 {
		to, from := a.To()^56*player, a.From()^56*player
		return uint8(slices.Index(shifts[:], to-from)<<6 | to)
	}
	r := rng.New(1)
	for range 100 {
		s, b := g.Start(), newBoard()
		for wins := false; ; {
			actions := g.AppendActions(nil, &s)
			require.Equal(t, len(actions) == 0, wins)
			if wins {
				break
			}
			player := g.ToMove(&s)
			var moves []uint8
			for _, a := range actions {
				moves = append(moves, move(a, player))
			}
			require.ElementsMatch(t, moves, b.appendMoves(nil))
			k := r.IntN(len(actions))
			g.Apply(&s, actions[k])
			wins = b.play(1<<(moves[k]&63), moves[k]>>6)
		}
	}
}

// A move is drawn with equal probability, and playouts from the first position are even.
func TestBreakthroughPlayouts(t *testing.T) {
	const set = 0b1011001 << 40
	for k, want := range []int{40, 43, 44, 46} {
		require.EqualValues(t, uint64(1)<<want, nth(set, uint32(k)))
	}
	s, sum := Breakthrough{}, float32(0)
	const n = 4000
	for range n {
		sum += s.playout(newBoard())
	}
	require.InDelta(t, 0.5, float64(sum)/n, 0.05)
}

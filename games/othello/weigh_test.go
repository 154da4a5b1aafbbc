package othello

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
)

var _ game.Weigher[State, Move] = Game{}

func weights(g Game, s State) map[Move]float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), map[Move]float32{}
	g.Weigh(&s, actions, w)
	for i, m := range actions {
		all[m] = w[i]
	}
	return all
}

// The weights follow the eight symmetries of the board.
func TestWeightsFollowTheSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := New(rapid.SampledFrom([]int{4, 6, 8}).Draw(t, "size"))
		require.NoError(t, err)
		s := gametest.States(g, g.Start(), 60).Draw(t, "state")
		flipped := rapid.Bool().Draw(t, "flipped")
		quarters := rapid.IntRange(0, 3).Draw(t, "quarters")
		to := func(sq int) int {
			x, y := sq%8, sq/8
			if flipped {
				x, y = y, x
			}
			for range quarters {
				x, y = g.Size()-1-y, x
			}
			return squareAt(x, y)
		}
		turned := State{mover: s.mover}
		for player, set := range s.discs {
			for ; set != 0; set &= set - 1 {
				turned.discs[player] |= 1 << to(bits.TrailingZeros64(set))
			}
		}
		got := weights(g, turned)
		for m, w := range weights(g, s) {
			if m != Pass {
				m = Move(to(int(m)))
			}
			require.Equal(t, w, got[m])
		}
	})
}

func TestWeightsByHand(t *testing.T) {
	g := Game{}
	weigh := func(discs uint64, squares ...string) (w []float32) {
		var actions []Move
		for _, text := range squares {
			m, err := g.Parse(text)
			require.NoError(t, err)
			actions = append(actions, m)
		}
		w = make([]float32, len(actions))
		g.Weigh(&State{discs: [2]uint64{discs, 0}}, actions, w)
		return w
	}
	squares := []string{"a1", "b1", "a2", "b2", "c1", "c2", "d4", "h8", "g7", "g8", "h1", "g1", "pass"}
	require.Equal(t, []float32{10, 0.5, 0.5, 0.25, 1.5, 1, 1, 10, 0.25, 0.5, 10, 0.5, 1}, weigh(0, squares...))
	// A corner that is taken is no longer in danger.
	require.Equal(t, []float32{1.5, 1.5, 1, 0.25}, weigh(1, "b1", "a2", "b2", "g7"))
}

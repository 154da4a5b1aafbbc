package connect4

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
)

var _ game.Weigher[State, Drop] = Game{}

// weights returns the weights of all columns, 0 for those that are full.
func weights(g Game, s State) []float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), make([]float32, g.Width())
	g.Weigh(&s, actions, w)
	for i, a := range actions {
		all[a] = w[i]
	}
	return all
}

func TestWeightsOfTheEmptyBoard(t *testing.T) {
	require.Equal(t, []float32{0.35, 0.5, 0.75, 1, 0.75, 0.5, 0.35}, weights(Game{}, State{}))
}

// A board seen in a mirror has the weights in reverse order. A column that wins has the greatest
// weight, and one that prevents a loss the next greatest.
func TestWeightsFollowTheMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(4, maxWidth).Draw(t, "width")
		g, err := New(width, rapid.IntRange(1, maxHeight).Draw(t, "height"))
		require.NoError(t, err)
		var s, mirrored State
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			a := rapid.SampledFrom(actions).Draw(t, "action")
			g.Apply(&s, a)
			g.Apply(&mirrored, Drop(width-1-int(a)))
		}
		got, turned := weights(g, s), weights(g, mirrored)
		for a, w := range got {
			require.Equal(t, w, turned[width-1-a])
			if w == 0 {
				continue
			}
			next, other := s, State{own: s.own ^ s.discs, discs: s.discs}
			g.Apply(&next, Drop(a))
			wins := hasLine(next.own ^ next.discs)
			g.Apply(&other, Drop(a))
			loses := bits.OnesCount64(s.discs) > 0 && hasLine(other.own^other.discs)
			least, most := float32(0.3), float32(1)
			switch {
			case wins:
				least, most = 50*least, 50*most
			case loses:
				least, most = 10*least, 10*most
			}
			require.True(t, w >= least && w <= most, "%v of column %d, wins %t, prevents a loss %t", w, a, wins, loses)
		}
	})
}

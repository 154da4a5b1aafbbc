package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// As finds an optional interface behind a wrapper, unless the wrapper has no Unwrap.
func TestAs(t *testing.T) {
	inner := mcts.Game[connect4.State, connect4.Drop](connect4.Game{})
	hidden := bare[connect4.State, connect4.Drop]{inner}
	_, ok := game.As[mcts.Playouter[connect4.State]](inner)
	require.True(t, ok)
	_, ok = game.As[mcts.Playouter[connect4.State]](mcts.Game[connect4.State, connect4.Drop](hidden))
	require.False(t, ok)
	w := mcts.Game[connect4.State, connect4.Drop](wrapped[connect4.State, connect4.Drop]{hidden})
	_, ok = game.As[mcts.Playouter[connect4.State]](w)
	require.True(t, ok)
	_, ok = game.As[mcts.Copier[connect4.State]](w)
	require.False(t, ok)
}

// sampled is Connect Four with RandomAction, and copied one with a Copy.
type sampled struct {
	bare[connect4.State, connect4.Drop]
	draws *int
}

func (g sampled) RandomAction(s *connect4.State, r *rng.Rand) (connect4.Drop, bool) {
	*g.draws++
	actions := g.AppendActions(nil, s)
	if len(actions) == 0 {
		return 0, false
	}
	return actions[r.IntN(len(actions))], true
}

// A Sampler that draws outcomes as the search does by default gives the same tree: an optional
// interface makes the search faster and does not change its results.
func TestSampler(t *testing.T) {
	hidden := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	draws := 0
	_, want := search(t, hidden, connect4.State{}, mcts.Config{Seed: 2}, 300)
	_, got := search(t, sampled{hidden, &draws}, connect4.State{}, mcts.Config{Seed: 2}, 300)
	require.Equal(t, want.Children, got.Children)
	require.Positive(t, draws)
}

// listGame is a game whose states hold a slice.
type listGame struct{ stateOf[[]int] }

func (listGame) Copy(dst, src *[]int) { *dst = append((*dst)[:0], *src...) }

func (listGame) AppendActions(dst []int, s *[]int) []int {
	if len(*s) >= 6 {
		return dst
	}
	return append(dst, 0, 1, 2)
}

func (listGame) Apply(s *[]int, a int) { *s = append(*s, a) }

func (listGame) Returns(s *[]int, out []float64) {
	out[0] = 0
	for _, a := range *s {
		out[0] += float64(a) / 12
	}
}

func TestCopier(t *testing.T) {
	root := make([]int, 1, 100)
	s, r := search(t, listGame{}, root, mcts.Config{}, 3000)
	require.Equal(t, 2, r.Action)
	require.Equal(t, make([]int, 100), root[:100], "the root is only read")
	root[0] = 7
	run(t, s, []int{0}, 10)
	require.Equal(t, 3010, s.Root().Visits(), "the search has a copy of its own")
	root[0] = 0
	requireAdvance(t, true, s, 2)
	run(t, s, append(root, 2), 10)
	require.Greater(t, s.Root().Visits(), 100)
}

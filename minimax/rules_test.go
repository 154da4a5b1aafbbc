package minimax_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/minimax"
)

// capable is a tree with every optional interface that a search uses. It counts the calls of each.
type capable struct {
	tree
	calls map[game.Capability]int
}

func (g capable) Copy(dst, src *treeState) {
	g.calls[game.HasCopier]++
	*dst = *src
}

func (g capable) Hash(s *treeState) uint64 {
	g.calls[game.HasHasher]++
	return g.tree.Hash(s)
}

func (g capable) Evaluate(s *treeState, out []float64) {
	g.calls[game.HasEvaluator]++
	g.tree.Evaluate(s, out)
}

func (g capable) AppendOutcomes(dst []game.Outcome[int], _ *treeState) []game.Outcome[int] {
	return dst
}

// without is a capable game that switches off one optional interface.
type without struct {
	capable
	off game.Capability
}

func (g without) Supports(c game.Capability) bool { return c != g.off }

// wrapped is a wrapper whose only method besides the game's is Unwrap.
type wrapped struct {
	game.Game[treeState, int]
}

func (w wrapped) Unwrap() game.Game[treeState, int] { return w.Game }

// newCapable returns a game in which both players act once and the first action of player 0 is the
// best.
func newCapable() capable {
	return capable{
		tree{{children: []int{1, 2}}, {1, []int{3, 4}, 0.25}, {1, []int{3}, 0.125}, {value: 0.75}, {value: 1}},
		map[game.Capability]int{},
	}
}

// A search uses the optional interfaces of a game behind a wrapper, unless the game switches them
// off.
func TestOptionalInterfaces(t *testing.T) {
	used := map[game.Capability]minimax.Config{
		game.HasCopier:    {},
		game.HasHasher:    {TableBits: 4},
		game.HasEvaluator: {Depth: 1},
	}
	for capability, config := range used {
		t.Run(string(capability), func(t *testing.T) {
			g := newCapable()
			run(t, wrapped{g}, treeState{}, config)
			require.NotZero(t, g.calls[capability])

			off := without{newCapable(), capability}
			config.TableBits = 0
			run(t, wrapped{off}, treeState{}, config)
			require.Zero(t, off.calls[capability])
		})
	}
}

func TestHashSwitchedOff(t *testing.T) {
	_, err := minimax.New(without{newCapable(), game.HasHasher}, minimax.Config{TableBits: 4})
	require.EqualError(t, err, "minimax: Config.TableBits is 4, want a game with Hash")
}

func TestEvaluateSwitchedOff(t *testing.T) {
	config := minimax.Config{Depth: 1}
	require.InDelta(t, 0.25, run(t, newCapable(), treeState{}, config).Value, 0)
	require.InDelta(t, 0.5, run(t, without{newCapable(), game.HasEvaluator}, treeState{}, config).Value, 0)
}

// A game that switches off ChanceGame has a wrong mover, not chance.
func TestChanceSwitchedOff(t *testing.T) {
	g := newCapable()
	g.tree[1].mover = game.Chance
	for want, off := range map[string]game.Capability{
		minimax.ErrChance.Error():            game.HasHasher,
		"minimax: ToMove is -1, want 0 or 1": game.HasChanceGame,
	} {
		t.Run(want, func(t *testing.T) {
			search, err := minimax.New(without{g, off}, minimax.Config{})
			require.NoError(t, err)
			_, err = search.Run(context.Background(), &treeState{})
			require.EqualError(t, err, want)
		})
	}
}

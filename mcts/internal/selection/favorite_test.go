package selection_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// bandit is a node whose actions have different means.
type bandit struct {
	*root
	choose selection.Chooser
	means  []float64
	shift  float64 // of all returns
	step   float64 // between the returns
	rand   *rng.Rand
}

func newBandit(c float64, means []float64, shift, step float64, seed uint64) *bandit {
	r := &root{Tree: tree.New(1, tree.NewActions[int]())}
	b := &bandit{r, selection.New(&r.Tree, policy.UCT{C: c}, nil), means, shift, step, rng.New(seed)}
	b.begin()
	return b
}

// begin visits every edge once.
func (b *bandit) begin() {
	b.Reset()
	b.Link(tree.Root, tree.Make(&b.Tree, 0, make([]int, len(b.means))))
	for k := range uint32(len(b.means)) {
		tree.Try[int](&b.Tree, b.block(), k)
		b.visit(k)
	}
}

func (b *bandit) visit(k uint32) {
	v := b.shift + math.Floor(b.means[k]+b.rand.Float64()/b.step)*b.step
	b.AddReturns(&tree.Walk{Path: []tree.Step{{Slot: b.block().First() + k}}}, []float64{v})
}

// next returns the edge to visit, and whether that was certain without a look at the others.
func (b *bandit) next() (k uint32, isAgain bool) {
	if !b.choose.MayHaveFavorite(b.block(), b.visits()) {
		return b.choose.UCT(b.block(), b.visits()), false
	}
	if k, isAgain = b.Again(b.block(), b.visits()); !isAgain {
		k = b.choose.ChooseOften(b.block(), b.visits())
	}
	return k, isAgain
}

// A node with a favorite chooses what UCT chooses, also if other ways choose now and then, and if
// the tree is compacted.
func TestFavorites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := math.Pow(10, rapid.Float64Range(-3, 1).Draw(t, "log C"))
		means := rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 7).Draw(t, "means")
		shift := rapid.SampledFrom([]float64{0, -0.5, -2, 1. / 3}).Draw(t, "shift")
		step := rapid.SampledFrom([]float64{1, 0.5, 0.125, 1. / 3}).Draw(t, "step")
		seldom := rapid.IntRange(1, 3000).Draw(t, "other ways, one in so many")
		compactions := rapid.IntRange(1, 3000).Draw(t, "compacted, one visit in so many")
		b := newBandit(c, means, shift, step, rapid.Uint64().Draw(t, "seed"))
		for range 4000 {
			want := uint32(policy.UCT{C: c}.Best(b.stats(), b.visits()))
			var k uint32
			if b.rand.IntN(seldom) > 0 {
				k, _ = b.next()
			} else {
				var err error
				k, err = b.choose.Choose(&b.pass, b.choose.At(&b.pass), b.block(), b.block().Count(), b.visits())
				require.NoError(t, err)
			}
			require.Equal(t, want, k, "after %d visits", b.visits())
			b.visit(k)
			if b.rand.IntN(compactions) == 0 {
				b.MoveRoot(tree.Root)
			}
		}
	})
}

// Most choices of a node that is visited often are certain, and none where trees have no favorites.
func TestFavoritesAreCertain(t *testing.T) {
	certain := func(means []float64, kind tree.Kind) (share float64) {
		b := newBandit(policy.DefaultC, means, 0, 1, 1)
		if b.Kind = kind; kind.Growing {
			b.Shrink(true)
			b.Grow()
			b.begin()
		}
		const n = 20_000
		for range n {
			k, isAgain := b.next()
			if b.visit(k); isAgain {
				share += 1. / n
			}
		}
		return share
	}
	clear, equal := []float64{0.2, 0.3, 0.7, 0.4}, []float64{0.5, 0.5, 0.5, 0.5}
	require.Greater(t, certain(clear, tree.Kind{}), 0.9)
	require.Greater(t, certain(equal, tree.Kind{}), 0.7)
	for _, kind := range []tree.Kind{{Unordered: true}, {Growing: true}, {Graph: true}, {Virtual: true}} {
		require.Zero(t, certain(clear, kind), "%+v", kind)
	}
}

// A block forgets its favorite when the tree is compacted, and when another way chooses.
func TestFavoritesAreForgotten(t *testing.T) {
	b := newBandit(policy.DefaultC, []float64{0.2, 0.7}, 0, 1, 1)
	for range 5000 {
		k, _ := b.next()
		b.visit(k)
	}
	before := b.Favorite(b.block())
	require.Greater(t, before.Until, b.visits())
	b.MoveRoot(tree.Root)
	require.Zero(t, b.Favorite(b.block()))

	b.SetFavorite(b.block(), before)
	require.Equal(t, before, b.Favorite(b.block()))
	require.EqualValues(t, 0, b.block().Player)
	_, err := b.choose.Choose(&b.pass, b.choose.At(&b.pass), b.block(), b.block().Count(), b.visits())
	require.NoError(t, err)
	require.Zero(t, b.Favorite(b.block()))
}

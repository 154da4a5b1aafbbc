package selection_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/ucb"
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

// fall visits an edge with the return that brings its mean to another value.
func (b *bandit) fall(k uint32, mean float64) {
	s := b.block().StatsOf(k)
	n := float64(s.Visits)
	b.AddReturns(&tree.Walk{Path: []tree.Step{{Slot: b.block().First() + k}}}, []float64{mean*(n+1) - float64(s.Mean)*n})
}

// Among two actions, a favorite is certain for as long as it can be: if its mean falls to the limit
// at once, it is still chosen at the last of these visits, but not with a slightly lower mean. One
// half of its lead is for visits, or as much as an eighth of its node's visits need.
func TestFavoritesAtTheirLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := math.Pow(10, rapid.Float64Range(-2, 0.5).Draw(t, "log C"))
		means := []float64{rapid.Float64Range(0, 1).Draw(t, "mean"), rapid.Float64Range(0, 1).Draw(t, "mean")}
		b := newBandit(c, means, 0, 1./3, rapid.Uint64().Draw(t, "seed"))
		for n := rapid.IntRange(1100, 6000).Draw(t, "visits"); int(b.visits()) < n; {
			b.visit(uint32(policy.UCT{C: c}.Best(b.stats(), b.visits())))
		}
		visits := b.visits()
		k := b.choose.ChooseOften(b.block(), visits)
		f := b.Favorite(b.block())
		if f.Until == 0 {
			return
		}
		bonus := func(edge, more uint32) float64 { // after more visits of the favorite, whose own does not count that its node grows
			n, total := b.block().StatsOf(edge).Visits, visits+more
			if edge == k {
				n, total = n+more, visits
			}
			return c * math.Sqrt(math.Log(float64(total))/float64(n))
		}
		lost := func(more uint32) float64 {
			return bonus(k, 0) - bonus(k, more) + bonus(1-k, more) - bonus(1-k, 0)
		}
		more := f.Until - visits
		mean, other := float64(b.block().StatsOf(k).Mean), float64(b.block().StatsOf(1-k).Mean)
		lead := mean + bonus(k, 0) - other - bonus(1-k, 0)
		require.LessOrEqual(t, lost(more), lead/2+1e-6)
		switch {
		case more == visits/8:
		case more <= b.block().StatsOf(k).Visits/4: // Among so few, all visits cost about the same.
			require.Greater(t, lost(more+1), 0.4*lead, "%d more visits", more)
		default:
			require.Less(t, more, visits/8)
		}
		require.InDelta(t, other+bonus(1-k, more)-bonus(k, more), f.Above, 1e-5)

		// The limit covers eight roundings of each of its terms, which are of single precision.
		log, favorite, rival := ucb.SqrtLog(visits), b.block().StatsOf(k).Visits, float64(ucb.InvSqrt(b.block().StatsOf(1-k).Visits))
		own := float64(float32(c)*log) * float64(ucb.InvSqrt(favorite+more))
		others := float64(float32(other)+float32(c)*log*float32(rival)) + (float64(float32(c)*ucb.SqrtLog(f.Until))-float64(float32(c)*log))*rival
		terms := others + own + float64(float32(c)*log)*rival
		require.InDelta(t, 0x1p-21, (float64(f.Above)-(others-own))/terms, 0x1p-22)

		for range more {
			b.fall(k, float64(f.Above)+2e-7)
			if _, isSo := b.Again(b.block(), b.visits()); isSo {
				require.EqualValues(t, k, policy.UCT{C: c}.Best(b.stats(), b.visits()), "%d visits, %+v", b.visits(), f)
			}
		}
		require.Equal(t, f.Until, b.visits())
	})
}

// A block without a favorite looks for one at one of 32 visits, also if these come in such steps.
func TestLooksForFavorites(t *testing.T) {
	b := newBandit(policy.DefaultC, []float64{0.2, 0.7}, 0, 1, 1)
	for _, step := range []uint32{1, 2, 3, 32, 64, 100} {
		n, looks := uint32(20_000), 0
		for i := range n {
			if b.choose.MayHaveFavorite(b.block(), 1024+i*step) {
				looks++
			}
		}
		require.InDelta(t, 1./32, float64(looks)/float64(n), 0.002, "steps of %d", step)
	}
	for visits := range uint32(1024) {
		require.False(t, b.choose.MayHaveFavorite(b.block(), visits))
	}
	first := uint32(1024)
	for !b.choose.MayHaveFavorite(b.block(), first) {
		first++
	}
	require.Less(t, first, uint32(1024+64))
	b.SetFavorite(b.block(), tree.Favorite{Until: 5000})
	require.False(t, b.choose.MayHaveFavorite(b.block(), 1023))
	require.True(t, b.choose.MayHaveFavorite(b.block(), 1024))
}

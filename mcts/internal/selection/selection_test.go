package selection_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// root is a tree with a block at its root.
type root struct {
	tree.Tree
	pass pass.Pass
}

// newRoot draws visits and means of up to 12 actions, of which some are tried.
func newRoot(t *rapid.T, all bool) *root {
	r := &root{Tree: tree.New(2, tree.NewActions[int]())}
	return r.grow(t, all)
}

func (r *root) grow(t *rapid.T, all bool) *root {
	r.Reset()
	n := rapid.IntRange(2, 12).Draw(t, "actions")
	r.Link(tree.Root, tree.Make(&r.Tree, 0, make([]int, n)))
	tried := n
	if !all {
		tried = rapid.IntRange(1, n).Draw(t, "tried")
	}
	for k := range uint32(tried) {
		tree.Try[int](&r.Tree, r.block(), k)
		for range rapid.IntRange(1, 5).Draw(t, "visits") {
			returns := []float64{float64(rapid.IntRange(0, 4).Draw(t, "return")) / 4, 0}
			r.AddReturns(&tree.Walk{Path: []tree.Step{{Slot: r.block().First() + k}}}, returns)
		}
	}
	return r
}

func (r *root) block() tree.Block { return r.Below(tree.Root) }

func (r *root) stats() (all []policy.Stats) {
	for k := range r.block().Tried() {
		all = append(all, r.block().StatsOf(k))
	}
	return all
}

func (r *root) visits() uint32 {
	visits, _ := r.Edge(tree.Root)
	return visits
}

// requireChoice requires an edge of both ways to choose one, by the statistics of the tree.
func (r *root) requireChoice(t *rapid.T, c *selection.Chooser, want uint32) {
	k, err := c.Choose(&r.pass, c.At(&r.pass), r.block(), r.block().Count(), r.visits())
	require.NoError(t, err)
	require.Equal(t, want, k)
	k, err = c.ChooseBy(&r.pass, r.block(), r.stats(), r.visits())
	require.NoError(t, err)
	require.Equal(t, want, k)
}

// Every way to a choice chooses as the strategy does.
func TestShortWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRoot(t, true)
		uct := policy.UCT{C: rapid.Float64Range(0, 2).Draw(t, "C")}
		want := uint32(uct.Select(&policy.Node{Children: r.stats(), Visits: r.visits()}))
		c := selection.New(&r.Tree, uct, nil)
		require.True(t, c.IsPlainUCT(r.block()))
		require.EqualValues(t, want, c.UCT(r.block(), r.visits()))
		r.requireChoice(t, &c, want)
		c.Ask()
		require.False(t, c.IsPlainUCT(r.block()))
		r.Mark(r.block().Slot())
		require.False(t, c.IsPlainUCT(r.block()), "the choice depends on more")
	})
}

// In other units than 1, every way chooses as the strategy does in these units, and none is short.
// Nor is one while the chooser takes detours.
func TestUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRoot(t, true)
		b := r.block()
		uct := policy.UCT{C: rapid.Float64Range(0, 2).Draw(t, "C")}
		unit := rapid.SampledFrom([]float64{0.25, 1, 20}).Draw(t, "unit")
		want := uint32(uct.Select(&policy.Node{Children: r.stats(), Visits: r.visits(), Unit: unit}))
		c := selection.New(&r.Tree, uct, nil)
		c.Scale([]float64{unit, 7})
		require.False(t, c.IsPlainUCT(b))
		r.requireChoice(t, &c, want)

		c.Scale(nil)
		require.True(t, c.IsPlainUCT(b))
		require.InDelta(t, 1, c.Node.Unit, 0)
		c.Detour(true)
		require.False(t, c.IsPlainUCT(b))
		c.Detour(false)
		require.True(t, c.IsPlainUCT(b))
	})
}

// A short way that was set in other units is taken when they are 1 again.
func TestShortWayAndUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &root{Tree: tree.New(2, tree.NewActions[int]())}
		priors := tree.NewData[float32](&r.Tree, true)
		r.grow(t, true)
		c := selection.New(&r.Tree, policy.PUCT{}, nil)
		c.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Priors = priors.Of(at) })
		early := rapid.Bool().Draw(t, "units first")
		if early {
			c.Scale([]float64{2, 2})
		}
		c.SetFast(selection.PUCT(policy.PUCT{}, priors))
		require.Equal(t, !early, c.IsFast(r.block()))
		c.Scale([]float64{3, 3})
		require.False(t, c.IsFast(r.block()))
		c.Scale(nil)
		require.True(t, c.IsFast(r.block()))

		more := selection.New(&r.Tree, policy.PUCT{}, nil)
		more.SetFast(selection.PUCT(policy.PUCT{}, priors))
		require.False(t, more.IsFast(r.block()), "it sees no column, and a short way is for one")

		var seen policy.Node
		last := int(r.block().Count()) - 1
		root := selection.New(&r.Tree, policy.PUCT{}, picky{last, &seen})
		root.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Priors = priors.Of(at) })
		root.SetFast(selection.PUCT(policy.PUCT{}, priors))
		k, err := root.Choose(&r.pass, root.At(&r.pass), r.block(), r.block().Count(), r.visits())
		require.NoError(t, err)
		require.EqualValues(t, last, k, "the short way is not that of the root's strategy")
	})
}

// The short way of PUCT chooses as PUCT does, among tried actions and the next untried one.
func TestShortWayOfPUCT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &root{Tree: tree.New(2, tree.NewActions[int]())}
		priors := tree.NewData[float32](&r.Tree, true)
		r.grow(t, false)
		b := r.block()
		shown := min(b.Tried()+1, b.Count())
		all := make([]float32, shown)
		for k := range all {
			all[k] = float32(rapid.IntRange(1, 8).Draw(t, "prior")) / 8
			*priors.At(b.First() + uint32(k)) = all[k]
		}
		puct := policy.PUCT{}
		c, asked := selection.New(&r.Tree, puct, nil), selection.New(&r.Tree, puct, nil)
		for _, to := range []*selection.Chooser{&c, &asked} {
			to.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Priors = priors.Of(at) })
		}
		c.SetFast(selection.PUCT(puct, priors))
		require.Equal(t, b.IsPlain(), c.IsFast(b))
		want, err := asked.Choose(&r.pass, asked.At(&r.pass), b, shown, r.visits())
		require.NoError(t, err)
		got, err := c.Choose(&r.pass, c.At(&r.pass), b, shown, r.visits())
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

// picky is a strategy that chooses what it is told, and keeps what it sees.
type picky struct {
	index int
	seen  *policy.Node
}

func (p picky) Select(n *policy.Node) int { *p.seen = *n; return p.index }
func (picky) Needs() policy.Needs         { return policy.NeedEvaluations }

// odd leaves out every other edge.
type odd struct {
	places []uint32
	tried  uint32
}

func (o *odd) Filter(n *policy.Node, at tree.Edges, tried uint32) tree.Edges {
	o.places, o.tried = o.places[:0], tried
	var left []policy.Stats
	for k := range uint32(at.N) {
		if k%2 == 1 {
			o.places, left = append(o.places, k), append(left, n.Children[k])
		}
	}
	n.Children = left
	at.N, at.Places = len(left), &o.places
	return at
}

// A strategy sees the children that a filter leaves and what the columns have of them, and what it
// chooses is an edge of the block. The root may have another strategy.
func TestChooseAmongSome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &root{Tree: tree.New(2, tree.NewActions[int]())}
		column := tree.NewData[float32](&r.Tree, true)
		r.grow(t, true)
		b := r.block()
		for k := range b.Count() {
			*column.At(b.First() + k) = float32(k)
		}
		n := int(b.Count())
		index := rapid.IntRange(-1, n).Draw(t, "index")
		var seen policy.Node
		c := selection.New(&r.Tree, policy.UCT{}, picky{index, &seen})
		c.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Evaluations = column.Of(at) })
		want := make([]float32, n)
		for k := range want {
			want[k] = float32(k)
		}
		if rapid.Bool().Draw(t, "filter") {
			c.Filter = &odd{}
			r.Mark(b.Slot())
			b = r.block()
			want = slices.DeleteFunc(want, func(k float32) bool { return int(k)%2 == 0 })
		}
		k, err := c.Choose(&r.pass, c.At(&r.pass), b, b.Count(), r.visits())
		require.Equal(t, want, seen.Evaluations)
		require.Len(t, seen.Children, len(want))
		if uint(index) >= uint(len(want)) {
			require.ErrorContains(t, err, "chose child")
			return
		}
		require.NoError(t, err)
		require.EqualValues(t, want[index], k)

		below := pass.Pass{Walk: tree.Walk{Path: []tree.Step{{Slot: b.First()}}}}
		_, isInterior := c.At(&below).Selection.(policy.UCT)
		require.True(t, isInterior)
	})
}

// A choice by statistics that are not stored in the tree asks the same strategies and filters,
// about the edges that have any, of which the tried ones come first.
func TestChooseByOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRoot(t, false)
		uct := policy.UCT{C: 0.5}
		stats := r.stats()
		if r.block().Tried() < r.block().Count() && rapid.Bool().Draw(t, "one more") {
			stats = append(stats, policy.Stats{Mean: 0.5})
		}
		for k := range stats {
			stats[k].Visits += uint32(rapid.IntRange(1, 9).Draw(t, "others"))
		}
		var seen policy.Node
		filter := &odd{}
		c := selection.New(&r.Tree, uct, nil)
		c.Filter = filter
		k, err := c.ChooseBy(&r.pass, r.block(), stats, 50)
		require.NoError(t, err)
		require.EqualValues(t, uct.Select(&policy.Node{Children: stats, Visits: 50}), k, "nothing is filtered")
		require.Nil(t, filter.places)

		r.Mark(r.block().Slot())
		if len(stats) > 1 {
			k, err = c.ChooseBy(&r.pass, r.block(), stats, 50)
			require.NoError(t, err)
			require.EqualValues(t, 1, k%2, "the filter leaves odd ones")
			require.Equal(t, r.block().Tried(), filter.tried)
		}
		at := selection.New(&r.Tree, uct, picky{0, &seen})
		k, err = at.ChooseBy(&r.pass, r.block(), stats, 50)
		require.NoError(t, err)
		require.Zero(t, k)
		require.Equal(t, stats, seen.Children, "without a filter")
		require.EqualValues(t, 50, seen.Visits)
	})
}

// mixes is a strategy that claims a probability.
type mixes struct {
	picky
	probability float64
}

func (m mixes) Sample(n *policy.Node) (int, float64) { return m.Select(n), m.probability }

// A probability is more than 0 and up to 1, and is kept for every step of the path.
func TestProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRoot(t, true)
		for probability, want := range map[float64]bool{0: false, 1e-9: true, 0.5: true, 1: true, 1.1: false} {
			var seen policy.Node
			c := selection.New(&r.Tree, mixes{picky{1, &seen}, probability}, nil)
			require.True(t, c.Samples)
			k, err := c.Choose(&r.pass, c.At(&r.pass), r.block(), r.block().Count(), r.visits())
			if !want {
				require.ErrorContains(t, err, "sampled child 1 with probability")
				continue
			}
			require.NoError(t, err)
			require.EqualValues(t, 1, k)
			require.Equal(t, []float64{probability}, r.pass.Sampled)
		}
	})
}

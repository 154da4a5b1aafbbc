package mcts

import (
	"context"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
)

// Every return is counted once, whoever comes first, and the mean is theirs: negative, fractional
// and large ones.
func TestSharedMean(t *testing.T) {
	for _, scale := range []float64{1, -0.3, 1e30, 1e-20} {
		c := new(chunk[int])
		const each = 20_000
		var all sync.WaitGroup
		nodes := make([]int, 4)
		for n := range nodes {
			all.Go(func() {
				k := newTestWalker(uint64(n))
				for i := range each {
					k.addAll(c, 7, scale*float64(i%5)/4, 1)
				}
				nodes[n] = k.nodes
			})
		}
		all.Wait()
		require.EqualValues(t, 4*each, c.stats[7].Visits)
		require.InDelta(t, 0.5, float64(c.stats[7].Mean)/scale, 1e-5)
		require.Equal(t, 1, nodes[0]+nodes[1]+nodes[2]+nodes[3], "one of them was first")
		require.Zero(t, c.stats[6])
		require.Zero(t, c.stats[8])
	}
}

// A mean goes on moving after visits of which none moves it by as much as a float32 can tell.
func TestSharedMeanDoesNotFreeze(t *testing.T) {
	k := newTestWalker(1)
	c := new(chunk[int])
	const before = 1 << 26
	c.stats[0] = policy.Stats{Mean: 0.75, Visits: before}
	for range 1 << 20 {
		k.addAll(c, 0, 0, 1)
	}
	want := 0.75 * before / (before + 1<<20)
	require.InDelta(t, want, c.stats[0].Mean, 1e-4)
	require.Greater(t, 0.75-want, 1e-2, "a float32 that is rounded to the nearest would not have moved")
	plain := float32(0.75)
	for range 1000 {
		plain -= plain / before
	}
	require.Equal(t, float32(0.75), plain)
}

// Rounding is to one of the two neighbours, and right on average.
func TestRound(t *testing.T) {
	k := newTestWalker(1)
	for _, mean := range []float64{0.3, -0.3, 0.1234567890123, -1e-30, 5e20 / 3} {
		low, high, sum := math.Inf(1), math.Inf(-1), 0.0
		const n = 10_000
		for range n {
			f := float64(k.round(mean, 1<<20))
			low, high, sum = min(low, f), max(high, f), sum+(f-mean)
		}
		require.True(t, low < mean && mean < high, mean)
		require.Equal(t, float32(high), math.Nextafter32(float32(low), float32(math.Inf(1))))
		require.InDelta(t, 0, sum/n/(high-low), 0.03)
		require.Equal(t, float32(mean), k.round(mean, 100), "exact enough")
	}
	require.Equal(t, float32(0.5), k.round(0.5, 1<<20))
}

// A selection sees virtual visits as visits: with the current mean, or with the value of a loss if
// there is a virtual loss. A child without a result has the expected mean of the others.
func TestLook(t *testing.T) {
	c := new(chunk[int])
	c.stats[1], c.links[1].low = policy.Stats{Mean: 0.5, Visits: 4}, 2
	c.stats[2] = policy.Stats{Mean: 0.25, Visits: 1}
	c.links[3].low = 1
	k := &walker[int, int]{worker: &worker[int, int]{}, few: 10}
	require.Equal(t, []policy.Stats{{Mean: 0.5, Visits: 6}, {Mean: 0.25, Visits: 1}, {Mean: 0.375, Visits: 1}, {Mean: 0.375, Visits: 1}}, k.look(c, 1, 4))
	k.loss = true
	require.Equal(t, []policy.Stats{{Mean: 0.5 * 4 / 6, Visits: 6}, {Mean: 0.25, Visits: 1}, {Visits: 1}, {Visits: 1}}, k.look(c, 1, 4))
}

// Check reports virtual visits that were not removed.
func TestCheckFindsVirtualVisits(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Parallel: TreeParallel{Workers: 2}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 1000})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	c, i := s.w.tree.at(s.root().Children()[0].slot)
	c.links[i].low = 1
	require.ErrorContains(t, s.Check(), "1 virtual visits remain")
	c.links[i].low = 0
	child := c.links[i].child
	c.links[i].child = 1 // its parent's block
	require.Error(t, s.Check(), "a tree that leads back to itself")
	c.links[i].child = child
	require.NoError(t, s.Check())
}

// Blocks of several workers lie in any order; what Advance keeps is what was there.
func TestAdvanceInASharedTree(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Parallel: TreeParallel{Workers: 4}})
	require.NoError(t, err)
	state := connect4.State{}
	for range 6 {
		r, err := s.Run(context.Background(), &state, Budget{Simulations: Fewer(60_000)})
		require.NoError(t, err)
		require.NoError(t, s.Check())
		child, ok := find(s.root().Children(), r.Action)
		require.True(t, ok)
		before := child.json(1)
		kept, err := s.Advance(r.Action)
		require.NoError(t, err)
		require.True(t, kept)
		require.NoError(t, s.Check())
		after := s.root().json(1)
		before.Action, after.Action = "", ""
		before.Mean = 0
		require.Equal(t, before, after)
		connect4.Game{}.Apply(&state, r.Action)
	}
}

// One walker alone is the serial search.
func TestTreeOfOneWorker(t *testing.T) {
	OneGoroutine(t)
	for _, playout := range []policy.Playout{nil, policy.LGRF{}} {
		s, err := New(bare[connect4.State, connect4.Drop]{connect4.Game{}}, Config{Seed: 4, Playout: playout, Parallel: TreeParallel{Workers: 1}})
		require.NoError(t, err)
		serial, err := New(bare[connect4.State, connect4.Drop]{connect4.Game{}}, Config{Seed: 4, Playout: playout})
		require.NoError(t, err)
		for _, search := range []*Search[connect4.State, connect4.Drop]{s, serial} {
			for range 2 {
				r, err := search.Run(context.Background(), &connect4.State{}, Budget{Simulations: 20_000})
				require.NoError(t, err)
				require.NoError(t, search.Check())
				require.Equal(t, search.w.tree.nodes, r.Nodes)
			}
		}
		require.Equal(t, text(t, serial.root()), text(t, s.root()))
	}
}

// No trace is lost between workers, and nobody learns one twice.
func TestSharedLearning(t *testing.T) {
	made := &census{}
	s, err := New(connect4.Game{}, Config{Playout: made, Parallel: TreeParallel{Workers: 3}})
	require.NoError(t, err)
	total := 0
	for _, n := range []int{1, 1000, 3333} {
		total += n
		_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: n})
		require.NoError(t, err)
		require.Len(t, made.all, 3)
		for _, c := range made.all {
			require.Equal(t, total, c.learned)
			require.Equal(t, made.all[0].plies, c.plies)
		}
	}
}

// census makes policies that count what they learn.
type census struct{ all []*counter }

type counter struct{ learned, plies int }

func (c *census) New(policy.Info) (policy.Chooser, error) {
	c.all = append(c.all, &counter{})
	return c.all[len(c.all)-1], nil
}

func (*counter) Choose(c *policy.Choice) int { return c.Rand.IntN(len(c.Actions)) }

func (c *counter) Learn(t *policy.Trace) {
	c.learned++
	for _, p := range t.Plies {
		c.plies += int(p.Action) + 1
	}
}

// newTestWalker returns a walker that has a random stream and nothing else.
func newTestWalker(seed uint64) *walker[int, int] {
	w := &worker[int, int]{}
	w.sim.rand.Seed(seed)
	return &walker[int, int]{worker: w}
}

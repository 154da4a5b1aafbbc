package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Every return is counted once, whoever comes first, and the mean is theirs: negative, fractional
// and large ones.
func TestSharedMean(t *testing.T) {
	for _, scale := range slices.Repeat([]float64{1, -0.3, 1e30, 1e-20}, 4) {
		c := new(chunk)
		// So few that random rounding leaves a small error: its standard deviation is 1.4e-6.
		const each = 5_000
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
	c := new(chunk)
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
	c := new(chunk)
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

// Workers that share a tree try actions in the order of the playout policy, and credit each edge
// with the return of the player who chose it.
func TestSharedTreeTriesAndCredits(t *testing.T) {
	last := PlayoutFunc(func(_ *connect4.State, _ int, actions []connect4.Drop, _ *rng.Rand) int { return len(actions) - 1 })
	state := connect4.State{}
	connect4.Game{}.Apply(&state, 3) // Player 1 is to move.
	for _, backup := range []policy.Backup{nil, halved{}} {
		t.Run(fmt.Sprintf("%T%+v", backup, backup), func(t *testing.T) {
			s, err := New(connect4.Game{}, Config{Playout: last, Backup: backup, Parallel: TreeParallel{Workers: 2}})
			require.NoError(t, err)
			r, err := s.Run(context.Background(), &state, Budget{Simulations: 1})
			require.NoError(t, err)
			require.EqualValues(t, 6, r.Children[0].Action)
			require.Equal(t, 1, r.Children[0].Visits)
			want := r.Values[1]
			if backup != nil {
				want = 0.25
			}
			require.NotEqual(t, r.Values[0], r.Values[1])
			require.Equal(t, want, r.Children[0].Mean)
		})
	}
}

// Below the root, too, workers that share a tree try actions in the order of the playout policy.
func TestSharedTreeTriesInOrder(t *testing.T) {
	last := PlayoutFunc(func(_ *connect4.State, _ int, actions []connect4.Drop, _ *rng.Rand) int { return len(actions) - 1 })
	s, err := New(connect4.Game{}, Config{Playout: last, Parallel: TreeParallel{Workers: 2}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 40})
	require.NoError(t, err)
	below := 0
	for _, child := range s.root().Children() {
		if grandchildren := child.Children(); len(grandchildren) > 0 {
			below++
			require.EqualValues(t, 6, grandchildren[0].Action())
		}
	}
	require.Positive(t, below)
}

// halved credits every edge with a quarter.
type halved struct{}

func (halved) Credit(_ *policy.Trace, out []float64) {
	for i := range out {
		out[i] = 0.25
	}
}

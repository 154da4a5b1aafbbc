package mcts

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Check reports virtual visits that were not removed.
func TestCheckFindsVirtualVisits(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Parallel: TreeParallel{Workers: 2}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 1000})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	b := s.root().block()
	s.w.tree.EnterEdge(b.First())
	require.ErrorContains(t, s.Check(), "1 virtual visits remain")
	s.w.tree.LeaveEdges([]uint32{b.First()})
	require.NoError(t, s.Check())
}

// Blocks of several workers lie in any order; what Advance keeps is what was there.
func TestAdvanceInASharedTree(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Parallel: TreeParallel{Workers: 4}})
	require.NoError(t, err)
	state := connect4.State{}
	for range 6 {
		r, err := s.Run(context.Background(), &state, Budget{Simulations: Fewer(testkit.Few(15_000, 60_000))})
		require.NoError(t, err)
		require.NoError(t, s.Check())
		child, ok := find(s.root(), r.Action)
		require.True(t, ok)
		before := texts(child)
		kept, err := s.Advance(r.Action)
		require.NoError(t, err)
		require.True(t, kept)
		require.NoError(t, s.Check())
		require.Equal(t, before, texts(s.root()))
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
				require.Equal(t, search.w.tree.Nodes(), r.Nodes)
			}
		}
		require.Equal(t, texts(serial.root()), texts(s.root()))
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

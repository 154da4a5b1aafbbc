package mcts

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A search ends before the visits of a root exceed 32 bits, those of several trees together.
func TestVisitsOfTheRootAreLimited(t *testing.T) {
	for _, c := range []struct {
		parallel Parallel
		want     int
	}{{nil, 10}, {RootParallel{Trees: 3, Workers: 1}, 30}, {LockStep{Workers: 1}, 10}, {TreeParallel{Workers: 2}, 10}} {
		s, err := New(connect4.Game{}, Config{Parallel: c.parallel})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 100})
		require.NoError(t, err)
		s.trees[len(s.trees)-1].tree.chunks[0].stats[rootSlot].Visits = math.MaxUint32 - 10
		r, err := s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 1000})
		require.NoError(t, err)
		require.Equal(t, StopOverflow, r.Stop, "%T", c.parallel)
		require.Equal(t, c.want, r.Simulations, "%T", c.parallel)
	}
}

// At the end of a Run, every worker has learned of every simulation.
func TestWorkersCatchUp(t *testing.T) {
	for _, p := range []Parallel{LockStep{Workers: 4, Batch: 2}, LeafParallel{Workers: 4, Playouts: 2}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			made := &census{}
			s, err := New(connect4.Game{}, Config{Playout: made, Parallel: p})
			require.NoError(t, err)
			for n := 1; n <= 40; n++ {
				_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 2})
				require.NoError(t, err)
				for _, c := range made.all {
					require.Equal(t, 2*n, c.learned, "%T", p)
				}
			}
		})
	}
}

// A walker sees its own results in its local statistics at once.
func TestLocalStatsHoldOwnResults(t *testing.T) {
	_, h := walkers(t, 4)
	for n := range 3000 {
		k := h.walkers[n%4]
		require.NoError(t, k.simulate(&k.sim))
	}
	k := h.walkers[0]
	k.flushAll()
	top := k.local.top
	require.NotNil(t, top)
	require.Greater(t, int(top.most), 2)
	before := top.stats[1]
	k.addLocal(localEdge[connect4.Drop]{top, 1}, 1)
	require.Equal(t, before.Visits+1, top.stats[1].Visits)
	require.InDelta(t, float64(before.Mean)+(1-float64(before.Mean))/float64(before.Visits+1), top.stats[1].Mean, 1e-6)
	require.EqualValues(t, 1, top.added[1].visits)
	require.Equal(t, 1.0, top.added[1].sum)
	require.EqualValues(t, 1, top.held)
}

// While they run, walkers learn what others have published whenever they publish themselves.
func TestWalkersLearnFromEachOther(t *testing.T) {
	made := &census{}
	s, err := New(connect4.Game{}, Config{Playout: made, Parallel: TreeParallel{Workers: 2}})
	require.NoError(t, err)
	require.NoError(t, s.prepare(nil, &connect4.State{}))
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	h.begin(true)
	for i, want := range [2][2]int{{traceBatchSize, 0}, {traceBatchSize, 2 * traceBatchSize}} {
		for range traceBatchSize {
			k := h.walkers[i]
			require.NoError(t, k.simulate(&k.sim))
		}
		require.Equal(t, want, [2]int{made.all[0].learned, made.all[1].learned})
	}
}

// Every walker knows the history of the game before the root.
func TestHistoryOfWalkers(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Playout: policy.LGRF{}, Parallel: TreeParallel{Workers: 3}})
	require.NoError(t, err)
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	var state connect4.State
	for plies := range 4 {
		r, err := s.Run(context.Background(), &state, Budget{Simulations: 300})
		require.NoError(t, err)
		for _, k := range h.walkers {
			require.Equal(t, plies, k.history)
			for i, ply := range h.walkers[0].sim.plies[:plies] {
				require.Equal(t, ply, k.sim.plies[i])
			}
		}
		_, err = s.Advance(r.Action)
		require.NoError(t, err)
		connect4.Game{}.Apply(&state, r.Action)
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

// A panic, an error and the end of a goroutine stop the other workers.
func TestTogetherStops(t *testing.T) {
	for name, f := range map[string]func(int) error{
		"panic": func(int) error { panic("p") },
		"error": func(int) error { return ErrBusy },
	} {
		t.Run(name, func(t *testing.T) {
			stopped := false
			func() {
				defer func() { _ = recover() }()
				_ = together(context.Background(), 1, func() { stopped = true }, f)
			}()
			require.True(t, stopped)
		})
	}
	require.NoError(t, together(context.Background(), 1, func() { t.Error("stopped") }, func(int) error { return nil }))
}

// The winner of a playout has the greatest return alone.
func TestGreatest(t *testing.T) {
	require.Equal(t, 1, greatest([]float64{0, 1}))
	require.Equal(t, 0, greatest([]float64{0.5, 0.25, 0.25}))
	require.Equal(t, -1, greatest([]float64{0.5, 0.5}))
	require.Equal(t, -1, greatest([]float64{1, 0, 1}))
	require.Equal(t, 2, greatest([]float64{1, 1, 2}))
}

// Where no position is known, nothing is imported, neither visits nor a mean.
func TestNothingToImport(t *testing.T) {
	g, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	s, err := New(g, Config{Similarity: &Similarity{Distance: 2}})
	require.NoError(t, err)
	root := g.Start()
	_, err = s.Run(context.Background(), &root, Budget{Simulations: 1})
	require.NoError(t, err)
	shared, ok := s.w.hook.(*similar[breakthrough.State, breakthrough.Move])
	require.True(t, ok)
	visited := 0
	for _, child := range s.root().Children() {
		visited += child.Visits()
		require.Equal(t, policy.Stats{}, *shared.imports.imported.at(child.slot))
	}
	require.Equal(t, 1, visited)
}

// uneven is Connect Four that leaves a cell out once a stone lies in a column.
type uneven struct{ connect4.Game }

func (g uneven) AppendCells(dst []uint8, s *connect4.State) []uint8 {
	dst = g.Game.AppendCells(dst, s)
	if g.ToMove(s) == 1 {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// Positions with another number of cells are noticed before they are taken for others.
func TestUnevenCells(t *testing.T) {
	defer func() {
		p := recover()
		require.Contains(t, p, "AppendCells of mcts.uneven appended")
		require.Contains(t, p, "cells for")
	}()
	s, err := New[connect4.State, connect4.Drop](uneven{}, Config{Similarity: &Similarity{}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: 5})
	require.NoError(t, err)
	require.Fail(t, "no panic")
}

package mcts_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// A simulation allocates nothing once the tree has the room: a Run of many allocates what a Run of
// one does.
func TestNoAllocationPerSimulation(t *testing.T) {
	mcts.OneGoroutine(t)
	hidden := bare[connect4.State, connect4.Drop]{connect4.Game{}}
	for name, g := range map[string]mcts.Game[connect4.State, connect4.Drop]{"optional": connect4.Game{}, "five": hidden} {
		t.Run(name, func(t *testing.T) {
			for i, cfg := range []mcts.Config{
				{},
				{Selection: policy.UCB1Tuned{}},
				{Playout: playout{chooser(0)}},
				{Playout: policy.Adaptive{Candidates: []policy.Playout{policy.Uniform{}, policy.MAST{}}}},
				{Backup: backup{}},
				{MaxPlies: 3},
				{Playout: mcts.DecisiveMoves{Anti: true}, MaxNodes: 500},
			} {
				t.Run(fmt.Sprint(i), func(t *testing.T) {
					n := testkit.Few(500, 2000)
					if _, decisive := cfg.Playout.(mcts.DecisiveMoves); decisive {
						n /= 5 // They play every action at every ply.
					}
					few, many := allocations(t, g, cfg, n, 10*n)
					require.InDelta(t, few, many, 30, "%+v", cfg)
				})
			}
		})
	}
}

// allocations returns what a Run of few simulations allocates and one of many, in memory that is
// there already.
func allocations(t *testing.T, g mcts.Game[connect4.State, connect4.Drop], cfg mcts.Config, few, many int) (float64, float64) {
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	count := func(n int) float64 {
		return testing.AllocsPerRun(3, func() {
			s.Reset(0)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: n})
			require.NoError(t, err)
		})
	}
	forMany := count(many) // also makes the room
	return count(few), forMany
}

// The tree takes what the documentation says: 12 bytes and an action per edge, and as much as one
// edge per node, about 29 per simulation.
func TestBytesPerSimulation(t *testing.T) {
	mcts.OneGoroutine(t)
	_, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{}, 200_000)
	require.Less(t, float64(r.Bytes)/200_000, 30.0)
}

// BenchmarkCollect times a forced collection with a tree of ten million edges alive, against one
// without.
func BenchmarkCollect(b *testing.B) {
	for _, edges := range []int{0, 10_000_000} {
		b.Run(map[bool]string{true: "edges=10M", false: "edges=0"}[edges > 0], func(b *testing.B) {
			s, err := mcts.New(connect4.Game{}, mcts.Config{})
			require.NoError(b, err)
			n := max(1, edges*5/12)
			r, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: n})
			require.NoError(b, err)
			runtime.GC()
			start := time.Now()
			for b.Loop() {
				runtime.GC()
			}
			b.ReportMetric(float64(time.Since(start).Microseconds())/1000/float64(b.N), "ms/collection")
			b.ReportMetric(float64(r.Bytes)/1e6, "MB")
			runtime.KeepAlive(s)
		})
	}
}

// Result.Full tells that an action of a node was left out, where others of that node are in the
// tree.
func TestFullWhereAnActionIsLeftOut(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1), g.leaf(1)), g.leaf(0), g.leaf(0))
	for limit, full := range map[int]bool{4: true, 5: true, 6: false} {
		_, r := search[int](t, g, root, mcts.Config{MaxNodes: limit}, 20)
		require.Equal(t, full, r.Full, "%d nodes", limit)
		require.Equal(t, limit, r.Nodes)
	}
}

// Result.Full tells that any of the trees is full. Here the third simulation fills a tree, and the
// first tree has one more than the second.
func TestFullInOneTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1), g.leaf(1)), g.node(0, g.leaf(1), g.leaf(1)))
	for simulations, full := range map[int]bool{4: false, 5: true, 6: true} {
		cfg := mcts.Config{MaxNodes: 6, Parallel: mcts.RootParallel{Trees: 2, Workers: 1}}
		_, r := search[int](t, g, root, cfg, simulations)
		require.Equal(t, full, r.Full, "%d simulations", simulations)
	}
}

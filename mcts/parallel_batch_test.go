package mcts

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// bare hides the optional interfaces of a game, so that its actions have no numbers.
type bare[S any, A comparable] struct{ g Game[S, A] }

func (b bare[S, A]) NumPlayers() int                 { return b.g.NumPlayers() }
func (b bare[S, A]) ToMove(s *S) int                 { return b.g.ToMove(s) }
func (b bare[S, A]) Apply(s *S, a A)                 { b.g.Apply(s, a) }
func (b bare[S, A]) Returns(s *S, out []float64)     { b.g.Returns(s, out) }
func (b bare[S, A]) AppendActions(dst []A, s *S) []A { return b.g.AppendActions(dst, s) }

// A batch of one leaf or of one playout differs from the serial search in its random streams only.
// With the same streams both build the same tree, bit for bit, also with policies that learn.
func TestBatchOfOneIsTheSerialSearch(t *testing.T) {
	small, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	for _, playout := range []policy.Playout{nil, policy.MAST{}, policy.NST{}, policy.LGRF{Fallback: policy.NST{}}} {
		for _, selection := range []policy.Selection{nil, policy.UCB1Tuned{}, policy.Exp3{}} {
			t.Run(fmt.Sprintf("%T%+v", selection, selection), func(t *testing.T) {
				for _, nodes := range []int{0, 100} {
					cfg := Config{Playout: playout, Selection: selection, MaxNodes: nodes, Seed: 3}
					agreesWithSerial[breakthrough.State, breakthrough.Move](t, small, small.Start(), cfg)
					agreesWithSerial(t, bare[breakthrough.State, breakthrough.Move]{small}, small.Start(), cfg)
					agreesWithSerial[connect4.State, connect4.Drop](t, connect4.Game{}, connect4.State{}, cfg)
				}
			})
		}
	}
}

func agreesWithSerial[S any, A comparable](t *testing.T, g Game[S, A], root S, cfg Config) {
	const n = 300
	s, err := New(g, cfg)
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &root, Budget{Simulations: 1})
	require.NoError(t, err)
	s.Reset(cfg.Seed)
	require.NoError(t, s.prepare(nil, &root))
	stream := rng.New(cfg.Seed).Uint64()
	for i := range uint64(n) {
		s.w.sim.Rand.Seed(stream + i)
		require.NoError(t, s.w.simulate(&s.w.sim))
	}
	for _, p := range []Parallel{LockStep{Batch: 1}, LeafParallel{Playouts: 1, Workers: 3}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			cfg.Parallel = p
			b, err := New(g, cfg)
			require.NoError(t, err)
			_, err = b.Run(context.Background(), &root, Budget{Simulations: n})
			require.NoError(t, err)
			require.Equal(t, texts(s.root()), texts(b.root()))
		})
	}
}

// texts writes what was visited below a node: for every child its action, visits, mean and texts.
func texts[A any](n Node[A]) (all []string) {
	for _, child := range n.Children() {
		if child.Visits() > 0 {
			all = append(all, fmt.Sprint(child.Action(), child.Visits(), child.Mean(), texts(child)))
		}
	}
	return all
}

// Virtual visits spread the leaves of a batch. They count as visits, leave the means unchanged, and
// are removed completely.
func TestBatchSelectsDistinctLeaves(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Parallel: LockStep{Batch: 7, Workers: 1}})
	require.NoError(t, err)
	root := connect4.State{}
	_, err = s.Run(context.Background(), &root, Budget{Simulations: 700})
	require.NoError(t, err)
	before := texts(s.root())
	b, ok := s.scheduler.(*batches[connect4.State, connect4.Drop])
	require.True(t, ok)
	means := func() (sum float64, all []float64) {
		for _, c := range s.root().Children() {
			sum += c.Mean() * float64(c.Visits())
			all = append(all, c.Mean())
		}
		return sum, all
	}
	_, was := means()
	n, err := b.Batches.Select(7)
	require.NoError(t, err)
	require.Equal(t, 7, n)
	leaves := map[uint32]bool{}
	for i := range b.sims {
		leaves[b.sims[i].At(len(b.sims[i].Path))] = true
	}
	require.Len(t, leaves, 7, "no leaf is selected twice")
	require.Equal(t, 707, s.root().Visits())
	_, is := means()
	require.Equal(t, was, is, "virtual visits do not change the means")
	for i := range b.sims {
		s.w.tree.AddVirtual(&b.sims[i].Walk, -1)
	}
	for k := range b.sims { // tried, but without visits again
		require.Zero(t, s.w.tree.StatsAt(b.sims[k].At(len(b.sims[k].Path))))
	}
	require.Equal(t, 700, s.root().Visits())
	_, is = means()
	require.Equal(t, was, is)
	require.NotEmpty(t, before)
}

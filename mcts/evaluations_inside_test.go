package mcts

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// judgedMaze is a maze of two players whose returns and predictions lie in [2,3] and add up to 5.
type judgedMaze struct{ Game[cave, int] }

func (judgedMaze) Returns(s *cave, out []float64) {
	out[0] = 2 + float64(rng.Mix(s.seed)%17)/16
	out[1] = 5 - out[0]
}

func (g judgedMaze) Predict(_ context.Context, batch []Position[cave, int]) error {
	for _, p := range batch {
		for i := range p.Priors {
			p.Priors[i] = 1
		}
		if p.Values != nil { // At the root, priors are enough.
			g.Returns(p.State, p.Values)
		}
	}
	return nil
}

func (judgedMaze) ReturnRange() (low, high float64) { return 2, 3 }

// withinBounds verifies that what the selection sees of tried actions lies in [2,3], relative to 2.
type withinBounds struct {
	policy.ImplicitMinimax
	t require.TestingT
}

func (b withinBounds) Select(n *policy.Node) int {
	for i, c := range n.Children {
		if c.Visits > 0 {
			require.GreaterOrEqual(b.t, n.Evaluations[i], float32(0))
			require.LessOrEqual(b.t, n.Evaluations[i], float32(1))
		}
	}
	return b.ImplicitMinimax.Select(n)
}

// While a batch is selected, a leaf that is not judged yet counts as its average sibling or, if it
// has none, as its parent or half of the sum at the root, always for the player who chooses it.
func TestImplicitMinimaxExpectsAnAverage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := judgedMaze{maze{2}}
		s, err := New[cave, int](g, Config{
			Selection: withinBounds{policy.ImplicitMinimax{}, t}, Parallel: LockStep{Batch: rapid.IntRange(1, 6).Draw(t, "batch"), Workers: 1},
			Prediction: &Prediction{Source: g}, Seed: rapid.Uint64().Draw(t, "seed"),
		})
		require.NoError(t, err)
		start := cave{seed: rapid.Uint64().Draw(t, "start")}
		_, err = s.Run(context.Background(), &start, Budget{Simulations: 1}) // It tells the sum.
		require.NoError(t, err)
		if n := rapid.IntRange(0, 60).Draw(t, "simulations"); n > 0 {
			_, err = s.Run(context.Background(), &start, Budget{Simulations: n})
			require.NoError(t, err)
		}
		require.NoError(t, s.Check())
		_, known := s.Root().Evaluation()
		require.False(t, known, "that of the root is not kept")

		e := s.w.known.Implicit
		var walk func(n Node[int], path []tree.Step)
		walk = func(n Node[int], path []tree.Step) {
			b := n.block()
			first := b.First()
			for k := range b.Count() {
				sum, siblings := 0.0, 0.0
				for other := range b.Count() {
					if visits, _ := b.Edge(other); other != k && visits > 0 {
						sum += e.Of(first + other)
						siblings++
					}
				}
				want := sum / siblings
				if siblings == 0 && len(path) == 0 {
					want = 0.5
				} else if siblings == 0 {
					above := path[len(path)-1]
					if want = e.Of(above.Slot); above.Player != b.Player {
						want = 1 - want
					}
				}
				p := &pass.Pass{Node: first + k}
				p.Path = append(append(p.Path, path...), tree.Step{Slot: first + k, Player: b.Player})
				require.InDelta(t, want, e.Expected(p), 1e-5)
			}
			for i, child := range n.Children() {
				if child.Visits() > 0 {
					walk(child, append(path[:len(path):len(path)], tree.Step{Slot: first + uint32(i), Player: b.Player}))
				}
			}
		}
		walk(s.Root(), nil)
	})
}

// Check finds a value that does not follow from the values of the children.
func TestImplicitMinimaxCheck(t *testing.T) {
	g := judgedMaze{maze{2}}
	s, err := New[cave, int](g, Config{Selection: policy.ImplicitMinimax{}, Prediction: &Prediction{Source: g}})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), &cave{seed: 1}, Budget{Simulations: 100})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	first := s.Root().block().First()
	p := &pass.Pass{Node: first}
	p.Path = []tree.Step{{Slot: first}}
	value := s.w.known.Implicit.Of(first) + 0.5
	require.NoError(t, s.w.known.Implicit.Store(p, []float64{value, 5 - value}))
	require.ErrorContains(t, s.Check(), "its implicit minimax value is")
}

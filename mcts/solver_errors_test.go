package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// New refuses a Solver without a range of returns, and one combined with what has no use for
// bounds.
func TestRefusedSolvers(t *testing.T) {
	for want, cfg := range map[string]mcts.Config{
		"Config.Solver: Min is 1 and Max is 0":  {Solver: &mcts.Solver{Min: 1}},
		"Config.Solver: Min is 0 and Max is -1": {Solver: &mcts.Solver{Max: -1}},
		"Config.Hidden is mcts.ISMCTS":          {Solver: &mcts.Solver{}, Hidden: mcts.ISMCTS{}},
	} {
		_, err := mcts.New[siegeState, int](siege{}, cfg)
		require.ErrorContains(t, err, want)
	}
}

// Returns beyond the range, and returns with another sum, are errors that name the setting.
func TestReturnsThatFitNoSolver(t *testing.T) {
	for _, probe := range []bool{false, true} {
		g := &script{players: 2}
		beyond := g.node(0, g.node(1, g.leaf(0.5, 0.5), g.leaf(2, -1)), g.leaf(0.25, 0.75))
		other := g.node(0, g.node(1, g.leaf(0.5, 0.5), g.leaf(0.5, 0)), g.leaf(0.25, 0.75))
		for root, want := range map[int]string{
			beyond: "the return of player 0 is 2, and Config.Solver has Min 0 and Max 1",
			other:  "want Config.Solver.GeneralSum",
		} {
			for _, parallel := range []mcts.Parallel{nil, mcts.TreeParallel{Workers: 2}} {
				s, err := mcts.New[int, branch](turnwise{g}, mcts.Config{Solver: &mcts.Solver{Probe: probe}, Parallel: parallel})
				require.NoError(t, err)
				_, err = s.Run(bg, &root, mcts.Budget{Simulations: 100})
				require.ErrorContains(t, err, want)
				require.ErrorContains(t, err, "after the actions [")
			}
		}
		_, r := search[int](t, g, other, mcts.Config{Solver: &mcts.Solver{Probe: probe, GeneralSum: true}}, 100)
		require.True(t, r.Proven)
		_, r = search[int](t, g, beyond, mcts.Config{Solver: &mcts.Solver{Probe: probe, Min: -1, Max: 2}}, 100)
		require.True(t, r.Proven)
	}
}

// Until an end of the game is in the tree, a search with a Solver is the same as one without.
func TestSolverChangesNothingBeforeAnEnd(t *testing.T) {
	mcts.OneGoroutine(t)
	for name, parallel := range solverKinds {
		if name == "tree" {
			continue // No two searches are the same.
		}
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			cfg := drawConfig(t)
			cfg.Parallel = parallel
			withoutSums(&cfg)
			n := rapid.IntRange(1, 300).Draw(t, "simulations")
			without, _ := search(t, connect4.Game{}, connect4.State{}, cfg, n)
			cfg.Solver = &mcts.Solver{Probe: rapid.Bool().Draw(t, "probe")}
			with, r := search(t, connect4.Game{}, connect4.State{}, cfg, n)
			for _, root := range with.Roots() {
				if hasEnd(root) {
					t.Skip("an end of the game is in the tree")
				}
			}
			require.False(t, r.Proven)
			require.Nil(t, r.Bounds)
			for i, root := range with.Roots() {
				require.Equal(t, export(t, without.Roots()[i]), export(t, root))
			}
		}))
	}
}

func hasEnd[A any](n mcts.Node[A]) bool {
	if lower, upper := n.Bounds(0); lower == upper {
		return true
	}
	for _, child := range n.Children() {
		if hasEnd(child) {
			return true
		}
	}
	return false
}

// A Run ends when the root is proven. The result names the bounds, and the next Run from the same
// root, which takes one simulation, says the same.
func TestStopsWhenProven(t *testing.T) {
	g := &script{players: 2}
	root := g.node(0, g.node(1, g.leaf(0.5, 0.5), g.leaf(1, 0)), g.node(1, g.leaf(1, 0), g.node(0, g.leaf(1, 0))))
	for name, parallel := range solverKinds {
		t.Run(name, func(t *testing.T) {
			s, r := search[int, branch](t, turnwise{g}, root, mcts.Config{Solver: &mcts.Solver{}, Parallel: parallel}, 10_000)
			for range 2 {
				require.Equal(t, mcts.StopProven, r.Stop)
				require.True(t, r.Proven)
				require.EqualValues(t, 1, r.Action)
				require.Less(t, r.Simulations, 600)
				require.Equal(t, [][2]float64{{1, 1}, {0, 0}}, r.Bounds)
				for _, child := range r.Children {
					if child.Action == 1 {
						require.Equal(t, 3, child.Plies)
					}
				}
				r = run(t, s, root, 10_000)
				require.LessOrEqual(t, r.Simulations, 6)
			}
		})
	}
}

package mcts_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A search in a graph builds the same graph as a naive one, simulation by simulation, and keeps
// what can be reached when a game continues.
func TestGraphIsNaive(t *testing.T) {
	mcts.OneGoroutine(t)
	rapid.Check(t, func(t *rapid.T) {
		circles := rapid.Bool().Draw(t, "circles")
		g := drawWeb(t, circles, true)
		c := rapid.SampledFrom([]float64{0.1, 0.7}).Draw(t, "C")
		cfg := mcts.Config{
			Graph: &mcts.Graph{Mean: rapid.Bool().Draw(t, "mean")}, Selection: policy.UCT{C: c}, Unit: 1,
			Discount: rapid.SampledFrom([]float64{1, 0.9}).Draw(t, "discount"), Final: policy.RobustChild{},
			Seed: rapid.Uint64().Draw(t, "seed"),
		}
		if circles || rapid.Bool().Draw(t, "evaluations") {
			cfg.Prediction = &mcts.Prediction{}
		}
		naive := &naiveGraph{
			web: g, c: c, discount: cfg.Discount, evaluates: cfg.Prediction != nil, mean: cfg.Graph.Mean,
			rand: rng.New(cfg.Seed), nodes: map[int]*position{},
		}
		s, err := mcts.New[place, branch](g, cfg)
		require.NoError(t, err)
		root := place{}
		play := rng.New(rapid.Uint64().Draw(t, "play"))
		for range rapid.IntRange(1, 60).Draw(t, "runs") {
			simulations := rapid.IntRange(1, 5).Draw(t, "simulations")
			r := run(t, s, root, simulations)
			for range simulations {
				naive.simulate(root.at)
			}
			requireSameGraph(t, naive, s.Root(), root.at, map[int]bool{})
			require.Len(t, naive.nodes, r.Nodes)
			for advances := play.IntN(8) == 0; advances; advances = g.ToMove(&root) == mcts.Chance {
				k := play.IntN(len(g.nodes[root.at].Children))
				advance(t, s, branch(k))
				require.NoError(t, s.Check())
				g.Apply(&root, branch(k))
				if naive.keep(root.at); len(g.nodes[root.at].Children) == 0 {
					return
				}
			}
		}
	})
}

// keep forgets what cannot be reached from a new root.
func (g *naiveGraph) keep(root int) {
	kept := map[int]*position{}
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		if n := g.nodes[queue[0]]; n != nil && kept[queue[0]] == nil && n.visits > 0 {
			kept[queue[0]] = n
			for _, e := range n.edges {
				if e.to >= 0 {
					queue = append(queue, e.to)
				}
			}
		}
	}
	g.nodes = kept
}

func requireSameGraph(t require.TestingT, g *naiveGraph, n mcts.Node[branch], at int, seen map[int]bool) {
	if seen[at] {
		return
	}
	seen[at] = true
	want, got := map[branch][2]int{}, map[branch][2]int{} // visits of edges and of the nodes behind them
	means := map[branch]float64{}
	for _, e := range g.nodes[at].edges {
		if e.visits > 0 {
			want[e.action] = [2]int{e.visits, g.nodes[e.to].visits}
			means[e.action] = g.worth(at, e, max(0, g.web.nodes[at].Player))
		}
	}
	for _, child := range n.Children() {
		if child.Visits() > 0 {
			_, visits := child.Position()
			got[child.Action()] = [2]int{child.Visits(), visits}
			require.InDelta(t, means[child.Action()], child.Mean(), 1e-5, "edge %d of node %d", child.Action(), at)
		}
	}
	require.Equal(t, want, got, "node %d", at)
	for _, child := range n.Children() {
		if to := g.web.nodes[at].Children[child.Action()]; child.Visits() > 0 {
			requireSameGraph(t, g, child, to, seen)
		}
	}
}

// Where every decision is clear, the value of the root matches enumeration after 100,000
// simulations.
func TestGraphValuesAreExact(t *testing.T) {
	mcts.OneGoroutine(t)
	webs := rapid.Custom(func(t *rapid.T) *web { return drawWeb(t, false, false) })
	for seed, found := 0, 0; found < testkit.Few(6, 40); seed++ {
		g := webs.Example(seed)
		tree := &script{players: g.players, nodes: g.nodes}
		if _, margin := tree.tree().Best(0); margin < 0.1 {
			continue
		}
		found++
		cfg := mcts.Config{Graph: &mcts.Graph{}, Selection: policy.UCT{C: 0.5}, Final: policy.RobustChild{}, Seed: 1}
		_, r := search(t, mcts.Game[place, branch](g), place{}, cfg, 100_000)
		require.InDelta(t, tree.solve(0)[g.nodes[0].Player], r.Children[0].Mean, 0.02, "web %d", seed)
	}
}

// Whatever a graph is combined with, proofs hold what enumeration says, and the graph is sound.
func TestGraphWithOtherFeatures(t *testing.T) {
	for name, parallel := range deterministicKinds {
		t.Run(name, testkit.MakeCheck(func(t *rapid.T) {
			g := drawWeb(t, false, false)
			cfg := drawGraphConfig(t, parallel)
			s, err := mcts.New[place, branch](g, cfg)
			require.NoError(t, err)
			truths := g.truths()
			play := rng.New(rapid.Uint64().Draw(t, "play"))
			for root := (place{}); len(g.nodes[root.at].Children) > 0; {
				if g.ToMove(&root) != mcts.Chance {
					for range 1 + play.IntN(2) {
						result := run(t, s, root, rapid.IntRange(1, 200).Draw(t, "simulations"))
						requireBestOf(t, g, truths, root.at, result)
						requireAgreement(t, g.nodes, root.at, result)
						for _, n := range s.Roots() {
							g.requireSound(t, truths, n, root.at, map[int]bool{})
						}
					}
				}
				k := play.IntN(len(g.nodes[root.at].Children))
				advance(t, s, branch(k))
				require.NoError(t, s.Check())
				g.Apply(&root, branch(k))
			}
		}))
	}
}

// drawGraphConfig draws what a graph goes with.
func drawGraphConfig(t *rapid.T, parallel mcts.Parallel) mcts.Config {
	cfg := drawConfig(t)
	cfg.Graph, cfg.Parallel = &mcts.Graph{Mean: rapid.Bool().Draw(t, "mean")}, parallel
	if _, sums := cfg.Selection.(policy.UCB1Tuned); sums {
		cfg.Selection = seeing{}
	}
	if rapid.Bool().Draw(t, "solver") {
		cfg.Solver = &mcts.Solver{GeneralSum: true, Probe: rapid.Bool().Draw(t, "probe")}
	}
	if _, isLeaf := parallel.(mcts.LeafParallel); !isLeaf && rapid.Bool().Draw(t, "prediction") {
		cfg.Prediction = &mcts.Prediction{Playouts: rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "share of playouts")}
		cfg.Final = policy.RobustChild{}
	}
	return cfg
}

// truths returns the truth about every node of a web without circles.
func (g *web) truths() []truth {
	tree := &script{players: g.players, nodes: g.nodes}
	all := make([]truth, len(g.nodes))
	for at := len(all) - 1; at >= 0; at-- {
		all[at] = tree.enumerateBy(at, func(child int) truth { return all[child] })
	}
	return all
}

// requireSound requires that the bounds of a node and of all that can be reached hold the truth.
func (g *web) requireSound(t require.TestingT, truths []truth, n mcts.Node[branch], at int, seen map[int]bool) {
	for p := range g.players {
		lower, upper := n.Bounds(p)
		least, most := truths[at].of(p)
		require.LessOrEqual(t, lower, least+within, "player %d at node %d", p, at)
		require.GreaterOrEqual(t, upper, most-within, "player %d at node %d", p, at)
	}
	if seen[at] {
		return
	}
	seen[at] = true
	for _, child := range n.Children() {
		g.requireSound(t, truths, child, g.nodes[at].Children[child.Action()], seen)
	}
}

// requireBestOf requires that a proven action is at least as good as every other.
func requireBestOf(t require.TestingT, g *web, truths []truth, at int, r mcts.Result[branch]) {
	if !r.Proven {
		return
	}
	n := g.nodes[at]
	chosen, _ := truths[n.Children[r.Action]].of(n.Player)
	for k, child := range n.Children {
		if k != int(r.Action) {
			_, other := truths[child].of(n.Player)
			require.GreaterOrEqual(t, chosen, other-within, "action %v of %+v", r.Action, r.Children)
		}
	}
}

// A graph stays sound in every mode where lines come back to a position, and where plies give
// rewards.
func TestGraphWithCircles(t *testing.T) {
	for name, parallel := range deterministicKinds {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			g := drawWeb(t, true, true)
			cfg := drawGraphConfig(t, parallel)
			cfg.Solver, cfg.MaxPlies, cfg.Discount = nil, 20, 0.9
			s, err := mcts.New[place, branch](g, cfg)
			require.NoError(t, err)
			for root := (place{}); len(g.nodes[root.at].Children) > 0 && g.ToMove(&root) != mcts.Chance; {
				run(t, s, root, rapid.IntRange(1, 300).Draw(t, "simulations"))
				require.NoError(t, s.Check())
				if rapid.Bool().Draw(t, "trimmed") {
					s.Trim()
					require.NoError(t, s.Check())
				}
				k := rapid.IntRange(0, len(g.nodes[root.at].Children)-1).Draw(t, "action")
				advance(t, s, branch(k))
				require.NoError(t, s.Check())
				if g.Apply(&root, branch(k)); rapid.IntRange(0, 3).Draw(t, "end") == 0 {
					return
				}
			}
		}))
	}
}

// A batch does not lose the evaluations of its leaves.
func TestGraphKeepsEvaluations(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, parallel := range map[string]mcts.Parallel{"serial": nil, "batches": mcts.LockStep{Workers: 1, Batch: 8}} {
		t.Run(name, func(t *testing.T) {
			cfg := mcts.Config{Graph: &mcts.Graph{}, Selection: policy.ImplicitMinimax{}, Parallel: parallel}
			s, _ := search(t, g, g.Start(), cfg, 1500)
			requireEvaluations(t, g, s.Root(), g.Start())
		})
	}
}

func requireEvaluations(t *testing.T, g breakthrough.Game, n mcts.Node[breakthrough.Move], at breakthrough.State) {
	player, _ := n.Player()
	for _, child := range n.Children() {
		next := at
		g.Apply(&next, child.Action())
		if len(child.Children()) > 0 {
			requireEvaluations(t, g, child, next)
			continue
		}
		is, known := child.Evaluation()
		if _, visits := child.Position(); visits == 1 && known {
			out := make([]float64, 2)
			if len(g.AppendActions(nil, &next)) == 0 {
				g.Returns(&next, out)
			} else {
				g.Evaluate(&next, out)
			}
			require.InDelta(t, out[player], is, 1e-6)
		}
	}
}

// A graph without simulations is kept, saved and trimmed like any other.
func TestGraphWithoutSimulations(t *testing.T) {
	g := tictactoe.Game{}
	s, err := mcts.New[tictactoe.State](g, mcts.Config{Graph: &mcts.Graph{}})
	require.NoError(t, err)
	canceled, cancel := context.WithCancel(bg)
	cancel()
	root := g.Start()
	_, _ = s.Run(canceled, &root, mcts.Budget{Simulations: 10})
	s.Trim()
	require.NoError(t, s.Check())
	saved(t, s)
	number, visits := s.Root().Position()
	require.Zero(t, visits)
	require.Zero(t, number)
	run(t, s, root, 100)
	require.NoError(t, s.Check())
	number, visits = s.Root().Position()
	require.Positive(t, number)
	require.Equal(t, 100, visits)
}

package mcts_test

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// hesitant is a script at which workers take turns often, so that they meet everywhere.
type hesitant struct{ turnwise }

func (g hesitant) Apply(s *int, a branch) {
	runtime.Gosched()
	g.script.Apply(s, a)
}

func (g hesitant) AppendActions(dst []branch, s *int) []branch {
	runtime.Gosched()
	return g.script.AppendActions(dst, s)
}

// hesitantExpert is a hesitant script with a Weigher and an Evaluator.
type hesitantExpert struct{ hesitant }

func (g hesitantExpert) Weigh(s *int, actions []branch, weights []float32) {
	runtime.Gosched()
	informed{g.script}.Weigh(s, actions, weights)
}

func (g hesitantExpert) Evaluate(s *int, out []float64) {
	runtime.Gosched()
	informed{g.script}.Evaluate(s, out)
}

// hesitantWinner is a hesitantExpert that names a winning action.
type hesitantWinner struct{ hesitantExpert }

func (g hesitantWinner) WinningAction(s *int) (branch, bool) {
	runtime.Gosched()
	return winner{g.turnwise}.WinningAction(s)
}

// drawSolverConfig draws what a search with a Solver may be combined with.
func drawSolverConfig(t *rapid.T, general bool, parallel mcts.Parallel) mcts.Config {
	cfg := drawConfig(t)
	cfg.Solver = &mcts.Solver{GeneralSum: general, Probe: rapid.Bool().Draw(t, "probe")}
	cfg.Parallel = parallel
	cfg.Backup = rapid.SampledFrom([]policy.Backup{nil, policy.PlyDiscount{Gamma: 0.9}}).Draw(t, "backup")
	if rapid.Bool().Draw(t, "at the root") {
		cfg.Root = exploring
	}
	withoutSums(&cfg)
	if _, isLeaf := parallel.(mcts.LeafParallel); !isLeaf && rapid.Bool().Draw(t, "prediction") {
		cfg.Prediction = &mcts.Prediction{Playouts: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "share of playouts")}
		if rapid.Bool().Draw(t, "Predictor") {
			cfg.Prediction.Source = each(even[int, branch])
		}
		if p, ok := parallel.(mcts.TreeParallel); ok && p.Workers > 1 {
			*cfg.Prediction = mcts.Prediction{Playouts: 1} // It refuses all else.
		}
		cfg.Selection = rapid.SampledFrom([]policy.Selection{
			cfg.Selection, policy.PUCT{C: 1}, puctLike{0.3}, priorReader{}, latecomer{},
		}).Draw(t, "selection with priors")
	}
	cfg.Selection = widening(t, cfg.Selection)
	return cfg
}

func widening(t *rapid.T, s policy.Selection) policy.Selection {
	if rapid.Bool().Draw(t, "widening") {
		return policy.Widening{Selection: s, K: 1, Alpha: 0.5}
	}
	return s
}

// Whatever a Solver is combined with, and however small the tree is kept, the bounds of all nodes
// hold the enumerated value in a game that is played with Advance. They never widen, neither while
// a search continues from the same root nor by Advance, and a proven action is best.
func TestBoundsWithOtherFeatures(t *testing.T) {
	for name, parallel := range solverKinds {
		t.Run(name, testkit.MakeCheck(func(t *rapid.T) {
			g, general := drawSolvable(t)
			expert := hesitantExpert{hesitant{turnwise{g}}}
			var game mcts.Game[int, branch] = expert
			if rapid.Bool().Draw(t, "Winner") {
				game = hesitantWinner{expert}
			}
			s, err := mcts.New(game, drawSolverConfig(t, general, parallel))
			require.NoError(t, err)
			r := rng.New(rapid.Uint64().Draw(t, "play"))
			var known [][][2]float64 // the bounds of the node in every tree, none where it has not been visited
			for number := 0; len(g.nodes[number].Children) > 0; {
				for runs := r.IntN(3); runs >= 0 && g.nodes[number].Player != mcts.Chance; runs-- {
					result := run(t, s, number, rapid.IntRange(1, 150).Draw(t, "simulations"))
					requireBest(t, g, number, result)
					requireAgreement(t, g.nodes, number, result)
					now := g.boundsOf(s.Roots())
					requireWithin(t, known, now)
					known = now
					for _, root := range s.Roots() {
						requireSound(t, g, root, number)
					}
				}
				k := r.IntN(len(g.nodes[number].Children))
				known = nil
				for _, root := range s.Roots() {
					var visited []mcts.Node[branch]
					for _, child := range root.Children() {
						if int(child.Action()) == k {
							visited = append(visited, child)
						}
					}
					known = append(known, slices.Concat(g.boundsOf(visited)...))
				}
				advance(t, s, branch(k))
				require.NoError(t, s.Check())
				number = g.nodes[number].Children[k]
			}
		}))
	}
}

// boundsOf returns the bounds of nodes, for every player.
func (g *script) boundsOf(nodes []mcts.Node[branch]) (all [][][2]float64) {
	for _, n := range nodes {
		bounds := make([][2]float64, g.players)
		for p := range bounds {
			bounds[p][0], bounds[p][1] = n.Bounds(p)
		}
		all = append(all, bounds)
	}
	return all
}

// requireWithin requires that bounds lie within the earlier ones, if there are any.
func requireWithin(t require.TestingT, before, now [][][2]float64) {
	for n := range before {
		for p, was := range before[n] {
			require.GreaterOrEqual(t, now[n][p][0], was[0]-within, "player %d: %v, then %v", p, before, now)
			require.LessOrEqual(t, now[n][p][1], was[1]+within, "player %d: %v, then %v", p, before, now)
		}
	}
}

// requireAgreement requires that the outputs of an answer agree with each other: the variation
// begins with the action, and its end, if chance has no part in it, has the proven values and does
// not come later than proven; values lie within the bounds, and the mover's bounds follow from the
// bounds of the actions.
func requireAgreement(t require.TestingT, nodes []scriptNode, number int, r mcts.Result[branch]) {
	require.Equal(t, r.Action, r.PV[0])
	if r.Bounds == nil {
		return
	}
	for p, v := range r.Values {
		require.GreaterOrEqual(t, v, r.Bounds[p][0])
		require.LessOrEqual(t, v, r.Bounds[p][1])
	}
	lower, upper := math.Inf(-1), math.Inf(-1)
	var chosen mcts.Child[branch]
	for _, c := range r.Children {
		if lower, upper = max(lower, c.Lower), max(upper, c.Upper); c.Action == r.Action {
			chosen = c
		}
	}
	require.GreaterOrEqual(t, chosen.Upper, lower-within, "another action is better")
	mover := nodes[number].Player
	require.GreaterOrEqual(t, r.Bounds[mover][0], lower-within)
	require.LessOrEqual(t, r.Bounds[mover][1], upper+within)
	for _, a := range r.PV {
		if nodes[number].Player == mcts.Chance {
			return
		}
		number = nodes[number].Children[a]
	}
	if chosen.Plies > 0 {
		require.LessOrEqual(t, len(r.PV), chosen.Plies)
	}
	for p, v := range nodes[number].Returns {
		if len(nodes[number].Children) == 0 && r.Bounds[p][0] == r.Bounds[p][1] {
			require.InDelta(t, r.Bounds[p][0], v, within, "player %d at the end of %v", p, r.PV)
		}
	}
}

// requireBest requires that a proven action is at least as good as every other.
func requireBest(t require.TestingT, g *script, number int, r mcts.Result[branch]) {
	if r.Stop == mcts.StopProven {
		require.True(t, r.Proven, "the run ended early with %+v", r.Children)
	}
	if !r.Proven {
		return
	}
	n := g.nodes[number]
	chosen, _ := g.enumerate(n.Children[r.Action]).of(n.Player)
	for k, child := range n.Children {
		if k != int(r.Action) {
			_, other := g.enumerate(child).of(n.Player)
			require.GreaterOrEqual(t, chosen, other-within, "action %v of %+v", r.Action, r.Children)
		}
	}
}

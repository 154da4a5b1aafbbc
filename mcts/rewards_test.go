package mcts_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// paid is a game with a reward for every node that is reached, and totals is the same game with all
// rewards at the end.
type (
	paid struct {
		*script
		rewards [][]float64 // by node
	}
	totals struct{ paid }
)

func (g paid) Rewards(s *int, out []float64) { copy(out, g.rewards[*s]) }

func (g totals) Rewards() {} // It is no Rewarder.

func (g totals) Returns(s *int, out []float64) {
	g.paid.Returns(s, out)
	for node := *s; node != 0; node = g.parent(node) {
		for p := range out {
			out[p] += g.rewards[node][p]
		}
	}
}

// parent returns the node above another one.
func (g paid) parent(node int) int {
	for n, m := range g.nodes {
		for _, c := range m.Children {
			if c == node {
				return n
			}
		}
	}
	panic("it has no parent")
}

// drawPaid draws a game whose rewards and returns are small whole numbers.
func drawPaid(t *rapid.T, players int) paid {
	g := paid{script: drawScript(t, players, true).mapped(func(_ int, v float64) float64 { return math.Round(8*v) + 40 })} // What is to come is never in [0,1].
	r := rng.New(rapid.Uint64().Draw(t, "rewards"))
	for range g.nodes {
		reward := make([]float64, players)
		for p := range reward {
			reward[p] = float64(r.IntN(9) - 2)
		}
		g.rewards = append(g.rewards, reward)
	}
	return g
}

// Rewards that are paid during play make the search that the same sums at the end make, but that
// every action counts what is to come.
func TestRewardsAreReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPaid(t, rapid.IntRange(1, 3).Draw(t, "players"))
		cfg := rapid.SampledFrom([]mcts.Config{
			{},
			{Playout: policy.MAST{}},
			{Parallel: mcts.LockStep{Workers: 2, Batch: 3}},
			{Parallel: mcts.LeafParallel{Workers: 2}},
			{Parallel: mcts.RootParallel{Workers: 2, Trees: 2}},
			{Selection: policy.UCB1Tuned{}},
			{MaxNodes: 20},
		}).Draw(t, "config")
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(1, 60).Draw(t, "simulations")
		whole, a := search[int, branch](t, totals{g}, 0, cfg, n)
		s, b := search[int, branch](t, g, 0, cfg, n)
		require.Equal(t, a.Action, b.Action)
		for p := range a.Values {
			require.InDelta(t, a.Values[p], b.Values[p], 1e-9)
			require.InEpsilon(t, a.Scales[p].Unit, b.Scales[p].Unit, 1e-6)
		}
		for i, c := range a.Children {
			require.Equal(t, c.Visits, b.Children[i].Visits)
			require.InDelta(t, c.Mean, b.Children[i].Mean, 1e-5, "at the root, all is to come")
		}
		for _, child := range s.Root().Children() {
			below := g.nodes[0].Children[child.Action()]
			for _, next := range child.Children() {
				player := max(0, g.nodes[below].Player)
				if grandchild := g.nodes[below].Children[next.Action()]; next.Visits() > 0 && len(g.nodes[grandchild].Children) == 0 {
					want := g.rewards[grandchild][player] + g.nodes[grandchild].Returns[player]
					require.InDelta(t, want, next.Mean(), 1e-5, "what is to come after an action that ends the game")
				}
			}
		}
		requireSameAfter(t, g, whole, s, a.Action)
	})
}

// requireSameAfter lets two searches of a game, in totals and in rewards, continue after an action.
func requireSameAfter(t *rapid.T, g paid, whole, parts *mcts.Search[int, branch], action branch) {
	next := g.nodes[0].Children[action]
	if g.nodes[next].Player < 0 || len(g.nodes[next].Children) == 0 {
		return
	}
	for _, s := range []*mcts.Search[int, branch]{whole, parts} {
		_, err := s.Advance(action)
		require.NoError(t, err)
	}
	a, b := run(t, whole, next, 40), run(t, parts, next, 40)
	for p := range a.Values {
		require.InEpsilon(t, a.Scales[p].Unit, b.Scales[p].Unit, 1e-6)
		require.InDelta(t, a.Scales[p].High-a.Scales[p].Low, b.Scales[p].High-b.Scales[p].Low, 1e-6)
		require.InDelta(t, a.Values[p], b.Values[p]+g.rewards[next][p], 1e-6)
	}
	for i, c := range a.Children {
		require.Equal(t, c.Visits, b.Children[i].Visits)
	}
}

// A discount counts once for every ply of a player, and not for chance: a chain of rewards has the
// value of the formula, for every action on it.
func TestDiscount(t *testing.T) {
	g := paid{script: &script{players: 1}}
	end := g.leaf(16)
	third := g.node(0, end)
	dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{third}, Probs: []float64{1}})
	first := g.node(0, dice)
	g.rewards = [][]float64{{8}, {4}, {2}, {99}} // by node reached: end, third, dice; the root's is not asked for
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 1, Batch: 2}, mcts.TreeParallel{Workers: 2}} {
		cfg := mcts.Config{Discount: 0.5, Parallel: parallel}
		var game mcts.Game[int, branch] = g
		if _, shared := parallel.(mcts.TreeParallel); shared {
			game = chancy{bare[int, branch]{g}, g}
		}
		s, r := search(t, game, first, cfg, 20)
		// The action brings 2 and then half of what chance brings, 4, and what the last action
		// does, 8 and half of 16.
		require.InDelta(t, 2+0.5*(4+(8+0.5*16)), r.Values[0], 1e-6)
		node := s.Root().Children()[0]
		require.InDelta(t, 12, node.Mean(), 1e-6)
		require.InDelta(t, 20, node.Children()[0].Mean(), 1e-6, "the outcome and all after it")
		require.InDelta(t, 16, node.Children()[0].Children()[0].Mean(), 1e-6)
	}
}

// chancy has chance and rewards, and no simultaneous moves.
type chancy struct {
	bare[int, branch]
	g paid
}

func (c chancy) AppendOutcomes(dst []mcts.Outcome[branch], s *int) []mcts.Outcome[branch] {
	return c.g.AppendOutcomes(dst, s)
}
func (c chancy) Rewards(s *int, out []float64) { c.g.Rewards(s, out) }

// What takes the result of a simulation for the value of every position on its path is refused.
func TestRewardsExclude(t *testing.T) {
	g := paid{script: &script{players: 1}}
	for _, cfg := range []mcts.Config{
		{Backup: policy.PlyDiscount{}}, {Solver: &mcts.Solver{}}, {Playout: mcts.DecisiveMoves{}},
	} {
		_, err := mcts.New[int, branch](g, cfg)
		require.ErrorContains(t, err, "mcts_test.paid has Rewards")
		cfg.Discount = 0.9
		_, err = mcts.New[int, branch](g.script, cfg)
		require.ErrorContains(t, err, "Config.Discount is 0.9")
	}
	_, err := mcts.New[int, branch](g, mcts.Config{Discount: 1.5})
	require.ErrorContains(t, err, "Config.Discount is 1.5, want 0..1")
}

// Outcomes that are drawn have the frequencies of those that are listed, and the search finds an
// action as good. The tree is sound when its chance nodes grow and when it moves.
func TestSampledOutcomes(t *testing.T) {
	lake, drawn := sailing.Game{}, sailing.Sampled{}
	start := lake.Start()
	listed, a := search[sailing.State, sailing.Action](t, lake, start, mcts.Config{Seed: 1}, 4000)
	sampled, b := search[sailing.State, sailing.Action](t, drawn, start, mcts.Config{Seed: 1}, 4000)
	require.InDelta(t, a.Values[0], b.Values[0], 3)
	require.NotNil(t, listed)
	for _, child := range sampled.Root().Children() {
		if child.Visits() < 1000 {
			continue
		}
		outcomes := map[sailing.Action]float64{}
		for _, next := range child.Children() {
			outcomes[next.Action()] = float64(next.Visits()) / float64(child.Visits())
		}
		state := start
		lake.Apply(&state, child.Action())
		for _, o := range lake.AppendOutcomes(nil, &state) {
			require.InDelta(t, o.Prob, outcomes[o.Action], 0.05)
		}
	}
	exact := lake.Solve()
	require.Less(t, exact.Regret(&start, b.Action), 2.0)
	state := start
	for range 4 { // Trees of kept outcomes.
		r := run(t, sampled, state, 500)
		drawn.Apply(&state, r.Action)
		requireAdvance(t, true, sampled, r.Action)
		outcome := drawn.SampleOutcome(&state, rng.New(3))
		drawn.Apply(&state, outcome)
		requireAdvance(t, true, sampled, outcome)
		require.NoError(t, sampled.Check())
	}
}

// draws is a game of one ply and then an outcome among a million.
type draws struct{}

func (draws) NumPlayers() int                          { return 1 }
func (draws) ToMove(s *[2]int) int                     { return -(*s)[0] % 2 }
func (draws) Apply(s *[2]int, a int)                   { (*s)[0]++; (*s)[1] = a }
func (draws) Returns(s *[2]int, out []float64)         { out[0] = float64((*s)[1]) / 1e6 }
func (draws) SampleOutcome(_ *[2]int, r *rng.Rand) int { return r.IntN(1e6) }
func (draws) AppendActions(dst []int, s *[2]int) []int {
	if (*s)[0] >= 4 {
		return dst
	}
	return append(dst, 0, 1)
}

// A chance node has at most K n^Alpha outcomes.
func TestWidening(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := mcts.Widening{K: rapid.Float64Range(0.5, 8).Draw(t, "K"), Alpha: rapid.Float64Range(0.05, 1).Draw(t, "alpha")}
		cfg := mcts.Config{Outcomes: w, Seed: rapid.Uint64().Draw(t, "seed"), Parallel: rapid.SampledFrom([]mcts.Parallel{
			nil, mcts.LeafParallel{Workers: 2}, mcts.RootParallel{Workers: 2, Trees: 2},
		}).Draw(t, "parallel")}
		s, _ := search[[2]int, int](t, draws{}, [2]int{}, cfg, rapid.IntRange(1, 800).Draw(t, "simulations"))
		require.NoError(t, s.Check())
		for _, child := range s.Root().Children() {
			if p, known := child.Player(); !known || p != mcts.Chance {
				continue
			}
			most := max(1, w.K*math.Pow(float64(child.Visits()), w.Alpha)+1)
			require.LessOrEqual(t, float64(len(child.Children())), most)
		}
	})
}

// An outcome that is not in the tree yet can be played, too.
func TestAdvanceByAnOutcomeThatWasNotDrawn(t *testing.T) {
	s, r := search[[2]int, int](t, draws{}, [2]int{}, mcts.Config{}, 100)
	requireAdvance(t, true, s, r.Action)
	kept, err := s.Advance(-1)
	require.NoError(t, err)
	require.False(t, kept)
	_, err = mcts.New[[2]int, int](draws{}, mcts.Config{Parallel: mcts.LockStep{}})
	require.ErrorContains(t, err, "mcts_test.draws has SampleOutcome and no AppendOutcomes")
}

package mcts_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A Solver proves the same with every other feature that it goes with: a board of tic-tac-toe on
// which the player to move wins in three plies.
func TestSolverBesideOtherFeatures(t *testing.T) {
	state := tictactoe.State{}
	g := tictactoe.Game{}
	for _, a := range []int{0, 1, 4, 8} { // X has a1 and the center, O two squares that make no line.
		g.Apply(&state, g.AppendActions(nil, &tictactoe.State{})[a])
	}
	for name, cfg := range map[string]mcts.Config{
		"alone":       {},
		"similarity":  {Similarity: &mcts.Similarity{}},
		"discount":    {Backup: policy.PlyDiscount{Gamma: 0.9}},
		"cut off":     {MaxPlies: 1},
		"few nodes":   {MaxNodes: 40},
		"mast":        {Playout: policy.MAST{}},
		"ucb1-tuned":  {Selection: policy.UCB1Tuned{}},
		"at the root": {Root: exploring},
		"max child":   {Final: policy.MaxChild{}},
		"vote":        {Parallel: mcts.RootParallel{Trees: 3, Workers: 1, Merge: mcts.MergeVote}},
		"tree":        {Parallel: mcts.TreeParallel{Workers: 2}, MaxNodes: 400, Playout: policy.MAST{}},
		"losses":      {Parallel: mcts.TreeParallel{Workers: 3, VirtualLoss: true}, Backup: policy.PlyDiscount{Gamma: 0.9}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, probe := range []bool{false, true} {
				cfg.Solver = &mcts.Solver{Probe: probe}
				s, r := search(t, g, state, cfg, 3000)
				require.True(t, r.Proven, "%+v", r.Children)
				require.Equal(t, [][2]float64{{1, 1}, {0, 0}}, r.Bounds)
				_, kept := s.Root().Player()
				require.True(t, kept)
			}
		})
	}
}

// listing counts how often actions are listed.
type listing struct {
	connect4.Game
	calls *int
}

func (g listing) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	*g.calls++
	return g.Game.AppendActions(dst, s)
}

func (g listing) RandomAction(s *connect4.State, r *rng.Rand) (connect4.Drop, bool) {
	*g.calls++
	return g.Game.RandomAction(s, r)
}

// A Solver and implicit minimax values look once for both whether the game is over at a new leaf.
func TestSolverAndEvaluationsLookOnce(t *testing.T) {
	g := listing{calls: new(int)}
	cfg := mcts.Config{Solver: &mcts.Solver{}, Selection: policy.ImplicitMinimax{}}
	search[connect4.State, connect4.Drop](t, g, connect4.State{}, cfg, 1)
	require.Equal(t, 2, *g.calls, "at the root and at the leaf")
}

// The trees of an Ensemble prove what holds in one determinization, which is not reported.
func TestSolverInAnEnsemble(t *testing.T) {
	for _, probe := range []bool{false, true} {
		cfg := mcts.Config{Solver: &mcts.Solver{Probe: probe}, Hidden: mcts.Ensemble{Trees: 3}}
		_, r := search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{}, cfg, 300)
		require.False(t, r.Proven)
		require.Nil(t, r.Bounds)
		require.Equal(t, mcts.StopSimulations, r.Stop)
		for _, child := range r.Children {
			require.True(t, math.IsInf(child.Lower, -1) && math.IsInf(child.Upper, 1))
		}
	}
}

// Predicted leaves are no ends, and ends need no prediction.
func TestSolverWithPredictions(t *testing.T) {
	judge := each(even[connect4.State, connect4.Drop])
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2, Batch: 4}} {
		cfg := mcts.Config{Solver: &mcts.Solver{Probe: true}, Prediction: &mcts.Prediction{Source: judge}, Parallel: parallel}
		g, state := connect4.Game{}, connect4.State{}
		for _, a := range []connect4.Drop{3, 0, 3, 0, 3, 6} { // X has three in a column.
			g.Apply(&state, a)
		}
		_, r := search(t, g, state, cfg, 1000)
		require.Equal(t, mcts.StopProven, r.Stop)
		require.True(t, r.Proven)
		require.EqualValues(t, 3, r.Action)
		require.Equal(t, 1, plyBound(r))
	}
}

// With priors in a shared tree that is full, proofs are sound, which Check verifies.
func TestSolverWithPriorsInAFullSharedTree(t *testing.T) {
	g := connect4.Game{}
	cfg := mcts.Config{
		Selection: policy.PUCT{}, Solver: &mcts.Solver{Probe: true}, Parallel: mcts.TreeParallel{Workers: 2},
		Prediction: &mcts.Prediction{Playouts: 1}, MaxBytes: 1_500_000,
	}
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	state := connect4.State{}
	wasFull := false
	for range 2 {
		r := run(t, s, state, 30_000)
		wasFull = wasFull || r.Full
		require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
		g.Apply(&state, r.Action)
		if len(g.AppendActions(nil, &state)) == 0 {
			break
		}
		advance(t, s, r.Action)
		require.NoError(t, s.Check())
	}
	require.True(t, wasFull)
}

// indexedTurns is a script without simultaneous moves, with action numbers.
type indexedTurns struct{ turnwise }

func (indexedTurns) NumActions() int          { return 16 }
func (indexedTurns) ActionIndex(a branch) int { return int(a) }

// rootSpy is a strategy for the root that keeps the prior with which it has seen every action.
type rootSpy struct {
	policy.Perturber
	t        require.TestingT
	pairs    [][2]float64 // the priors before and after Perturb
	priors   map[int32]float32
	filtered int // how many times it did not see an action that it had seen before
}

func (s *rootSpy) Perturb(priors []float32, r *rng.Rand) {
	s.pairs = make([][2]float64, len(priors))
	for i, p := range priors {
		s.pairs[i][0] = float64(p)
	}
	s.Perturber.Perturb(priors, r)
	for i, p := range priors {
		s.pairs[i][1] = float64(p)
	}
}

func (s *rootSpy) Needs() policy.Needs {
	return policy.NeedsOf(s.Perturber) | policy.NeedActions
}

func (s *rootSpy) Select(n *policy.Node) int {
	require.Len(s.t, n.Priors, len(n.Children))
	for k, a := range n.Actions {
		if prior, seen := s.priors[a]; seen {
			require.Equal(s.t, prior, n.Priors[k], "action %d", a)
		}
		s.priors[a] = n.Priors[k]
	}
	if len(n.Children) < len(s.priors) {
		s.filtered++
	}
	return s.Perturber.Select(n)
}

// solvedRoot is a search in a wide game of two players, with a Solver and a Perturber.
type solvedRoot struct {
	perturber   policy.Perturber
	game, seed  uint64
	probe       bool
	parallel    mcts.Parallel
	simulations [2]int // of two runs
}

// requirePriors verifies that the actions at the root keep the priors that the Perturber has given
// them, and returns how many times the Solver left out an action.
func (c solvedRoot) requirePriors(t require.TestingT) int {
	g := &script{players: 2}
	r := rng.New(c.game)
	g.grow(r, 4, false)
	for len(g.nodes[0].Children) < 8 { // At a wide root, several actions are proven one by one.
		child := g.grow(r, 3, false)
		root := g.nodes[0]
		root.Children = append(root.Children, child)
		g.set(0, root)
	}
	spied := &rootSpy{t: t, Perturber: c.perturber}
	cfg := mcts.Config{
		Selection: policy.PUCT{}, Root: spied, Seed: c.seed, Parallel: c.parallel,
		Solver:     &mcts.Solver{GeneralSum: true, Probe: c.probe},
		Prediction: &mcts.Prediction{Source: each(func(p mcts.Position[int, branch]) { fill(t, g, p) })},
	}
	if final, ok := c.perturber.(policy.Final); ok {
		cfg.Final = final
	}
	s, err := mcts.New(mcts.Game[int, branch](indexedTurns{turnwise{g}}), cfg)
	require.NoError(t, err)
	for _, n := range c.simulations {
		spied.priors = map[int32]float32{}
		result := run(t, s, 0, n)
		var pairs [][2]float64
		for _, c := range result.Children {
			pairs = append(pairs, [2]float64{c.Prior, c.NoisyPrior})
			if prior, seen := spied.priors[int32(c.Action)]; seen {
				require.Equal(t, float64(prior), c.NoisyPrior, "action %d", c.Action)
			}
		}
		require.ElementsMatch(t, spied.pairs, pairs)
	}
	return spied.filtered
}

// Where a Solver leaves out actions of the root, the others keep the priors that a Perturber has
// given them.
func TestPerturbedPriorsBesideASolver(t *testing.T) {
	for name, perturber := range map[string]policy.Perturber{
		"noise":  policy.DirichletNoise{Epsilon: 0.9, Alpha: 0.5},
		"gumbel": policy.Gumbel{Considered: 8},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				simulations := rapid.IntRange(1, 120)
				solvedRoot{
					perturber: perturber,
					game:      rapid.Uint64().Draw(t, "game"), seed: rapid.Uint64().Draw(t, "seed"),
					probe:       rapid.Bool().Draw(t, "probe"),
					parallel:    rapid.SampledFrom([]mcts.Parallel{nil, mcts.LockStep{Batch: 3, Workers: 2}}).Draw(t, "parallel"),
					simulations: [2]int{simulations.Draw(t, "first"), simulations.Draw(t, "second")},
				}.requirePriors(t)
			})
			filtered := 0
			for seed := range uint64(20) {
				filtered += solvedRoot{perturber: perturber, game: seed, seed: seed, simulations: [2]int{100, 100}}.requirePriors(t)
			}
			require.Positive(t, filtered)
		})
	}
}

package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// noReference reads AMAF statistics that never begin.
type noReference struct{ policy.GRAVE }

func (noReference) ReferenceVisits() int { return 0 }

// numberless is Connect Four that claims to have no actions.
type numberless struct{ connect4.Game }

func (numberless) NumActions() int { return 0 }

// numberedSiege is a siege with action numbers.
type numberedSiege struct{ siege }

func (numberedSiege) NumActions() int       { return 2 }
func (numberedSiege) ActionIndex(a int) int { return a }

func TestAMAFRefusals(t *testing.T) {
	grave := policy.GRAVE{}
	for want, cfg := range map[string]mcts.Config{
		"Config.Parallel is a TreeParallel":        {Selection: grave, Parallel: mcts.TreeParallel{}},
		"Config.Similarity is set":                 {Selection: grave, Similarity: &mcts.Similarity{}},
		"ReferenceVisits is 0, want >= 1":          {Selection: noReference{}},
		"GRAVE.Ref is -1":                          {Selection: policy.GRAVE{Ref: -1}},
		"reads AMAF statistics, and Config.Parall": {Root: policy.RAVE{}, Parallel: mcts.TreeParallel{}},
		"Widening.Selection is a policy.GRAVE":     {Selection: policy.Widening{Selection: grave}},
		"Widening.Selection is a policy.RAVE":      {Root: policy.Widening{Selection: policy.RAVE{}}},
	} {
		_, err := mcts.New(connect4.Game{}, cfg)
		require.ErrorContains(t, err, want)
	}
	_, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{connect4.Game{}}, mcts.Config{Selection: grave})
	require.ErrorContains(t, err, "has no NumActions and ActionIndex")
	_, err = mcts.New(goofspiel.Game{}, mcts.Config{Selection: grave})
	require.ErrorContains(t, err, "has simultaneous moves")
	_, err = mcts.New[connect4.State, connect4.Drop](numberless{}, mcts.Config{Selection: grave})
	require.ErrorContains(t, err, "numberless.NumActions is 0, want >= 1")
	available := needing{policy.UCT{}, policy.NeedAvailable | policy.NeedAMAF}
	_, err = mcts.New[siegeState, int](numberedSiege{}, mcts.Config{Selection: available, Hidden: mcts.ISMCTS{}})
	require.ErrorContains(t, err, "Config.Hidden is mcts.ISMCTS, whose nodes do not list all actions; want nil or an Ensemble")
	_, err = mcts.New[siegeState, int](numberedSiege{}, mcts.Config{Selection: grave, Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
}

func TestAMAFExplains(t *testing.T) {
	all := uses(t, gomoku.Game{}, mcts.Config{Selection: policy.GRAVE{}})
	require.True(t, all["PlayoutRecorder"].Used)
	require.True(t, all["Indexer"].Used)
	require.Contains(t, all["Playouter"].Reason, "for which playouts are recorded")
	all = uses(t, gomoku.Game{}, mcts.Config{Selection: policy.GRAVE{}, MaxPlies: 5})
	require.Equal(t, "playouts go ply by ply", all["PlayoutRecorder"].Reason)
	require.True(t, all["Sampler"].Used)
	all = uses(t, breakthrough.PawnWhopping{}, mcts.Config{Selection: policy.GRAVE{}})
	require.False(t, all["PlayoutRecorder"].Found)
	require.Contains(t, all["Playouter"].Reason, "the selection reads AMAF statistics; ply by ply")
	all = uses(t, gomoku.Game{}, mcts.Config{})
	require.Equal(t, "no strategy reads what uniform playouts played", all["PlayoutRecorder"].Reason)
	require.True(t, all["Playouter"].Used)
}

// The same seed gives the same result, with any number of workers and after a Reset.
func TestAMAFIsReproducible(t *testing.T) {
	for _, parallel := range []func(workers int) mcts.Parallel{
		func(int) mcts.Parallel { return nil },
		func(workers int) mcts.Parallel { return mcts.RootParallel{Trees: 3, Workers: workers} },
		func(workers int) mcts.Parallel { return mcts.LockStep{Batch: 8, Workers: workers} },
		func(workers int) mcts.Parallel { return mcts.LeafParallel{Playouts: 3, Workers: workers} },
	} {
		var first mcts.Result[gomoku.Point]
		for workers := 1; workers <= 3; workers++ {
			s, err := mcts.New(gomoku.Game{}, mcts.Config{Selection: policy.GRAVE{}, Parallel: parallel(workers), Seed: 5})
			require.NoError(t, err)
			for range 2 {
				r, err := s.Run(t.Context(), &gomoku.State{}, mcts.Budget{Simulations: 600})
				require.NoError(t, err)
				require.NoError(t, s.Check())
				if first.Simulations == 0 {
					first = r
				}
				first.Elapsed = r.Elapsed
				require.Equal(t, first, r, "%T with %d workers", parallel(workers), workers)
				s.Reset(5)
			}
		}
	}
}

// These have types that the search does not know, so they are called at every node.
type (
	askedGRAVE struct{ policy.GRAVE }
	askedRAVE  struct{ policy.RAVE }
)

// The shortcut of GRAVE and RAVE leads to the same tree, even with a Solver, which leaves out
// actions, in a full tree and with another strategy at the root.
func TestShortWayOfGRAVE(t *testing.T) {
	g, err := breakthrough.New(4, 5)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		c, ref := rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "C"), rapid.IntRange(1, 30).Draw(t, "ref")
		short, asked := policy.Selection(policy.GRAVE{C: c, Ref: ref}), policy.Selection(askedGRAVE{policy.GRAVE{C: c, Ref: ref}})
		if rapid.Bool().Draw(t, "RAVE") {
			short, asked = policy.RAVE{C: c}, askedRAVE{policy.RAVE{C: c}}
		}
		cfg := mcts.Config{Seed: rapid.Uint64().Draw(t, "seed"), MaxNodes: rapid.SampledFrom([]int{0, 50}).Draw(t, "nodes")}
		if rapid.Bool().Draw(t, "solver") {
			cfg.Solver = &mcts.Solver{Probe: rapid.Bool().Draw(t, "probe")}
		}
		if rapid.Bool().Draw(t, "root") {
			cfg.Root = policy.UCT{}
		}
		n := rapid.IntRange(1, 1000).Draw(t, "simulations")
		cfg.Selection = short
		one, _ := search(t, g, g.Start(), cfg, n)
		cfg.Selection = asked
		other, _ := search(t, g, g.Start(), cfg, n)
		require.Equal(t, export(t, other.Root()), export(t, one.Root()))
	})
}

// Untried actions compete with the others, so that most are never tried; UCT tries all of them.
func TestAMAFLeavesActionsUntried(t *testing.T) {
	s, err := mcts.New(gomoku.Game{}, mcts.Config{Selection: policy.GRAVE{}})
	require.NoError(t, err)
	_, err = s.Run(t.Context(), &gomoku.State{}, mcts.Budget{Simulations: 500})
	require.NoError(t, err)
	children := s.Root().Children()
	untried := 0
	for i, c := range children {
		if c.Visits() == 0 {
			untried++
		} else {
			require.Zero(t, untried, "action %d is tried, and an earlier one is not", i)
		}
	}
	require.Greater(t, untried, 20)
}

// A full tree keeps searching among the actions that it has.
func TestAMAFInAFullTree(t *testing.T) {
	s, err := mcts.New(gomoku.Game{}, mcts.Config{Selection: policy.GRAVE{Ref: 5}, MaxNodes: 100})
	require.NoError(t, err)
	r, err := s.Run(t.Context(), &gomoku.State{}, mcts.Budget{Simulations: 2000})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	require.True(t, r.Full)
	require.LessOrEqual(t, r.Nodes, 100)
}

// The tables take their share of MaxBytes, however many pages they fill.
func TestAMAFKeepsMaxBytes(t *testing.T) {
	const limit = 2_500_000
	s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Selection: policy.RAVE{}, MaxBytes: limit}, 40_000)
	require.True(t, r.Full)
	require.LessOrEqual(t, r.Bytes, int64(limit))
	require.Greater(t, r.Bytes, int64(limit)/2)
	advance(t, s, r.Action)
	require.NoError(t, s.Check())
	next := connect4.State{}
	connect4.Game{}.Apply(&next, r.Action)
	require.LessOrEqual(t, run(t, s, next, 3000).Bytes, int64(limit))
}

// In NoGo, where the value of a point stays much the same for long, GRAVE beats UCT clearly.
func TestGRAVEIsStrongInNoGo(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	g, err := nogo.New(7, 7)
	require.NoError(t, err)
	var searches [2]*mcts.Search[nogo.State, nogo.Point]
	for i, selection := range []policy.Selection{policy.GRAVE{}, policy.UCT{}} {
		searches[i], err = mcts.New(g, mcts.Config{Selection: selection})
		require.NoError(t, err)
	}
	won := 0.0
	games := testkit.Few(20, 40)
	for n := range games {
		state, out := g.Start(), make([]float64, 2)
		for len(g.AppendActions(nil, &state)) > 0 {
			s := searches[(g.ToMove(&state)+n)%2]
			s.Reset(uint64(n))
			r, err := s.Run(t.Context(), &state, mcts.Budget{Simulations: 300})
			require.NoError(t, err)
			g.Apply(&state, r.Action)
		}
		g.Returns(&state, out)
		won += out[n%2]
	}
	require.GreaterOrEqual(t, won, 0.7*float64(games))
}

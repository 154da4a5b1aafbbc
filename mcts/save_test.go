package mcts_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// saved returns what Save writes.
func saved[S any, A comparable](t require.TestingT, s *mcts.Search[S, A]) []byte {
	var b bytes.Buffer
	require.NoError(t, s.Save(&b))
	return b.Bytes()
}

// savable reports whether a search can be saved; see Save for what cannot.
func savable[S any, A comparable](t require.TestingT, s *mcts.Search[S, A]) bool {
	err := s.Save(io.Discard)
	if errors.Is(err, errors.ErrUnsupported) {
		return false
	}
	require.NoError(t, err)
	return true
}

// drawParallel draws a kind of search.
func drawParallel(t *rapid.T, of map[string]mcts.Parallel) mcts.Parallel {
	var names []string
	for name := range of {
		names = append(names, name)
	}
	return of[rapid.SampledFrom(sorted(names)).Draw(t, "parallel")]
}

// scheduled are kinds of search whose results do not depend on the workers.
var scheduled = map[string]mcts.Parallel{
	"serial":      nil,
	"root":        mcts.RootParallel{Workers: 2, Trees: 3},
	"leaf":        mcts.LeafParallel{Workers: 2, Playouts: 2},
	"lock-step":   mcts.LockStep{Workers: 2, Batch: 5},
	"tree of one": mcts.TreeParallel{Workers: 1},
}

// savedKinds are searches that keep something of every kind.
var savedKinds = map[string]func(t *rapid.T){
	"tables": func(t *rapid.T) {
		g, err := breakthrough.New(4, 4)
		require.NoError(t, err)
		cfg := drawConfig(t)
		cfg.Parallel = drawParallel(t, scheduled)
		if !joint(cfg.Parallel) {
			withoutSums(&cfg)
		}
		cfg.Playout = rapid.SampledFrom([]policy.Playout{
			policy.MAST{TreeOnly: true},
			policy.MAST{Rule: policy.Gibbs{}, Decay: policy.Decay{Simulation: 0.99}},
			policy.NST{K: 2, Decay: policy.Decay{Batch: 0.5, BatchSize: 20}},
			policy.NST{MaxSequences: 50},
			policy.LGRF{Fallback: policy.NST{Decay: policy.Decay{Move: 0.5}}},
			policy.Mix{P: 0.3, Second: policy.LGRF{KeepLosing: true}},
			mcts.DecisiveMoves{Playout: policy.MAST{}, Anti: true},
			policy.Adaptive{Candidates: []policy.Playout{policy.Uniform{}, policy.MAST{}, policy.LGRF{}}},
		}).Draw(t, "playout")
		requireGoesOn(t, mcts.Game[breakthrough.State, breakthrough.Move](g), g.Start(), cfg)
	},
	"solver": func(t *rapid.T) {
		g, general := drawSolvable(t)
		cfg := drawSolverConfig(t, general, drawParallel(t, scheduled))
		requireGoesOn(t, mcts.Game[int, branch](hesitantWinner{hesitantExpert{hesitant{turnwise{g}}}}), 0, cfg)
	},
	"prediction": func(t *rapid.T) {
		g := drawScript(t, rapid.IntRange(1, 3).Draw(t, "players"), true)
		cfg := drawPrediction(t, g)
		if root := rapid.SampledFrom([]policy.Selection{
			nil, policy.DirichletNoise{Alpha: 0.3, Epsilon: 0.25}, policy.Gumbel{},
		}).Draw(t, "root"); root != nil {
			cfg.Root, cfg.Selection = root, policy.PUCT{}
			cfg.Prediction.Playouts = min(cfg.Prediction.Playouts, 0.5)
			if _, forest := cfg.Parallel.(mcts.RootParallel); forest && root == (policy.Gumbel{}) {
				cfg.Parallel = nil
			}
		}
		requireGoesOn[int, branch](t, g, 0, cfg)
	},
	"evaluations": func(t *rapid.T) {
		requireGoesOn[int, branch](t, newGuessed(t, true), 0, drawImplicit(t, drawParallel(t, deterministicKinds)))
	},
	"graph": func(t *rapid.T) {
		g := drawWeb(t, false, true)
		cfg := drawGraphConfig(t, drawParallel(t, deterministicKinds))
		if g.pays {
			cfg.Solver = nil
		}
		requireGoesOn[place, branch](t, g, place{}, cfg)
	},
	"hidden": func(t *rapid.T) {
		g := imperfect{seed: rapid.Uint64().Draw(t, "game"), chance: rapid.Bool().Draw(t, "chance")}
		root, _ := g.draw(rng.New(rapid.Uint64().Draw(t, "state")))
		requireGoesOn(t, mcts.Game[imperfectState, uint8](g), root, drawHiddenConfig(t))
	},
	"simultaneous": func(t *rapid.T) {
		cfg := drawJointConfig(t)
		cfg.Parallel = drawParallel(t, deterministicKinds)
		requireGoesOn[int, branch](t, drawJoint(t), 0, cfg)
	},
	"cards": func(t *rapid.T) {
		g, err := goofspiel.New(2, 4, goofspiel.Random)
		require.NoError(t, err)
		requireGoesOn(t, mcts.Game[goofspiel.State, goofspiel.Card](g), g.Start(), mcts.Config{
			Selection: policy.RegretMatching{}, Playout: policy.NST{K: 1}, Seed: rapid.Uint64().Draw(t, "seed"),
		})
	},
}

// A search that is saved and loaded continues as if never interrupted, after Runs and Advances in
// any order, and whatever the seed and the workers of the search are that loads it.
func TestLoadedSearchGoesOn(t *testing.T) {
	for name, check := range savedKinds {
		t.Run(name, testkit.MakeCheck(check))
	}
}

// A search in a graph may be saved where the game has ended: no edge leads to its root then.
func TestLoadGraphAtTheEnd(t *testing.T) {
	g := &web{players: 1, nodes: []scriptNode{{Children: []int{1}}, {Returns: []float64{0.5}}}}
	cfg := mcts.Config{Graph: &mcts.Graph{}}
	s, _ := search(t, mcts.Game[place, branch](g), place{}, cfg, 4)
	advance(t, s, branch(0))
	loaded, err := mcts.New(mcts.Game[place, branch](g), cfg)
	require.NoError(t, err)
	data := saved(t, s)
	require.NoError(t, loaded.Load(bytes.NewReader(data), &place{at: 1}))
	require.NoError(t, loaded.Check())
	require.Equal(t, data, saved(t, loaded))
	require.Equal(t, treesOf(s), treesOf(loaded))
}

// requireGoesOn plays with a search, saves it, loads it into another one and plays on with both.
func requireGoesOn[S any, A comparable](t *rapid.T, g mcts.Game[S, A], root S, cfg mcts.Config) {
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	match := &match[S, A]{rules: rulesOf(t, g), state: root}
	match.play(t, s)
	if !savable(t, s) {
		return
	}
	before := treesOf(s)
	data := saved(t, s)
	require.Equal(t, data, saved(t, s))
	require.Equal(t, before, treesOf(s))
	cfg.Seed++
	if joint(cfg.Parallel) {
		cfg.Parallel = withWorkers(cfg.Parallel, rapid.IntRange(1, 4).Draw(t, "workers"))
	}
	loaded, err := mcts.New(g, cfg)
	require.NoError(t, err)
	if rapid.Bool().Draw(t, "used before") {
		elsewhere := *match
		elsewhere.state = root
		elsewhere.play(t, loaded)
	}
	require.NoError(t, loaded.Load(bytes.NewReader(data), &match.state))
	require.NoError(t, loaded.Check())
	require.Equal(t, data, saved(t, loaded))
	if cfg.Hidden == nil {
		require.Equal(t, before, treesOf(loaded))
	}
	match.play(t, s, loaded)
	if savable(t, s) { // Actions may have got numbers since.
		require.Equal(t, saved(t, s), saved(t, loaded))
	}
}

func rulesOf[S any, A comparable](t require.TestingT, g mcts.Game[S, A]) game.Rules[S, A] {
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	return rules
}

// match is a game that searches play.
type match[S any, A comparable] struct {
	rules game.Rules[S, A]
	state S
}

// play draws Runs and Advances, makes them with all searches and requires equal results.
func (m *match[S, A]) play(t *rapid.T, all ...*mcts.Search[S, A]) {
	for range rapid.IntRange(0, 4).Draw(t, "steps") {
		actions := m.draw(t)
		if len(actions) == 0 {
			return
		}
		player := m.rules.ToMove(&m.state)
		if player != mcts.Chance && rapid.IntRange(0, 2).Draw(t, "advance") > 0 {
			n := rapid.IntRange(1, 120).Draw(t, "simulations")
			want := run(t, all[0], m.state, n)
			for _, s := range all[1:] {
				got := run(t, s, m.state, n)
				require.LessOrEqual(t, got.Bytes, want.Bytes)
				got.Elapsed, got.Bytes = want.Elapsed, want.Bytes
				require.Equal(t, want, got)
			}
			continue
		}
		kept, err := all[0].Advance(actions...)
		require.NoError(t, err)
		for _, s := range all[1:] {
			requireAdvance(t, kept, s, actions...)
		}
		if player == mcts.Simultaneous {
			m.rules.Simultaneous.ApplyJoint(&m.state, actions)
		} else {
			m.rules.Apply(&m.state, actions[0])
		}
	}
}

// draw draws an action, an outcome or a joint action.
func (m *match[S, A]) draw(t *rapid.T) (actions []A) {
	var lists [][]A
	switch m.rules.ToMove(&m.state) {
	case mcts.Chance:
		var outcomes []A
		for _, o := range m.rules.Chance.AppendOutcomes(nil, &m.state) {
			outcomes = append(outcomes, o.Action)
		}
		lists = [][]A{outcomes}
	case mcts.Simultaneous:
		for player := range m.rules.NumPlayers() {
			lists = append(lists, m.rules.Simultaneous.AppendPlayerActions(nil, &m.state, player))
		}
	default:
		lists = [][]A{m.rules.AppendActions(nil, &m.state)}
	}
	for _, list := range lists {
		if len(list) == 0 {
			return nil
		}
		actions = append(actions, rapid.SampledFrom(list).Draw(t, "action"))
	}
	return actions
}

// crowd is a game of one player whose states have very different numbers of actions.
type crowd struct{}

func (crowd) NumPlayers() int     { return 1 }
func (crowd) Copy(dst, src *int)  { *dst = *src }
func (crowd) ToMove(*int) int     { return 0 }
func (crowd) Apply(s *int, a int) { *s = int(rng.Mix(uint64(*s*7919+a)) >> 40) }

func (crowd) AppendActions(dst []int, s *int) []int {
	for a := range [...]int{2, 3, 2500, 3, 5500}[*s%5] {
		dst = append(dst, a)
	}
	return dst
}

func (crowd) Returns(s *int, returns []float64)  { returns[0] = float64(*s % 2) }
func (crowd) Evaluate(_ *int, returns []float64) { returns[0] = 0.5 }

// A tree that takes all the memory it may can be loaded, though its blocks lie in another order
// then, and some of those with the fewest visits may not have room.
func TestLoadFullTree(t *testing.T) {
	cfg := mcts.Config{MaxBytes: 2_000_000, MaxPlies: 5, Selection: policy.UCT{C: 0.1}}
	requireLoadsFull(t, mcts.Game[int, int](crowd{}), cfg)
}

// requireLoadsFull requires that searches that take all the memory they may can be loaded, nearly
// complete, and continue.
func requireLoadsFull(t *testing.T, g mcts.Game[int, int], cfg mcts.Config) {
	lost := 0
	for seed := range uint64(testkit.Few(2, 5)) {
		cfg.Seed = seed
		root := 5 * int(seed)
		s, full := search(t, g, root, cfg, 20_000)
		require.True(t, full.Full)
		loaded, err := mcts.New(g, cfg)
		require.NoError(t, err)
		require.NoError(t, loaded.Load(bytes.NewReader(saved(t, s)), &root))
		require.NoError(t, loaded.Check())
		require.LessOrEqual(t, loaded.Bytes(), cfg.MaxBytes)
		require.Equal(t, s.Root().Visits(), loaded.Root().Visits())
		again := run(t, loaded, root, 1)
		require.Greater(t, again.Nodes, full.Nodes*9/10)
		if again.Nodes < full.Nodes {
			lost++
		}
		run(t, loaded, root, 1000)
		require.NoError(t, loaded.Check())
	}
	require.Positive(t, lost, "a test in which all have room shows nothing")
}

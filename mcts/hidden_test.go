package mcts_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var (
	passive = mcts.PlayoutFunc(func(*imperfectState, int, []uint8, *rng.Rand) int { return 0 })
	greedy  = mcts.PlayoutFunc(func(_ *imperfectState, _ int, actions []uint8, r *rng.Rand) int {
		return len(actions) - 1 - r.IntN(min(2, len(actions)))
	})
)

// hiddenConfigs are the searches of imperfect-information games under test.
var hiddenConfigs = map[string]mcts.Config{
	"ensemble":    {Hidden: mcts.Ensemble{Trees: 5}},
	"majority":    {Hidden: mcts.Ensemble{Trees: 4, Merge: mcts.MergeVote}},
	"workers":     {Hidden: mcts.Ensemble{Trees: 7}, Parallel: mcts.RootParallel{Workers: 3}},
	"interesting": {Hidden: mcts.Ensemble{Trees: 5, Interesting: mcts.Interesting{Passive: passive, Rule: greedy, Candidates: 3, Tests: 2}}},
	"set":         {Hidden: mcts.ISMCTS{}},
	"two sets":    {Hidden: mcts.ISMCTS{}, Parallel: mcts.RootParallel{Workers: 2, Trees: 2}},
	"at leaves": {Hidden: mcts.Ensemble{Trees: 3, Interesting: mcts.Interesting{
		Passive: passive, Rule: greedy, Candidates: 2, Tests: 1, AtLeaves: true,
	}}},
}

func drawHiddenConfig(t *rapid.T) mcts.Config {
	var names []string
	for name := range hiddenConfigs {
		names = append(names, name)
	}
	cfg := hiddenConfigs[rapid.SampledFrom(sorted(names)).Draw(t, "hidden")]
	cfg.Seed = rapid.Uint64().Draw(t, "seed")
	cfg.Playout = rapid.SampledFrom([]policy.Playout{nil, greedy, policy.MAST{}}).Draw(t, "playout")
	cfg.Backup = rapid.SampledFrom([]policy.Backup{nil, policy.TurnDiscount{Loss: -1}}).Draw(t, "backup")
	return cfg
}

// The result of a search does not depend on anything that the player to move cannot see.
func TestHiddenStaysHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := imperfect{seed: rapid.Uint64().Draw(t, "game"), chance: rapid.Bool().Draw(t, "chance")}
		root, twins := g.draw(rng.New(rapid.Uint64().Draw(t, "state")))
		cfg := drawHiddenConfig(t)
		n := rapid.IntRange(1, 200).Draw(t, "simulations")
		want := searchThreeTimes(t, g, root, cfg, n)
		for _, twin := range twins {
			require.Equal(t, want, searchThreeTimes(t, g, twin, cfg, n))
		}
	})
}

// searchThreeTimes runs one Search three times and returns its results as text.
func searchThreeTimes(t require.TestingT, g imperfect, root imperfectState, cfg mcts.Config, n int) (found string) {
	s, r := search(t, mcts.Game[imperfectState, uint8](g), root, cfg, n)
	for range 3 {
		r.Elapsed = 0
		found += fmt.Sprint(r)
		r = run(t, s, root, n)
	}
	return found
}

// Without Config.Hidden, or when Determinize changes nothing, the search uses hidden information.
// This shows that TestHiddenStaysHidden can fail.
func TestHiddenLeakIsDetected(t *testing.T) {
	for name, leaky := range map[string]bool{"nil": false, "leaky": true} {
		cheated := 0
		for seed := range uint64(20) {
			g := imperfect{seed: seed, leaky: leaky}
			root, twins := g.draw(rng.New(seed))
			cfg := mcts.Config{}
			if leaky {
				cfg.Hidden = mcts.Ensemble{Trees: 3}
			}
			for _, twin := range twins {
				if searchThreeTimes(t, g, root, cfg, 100) != searchThreeTimes(t, g, twin, cfg, 100) {
					cheated++
				}
			}
		}
		require.Greater(t, cheated, 10, name)
	}
}

// The invariants of every search hold with hidden information.
func TestLawsOfHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := imperfect{seed: rapid.Uint64().Draw(t, "game"), chance: rapid.Bool().Draw(t, "chance")}
		root, _ := g.draw(rng.New(rapid.Uint64().Draw(t, "state")))
		cfg := drawHiddenConfig(t)
		cfg.MaxNodes = rapid.SampledFrom([]int{0, 0, 1, 30}).Draw(t, "nodes")
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		s, r := search(t, mcts.Game[imperfectState, uint8](g), root, cfg, n)
		actions := g.AppendActions(nil, &root)
		require.Len(t, r.Children, len(actions))
		visits := 0
		for _, c := range r.Children {
			require.Contains(t, actions, c.Action)
			require.True(t, c.Mean >= -1 && c.Mean <= 1)
			visits += c.Visits
		}
		require.Equal(t, r.Simulations, visits)
		require.Equal(t, r.Action, r.PV[0])
		requireMerged(t, s, r)
		requireAdvance(t, false, s, r.Action)
		require.NoError(t, s.Check())
		require.Zero(t, s.Root().Visits())
		g.Apply(&root, r.Action)
		if g.ToMove(&root) != mcts.Chance {
			next := run(t, s, root, n)
			visits = 0
			for _, root := range s.Roots() {
				visits += root.Visits()
			}
			require.Equal(t, next.Simulations, visits, "the tree is new")
		}
	})
}

// The result does not depend on the number of workers.
func TestHiddenForAnyNumberOfWorkers(t *testing.T) {
	for name, cfg := range hiddenConfigs {
		kind, _ := cfg.Parallel.(mcts.RootParallel)
		trees := kind.Trees
		if _, ensemble := cfg.Hidden.(mcts.Ensemble); !ensemble && trees == 0 {
			continue // with one worker alone
		}
		cfg.Parallel = mcts.RootParallel{Workers: 1, Trees: trees}
		g := imperfect{seed: 3}
		root, _ := g.draw(rng.New(2))
		cfg.Playout = policy.MAST{}
		want := searchThreeTimes(t, g, root, cfg, 203)
		for _, workers := range []int{1, 2, 5} {
			before := runtime.GOMAXPROCS(1 + workers%2)
			cfg.Parallel = withWorkers(cfg.Parallel, workers)
			got := searchThreeTimes(t, g, root, cfg, 203)
			runtime.GOMAXPROCS(before)
			require.Equal(t, want, got, "%s: %d workers", name, workers)
		}
	}
}

// After Reset a search repeats its first result.
func TestResetOfHidden(t *testing.T) {
	for name, cfg := range hiddenConfigs {
		g := imperfect{seed: 3}
		root, _ := g.draw(rng.New(2))
		s, first := search(t, mcts.Game[imperfectState, uint8](g), root, cfg, 100)
		run(t, s, root, 30)
		s.Reset(0)
		again := run(t, s, root, 100)
		first.Elapsed, again.Elapsed = 0, 0
		require.Equal(t, first, again, name)
	}
}

// The game has four or nine cards. A search that sees the card names it. A player that does not see
// the card should say "low" if that is worth more than a pass: 8/9 with nine cards, but 3/4 with
// four, against 0.8. An ensemble says "low" in both cases, because each of its trees knows its own
// determinization (strategy fusion).
func TestGuess(t *testing.T) {
	root := guessState{card: 4}
	for _, cards := range []int{4, 9} {
		g := mcts.Game[guessState, uint8](guess{cards})
		root.card = uint8(cards - 1)
		_, r := search(t, g, root, mcts.Config{Selection: exploring}, 500)
		require.Contains(t, []uint8{guessHigh, guessCard + root.card}, r.Action, "a search that sees the card")
		for _, merge := range []mcts.Merge{mcts.MergeSum, mcts.MergeVote} {
			_, r = search(t, g, root, mcts.Config{Selection: policy.UCT{C: 0.2}, Hidden: mcts.Ensemble{Merge: merge}}, 40*200)
			require.Equal(t, guessLow, r.Action, "%v", merge)
			require.InDelta(t, 1, r.Values[0], 0.2, "each tree knows its own card")
		}
		_, r = search(t, g, root, mcts.Config{Selection: exploring, Hidden: mcts.ISMCTS{}}, 20_000)
		require.Equal(t, map[int]uint8{4: guessPass, 9: guessLow}[cards], r.Action)
		for _, c := range r.Children {
			want := map[uint8]float64{guessPass: 0.8, guessLow: 1 - 1/float64(cards)}[c.Action]
			if want == 0 {
				want = 1 / float64(cards)
			}
			require.InDelta(t, want, c.Mean, 0.15, "%+v", c)
		}
	}
}

// Every tree has its own determinization and an equal share of the simulations.
func TestTreesOfEnsemble(t *testing.T) {
	g := mcts.Game[guessState, uint8](guess{3})
	s, r := search(t, g, guessState{}, mcts.Config{Hidden: mcts.Ensemble{}, Selection: policy.UCT{C: 0.1}}, 40*50+3)
	require.Len(t, s.Roots(), 40)
	wins := map[uint8]int{}
	for i, root := range s.Roots() {
		require.Equal(t, 50+map[bool]int{true: 1}[i < 3], root.Visits())
		for _, c := range root.Children() {
			if c.Action() >= guessCard && c.Mean() == 1 {
				wins[c.Action()-guessCard]++
			}
		}
	}
	require.Len(t, wins, 3, "every card occurs in a determinization")
	require.Equal(t, 40, wins[0]+wins[1]+wins[2], "every tree has one card")
	requireMerged(t, s, r)
}

func TestHiddenRefuses(t *testing.T) {
	refuse := func(want string, cfg mcts.Config) {
		t.Helper()
		_, err := mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), cfg)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "mcts: Config.")
	}
	e := func(i mcts.Interesting) mcts.Config { return mcts.Config{Hidden: mcts.Ensemble{Interesting: i}} }
	refuse("Ensemble.Trees is -1, want 0..4096", mcts.Config{Hidden: mcts.Ensemble{Trees: -1}})
	refuse("Ensemble.Merge is Merge(7), want MergeSum or", mcts.Config{Hidden: mcts.Ensemble{Merge: 7}})
	refuse("has one of Passive and Rule, want both", e(mcts.Interesting{Rule: greedy}))
	refuse("has neither Passive nor Rule", e(mcts.Interesting{Tests: 3}))
	refuse("Interesting.Candidates is -2, want >= 0", e(mcts.Interesting{Passive: passive, Rule: greedy, Candidates: -2}))
	refuse("Interesting.Tests is -2, want >= 0", e(mcts.Interesting{Passive: passive, Rule: greedy, Tests: -2}))
	refuse("Interesting.Rule: New of mcts_test.noPlayout returned nil", e(mcts.Interesting{Passive: passive, Rule: noPlayout{}}))
	for _, p := range []mcts.Parallel{mcts.TreeParallel{}, mcts.LeafParallel{}, mcts.LockStep{}} {
		refuse(fmt.Sprintf("Config.Parallel is a %T, and the trees of an Ensemble grow with nil or RootParallel", p),
			mcts.Config{Hidden: mcts.Ensemble{}, Parallel: p})
	}
	for _, p := range []mcts.Parallel{mcts.RootParallel{Trees: 3}, mcts.RootParallel{Merge: mcts.MergeVote}} {
		refuse("RootParallel has Trees or Merge, and an Ensemble has its own", mcts.Config{Hidden: mcts.Ensemble{}, Parallel: p})
	}
	refuse("RootParallel.Workers is -2, want 0..4096", mcts.Config{Hidden: mcts.Ensemble{}, Parallel: mcts.RootParallel{Workers: -2}})
	refuse("MaxBytes is 1000000, want 0 or >= ", mcts.Config{Hidden: mcts.Ensemble{}, MaxBytes: 1_000_000})
	refuse("Hidden is a *mcts.Ensemble, want a value", mcts.Config{Hidden: &mcts.Ensemble{}})
	refuse("Hidden is a *mcts.ISMCTS, want a value", mcts.Config{Hidden: (*mcts.ISMCTS)(nil)})

	set := mcts.ISMCTS{}
	refuse("Config.Parallel is a mcts.LockStep, and the tree of an ISMCTS grows", mcts.Config{
		Hidden: set, Parallel: mcts.LockStep{},
	})
	refuse("policy.UCB1Tuned takes every action for available all the time", mcts.Config{Hidden: set, Selection: policy.UCB1Tuned{}})
	_, err := mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), mcts.Config{Hidden: mcts.Ensemble{Trees: 5000}})
	require.EqualError(t, err, "mcts: Config.Hidden: Ensemble.Trees is 5000, want 0..4096", "one fault gives one sentence")
	_, err = mcts.New(mcts.Game[int, branch](hiddenJoint{&script{players: 2}}), mcts.Config{Hidden: set})
	require.ErrorContains(t, err, "an ISMCTS, which has one player to a node, and mcts_test.hiddenJoint has simultaneous moves")
	_, err = mcts.New(mcts.Game[int, branch](hiddenJoint{&script{players: 2}}), mcts.Config{Hidden: mcts.Ensemble{
		Interesting: mcts.Interesting{Passive: policy.Uniform{}, Rule: policy.Uniform{}},
	}})
	require.ErrorContains(t, err, "Interesting compares what one player may do, and mcts_test.hiddenJoint has simultaneous moves")

	_, err = mcts.New(connect4.Game{}, mcts.Config{Hidden: mcts.Ensemble{}})
	require.ErrorContains(t, err, "Config.Hidden is mcts.Ensemble, and connect4.Game has no Determinize")
	_, err = mcts.New(connect4.Game{}, mcts.Config{Hidden: mcts.Ensemble{Interesting: mcts.Interesting{Passive: passive, Rule: greedy}}})
	require.ErrorContains(t, err, "has no Determinize")
}

// hiddenJoint is a game with simultaneous moves whose Determinize changes nothing.
type hiddenJoint struct{ *script }

func (hiddenJoint) Determinize(*int, int, *rng.Rand) {}

// Without hidden information, an ensemble of a simultaneous-move game equals root parallelism.
func TestEnsembleOfJointActions(t *testing.T) {
	g := &script{players: 2, joint: true}
	g.growJoint(g.add(scriptNode{}), rng.New(4), 3, true)
	cfg := mcts.Config{Parallel: mcts.RootParallel{Trees: 4}}
	_, want := searchAs[int, branch](t, g, 0, cfg, 1, 300)
	_, got := searchAs[int, branch](t, hiddenJoint{g}, 0, mcts.Config{Hidden: mcts.Ensemble{Trees: 4}}, 1, 300)
	want.Elapsed, got.Elapsed = 0, 0
	require.Equal(t, want, got)
}

// contrary is a game whose determinizations change what the observer knows.
type contrary struct {
	imperfect
	fault string
}

func (g contrary) Determinize(s *imperfectState, observer int, r *rng.Rand) {
	switch g.fault {
	case "panic":
		panic("no determinization")
	case "player":
		s.plies = int8(r.IntN(2))
	case "actions":
		s.cards[observer] = uint8(r.IntN(imperfectCards))
	}
}

func TestContraryDeterminizations(t *testing.T) {
	for _, fault := range []string{"player", "actions"} {
		for _, hidden := range []mcts.HiddenInformation{mcts.Ensemble{}, mcts.ISMCTS{}} {
			s, err := mcts.New(mcts.Game[imperfectState, uint8](contrary{imperfect{seed: 5}, fault}), mcts.Config{Hidden: hidden})
			require.NoError(t, err)
			for range 2 {
				_, err = s.Run(bg, &imperfectState{}, mcts.Budget{Simulations: 100})
				require.ErrorContains(t, err, "contrary: Determinize contradicts what the player knows", fault)
				require.Zero(t, s.Root().Visits())
			}
		}
	}
	s, err := mcts.New(mcts.Game[imperfectState, uint8](contrary{imperfect{}, "panic"}), mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	require.Panics(t, func() { _, _ = s.Run(bg, &imperfectState{}, mcts.Budget{Simulations: 100}) })
	require.NoError(t, s.Check())

	over := imperfectState{plies: 5, cards: [2]uint8{0, 1}}
	s, err = mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &over, mcts.Budget{Simulations: 100})
	require.ErrorIs(t, err, mcts.ErrTerminal)
	s, err = mcts.New(mcts.Game[imperfectState, uint8](imperfect{chance: true}), mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &imperfectState{plies: 3, cards: [2]uint8{0, 1}}, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "chance moves at the root")
}

// changeable is a game in which the hidden card decides the legal actions or the player to move.
type changeable struct {
	guess
	fault string
}

func (changeable) NumPlayers() int { return 2 }

func (g changeable) ToMove(s *guessState) int {
	if g.fault == "player" {
		return int(s.card)
	}
	return 0
}

func (g changeable) AppendActions(dst []uint8, s *guessState) []uint8 {
	switch {
	case s.said != 0:
		return dst
	case g.fault == "fewer" && s.card == 1:
		return append(dst, guessPass)
	case g.fault == "others" && s.card == 1:
		return append(dst, guessPass, guessHigh)
	}
	return append(dst, guessPass, guessLow)
}

func (g changeable) Returns(_ *guessState, out []float64) { clear(out) }

// All determinizations must have the same player to move and the same actions at the root.
func TestChangeableDeterminizations(t *testing.T) {
	for _, fault := range []string{"", "player", "fewer", "others"} {
		for seed := range uint64(10) { // either card may be in the first tree
			for _, hidden := range []mcts.HiddenInformation{mcts.Ensemble{Trees: 20}, mcts.ISMCTS{}} {
				g := mcts.Game[guessState, uint8](changeable{guess{2}, fault})
				s, err := mcts.New(g, mcts.Config{Hidden: hidden, Seed: seed})
				require.NoError(t, err)
				_, err = s.Run(bg, &guessState{}, mcts.Budget{Simulations: 40})
				if fault == "" {
					require.NoError(t, err)
					continue
				}
				require.ErrorContains(t, err, "changeable: Determinize contradicts what the player knows", fault)
			}
		}
	}
}

// revealing is a wide game in which every reply reveals the card.
type revealing struct{ wide }

func (g revealing) AppendActions(dst []int, s *wideState) []int {
	if s.plies == 1 {
		return append(dst, 2*s.card, 2*s.card+1)
	}
	return g.wide.AppendActions(dst, s)
}

// In the principal variation, a reply of another player is the one with most visits over all trees,
// even if the first tree does not contain it.
func TestVariationOfEnsemble(t *testing.T) {
	unknown := 0
	for seed := range uint64(20) {
		s, r := search[wideState, int](t, revealing{3}, wideState{}, mcts.Config{Hidden: mcts.Ensemble{Trees: 20}, Seed: seed}, 20*50)
		visits, most := map[int]int{}, 0
		for _, root := range s.Roots() {
			for _, child := range root.Children() {
				if child.Action() != r.Action {
					continue
				}
				for _, reply := range child.Children() {
					visits[reply.Action()] += reply.Visits()
					most = max(most, visits[reply.Action()])
				}
			}
		}
		require.Greater(t, len(r.PV), 1)
		require.Equal(t, most, visits[r.PV[1]], "%v", visits)
		if first := s.Roots()[0].PV(); len(first) > 1 && first[0] == r.Action && first[1]/2 != r.PV[1]/2 {
			unknown++
		}
	}
	require.Positive(t, unknown, "the first tree has another card")
}

// Neither a simulation nor a determinization allocates memory.
func TestNoAllocationWithHidden(t *testing.T) {
	for name, cfg := range hiddenConfigs {
		g := imperfect{seed: 3}
		root, _ := g.draw(rng.New(2))
		s, err := mcts.New(mcts.Game[imperfectState, uint8](g), cfg)
		require.NoError(t, err)
		count := func(n int) float64 {
			return testing.AllocsPerRun(3, func() {
				s.Reset(0)
				_, err = s.Run(bg, &root, mcts.Budget{Simulations: n})
				require.NoError(t, err)
			})
		}
		many := count(20_000)
		require.InDelta(t, count(2000), many, 60, name)
	}
}

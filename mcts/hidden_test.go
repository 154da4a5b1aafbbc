package mcts_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var greedy = mcts.PlayoutFunc(func(_ *imperfectState, _ int, actions []uint8, r *rng.Rand) int {
	return len(actions) - 1 - r.IntN(min(2, len(actions)))
})

// hiddenConfigs are the searches of imperfect-information games under test.
var hiddenConfigs = map[string]mcts.Config{
	"ensemble": {Hidden: mcts.Ensemble{Trees: 5}},
	"majority": {Hidden: mcts.Ensemble{Trees: 4, Merge: mcts.MergeVote}},
	"workers":  {Hidden: mcts.Ensemble{Trees: 7}, Parallel: mcts.RootParallel{Workers: 3}},
	"set":      {Hidden: mcts.ISMCTS{}},
	"two sets": {Hidden: mcts.ISMCTS{}, Parallel: mcts.RootParallel{Workers: 2, Trees: 2}},
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
		t.Run(name, func(t *testing.T) {
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
			require.Greater(t, cheated, 10)
		})
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
		t.Run(name, func(t *testing.T) {
			kind, _ := cfg.Parallel.(mcts.RootParallel)
			trees := kind.Trees
			if _, ensemble := cfg.Hidden.(mcts.Ensemble); !ensemble && trees == 0 {
				return // with one worker alone
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
				require.Equal(t, want, got, "%d workers", workers)
			}
		})
	}
}

// After Reset a search repeats its first result.
func TestResetOfHidden(t *testing.T) {
	for name, cfg := range hiddenConfigs {
		t.Run(name, func(t *testing.T) {
			g := imperfect{seed: 3}
			root, _ := g.draw(rng.New(2))
			s, first := search(t, mcts.Game[imperfectState, uint8](g), root, cfg, 100)
			run(t, s, root, 30)
			s.Reset(0)
			again := run(t, s, root, 100)
			first.Elapsed, again.Elapsed = 0, 0
			require.Equal(t, first, again)
		})
	}
}

// The game has four or nine cards. A search that sees the card names it. A player that does not see
// the card should say "low" if that has a greater value than a pass: 8/9 with nine cards, but 3/4
// with four, against 0.8. An ensemble says "low" in both cases, because each of its trees knows its
// own determinization (strategy fusion).
func TestGuess(t *testing.T) {
	root := guessState{card: 4}
	for _, cards := range []int{4, 9} {
		g := mcts.Game[guessState, uint8](guess{cards})
		root.card = uint8(cards - 1)
		_, r := search(t, g, root, mcts.Config{Selection: exploring}, 500)
		require.Contains(t, []uint8{guessHigh, guessCard + root.card}, r.Action, "a search that sees the card")
		for _, merge := range []mcts.Merge{mcts.MergeSum, mcts.MergeVote} {
			t.Run(merge.String(), func(t *testing.T) {
				_, r = search(t, g, root, mcts.Config{Selection: policy.UCT{C: 0.2}, Hidden: mcts.Ensemble{Merge: merge}}, 40*200)
				require.Equal(t, guessLow, r.Action, "%v", merge)
				require.InDelta(t, 1, r.Values[0], 0.2, "each tree knows its own card")
			})
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

// Neither a simulation nor a determinization allocates memory.
func TestNoAllocationWithHidden(t *testing.T) {
	for name, cfg := range hiddenConfigs {
		t.Run(name, func(t *testing.T) {
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
			many := count(mcts.Fewer(20_000))
			require.InDelta(t, count(mcts.Fewer(2000)), many, 60)
		})
	}
}

// A caller who hands out the cards and searches with one seed does not show the search the cards:
// no determinization has them more often than by chance.
func TestSeedOfTheCards(t *testing.T) {
	const cards, games = 100, 2000
	hits := 0
	for seed := range uint64(games) {
		root := guessState{card: uint8(rng.New(seed).IntN(cards))}
		s, _ := search[guessState, uint8](t, guess{cards}, root, mcts.Config{Seed: seed, Hidden: mcts.Ensemble{Trees: 1}}, 300)
		for _, c := range s.Root().Children() {
			if c.Action() == guessCard+root.card && c.Visits() > 0 && c.Mean() == 1 {
				hits++
			}
		}
	}
	require.Less(t, hits, games/cards*2, "chance alone makes %d", games/cards)
	require.Greater(t, hits, games/cards/4)
}

package mcts_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// The game's own playout as a WholePlayout gives the same search as the Playouter.
func TestWholePlayoutOfTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := mcts.Config{Seed: rapid.Uint64().Draw(t, "seed"), Parallel: rapid.SampledFrom([]mcts.Parallel{
			nil, mcts.RootParallel{Trees: 2, Workers: 2}, mcts.LockStep{Batch: 4, Workers: 2}, mcts.LeafParallel{Playouts: 3, Workers: 2},
		}).Draw(t, "parallel")}
		sims := rapid.IntRange(1, 300).Draw(t, "sims")
		_, want := search(t, connect4.Game{}, connect4.State{}, cfg, sims)
		cfg.Playout = mcts.WholePlayout(connect4.Game{}.Playout)
		_, got := search(t, connect4.Game{}, connect4.State{}, cfg, sims)
		require.Equal(t, want.Children, got.Children)
	})
}

// Every simulation that does not end in the tree has the value that the function returns, whether
// the game has a Playouter or not, even after a Reset.
func TestWholePlayoutIsPlayed(t *testing.T) {
	for _, g := range []mcts.Game[connect4.State, connect4.Drop]{connect4.Game{}, bare[connect4.State, connect4.Drop]{connect4.Game{}}} {
		calls := 0
		f := func(_ *connect4.State, _ *rng.Rand, out []float64) {
			calls++
			out[0], out[1] = 0.75, 0.125
		}
		s, r := search(t, g, connect4.State{}, mcts.Config{Playout: mcts.WholePlayout(f)}, 100)
		require.Equal(t, 100, calls)
		for _, c := range r.Children {
			require.Equal(t, 0.75, c.Mean)
		}
		s.Reset(2)
		run(t, s, connect4.State{}, 50)
		require.Equal(t, 150, calls)
	}
}

func TestWholePlayoutExplained(t *testing.T) {
	cfg := mcts.Config{Playout: mcts.WholePlayout(connect4.Game{}.Playout)}
	own := uses(t, connect4.Game{}, cfg)["Playouter"]
	require.Equal(t, mcts.InterfaceUse{Name: "Playouter", Found: true, Reason: "Config.Playout is a WholePlayout, which plays instead"}, own)
	none := uses[connect4.State, connect4.Drop](t, bare[connect4.State, connect4.Drop]{connect4.Game{}}, cfg)["Playouter"]
	require.Equal(t, mcts.InterfaceUse{Name: "Playouter", Reason: "Config.Playout is a WholePlayout, which plays instead"}, none)
}

// turnStairs are stairs without a Playouter.
type turnStairs struct{ stairs }

func (turnStairs) Supports(c game.Capability) bool { return c != game.HasPlayouter }

// A game that counts turns finds them in the state that a WholePlayout leaves.
func TestWholePlayoutLeavesTheLastState(t *testing.T) {
	g, a := turnStairs{stairs{new(atomic.Int32)}}, &turnAuditor{before: 3}
	cfg := mcts.Config{Backup: a, Playout: mcts.WholePlayout(stairs{g.playouts}.Playout)}
	search[stairsState, int](t, g, stairsState{3, 3}, cfg, 300)
	require.Zero(t, a.wrong.Load())
	require.NotZero(t, g.playouts.Load())
}

// What a WholePlayout does not write is found.
func TestWholePlayoutForgetsReturns(t *testing.T) {
	f := mcts.WholePlayout(func(_ *connect4.State, _ *rng.Rand, out []float64) { out[0] = 1 })
	s, err := mcts.New(connect4.Game{}, mcts.Config{Playout: f})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "the return of player 1 is NaN")
}

func TestWholePlayoutRefused(t *testing.T) {
	whole := mcts.WholePlayout(breakthrough.Game{}.Playout)
	none := mcts.WholePlayout[breakthrough.State](nil)
	other := mcts.WholePlayout(connect4.Game{}.Playout)
	const inside = "mcts: WholePlayout is part of another policy, want it as Config.Playout: it does not choose single actions"
	const alone = "mcts: Config.Playout is a WholePlayout, which does not show single plies, and "
	for _, c := range []struct {
		want string
		cfg  mcts.Config
	}{
		{"mcts: WholePlayout of nil", mcts.Config{Playout: none}},
		{"mcts: WholePlayout is a func(*connect4.State, *rng.Rand, []float64), which does not take the states of the game", mcts.Config{Playout: other}},
		{inside, mcts.Config{Playout: policy.LGRF{Fallback: whole}}},
		{inside, mcts.Config{Playout: policy.Mix{P: 0.5, First: whole}}},
		{inside, mcts.Config{Playout: mcts.DecisiveMoves{Playout: whole}}},
		{alone + "Config.MaxPlies cuts playouts off; want one of them", mcts.Config{Playout: whole, MaxPlies: 5}},
		{
			alone + "Config.Backup is policy.PlyDiscount, which reads the length of playouts; want one of them",
			mcts.Config{Playout: whole, Backup: policy.PlyDiscount{Gamma: 0.9}},
		},
		{alone + "the selection reads AMAF statistics; want one of them", mcts.Config{Playout: whole, Selection: policy.GRAVE{}}},
		{
			alone + "Config.Similarity reads the positions of playouts; want one of them",
			mcts.Config{Playout: whole, Similarity: &mcts.Similarity{}},
		},
		{
			alone + "leaves are judged by Config.Prediction; want one of them",
			mcts.Config{Playout: whole, Prediction: &mcts.Prediction{Source: each(func(mcts.Position[breakthrough.State, breakthrough.Move]) {})}},
		},
	} {
		_, err := mcts.New(breakthrough.Game{}, c.cfg)
		require.EqualError(t, err, c.want)
	}
	// The game's PlayoutRecorder does not record it.
	_, err := mcts.New(gomoku.Game{}, mcts.Config{Playout: mcts.WholePlayout(gomoku.Game{}.Playout), Selection: policy.GRAVE{}})
	require.EqualError(t, err, alone+"the selection reads AMAF statistics; want one of them")
}

// The playout of Connect Four is the shortest of all games, so a call more would show most there.
func BenchmarkWholePlayout(b *testing.B) {
	for name, p := range map[string]policy.Playout{"playouter": policy.Uniform{}, "whole": mcts.WholePlayout(connect4.Game{}.Playout)} {
		b.Run("by="+name, func(b *testing.B) {
			s, err := mcts.New(connect4.Game{}, mcts.Config{Playout: p})
			require.NoError(b, err)
			const sims = 10_000
			for b.Loop() {
				s.Reset(1)
				_, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: sims})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)*sims/b.Elapsed().Seconds(), "sims/s")
		})
	}
}

package research_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/research"
)

// The switch chooses a distance of 2 in Breakthrough 6x6 and of 0 in Connect Four 8x6, as in the
// paper, and changes nothing else.
func TestConfigure(t *testing.T) {
	small, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	start := small.Start()
	cfg := mcts.Config{
		Seed: 7, FreshTree: true, MaxPlies: 300, Parallel: mcts.RootParallel{Trees: 2},
		Similarity: &mcts.Similarity{Encoder: similarity.Huffman{}, Cap: 1e9, Research: similarity.Readings{Forget: true}},
	}
	got, err := research.Configure(context.Background(), small, &start, cfg, research.Trials{Games: 6}, research.Adviser{})
	require.NoError(t, err)
	require.Equal(t, 2, got.Similarity.Distance)
	require.Zero(t, cfg.Similarity.Distance, "the argument does not change")
	got.Similarity.Distance = 0
	require.Equal(t, cfg, got)

	wide, err := connect4.New(8, 6)
	require.NoError(t, err)
	far, err := research.Configure(context.Background(), wide, &connect4.State{}, mcts.Config{}, research.Trials{Games: 4}, research.Adviser{})
	require.NoError(t, err)
	require.Equal(t, mcts.Config{Similarity: &mcts.Similarity{Encoder: similarity.Huffman{}}}, far)

	_, err = research.Configure(context.Background(), wide, &connect4.State{}, mcts.Config{}, research.Trials{Games: -1}, research.Adviser{})
	require.EqualError(t, err, "research: Trials.Games is -1, want >= 0")
}

// Trials end when their time is over, without the game that is not finished. Without a finished
// game the distance is 0.
func TestTrialsTime(t *testing.T) {
	g, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	start := g.Start()
	now := time.Unix(0, 0)
	cfg := mcts.Config{Clock: func() time.Time {
		now = now.Add(time.Millisecond)
		return now
	}}
	few := research.Trials{Games: 3, Plies: 4, Simulations: 50}
	all, err := research.Play(context.Background(), g, &start, cfg, few)
	require.NoError(t, err)
	require.Len(t, all, 3)
	begin := now
	few.Time = time.Hour
	bounded, err := research.Play(context.Background(), g, &start, cfg, few)
	require.NoError(t, err)
	require.Equal(t, all, bounded)
	took := now.Sub(begin)

	lengths := map[int]bool{}
	for few.Time = time.Millisecond; few.Time < 2*took; few.Time += took / 8 {
		some, err := research.Play(context.Background(), g, &start, cfg, few)
		require.NoError(t, err)
		require.Equal(t, all[:len(some)], append([]research.Histogram{}, some...))
		lengths[len(some)] = true
	}
	require.Equal(t, map[int]bool{0: true, 1: true, 2: true, 3: true}, lengths)

	few.Time = time.Millisecond
	none, err := research.Configure(context.Background(), g, &start, cfg, few, research.Adviser{Mean: 100, Spread: 100})
	require.NoError(t, err)
	require.Zero(t, none.Similarity.Distance)
	few.Time = 0
	some, err := research.Configure(context.Background(), g, &start, cfg, few, research.Adviser{Mean: 100, Spread: 100})
	require.NoError(t, err)
	require.Equal(t, 2, some.Similarity.Distance)

	few.Time = -1
	_, err = research.Play(context.Background(), g, &start, cfg, few)
	require.EqualError(t, err, "research: Trials.Time is -1ns, want >= 0")
}

package research_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/research"
)

// Similar positions are close together in Breakthrough 6x6 and far apart in Connect Four 8x6: 2.23
// and 4.52 moves in the paper, after trials of 250 simulations.
func TestPlayTrials(t *testing.T) {
	small, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	wide, err := connect4.New(8, 6)
	require.NoError(t, err)
	start, empty := small.Start(), connect4.State{}
	few := research.Trials{Games: 4}
	near, err := research.Play(context.Background(), small, &start, mcts.Config{}, few)
	require.NoError(t, err)
	far, err := research.Play(context.Background(), wide, &empty, mcts.Config{}, few)
	require.NoError(t, err)
	require.Len(t, near, 4)
	require.InDelta(t, 2.23, research.FiguresOf(near).Mean, 0.6)
	require.InDelta(t, 4.52, research.FiguresOf(far).Mean, 0.8)
	again, err := research.Play(context.Background(), small, &start, mcts.Config{}, few)
	require.NoError(t, err)
	require.Equal(t, near, again)
	require.Equal(t, small.Start(), start)
}

// With signatures that tell boards apart and a distance of 0, the result are transpositions: in
// Tic-Tac-Toe the boards at the last common position are as many plies away as the node itself, so
// that all distances are even.
func TestTrialsOfTranspositions(t *testing.T) {
	start := tictactoe.Game{}.Start()
	exact := &mcts.Similarity{Encoder: similarity.Random{Bits: 64}}
	games, err := research.Play(context.Background(), tictactoe.Game{}, &start, mcts.Config{Similarity: exact}, research.Trials{Games: 2})
	require.NoError(t, err)
	for _, h := range games {
		require.Greater(t, h.Total(), 50)
		for d, n := range h {
			if d%2 != 0 || d == 2 { // nor can two plies be one board by two ways
				require.Zero(t, n, "distance %d", d)
			}
		}
	}
}

// The way to what a node imports begins at the node, also where it is looked up after the
// playout. From its own board, which is stored then, there is no way to go.
func TestTrialsStoreFirst(t *testing.T) {
	start := connect4.State{}
	exact := &mcts.Similarity{Encoder: similarity.Random{Bits: 64}, KeepTree: true, Research: similarity.Readings{StoreFirst: true}}
	games, err := research.Play(context.Background(), connect4.Game{}, &start, mcts.Config{Similarity: exact}, research.Trials{Games: 2, Simulations: 100})
	require.NoError(t, err)
	for _, h := range games {
		require.Greater(t, h[0], 500)
		for d, n := range h {
			require.True(t, d%2 == 0 || n == 0, "distance %d", d)
		}
	}
}

func TestTrialsErrors(t *testing.T) {
	start := connect4.State{}
	_, err := research.Play(context.Background(), connect4.Game{}, &start, mcts.Config{}, research.Trials{Games: -1})
	require.EqualError(t, err, "research: Trials.Games is -1, want >= 0")
	_, err = research.Play(context.Background(), connect4.Game{}, &start, mcts.Config{Parallel: mcts.RootParallel{}}, research.Trials{})
	require.EqualError(t, err, "research: Config.Parallel is a mcts.RootParallel, want nil")
	_, err = research.Play(context.Background(), connect4.Game{}, &start, mcts.Config{MaxPlies: -1}, research.Trials{})
	require.ErrorContains(t, err, "Config.MaxPlies")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = research.Play(ctx, connect4.Game{}, &start, mcts.Config{}, research.Trials{})
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, math.IsInf(research.FiguresOf(nil).Mean, 1))
}

// counter counts the calls of an observer.
type counter struct{ begun, passed, kept, measured int }

func (c *counter) Begin()           { c.begun++ }
func (c *counter) Pass([]uint8)     { c.passed++ }
func (c *counter) Keep([]uint64)    { c.kept++ }
func (c *counter) Measure([]uint64) { c.measured++ }

// The caller's observer sees every simulation, and the trials are the same.
func TestTrialsObserver(t *testing.T) {
	start, few := connect4.State{}, research.Trials{Games: 2, Plies: 3, Simulations: 50}
	c := &counter{}
	cfg := mcts.Similarity{Encoder: similarity.Huffman{}, Distance: 2, KeepTree: true}
	want, err := research.Play(context.Background(), connect4.Game{}, &start, mcts.Config{Similarity: &cfg}, few)
	require.NoError(t, err)
	cfg.Research.Observer = c
	got, err := research.Play(context.Background(), connect4.Game{}, &start, mcts.Config{Similarity: &cfg}, few)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, []int{300, 300}, []int{c.begun, c.kept})
	require.Greater(t, c.passed, 300*10)
	require.Greater(t, c.measured, 250)
}

package mcts_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Priors, predictions and implicit minimax values go with a graph, and so do limits of memory.
func TestGraphOfBreakthrough(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, cfg := range map[string]mcts.Config{
		"PUCT":       {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"evaluator":  {Prediction: &mcts.Prediction{}},
		"batches":    {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2, Batch: 8}},
		"implicit":   {Selection: policy.ImplicitMinimax{}},
		"in batches": {Selection: policy.ImplicitMinimax{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2, Batch: 8}},
		"NST":        {Playout: policy.NST{}, Solver: &mcts.Solver{Probe: true}},
		"few nodes":  {MaxNodes: 200},
		"few bytes":  {MaxBytes: 1 << 20},
		"ensemble":   {Parallel: mcts.RootParallel{Trees: 3, Workers: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg.Graph = &mcts.Graph{}
			s, err := mcts.New[breakthrough.State, breakthrough.Move](g, cfg)
			require.NoError(t, err)
			for state := g.Start(); len(g.AppendActions(nil, &state)) > 0; {
				r := run(t, s, state, testkit.Few(1000, 3000))
				if cfg.MaxNodes > 0 {
					require.LessOrEqual(t, r.Nodes, cfg.MaxNodes)
				}
				if cfg.MaxBytes > 0 {
					require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
				}
				advance(t, s, r.Action)
				require.NoError(t, s.Check())
				g.Apply(&state, r.Action)
			}
		})
	}
}

// A solver proves that tic-tac-toe is a draw, as it does in a tree, with fewer nodes.
func TestGraphProvesADraw(t *testing.T) {
	g := tictactoe.Game{}
	_, r := search(t, g, g.Start(), mcts.Config{Graph: &mcts.Graph{}, Solver: &mcts.Solver{}}, 100_000)
	require.True(t, r.Proven)
	for _, bounds := range r.Bounds {
		require.Equal(t, [2]float64{0.5, 0.5}, bounds)
	}
	require.Less(t, r.Nodes, 5478)
}

// A graph takes no more memory after many moves of self-play than before.
func TestGraphKeepsItsMemory(t *testing.T) {
	mcts.OneGoroutine(t)
	g, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	s, err := mcts.New(g, mcts.Config{Graph: &mcts.Graph{}})
	require.NoError(t, err)
	early, state := int64(0), g.Start()
	for move := 1; move <= testkit.Few(300, 1000); move++ {
		r, err := s.Run(bg, &state, mcts.Budget{Simulations: 1000})
		require.NoError(t, err)
		advance(t, s, r.Action)
		if g.Apply(&state, r.Action); len(g.AppendActions(nil, &state)) == 0 {
			state = g.Start()
		}
		if move <= 100 {
			early = max(early, r.Bytes)
		}
		require.True(t, move <= 100 || float64(r.Bytes) <= 1.05*float64(early), "%d after %d moves, at most %d before", r.Bytes, move, early)
	}
	require.NoError(t, s.Check())
	before := s.Bytes()
	s.Trim()
	require.LessOrEqual(t, s.Bytes(), before)
	require.NoError(t, s.Check())
	run(t, s, state, 1000)
}

// rehashed is tic-tac-toe whose hashes change with every call if so configured, except for the hash
// of the empty board.
type rehashed struct {
	bare[tictactoe.State, tictactoe.Cell]
	calls, by *uint64
}

func (g rehashed) Hash(s *tictactoe.State) uint64 {
	if *s == (tictactoe.State{}) {
		return 0
	}
	*g.calls++
	return tictactoe.Game{}.Hash(s) ^ *g.calls**g.by<<32
}

// A game whose hashes tell other positions apart than before is named.
func TestGraphOfAChangedHash(t *testing.T) {
	by := new(uint64)
	g := rehashed{bare[tictactoe.State, tictactoe.Cell]{tictactoe.Game{}}, new(uint64), by}
	s, _ := search[tictactoe.State, tictactoe.Cell](t, g, tictactoe.State{}, mcts.Config{Graph: &mcts.Graph{}}, 200)
	data := saved(t, s)
	*by = 1
	require.ErrorContains(t, s.Save(io.Discard), "from the root, mcts_test.rehashed gives the hash")
	err := s.Load(bytes.NewReader(data), &tictactoe.State{})
	require.ErrorIs(t, err, mcts.ErrMismatch)
	require.ErrorContains(t, err, "from the root, mcts_test.rehashed gives the hash")
	*by = 0
	require.NoError(t, s.Load(bytes.NewReader(data), &tictactoe.State{}))
	require.Equal(t, data, saved(t, s))
}

// A graph that takes all the memory it may can be loaded, perhaps without some blocks of nodes with
// few visits and what only those lead to.
func TestLoadFullGraph(t *testing.T) {
	mcts.OneGoroutine(t)
	cfg := mcts.Config{Graph: &mcts.Graph{}, MaxBytes: 8_000_000, MaxPlies: 5, Selection: policy.UCT{C: 0.1}}
	requireLoadsFull(t, mcts.Game[int, int](crowdedWeb{}), cfg)
}

// crowdedWeb is a game like crowd, in which actions lead to few positions.
type crowdedWeb struct{ crowd }

func (crowdedWeb) Apply(s *int, a int) { *s = int(rng.Mix(uint64(*s*7919+a%50)) >> 52) }
func (crowdedWeb) Hash(s *int) uint64  { return uint64(*s) }

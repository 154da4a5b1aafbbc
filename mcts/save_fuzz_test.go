package mcts_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// fuzzed are configurations that save something of every kind.
var fuzzed = []mcts.Config{
	{Selection: policy.UCB1Tuned{}, Playout: policy.MAST{}, MaxBytes: 1_000_000},
	{Playout: policy.LGRF{Fallback: policy.NST{}}, Parallel: mcts.LockStep{Batch: 4}, MaxBytes: 1_000_000},
	{Solver: &mcts.Solver{Probe: true}, Parallel: mcts.RootParallel{Trees: 2}, MaxBytes: 2_000_000},
	{Selection: policy.PUCT{}, Root: policy.DirichletNoise{Alpha: 1, Epsilon: 0.25}, Prediction: &mcts.Prediction{Playouts: 1}, MaxBytes: 1_000_000},
	{Graph: &mcts.Graph{}, Solver: &mcts.Solver{}, Playout: policy.MAST{}, MaxBytes: 1_500_000},
	{Parallel: mcts.TreeParallel{Workers: 2}, Playout: policy.MAST{}, Solver: &mcts.Solver{}, MaxBytes: 1_500_000},
	{Playout: policy.MAST{}, Parallel: mcts.LockStep{Batch: 4}, MaxBytes: 1_000_000},  // without action numbers
	{Selection: policy.RegretMatching{}, Playout: policy.MAST{}, MaxBytes: 1_000_000}, // with simultaneous moves
}

// Whatever data Load reads behind a right checksum and the right configuration, it does not panic,
// and what it takes for good is a sound tree that can be searched and saved. The data that is
// fuzzed lies between the properties of the search and the trailer.
func FuzzLoad(f *testing.F) {
	small, err := connect4.New(4, 4)
	require.NoError(f, err)
	cards, err := goofspiel.New(2, 4, goofspiel.Random)
	require.NoError(f, err)
	joint, unnumbered := len(fuzzed)-1, len(fuzzed)-2
	for i, cfg := range fuzzed {
		for _, n := range []int{1, 30} {
			var data []byte
			if i == joint {
				s, _ := search(f, mcts.Game[goofspiel.State, goofspiel.Card](cards), afterPrize(cards), cfg, n)
				data = saved(f, s)
			} else {
				s, _ := search(f, mcts.Game[connect4.State, connect4.Drop](small), connect4.State{}, cfg, n)
				data = saved(f, s)
			}
			f.Add(uint8(i), data[bodyOf(data):len(data)-16])
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		switch i := int(which) % len(fuzzed); i {
		case joint:
			fuzzLoad(t, mcts.Game[goofspiel.State, goofspiel.Card](cards), afterPrize(cards), fuzzed[i], body)
		case unnumbered:
			g := bare[connect4.State, connect4.Drop]{small}
			fuzzLoad(t, mcts.Game[connect4.State, connect4.Drop](g), connect4.State{}, fuzzed[i], body)
		default:
			fuzzLoad(t, mcts.Game[connect4.State, connect4.Drop](small), connect4.State{}, fuzzed[i], body)
		}
	})
}

func fuzzLoad[S any, A comparable](t *testing.T, g mcts.Game[S, A], root S, cfg mcts.Config, body []byte) {
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	data := saved(t, s)
	data = append(append(data[:bodyOf(data):bodyOf(data)], body...), make([]byte, 16)...)
	requireDistrusts(t, s, root, repaired(data))
}

// bodyOf returns the length of the properties with which the data of a search of seed 0 begins.
func bodyOf(data []byte) int {
	const last = "Config.Seed\x09uint64(0)"
	return bytes.Index(data, []byte(last)) + len(last)
}

// afterPrize is the start of the game with a prize to bid for.
func afterPrize(g goofspiel.Game) goofspiel.State {
	s := g.Start()
	g.Apply(&s, g.AppendOutcomes(nil, &s)[0].Action)
	return s
}

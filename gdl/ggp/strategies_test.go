package ggp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/mcts"
)

// The choice follows from the numbers, on either side of each bound.
func TestStrategies(t *testing.T) {
	const (
		learned = "Playouts that learn: 0.40 of the simulations are left, and 0.40 are enough."
		sum     = "A solver for a constant sum: the returns of 20 random games add up to the same."
		noBoard = "No position similarity: the game has no board."
	)
	two := ggp.Figures{Players: 2, Games: 20, ConstantSum: true, Uniform: 1000, Adaptive: 400}
	with := func(change func(f *ggp.Figures)) ggp.Figures {
		f := two
		change(&f)
		return f
	}
	board := func(similar float64, distance int) ggp.Figures {
		return with(func(f *ggp.Figures) { f.Cells, f.Similar, f.Distance = true, similar, distance })
	}
	for name, c := range map[string]struct {
		figures ggp.Figures
		want    ggp.Strategies
		text    string
	}{
		"nothing measured": {
			ggp.Figures{Players: 2, Cells: true}, ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, GeneralSum: true, Reasons: []string{
				"Playouts that learn: nothing is measured, and they suit most games.",
				"A solver for a general sum: 0 random games show no constant one.",
				"No position similarity: there was no time to measure it.",
			}}, "playout=adaptive,solver=on,sum=general",
		},
		"learned playouts": {
			two, ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, Reasons: []string{learned, sum, noBoard}}, "playout=adaptive,solver=on",
		},
		"slow playouts": {
			with(func(f *ggp.Figures) { f.Adaptive, f.Mean = 390, 490 }),
			ggp.Strategies{Playouts: ggp.PlayoutsUniform, Solver: true, Reasons: []string{
				"Uniform playouts: 0.39 of the simulations are left with those that learn, and 0.49 with the mean of 64; want 0.40 and 0.50.",
				sum, noBoard,
			}},
			"playout=uniform,solver=on",
		},
		"mean playouts": {
			with(func(f *ggp.Figures) { f.Mean = 500 }),
			ggp.Strategies{Playouts: ggp.PlayoutsMean, Solver: true, Reasons: []string{
				"The mean of 64 playouts: 0.50 of the simulations are left, and 0.50 are enough.", sum, noBoard,
			}},
			"playout=mean,solver=on",
		},
		"endless": {
			with(func(f *ggp.Figures) { f.Endless, f.Uniform, f.Games = true, 0, 0 }),
			ggp.Strategies{Playouts: ggp.PlayoutsUniform, MaxPlies: 2000, Solver: true, GeneralSum: true, Reasons: []string{
				"Uniform playouts of at most 2000 moves: random games do not end.",
				"A solver for a general sum: 0 random games show no constant one.", noBoard,
			}},
			"playout=uniform,maxplies=2000,solver=on,sum=general",
		},
		"puzzle": {
			with(func(f *ggp.Figures) { f.Players, f.ConstantSum = 1, false }),
			ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, Reasons: []string{learned, "A solver: the game is a puzzle.", noBoard}},
			"playout=adaptive,solver=on",
		},
		"general sum": {
			with(func(f *ggp.Figures) { f.ConstantSum = false }),
			ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, GeneralSum: true, Reasons: []string{
				learned, "A solver for a general sum: 20 random games show no constant one.", noBoard,
			}},
			"playout=adaptive,solver=on,sum=general",
		},
		"few games": {
			with(func(f *ggp.Figures) { f.Games = 19 }),
			ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, GeneralSum: true, Reasons: []string{
				learned, "A solver for a general sum: 19 random games show no constant one.", noBoard,
			}},
			"playout=adaptive,solver=on,sum=general",
		},
		"simultaneous moves": {
			with(func(f *ggp.Figures) { f.Simultaneous, f.Cells, f.Similar = true, true, 1000 }),
			ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Reasons: []string{
				learned, "No solver: it does not prove values where players move at once.",
				"No position similarity: it does not suit simultaneous moves.",
			}},
			"playout=adaptive",
		},
		"sharing is slow": {
			board(850, 2), ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, Reasons: []string{
				learned, sum, "No position similarity: 0.85 of the simulations are left, want 0.90.",
			}}, "playout=adaptive,solver=on",
		},
		"similar positions are far away": {
			board(900, 0), ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, Reasons: []string{
				learned, sum, "No position similarity: the trials advise against it.",
			}}, "playout=adaptive,solver=on",
		},
		"sharing pays": {
			board(900, 2), ggp.Strategies{Playouts: ggp.PlayoutsAdaptive, Solver: true, Similarity: 2, Reasons: []string{
				learned, sum, "Position similarity at distance 2, as the trials advise: 0.90 of the simulations are left.",
			}}, "playout=adaptive,solver=on,similarity=huffman,distance=2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			have := ggp.StrategiesOf(c.figures)
			require.Equal(t, c.want, have)
			require.Contains(t, have.String(), c.text+": "+c.want.Reasons[0]+" ")
		})
	}
}

func TestFiguresString(t *testing.T) {
	require.Equal(t, "players 1, random games 0, moves 0.0, choices 0.0", ggp.Figures{Players: 1}.String())
	f := ggp.Figures{Players: 2, Games: 200, Moves: 63.98, Choices: 25.71, Uniform: 20100.4, Mean: 900, Adaptive: 18000, Similar: 15000}
	require.Equal(t, "players 2, random games 200, moves 64.0, choices 25.7, uniform 20100/s, mean 900/s, adaptive 18000/s, similar 15000/s", f.String())
}

// Every choice is one that a search of the game accepts, and Config changes nothing else.
func TestStrategiesConfig(t *testing.T) {
	for _, text := range []string{ownSheet(t, "tictactoe"), trio, ownSheet(t, "trap"), ownSheet(t, "lamps"), dice} {
		g, err := gdl.Load(t.Context(), []byte(text), gdl.Limits{})
		require.NoError(t, err)
		f := ggp.Figures{
			Players: g.NumPlayers(), Simultaneous: g.Supports(game.HasSimultaneousGame), Cells: g.Supports(game.HasCellBoard),
			Games: 20, Uniform: 1,
		}
		chosen := map[ggp.Playouts]bool{}
		for k := range 1 << 6 {
			bit := func(i int) float64 { return float64(k >> i & 1) }
			f.Adaptive, f.Mean, f.Similar, f.Distance = bit(0), bit(1), bit(2), 2*int(bit(3))
			f.ConstantSum, f.Endless = bit(4) == 1, bit(5) == 1
			s := ggp.StrategiesOf(f)
			chosen[s.Playouts] = true
			cfg := ggp.ConfigOf(s, g, mcts.Config{Seed: 7, Parallel: mcts.RootParallel{Trees: 2}})
			require.Equal(t, uint64(7), cfg.Seed)
			search, err := mcts.New(g, cfg)
			require.NoError(t, err, "%v", s)
			root := g.Start()
			_, err = search.Run(t.Context(), &root, mcts.Budget{Simulations: 20})
			if f.ConstantSum && g.NumPlayers() == 3 {
				continue // The returns of this game have different sums.
			}
			require.NoError(t, err, "%v", s)
		}
		require.Len(t, chosen, 3)
	}
}

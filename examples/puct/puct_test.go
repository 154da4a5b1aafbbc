package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// The bounds are worked out by hand. With N = 16, C(N) is 1 + ln(19669/19652) = 1.000865, and
// C(N) * sqrt(N) is 4.00346.
func TestPUCT(t *testing.T) {
	node := func(second policy.Stats, priors ...float32) *policy.Node {
		return &policy.Node{
			Visits:   16,
			Children: []policy.Stats{{Mean: 0.5, Visits: 9}, second},
			Priors:   priors,
		}
	}
	for _, c := range []struct {
		name   string
		node   *policy.Node
		puct   PUCT
		choose int
	}{
		// 0.5 + 4.00346 * 0.4 / 10 = 0.660138 and 0.26 + 4.00346 * 0.8 / 8 = 0.660346
		{"tried, the second is just better", node(policy.Stats{Mean: 0.26, Visits: 7}, 0.4, 0.8), PUCT{C: 1}, 1},
		// 0.5 + 4 * 0.4 / 10 = 0.66 and 0.2595 + 4 * 0.8 / 8 = 0.6595; with C(N) 0.660138 and
		// 0.659846
		{"tried, the first is just better", node(policy.Stats{Mean: 0.2595, Visits: 7}, 0.4, 0.8), PUCT{C: 1}, 0},
		// 0.5 + 4.00346 * 0.64 / 10 = 0.756221 and 0.5 - 0.2 * sqrt(0.64) + 4.00346 * 0.1042 =
		// 0.757160
		{"untried, just better", node(policy.Stats{}, 0.64, 0.1042), PUCT{C: 1, FPU: 0.2}, 1},
		// The same with 4.00346 * 0.1038 = 0.415559: 0.755559
		{"untried, just worse", node(policy.Stats{}, 0.64, 0.1038), PUCT{C: 1, FPU: 0.2}, 0},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.choose, c.puct.Select(c.node)) })
	}
}

func TestFirstPlay(t *testing.T) {
	n := &policy.Node{
		Children: []policy.Stats{{Mean: 0.2, Visits: 1}, {Mean: 0.6, Visits: 3}, {}},
		Priors:   []float32{0.25, 0.11, 0.1},
	}
	// (1 * 0.2 + 3 * 0.6) / 4 - 0.2 * sqrt(0.36)
	require.InDelta(t, 0.5-0.12, PUCT{FPU: 0.2}.firstPlay(n), 1e-7)
	require.InDelta(t, 0.5, PUCT{}.firstPlay(n), 1e-7)
}

// With N = 20, sqrt(ln N) is 1.730818.
func TestProgressiveBias(t *testing.T) {
	n := &policy.Node{
		Visits:   20,
		Children: []policy.Stats{{Mean: 0.5, Visits: 16}, {Mean: 0.2, Visits: 4}},
		Priors:   []float32{0.2, 0.8},
	}
	// UCT: 0.5 + 0.4 * 1.730818 / 4 = 0.673082 and 0.2 + 0.4 * 1.730818 / 2 = 0.546164, 0.126918
	// less. The bias is W * (0.8 / 5 - 0.2 / 17) = W * 0.148235 more, so 0.856196 is where they
	// meet.
	require.Equal(t, 0, ProgressiveBias{C: 0.4, W: 0.856}.Select(n))
	require.Equal(t, 1, ProgressiveBias{C: 0.4, W: 0.857}.Select(n))
}

func TestSelectInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &policy.Node{}
		for range rapid.IntRange(1, 9).Draw(t, "children") {
			visits := rapid.Uint32Range(1, 1000).Draw(t, "visits")
			n.Visits += visits
			n.Children = append(n.Children, policy.Stats{Mean: rapid.Float32Range(-10, 10).Draw(t, "mean"), Visits: visits})
			n.Priors = append(n.Priors, rapid.Float32Range(0, 1).Draw(t, "prior"))
		}
		constant := rapid.Float64Range(0, 10)
		bias := ProgressiveBias{C: constant.Draw(t, "C"), W: constant.Draw(t, "W")}
		require.Less(t, uint(bias.Select(n)), uint(len(n.Children)))
		if rapid.Bool().Draw(t, "untried") {
			n.Children = append(n.Children, policy.Stats{})
			n.Priors = append(n.Priors, 0)
		}
		puct := PUCT{C: constant.Draw(t, "C"), FPU: constant.Draw(t, "FPU")}
		require.Less(t, uint(puct.Select(n)), uint(len(n.Children)))
	})
}

// The weights of a few moves on an empty board with one piece to capture.
func TestWeights(t *testing.T) {
	game, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	for _, c := range []struct {
		name, move, captured string
		player               int
		want                 float32
	}{
		{"White advances", "b3-b4", "", 0, 1.45},
		{"Black advances", "b4-b3", "", 1, 1.45},
		{"White captures", "b3-c4", "c4", 0, 3 * 1.45},
		{"Black defends its home", "b6-a5", "a5", 1, 9 * 1.15},
		{"White defends its home", "b1-a2", "a2", 0, 9 * 1.15},
		{"White threatens", "b4-b5", "", 0, 2 * 1.6},
		{"White captures and threatens", "b4-a5", "a5", 0, 6 * 1.6},
		{"Black wins", "b2-b1", "", 1, 50 * 1.75},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := game.Parse(c.move)
			require.NoError(t, err)
			cells := make([]uint8, 36)
			if c.captured != "" {
				cells[6*int(c.captured[0]-'a')+int(c.captured[1]-'1')] = uint8(2 - c.player)
			}
			require.InDelta(t, c.want, Heuristic{game}.weight(cells, c.player, m), 1e-5)
		})
	}
}

func TestPredict(t *testing.T) {
	game, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	state := game.Start()
	cells := game.AppendCells(nil, &state)
	p := mcts.Position[breakthrough.State, breakthrough.Move]{State: &state, Actions: game.AppendActions(nil, &state)}
	p.Priors = make([]float32, len(p.Actions))
	require.NoError(t, Heuristic{game}.Predict(context.Background(), []mcts.Position[breakthrough.State, breakthrough.Move]{p}))
	for i, m := range p.Actions {
		require.Equal(t, Heuristic{game}.weight(cells, 0, m), p.Priors[i], "%v", m)
	}
}

// Both strategies win a short match by a wide margin.
func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("plays two matches")
	}
	o := options{games: 40, sims: 200, seed: 1, puct: PUCT{C: 3, FPU: 0.2}, progressive: ProgressiveBias{W: 20}}
	for name, least := range map[string]int{"PUCT": 34, "progressive bias": 27} {
		t.Run(name, func(t *testing.T) {
			o := o
			o.bias = name != "PUCT"
			tally, err := match(context.Background(), o)
			require.NoError(t, err)
			require.Equal(t, 40, tally.Games())
			require.GreaterOrEqual(t, tally.Wins, least)
		})
	}
}

func TestRun(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, cli.Done, run(context.Background(), []string{"-games", "2", "-sims", "20"}, &out, &errs))
	require.Regexp(t, `^\d wins, \d losses: \d\.\d{3}, 95 % interval \d\.\d{3}\.\.\d\.\d{3}\n$`, out.String())
	require.Equal(t, cli.Usage, run(context.Background(), []string{"-games", "x"}, &out, &errs))
	require.Contains(t, errs.String(), "-games")
}

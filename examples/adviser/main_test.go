package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/similarity"
)

func TestRun(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "distances.svg")
	var out, errs bytes.Buffer
	args := []string{"-game", "breakthrough", "-size", "6x6", "-games", "3", "-sims", "100", "-svg", svg}
	require.NoError(t, run(context.Background(), args, &out, &errs))
	require.Contains(t, out.String(), "breakthrough 6x6: 3 trials of 10 plies with 100 simulations a move")
	require.Contains(t, out.String(), "moves apart")
	require.Contains(t, out.String(), "advice: distance ")
	require.Empty(t, errs.String())
	plot, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(plot), "<svg")
}

func TestRunErrors(t *testing.T) {
	for want, args := range map[string][]string{
		"has no AppendCells":                      {"-game", "goofspiel"},
		`there is no game "chess"`:                {"-game", "chess"},
		"-size 6: want width x height":            {"-size", "6"},
		"-codes x, want huffman, appearance":      {"-codes", "x"},
		`there is no use for "more"`:              {"more"},
		"flag provided but not defined: -unknown": {"-unknown"},
		"mcts: Trials.Simulations is -1, want >=": {"-sims", "-1"},
	} {
		var out, errs bytes.Buffer
		require.ErrorContains(t, run(context.Background(), args, &out, &errs), want)
	}
	require.NoError(t, run(context.Background(), []string{"-help"}, &bytes.Buffer{}, &bytes.Buffer{}))
}

// Two games, with all boards at 1 and with half of them at 0 and 2.
func TestDistribution(t *testing.T) {
	shares, deviations := distribution([]similarity.Histogram{{0, 5}, {}, {2, 0, 2}})
	require.InDeltaSlice(t, []float64{0.25, 0.5, 0.25}, shares, 1e-12)
	require.InDeltaSlice(t, []float64{0.25, 0.5, 0.25}, deviations, 1e-12)
}

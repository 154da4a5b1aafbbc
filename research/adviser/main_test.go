package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/research/internal/table"
	"github.com/banyan-go/banyan/similarity/research"
)

func TestRun(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "distances.svg")
	var out, errs bytes.Buffer
	stored := filepath.Join(t.TempDir(), "figures.csv")
	args := []string{"-game", "breakthrough", "-size", "6x6", "-games", "3", "-sims", "100", "-random", "20", "-svg", svg, "-store", stored}
	require.Equal(t, cli.Done, run(context.Background(), args, &out, &errs))
	require.Contains(t, out.String(), "breakthrough 6x6: 3 trials of 10 plies with 100 simulations a move")
	require.Contains(t, out.String(), "moves apart")
	require.Contains(t, out.String(), "advice: distance ")
	require.Empty(t, errs.String())
	plot, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(plot), "<svg")
	rows, err := table.Read[table.Trials](stored)
	require.NoError(t, err)
	figures := rows["breakthrough 6x6 huffman 100 10"]
	require.Contains(t, out.String(), fmt.Sprintf("advice: distance %d: mean %.2f (threshold 2.92), spread %.4f (", figures.Advice, figures.Mean, figures.Spread))
	require.Equal(t, []any{"breakthrough 6x6", "huffman", 100, 3, 10}, []any{figures.Game, figures.Codes, figures.Simulations, figures.Games, figures.Plies})
	require.Contains(t, out.String(), fmt.Sprintf("20 random games: %.1f plies, 2 kinds of pieces", figures.Random.Plies))
	require.Contains(t, out.String(), fmt.Sprintf("a new node imports from %.1f positions", figures.Found))
	require.Greater(t, figures.Found, figures.Hits)
	mean := 0.0
	for _, share := range figures.Shares {
		mean += share
	}
	require.InDelta(t, 1, mean, 1e-9)
	require.Len(t, figures.Deviations, len(figures.Shares))
}

func TestRunErrors(t *testing.T) {
	for want, args := range map[string]string{
		`-game chess: there is no game "chess"`:      "-game chess",
		`"6" for flag -size: want width x height`:    "-size 6",
		`-codes is "x", want huffman, appearance`:    "-codes x",
		"-bits is 65 with -codes random, want 1 to":  "-codes random -bits 65",
		"-bits is 16 with -codes huffman, want 1 to": "-bits 16",
		`unexpected argument "more"`:                 "more",
		"flag provided but not defined: -unknown":    "-unknown",
		"-sims is 0, want 1 or more":                 "-sims 0",
		"-games is -1, want 1 or more":               "-games -1",
		"-random is -1, want 0 or more":              "-random -1",
		`-svg is "x.png", want a name that ends in`:  "-svg x.png",
		"-svg: stat /none":                           "-svg /none/x.svg",
		"-store: stat /none":                         "-store /none/x.csv",
	} {
		var out, errs bytes.Buffer
		require.Equal(t, cli.Usage, run(context.Background(), strings.Fields(args), &out, &errs), args)
		require.Contains(t, errs.String(), want)
		require.Equal(t, 1, strings.Count(errs.String(), "\n"), "one line")
		require.Empty(t, out.String())
	}
	var out, errs bytes.Buffer
	require.Equal(t, cli.Failed, run(context.Background(), []string{"-game", "goofspiel"}, &out, &errs))
	require.Contains(t, errs.String(), "has no AppendCells")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.Equal(t, cli.Failed, run(ctx, nil, &out, &errs))
	require.Contains(t, errs.String(), "adviser: context canceled")
	require.Empty(t, out.String())
	errs.Reset()
	require.Equal(t, cli.Done, run(ctx, []string{"-help"}, &out, &errs))
	require.Contains(t, errs.String(), "-plies")
}

// Two games: one with all positions at distance 1, one with half of them at 0 and half at 2.
func TestDistribution(t *testing.T) {
	shares, deviations := research.Distribution([]research.Histogram{{0, 5}, {}, {2, 0, 2}})
	require.InDeltaSlice(t, []float64{0.25, 0.5, 0.25}, shares, 1e-12)
	require.InDeltaSlice(t, []float64{0.25, 0.5, 0.25}, deviations, 1e-12)
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
)

// execute runs the program and returns its exit status and what it wrote.
func execute(t *testing.T, line string, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = runCommand(t.Context(), append(strings.Fields(line), args...), &o, &e)
	return status, o.String(), e.String()
}

// trained is a short run of training.
const trained = "train -hours 1e-9 -hidden 8 -sims 10 -games 4 -steps 2 -dir"

// TestCommands trains a network, plays matches with it, and plots.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := execute(t, trained, dir)
	require.Equal(t, cli.Done, status, errs)
	require.Contains(t, errs, "generation 1, loss")
	net := filepath.Join(dir, "net-00001.gob")
	require.Contains(t, out, "1 generations, 4 games: 0.0 min of CPU time")
	require.Contains(t, out, net)

	for line, want := range map[string]string{
		"match -games 4 -sims 20":                              "a: mcts,selection=puct,c=1,fpu=0.2,sims=20, generation 1 of seed 1",
		"match -games 4 -sims 20 -value":                       "a: mcts,selection=uct,c=0.25,sims=20, generation 1 of seed 1, value head",
		"match -games 2 -sims 9 -cpu -workers 1":               "a: mcts,selection=puct,c=1,fpu=0.2,sims=9, CPU time, generation 1 of seed 1",
		"match -games 4 -b random -a parallel=lockstep,sims=9": "a: mcts,parallel=lockstep,sims=9, generation 1 of seed 1",
	} {
		journal := filepath.Join(dir, "journal.jsonl")
		status, out, errs := execute(t, line, "-net", net, "-journal", journal)
		require.Equal(t, cli.Done, status, errs)
		_, again, _ := execute(t, line, "-net", net)
		require.Equal(t, out, again)
		var s match.Summary
		require.NoError(t, json.Unmarshal([]byte(out), &s))
		require.LessOrEqual(t, 2, s.Games)
		require.Equal(t, want, s.A)
		require.NoError(t, os.Remove(journal))
	}

	_, want, _ := execute(t, "match -games 4 -sims 20", "-net", net)
	status, out, errs = execute(t, "match -games 4 -sims 20", "-net", filepath.Join(dir, checkpointName))
	require.Equal(t, cli.Done, status, errs)
	require.Equal(t, want, out, "a checkpoint has the network, too")

	svg := filepath.Join(dir, "elo.svg")
	status, out, errs = execute(t, "plot -games 2 -sims 10 -dir", dir, "-svg", svg)
	require.Equal(t, cli.Done, status, errs)
	require.Contains(t, out, "generation     1,    0.0 min of CPU time: ")
	text, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(text), "minutes of CPU time")
	require.FileExists(t, filepath.Join(dir, "elo-00001.jsonl"))
}

// TestUsage checks that the program names what is wrong with its arguments.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"":                                         `command "", want train, match or plot`,
		"learn":                                    `command "learn", want train, match or plot`,
		"train":                                    "want -dir FOLDER",
		"train -dir x -hours 0":                    "-hours is 0, want above 0",
		"train -dir x -hours NaN":                  "-hours is NaN",
		"train -dir x -hidden 3,x":                 "want numbers from 1 to 4096",
		"train -dir x -sims 1":                     "-sims is 1, want 2 to 65535",
		"train -dir x -sims 70000":                 "-sims is 70000",
		"train -dir x -opening 7":                  "-opening is 7, want 0 to 6",
		"train -dir x -rate 0":                     "-rate is 0, want above 0",
		"train -dir x y":                           `unexpected argument "y"`,
		"match -sims 10":                           "want -net FILE",
		"match -net x":                             "has no budget",
		"match -net x -sims 10 -games 3":           "-games is 3, want an even number",
		"match -net x -sims 10 -opening -1":        "-opening is -1",
		"match -net x -sims 10 -workers -1":        "-workers is -1",
		"match -net x -sims -1":                    "-sims is -1",
		"match -net x -time -1s":                   "-time is -1s",
		"match -net x -sims 10 -cpu":               "-workers is 0, want 1 with -cpu",
		"match -net x -sims 10 -a random":          "does not use a network",
		"match -net x -sims 10 -b selection=ucb99": "ucb99",
		"plot -sims 10 -svg x.svg":                 "want -dir FOLDER",
		"plot -sims 10 -dir x -svg x.txt":          "want a name that ends in .svg",
	} {
		status, _, errs := execute(t, line)
		require.Equal(t, cli.Usage, status, line)
		require.Contains(t, errs, want, line)
	}
	for line, want := range map[string]string{
		"match -sims 10 -net":           "no such file",
		"plot -sims 10 -svg x.svg -dir": "has no networks",
	} {
		status, _, errs := execute(t, line, filepath.Join(dir, "none"))
		require.Equal(t, cli.Failed, status, line)
		require.Contains(t, errs, want, line)
	}
	for _, line := range []string{"-help", "train -help", "match -help", "plot -help"} {
		status, _, errs := execute(t, line)
		require.Equal(t, cli.Done, status)
		require.Contains(t, errs, "go run ./examples/selfplay")
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/match"
)

// command runs the command match and returns its output.
func command(t *testing.T, args string, more ...string) (out, errs string, status int) {
	t.Helper()
	t.Setenv("COLUMNS", "") // the output is not wrapped
	var stdout, stderr bytes.Buffer
	status = runMatch(context.Background(), append(strings.Fields(args), more...), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

func runMatch(ctx context.Context, args []string, out, errs io.Writer) int {
	return program("banyan").Run(ctx, append([]string{"match"}, args...), strings.NewReader(""), out, errs)
}

// ofTwo is the JSON of a match of two.
type ofTwo struct {
	match.Summary
	Budgets   string  `json:"budgets"`
	Speed     []speed `json:"speed"`
	TimeRatio float64 `json:"time_ratio"`
}

type speed struct {
	Actions              int     `json:"actions"`
	SimulationsPerAction float64 `json:"simulations_per_action"`
	SecondsPerAction     float64 `json:"seconds_per_action"`
	SimulationsPerSecond float64 `json:"simulations_per_second"`
}

const otherBudgets = "different budgets"

const fifty = "-game tictactoe -a playout=mast -b random -sims 50 -games 40"

func TestMatchTable(t *testing.T) {
	out, errs, status := command(t, fifty+" -seed 3")
	require.Zero(t, status, errs)
	require.Empty(t, errs, "there is no progress bar without a terminal")
	require.Contains(t, out, "tictactoe, 40 games in pairs with 2 random plies, seed 3,")
	require.Contains(t, out, "a: mcts,playout=mast,sims=50")
	require.Contains(t, out, "b: random\n")
	require.Contains(t, out, "in seat 2     20")
	require.Contains(t, out, "a is stronger with the given budgets.\n")
	require.Regexp(t, `(?m)^ +simulations/s +simulations/move +time/move$`, out)
	require.Regexp(t, `(?m)^ +a +\d+ +50 +[0-9.]+[µm]?s$`, out)
	require.Regexp(t, `(?m)^ +b +- +- +[0-9.]+[nµm]?s$`, out)
	require.NotContains(t, out, "sequential")
}

func TestMatchJSON(t *testing.T) {
	out, _, status := command(t, fifty+" -json")
	require.Zero(t, status)
	var got map[string]any
	decoder := json.NewDecoder(strings.NewReader(out))
	require.NoError(t, decoder.Decode(&got))
	require.ErrorIs(t, decoder.Decode(&got), io.EOF, "one object and nothing else")
	require.Equal(t, []string{
		"a", "b", "budgets", "decisive_rate", "draws", "elo", "elo_ci95", "ends", "game", "games", "los", "losses", "opening", "pairs", "seconds", "seed",
		"sign_test_p", "speed", "sprt", "time_ratio", "win_rate", "win_rate_ci95", "wins",
	}, slices.Sorted(maps.Keys(got)))
	require.Equal(t, 40.0, got["games"])
	var s ofTwo
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	require.Equal(t, 40, s.Wins+s.Draws+s.Losses)
	require.InDelta(t, s.WinRate, (float64(s.Wins)+float64(s.Draws)/2)/40, 1e-12)
	require.Greater(t, got["wins"], got["losses"], "wins are a's")
	require.Len(t, got["win_rate_ci95"], 2)
	require.Nil(t, got["sprt"])
	require.Equal(t, otherBudgets, s.Budgets)
	require.Len(t, s.Speed, 2)
	require.Equal(t, 50.0, s.Speed[0].SimulationsPerAction)
	require.InDelta(t, 50, s.Speed[0].SimulationsPerSecond*s.Speed[0].SecondsPerAction, 1e-6)
	require.Zero(t, s.Speed[1].SimulationsPerSecond)
	require.Positive(t, s.Speed[1].Actions)
	require.InDelta(t, s.Speed[0].SecondsPerAction, s.TimeRatio*s.Speed[1].SecondsPerAction, 1e-9)
}

// withoutTime decodes the JSON of a run and removes the values that depend on the clock.
func withoutTime(t *testing.T, out string) map[string]any {
	t.Helper()
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	for _, key := range []string{"seconds", "speed", "time_ratio"} {
		delete(got, key)
	}
	return got
}

func TestSameSeedSameResult(t *testing.T) {
	one, _, _ := command(t, fifty+" -json -workers 1")
	four, _, _ := command(t, fifty+" -json -workers 4")
	other, _, _ := command(t, fifty+" -json -seed 9")
	require.Equal(t, withoutTime(t, one), withoutTime(t, four))
	require.NotEqual(t, withoutTime(t, one), withoutTime(t, other))
}

func TestJournalContinues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	whole, _, _ := command(t, fifty+" -json")
	first, _, status := command(t, fifty+" -json -journal", path)
	require.Zero(t, status)
	require.Equal(t, withoutTime(t, whole), withoutTime(t, first))

	// The match is interrupted after the header and 15 games, in the middle of a line.
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	require.NoError(t, os.WriteFile(path, append(bytes.Join(lines[:16], nil), lines[16][:20]...), 0o600))
	again, _, status := command(t, fifty+" -json -journal", path)
	require.Zero(t, status)
	require.Equal(t, withoutTime(t, whole), withoutTime(t, again))

	_, errs, status := command(t, fifty+" -json -seed 2 -journal", path)
	require.Equal(t, cli.Failed, status)
	require.Contains(t, errs, "seed")
}

func TestMatchInterrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	require.Equal(t, cli.Failed, runMatch(ctx, strings.Fields(fifty+" -journal "+path), &out, &errs))
	require.Empty(t, out.String())
	require.Contains(t, errs.String(), "stopped after 0 of 40 games")
	require.Contains(t, errs.String(), "the same command continues from "+path)
}

func TestSPRT(t *testing.T) {
	out, _, status := command(t, "-game tictactoe -a sims=50 -b random -games 400 -sprt 0,100 -json")
	require.Zero(t, status)
	var got struct {
		Games int
		SPRT  struct{ Decision string }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, "H1", got.SPRT.Decision)
	require.Less(t, got.Games, 100)
	out, _, _ = command(t, "-game tictactoe -a sims=50 -b random -games 400 -sprt 0,100")
	require.Contains(t, out, "sequential test     H1")
}

// TestCPUTime checks that a search with CPU time ends, and that its journal differs from the
// journal of a match with wall-clock time.
func TestCPUTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	args := "-game tictactoe -a time=1ms -b random -games 4 -workers 1 -journal " + path
	out, errs, status := command(t, args+" -cpu -json")
	require.Zero(t, status, errs)
	var s ofTwo
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	require.Greater(t, s.Speed[0].SimulationsPerAction, 1.0)
	require.Greater(t, s.Speed[0].SecondsPerAction, 0.9e-3)
	_, errs, _ = command(t, args)
	require.Contains(t, errs, "CPU time", "a journal of CPU time does not go on with other times")
}

func TestRoundRobin(t *testing.T) {
	args := "-game tictactoe -p random -p sims=20 -p sims=200 -games 20"
	out, _, status := command(t, args)
	require.Zero(t, status)
	require.Regexp(t, `(?s)rating .*\n +c .*\n +b .*\n +a `, out, "the strongest first")
	out, _, _ = command(t, args+" -json")
	var got struct {
		Games   int
		Players []string
		Ratings []float64
		Cross   [][]stats.Tally
		Budgets string
		Speed   []speed
	}
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, 60, got.Games)
	require.Equal(t, []string{"random", "mcts,sims=20", "mcts,sims=200"}, got.Players)
	require.Len(t, got.Cross, 3)
	require.Len(t, got.Speed, 3)
	require.Equal(t, otherBudgets, got.Budgets)
	require.InDelta(t, 0, got.Ratings[0]+got.Ratings[1]+got.Ratings[2], 1e-6)
}

func TestMatchPlot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plot.svg")
	_, errs, status := command(t, fifty+" -svg", path)
	require.Zero(t, status, errs)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	elements := 0
	for decoder := xml.NewDecoder(bytes.NewReader(text)); ; elements++ {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
	require.Greater(t, elements, 50)
	_, errs, status = command(t, fifty+" -svg", "no/such/folder/plot.svg")
	require.Equal(t, cli.Usage, status, "the path is checked before the match")
	require.Contains(t, errs, "no/such/folder")
}

// A game for three players has six seatings.
func TestThreePlayers(t *testing.T) {
	out, _, status := command(t, "-game dots -size 2x2 -a sims=100 -b random -games 12 -json")
	require.Zero(t, status)
	require.Equal(t, 12.0, withoutTime(t, out)["games"])
}

func TestMatchUsage(t *testing.T) {
	out, _, status := command(t, "-help")
	require.Equal(t, cli.Done, status)
	require.Contains(t, out, "-journal")
	require.Contains(t, out, "playout=uniform|mast")
	require.Contains(t, out, "-b playout=uniform -time 10ms", "the example is a match at equal time")
	for args, want := range map[string]string{
		"":                                                  "there are no players",
		"-a random":                                         "there is only one player",
		"-p random":                                         "there is only one player",
		"-a random -b random -p random":                     "want one of these forms",
		"-a random -b random -games 3":                      "-games is 3, want 2, 4 or another multiple",
		"-a random -b random -games 0":                      "-games is 0",
		"-a random -b random -game dots":                    "-games is 100, want 6, 12 or another multiple",
		"-a random -b random -game chess":                   `there is no game "chess"; there are: connect4`,
		"-a random -b random -size 6":                       "want width x height",
		"-a random -b random -size 60x60":                   "-size 60x60",
		"-a random -b random -opening -1":                   "-opening is -1",
		"-a random -b random -workers -1":                   "-workers is -1",
		"-a random -b random -cpu":                          "want 1 with -cpu",
		"-a random -b sims=9,parallel=root -cpu -workers 1": "want -cpu without parallel=",
		"-a random -b random -sprt 5":                       "want two numbers",
		"-a random -b random -sprt 5,1":                     "want Elo0 < Elo1",
		"-a random -b random -both c=1":                     "-both: no player has c",
		"-a random -b playout=best":                         "want one of uniform, mast",
		"-a random -b playout=mast":                         "has no budget",
		"-a random -b random -fit -json":                    "want one of them",
		"-a random -b random x":                             `unexpected argument "x"`,
		"-a random -b random -nosuch":                       "-nosuch",
		"-p random -p random -p random -sprt 0,1":           "-sprt is for two players",
		"-p random -p random -p random -svg x":              "-svg is for two players",
		"-a random -b random -svg x.gif":                    "ends in .svg",
	} {
		t.Run(args, func(t *testing.T) {
			out, errs, status := command(t, args)
			require.Equal(t, cli.Usage, status)
			require.Empty(t, out)
			require.Contains(t, errs, want)
		})
	}
}

// Whoever thinks at all is late on a clock of a nanosecond. A search on a clock needs no plan.
func TestMatchSaysWhoWasLate(t *testing.T) {
	const games = "-game tictactoe -a mcts -b sims=9,time=expected -clock 1ns -games 2"
	out, _, status := command(t, games)
	require.Zero(t, status)
	require.Contains(t, out, "  a: mcts,time=expected\n")
	require.Contains(t, out, "\nLost on time: a 1, b 1 of 2 games. They show who keeps the clock, not who plays better.\n")
	out, _, status = command(t, games+" -json")
	require.Zero(t, status)
	require.Equal(t, map[string]any{"lost_on_time": []any{1.0, 1.0}, "cut_off": 0.0}, withoutTime(t, out)["ends"])
}

// TestEqualTimeMatch plays a match at equal time on a real clock. It checks the words only.
func TestEqualTimeMatch(t *testing.T) {
	out, _, status := command(t, "-game tictactoe -a playout=mast -b playout=uniform -time 1ms -games 2")
	require.Zero(t, status)
	require.Contains(t, out, "2 games do not show which player is stronger at equal time.\nThe players had equal time, 1ms per move.\n")
	out, _, status = command(t, "-game tictactoe -a playout=mast -b playout=uniform -time 1ms -games 2 -json")
	require.Zero(t, status)
	require.Contains(t, out, `"budgets": "equal time"`)
}

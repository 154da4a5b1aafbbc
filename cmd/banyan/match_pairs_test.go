package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/stats"
)

// matched plays a match of bundled games.
func matched(t *testing.T, args string) string {
	t.Helper()
	out, errs, status := run(t, program("x"), "", append([]string{"match"}, strings.Fields(args)...)...)
	require.Zero(t, status, errs)
	return out
}

// pairing is what -json says of the pairs of two players.
type pairing struct {
	A, B          string
	Counts        *stats.Pentanomial
	Pairs         int
	WinRate       float64   `json:"win_rate"`
	StandardError float64   `json:"standard_error"`
	Interval      []float64 `json:"win_rate_ci95"`
}

func TestMatchPairs(t *testing.T) {
	const args = "-game tictactoe -a sims=50 -b random -games 60"
	var got struct {
		Wins, Draws int
		Pairs       pairing
	}
	require.NoError(t, json.Unmarshal([]byte(matched(t, args+" -json")), &got))
	p := got.Pairs
	require.Equal(t, 30, p.Pairs)
	points := 0
	for k, n := range p.Counts {
		points += k * n
	}
	require.Equal(t, 2*got.Wins+got.Draws, points, "pairs have the points of the games")
	require.InDelta(t, p.Counts.Pairs().Mean(), p.WinRate, 1e-12)
	require.InDelta(t, p.Counts.Pairs().StandardError(), p.StandardError, 1e-12)
	require.Less(t, p.Interval[0], p.WinRate)

	out := matched(t, args)
	require.Regexp(t, `(?m)^ *pairs with +0 +1/2 +1 +3/2 +2 points +win rate +95 % by pairs +Elo$`, out)
	require.Regexp(t, `(?m)^ *a against b +(\d+ +){5}0\.\d{3} +0\.\d{3} to [01]\.\d{3} +[+-]\d+ to [+-]\d+$`, out)

	out = matched(t, "-game dots -size 2x2 -a random -b random -games 12 -json")
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Nil(t, got.Pairs.Counts, "a pair has six games")
	require.Equal(t, 2, got.Pairs.Pairs)
	require.Regexp(t, `(?m)^ *a against b +2 +0\.`, matched(t, "-game dots -size 2x2 -a random -b random -games 12"))
}

// TestClockInJSON checks that a result tells the clock of its games.
func TestClockInJSON(t *testing.T) {
	const args = "-game tictactoe -a time=basic -b random -games 2 -json"
	require.Contains(t, matched(t, args+" -clock 60ticks"), `"clock": "60ticks"`)
	require.NotContains(t, matched(t, "-game tictactoe -a random -b random -games 2 -json"), "clock")
}

func TestGauntlet(t *testing.T) {
	for _, players := range []string{"-a sims=100 -p random -p sims=20 -p sims=21", "-p sims=100 -p random -p sims=20 -p sims=21"} {
		args := "-game tictactoe -games 10 -gauntlet " + players
		var got struct {
			Games   int
			Players []string
			Cross   [][]stats.Tally
			Pairs   []pairing
		}
		require.NoError(t, json.Unmarshal([]byte(matched(t, args+" -json")), &got))
		require.Equal(t, 30, got.Games)
		require.Equal(t, "mcts,sims=100", got.Players[0])
		require.Zero(t, got.Cross[1][2].Games())
		require.Len(t, got.Pairs, 3)
		for i, p := range got.Pairs {
			require.Equal(t, "a", p.A)
			require.Equal(t, string("bcd"[i]), p.B)
			require.Equal(t, 5, p.Pairs)
		}
		out := matched(t, args)
		require.Regexp(t, `(?m)^ *b +[+-]\d+ +0\.\d+ .*- .*-`, out, "b has met one other player")
		require.Regexp(t, `a against d`, out)
		require.NotRegexp(t, `b against`, out)
	}
	require.Contains(t, matched(t, "-game tictactoe -games 4 -p random -p random -p random"), "b against c")
	_, errs, status := run(t, program("x"), "", strings.Fields("match -gauntlet -a random")...)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "there is only one player")
	_, errs, status = run(t, program("x"), "", strings.Fields("match -gauntlet -a random -b random -p random")...)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "want one of these forms")
}

package bundled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

// clocked plays a game of a player on a clock of 300 simulations against a random one.
func clocked(t *testing.T, size console.Size, text string) ([]arena.Record, error) {
	t.Helper()
	g, err := bundled.Find("nogo", size)
	require.NoError(t, err)
	timed, err := g.Parse(text, "")
	require.NoError(t, err)
	random, err := g.Parse("random", "")
	require.NoError(t, err)
	return g.Match(t.Context(), match.Options{
		Players: []spec.Player{timed, random}, Names: []string{"a", "b"}, Plan: arena.Plan{Pairs: 1, Clock: timing.Clock{Main: 300, Ticks: true}},
	})
}

// Every bundled game for matches has a table that ends with about one move. It may rise in between:
// in Gomoku, a game that was not decided early is long.
func TestHorizons(t *testing.T) {
	for _, name := range bundled.Names() {
		table := bundled.Horizon(name)
		g, err := bundled.Find(name, console.Size{})
		require.NoError(t, err)
		if g.Players() == 1 {
			require.Empty(t, table, name)
			continue
		}
		require.NotEmpty(t, table, name)
		last := table[len(table)-1]
		require.Greater(t, table[0], last, name)
		require.InDelta(t, 1, last, 1, name)
	}
}

// A plan that divides the clock by the expected number of moves has to know it.
func TestExpectedNeedsAHorizon(t *testing.T) {
	small := console.Size{Width: 5, Height: 5}
	for _, text := range []string{"time=expected", "time=stopa", "time=opening"} {
		_, err := clocked(t, small, text)
		require.ErrorContains(t, err, `player "mcts,`+text+`": nothing is known of the length of games of nogo 5x5; add moves=playout`)
	}
	for size, text := range map[console.Size]string{small: "time=expected,moves=playout", {}: "time=expected"} {
		records, err := clocked(t, size, text)
		require.NoError(t, err)
		for _, r := range records {
			require.False(t, r.Timeout)
		}
	}
	_, err := clocked(t, small, "time=basic")
	require.NoError(t, err)
}

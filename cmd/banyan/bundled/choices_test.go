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

// TestChoices compares the counts with the simulations of a search that runs exactly 4 for every
// action that it chooses.
func TestChoices(t *testing.T) {
	random, err := spec.Parse("random", "")
	require.NoError(t, err)
	for _, name := range bundled.Names() {
		t.Run(name, func(t *testing.T) {
			g, err := bundled.Find(name, console.Size{})
			require.NoError(t, err)
			if g.Players() == 1 {
				t.Skip("a match is for two players or more")
			}
			search, err := g.Parse("sims=4", "")
			require.NoError(t, err)
			records, err := g.Match(t.Context(), match.Options{
				Players: []spec.Player{random, search}, Names: []string{"a", "b"}, Plan: arena.Plan{Pairs: 2, OpeningPlies: 1},
			})
			require.NoError(t, err)
			for _, r := range records {
				choices, err := g.Choices(r)
				require.NoError(t, err)
				total := 0
				for seat, n := range choices {
					if r.Seats[seat] == 1 {
						require.Equal(t, r.Simulations[seat], 4*n)
					}
					total += n
				}
				require.Positive(t, total)
			}
		})
	}
}

func TestChoicesAfterTimeout(t *testing.T) {
	g, err := bundled.Find("tictactoe", console.Size{})
	require.NoError(t, err)
	clock, err := timing.Parse("10ticks")
	require.NoError(t, err)
	p, err := g.Parse("sims=4", "")
	require.NoError(t, err)
	records, err := g.Match(t.Context(), match.Options{
		Players: []spec.Player{p, p}, Names: []string{"a", "b"}, Plan: arena.Plan{Pairs: 1, Clock: clock},
	})
	require.NoError(t, err)
	require.True(t, records[0].Timeout)
	choices, err := g.Choices(records[0])
	require.NoError(t, err)
	require.Equal(t, []int{3, 2}, choices, "the third action of the first player came too late")
}

func TestChoicesOfBrokenRecords(t *testing.T) {
	for _, c := range []struct {
		game   string
		record arena.Record
		want   string
	}{
		{"tictactoe", arena.Record{Game: 7, Actions: []string{"a1", "a1"}}, `game 7, ply 1: there is no action "a1"`},
		{"goofspiel5", arena.Record{Actions: []string{"A"}}, `"A" has 1 components, want 2`},
		{"goofspiel5", arena.Record{Actions: []string{"x|y"}}, `there is no action "x"`},
		{"magic", arena.Record{Actions: []string{"x"}}, `there is no outcome "x"`},
	} {
		g, err := bundled.Find(c.game, console.Size{})
		require.NoError(t, err)
		_, err = g.Choices(c.record)
		require.ErrorContains(t, err, c.want)
	}
}

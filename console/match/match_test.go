package match_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

// TestSeconds checks that an unknown time is not written.
func TestSeconds(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, match.WriteJSON(&b, match.Summary{}))
	require.NotContains(t, b.String(), "seconds")
	require.NoError(t, match.WriteJSON(&b, match.Summary{Seconds: 1}))
	require.Contains(t, b.String(), "seconds")
}

func TestPlayers(t *testing.T) {
	players, names, err := match.Players(spec.Names{}, []string{"playout=mast", "random"}, match.Both("c=0.25", 10), timing.Clock{})
	require.NoError(t, err)
	require.Len(t, players, 2)
	require.Equal(t, []string{"a: mcts,c=0.25,playout=mast,sims=10", "b: random"}, names)
	require.Equal(t, 10, players[0].Budget.Simulations)
}

func TestBoth(t *testing.T) {
	require.Empty(t, match.Both("", 0))
	require.Equal(t, "c=1", match.Both("c=1", 0))
	require.Equal(t, "sims=5", match.Both("", 5))
	require.Equal(t, "c=1,sims=5", match.Both("c=1", 5))
}

func TestLetter(t *testing.T) {
	for i, want := range map[int]string{0: "a", 25: "z", 26: "p27"} {
		require.Equal(t, want, match.Letter(i))
	}
}

// The results do not depend on the order in which games finish, and cover all games.
func TestRunning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 2).Draw(t, "players")
		var records []arena.Record
		for pair := range rapid.IntRange(1, 8).Draw(t, "pairs") {
			for number := range 2 {
				r := arena.Record{Game: 2*pair + number, Pair: pair, Seats: []int{number, 1 - number}[:players], Winner: arena.Draw}
				r.Returns = []float64{float64(rapid.IntRange(0, 2).Draw(t, "return")), 0}[:players]
				if players == 2 {
					r.Winner = rapid.IntRange(-1, 1).Draw(t, "winner")
				}
				records = append(records, r)
			}
		}
		var count match.Running
		results := 0
		for _, r := range rapid.Permutation(records).Draw(t, "order") {
			if count.Add(r) {
				results++
			}
		}
		require.Equal(t, arena.Count(records, 0, 1), count.Tally)
		require.Equal(t, count.Tally.Games(), results)
		require.Equal(t, len(records)*players/2, results)
	})
}

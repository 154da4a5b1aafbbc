package match_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

// TestFile checks that ReadFile reads what WriteFile wrote and computes the rates.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	want := match.Summary{Game: "nogo", Score: match.NewScore(arena.Tally{Wins: 3, Draws: 1, Losses: 4}), A: "a", B: "b", Seed: 7}
	spoiled := want
	spoiled.WinRate = 0.9
	require.NoError(t, match.WriteFile(path, spoiled))
	have, err := match.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, have)
	require.InDelta(t, 3.5/8, have.WinRate, 1e-12)
	_, err = match.ReadFile(path + "x")
	require.Error(t, err)
	require.Error(t, match.WriteFile(filepath.Join(path, "x"), want))
}

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

package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"

	"github.com/banyan-go/banyan/games/tictactoe"
)

func TestPlay(t *testing.T) {
	g := tictactoe.Game{}
	want := g.Start()
	require.Equal(t, want, testkit.Play(t, g))
	require.Equal(t, want, testkit.Play(t, g, "", " "))
	for _, c := range []tictactoe.Cell{0, 4, 8} {
		g.Apply(&want, c)
	}
	for _, texts := range [][]string{{"a1 b2 c3"}, {"a1", "b2", "c3"}, {"a1 b2", "", "\n\tc3 "}} {
		require.Equal(t, want, testkit.Play(t, g, texts...))
	}
}

func TestPlayFails(t *testing.T) {
	for text, want := range map[string]string{
		"a1 d4 b2":             `"d4" is not a move`,
		"a1 b2 b2 c3":          "b2 is taken",
		"a1 b1 a2 b2 a3 b3 c3": "the game is over",
	} {
		returned := false
		said, failed := testkit.RunCheck(func(t testing.TB) {
			testkit.Play(t, tictactoe.Game{}, text)
			returned = true
		})
		require.True(t, failed, text)
		require.False(t, returned, text)
		require.Contains(t, said, want)
		require.Contains(t, said, " of ["+text+"]")
	}
}

package bundled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/match"
)

// TestGames plays a match of every game between players in text form.
func TestGames(t *testing.T) {
	random, err := spec.Parse("random", "")
	require.NoError(t, err)
	for _, name := range bundled.Names() {
		t.Run(name, func(t *testing.T) {
			g, err := bundled.Find(name, console.Size{})
			require.NoError(t, err)
			require.Equal(t, name, g.Name())
			text := "playout=nst,sims=4,maxplies=20"
			if g.Players() == 1 || name == bundled.DotsPoints.Name {
				text = "playout=nst,sims=4" // a playout that is cut off needs an evaluation
			}
			search, err := spec.Parse(text, "")
			require.NoError(t, err)
			records, err := g.Match(t.Context(), match.Options{
				Players: []spec.Player{random, search}, Names: []string{"a", "b"}, Plan: arena.Plan{Pairs: 1, OpeningPlies: 1},
			})
			require.NoError(t, err)
			require.NotEmpty(t, records)
		})
	}
}

func TestFind(t *testing.T) {
	g, err := bundled.Find("breakthrough", console.Size{Width: 6, Height: 5})
	require.NoError(t, err)
	require.Equal(t, "breakthrough 6x5", g.Name())
	_, err = bundled.Find("breakthrough", console.Size{Width: 60, Height: 5})
	require.ErrorContains(t, err, "want a width of")
	_, err = bundled.Find("tictactoe", console.Size{Width: 4, Height: 4})
	require.ErrorContains(t, err, "only one board")
	_, err = bundled.Find("chess", console.Size{})
	require.ErrorContains(t, err, `no game "chess"; there are: connect4,`)
}

func TestParseSize(t *testing.T) {
	s, err := console.ParseSize("8X6")
	require.NoError(t, err)
	require.Equal(t, console.Size{Width: 8, Height: 6}, s)
	for _, text := range []string{"", "8", "x", "8x", "x6", "0x6", "-1x6", "8x6x4", "8 x 6"} {
		_, err := console.ParseSize(text)
		require.Error(t, err, text)
	}
}

package dots_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestLegalExplains(t *testing.T) {
	g := sized(t, 2, 2, 2)
	s := testkit.Play(t, g, "a1-b1")
	for text, want := range map[string]string{
		"a1-b1": "a1-b1 is already drawn",
		"b1-c1": "",
		"c1-d1": "c1-d1 leaves the board: want dots from a1 to c3",
		"a3-a4": "a3-a4 leaves the board: want dots from a1 to c3",
	} {
		e, err := sized(t, 5, 5, 2).Parse(text)
		require.NoError(t, err)
		if err = g.Legal(&s, e); want == "" {
			require.NoError(t, err, text)
			continue
		}
		require.EqualError(t, err, want)
	}
	for e := 60; e < 256; e++ {
		require.Error(t, g.Legal(&s, dots.Edge(e)))
	}
	over := testkit.Play(t, sized(t, 1, 1, 2), "a1-b1 a2-b2 a1-a2 b1-b2")
	require.EqualError(t, sized(t, 1, 1, 2).Legal(&over, 0), "the game is over: all edges are drawn")
}

func TestText(t *testing.T) {
	g := dots.Game{}
	s := testkit.Play(t, g, "a1-b1 a1-a2 a2-b2 b1-b2 c3-c4 c3-d3")
	require.Equal(t, `4 o   o   o   o
          |
3 o   o   o---o

2 o---o   o   o
  | # |
1 o---o   o   o
  a   b   c   d
Red 1, Blue 0, Green 0; Green to move
`, g.Text(&s))
}

func TestPlayerName(t *testing.T) {
	for player, want := range []string{"Red", "Blue", "Green", "Yellow"} {
		require.Equal(t, want, dots.Game{}.PlayerName(player))
	}
}

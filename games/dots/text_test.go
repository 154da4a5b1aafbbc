package dots_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

// The edges of the empty board are numbered in the order of the list. Parse reads them with the
// dots in either order.
func TestEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, n := anyGame(t)
		s := g.Start()
		edges := g.AppendActions(nil, &s)
		require.Len(t, edges, g.NumActions())
		require.Len(t, edges, n.width*(n.height+1)+n.height*(n.width+1))
		for i, e := range edges {
			require.Equal(t, i, g.ActionIndex(e))
			text := e.String()
			for _, form := range []string{text, text[3:] + "-" + text[:2], text[:2] + text[3:], strings.ToUpper(text)} {
				again, err := g.Parse(form)
				require.NoError(t, err, form)
				require.Equal(t, e, again, form)
			}
		}
	})
}

func TestEdgeNumbers(t *testing.T) {
	for text, want := range map[string]dots.Edge{"a1-b1": 0, "a1-a2": 5, "f1-f2": 10, "b3-c3": 23, "b3-b4": 28, "e6-f6": 59} {
		e, err := sized(t, 5, 5, 2).Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, e, text)
	}
}

func TestParseErrors(t *testing.T) {
	g := sized(t, 3, 2, 2)
	for _, text := range []string{
		"", "a1", "a1-", "a1-a1", "a1-b2", "a1-c1", "a1-a3", "d1-e1", "a3-a4", "a0-a1", "a1--b1", "a1xb1", "a1-b1-", "\xffa1b1", "é1-b1",
	} {
		_, err := g.Parse(text)
		require.ErrorContains(t, err, "is not a move: want two neighboring dots from a1 to d3, like a1-b1", text)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"a1-b1", "b1a1", "D4-D3", "f5-f6", "g1-f1", "a9-a1", "-", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := sized(t, 5, 5, 2)
		e, err := g.Parse(text)
		if err != nil {
			return
		}
		again, err := g.Parse(e.String())
		require.NoError(t, err)
		require.Equal(t, e, again)
		plain := strings.ReplaceAll(strings.ToLower(text), "-", "")
		canonical := strings.ReplaceAll(e.String(), "-", "")
		require.Contains(t, []string{canonical, canonical[2:] + canonical[:2]}, plain)
		s := g.Start()
		require.NoError(t, g.Legal(&s, e))
	})
}

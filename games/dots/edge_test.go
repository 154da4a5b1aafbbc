package dots_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/dots"
)

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
		require.ErrorContains(t, err, "is not a move: want two neighbouring dots from a1 to d3, like a1-b1", text)
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

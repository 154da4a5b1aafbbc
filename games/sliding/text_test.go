package sliding_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/sliding"
)

func TestText(t *testing.T) {
	g := configured(t, sliding.Config{Size: 4, Limit: 30})
	s := g.Position([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15})
	require.Equal(t, "  1  2  3  4\n  5  6  7  8\n  9 10 11 12\n 13  . 14 15\n30 plies left\n", g.Text(&s))
	s = g.Goal()
	require.Contains(t, g.Text(&s), "  .\nThe goal is reached.\n")
	g = configured(t, sliding.Config{Limit: 1, Slides: 9})
	s = g.Start()
	g.Apply(&s, g.AppendActions(nil, &s)[0])
	require.Contains(t, g.Text(&s), "The limit is reached.\n")
	require.Equal(t, "Player", g.PlayerName(0))
}

// Tiles on their places have another color, and the gap has none.
func TestSVG(t *testing.T) {
	g := sliding.Game{}
	s := g.Position([]int{1, 2, 3, 4, 5, 6, 0, 7, 8})
	svg := g.SVG(&s)
	require.Equal(t, 6, strings.Count(svg, "#c9dca4"))
	require.Equal(t, 2, strings.Count(svg, "#f3efe6"))
	require.Equal(t, 9, strings.Count(svg, "<text"))
	require.Contains(t, svg, ">100 plies left</text>")
	require.Contains(t, svg, ">8</text>")
}

func TestLegalExplains(t *testing.T) {
	g := configured(t, sliding.Config{Slides: 1, Limit: 2})
	s := g.Position([]int{1, 2, 3, 4, 5, 6, 7, 0, 8})
	for a, want := range map[sliding.Tile]string{
		0: "there is no tile 0: want 1 to 8", 9: "there is no tile 9: want 1 to 8", 3: "tile 3 is not next to the gap",
	} {
		require.EqualError(t, g.Legal(&s, a), want)
	}
	for _, a := range []sliding.Tile{5, 7, 8} {
		require.NoError(t, g.Legal(&s, a))
	}
	goal := s
	g.Apply(&goal, 8)
	require.EqualError(t, g.Legal(&goal, 8), "the game is over: all tiles are in their places")
	g.Apply(&s, 5)
	g.Apply(&s, 5)
	require.EqualError(t, g.Legal(&s, 5), "the game is over: no plies are left")
}

func TestParse(t *testing.T) {
	for tile := sliding.Tile(1); tile <= 8; tile++ {
		again, err := sliding.Game{}.Parse(tile.String())
		require.NoError(t, err)
		require.Equal(t, tile, again)
	}
	for _, text := range []string{"", "0", "9", "01", "x", "-1", "1 "} {
		_, err := sliding.Game{}.Parse(text)
		require.ErrorContains(t, err, "is not a move: want the number of a tile, 1 to 8", text)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1", "15", "16", "0", "07", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tile, err := configured(t, sliding.Config{Size: 4}).Parse(text)
		if err != nil {
			return
		}
		require.Equal(t, text, tile.String())
	})
}

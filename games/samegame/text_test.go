package samegame_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestText(t *testing.T) {
	g := read(t, "0 1 2\n0 4 3\n0 1 1")
	s := testkit.Play(t, g, "a1")
	require.Equal(t, " 3 1 2 .\n 2 4 3 .\n 1 1 1 .\n   a b c\n", g.Text(&s))
	s = testkit.Play(t, g, "a1 a1")
	require.Equal(t, " 3 . . .\n 2 1 2 .\n 1 4 3 .\n   a b c\nThe game is over, and the rest costs 0 points.\n", g.Text(&s))
	g = read(t, "0 0\n0 0")
	s = testkit.Play(t, g, "a1")
	require.Equal(t, " 2 . .\n 1 . .\n   a b\nThe board is cleared: 1000 points.\n", g.Text(&s))
	g = read(t, "0 1 0 1 0 2 0 2 0")
	s = g.Start()
	require.Contains(t, g.Text(&s), "The game is over, and the rest costs 9 points.\n")
}

func TestLegalExplains(t *testing.T) {
	g := read(t, "0 1 2\n0 4 3\n0 1 1")
	s := g.Start()
	for text, want := range map[string]string{
		"a1": "",
		"b1": "",
		"a3": "a3 belongs to the group that is called a1, by its lowest block in the leftmost column",
		"c1": "c1 belongs to the group that is called b1, by its lowest block in the leftmost column",
		"b2": "b2 is a single block: want a group of two or more",
	} {
		if err := g.Legal(&s, cells(t, g, text)[0]); want == "" {
			require.NoError(t, err, text)
		} else {
			require.EqualError(t, err, want)
		}
	}
	require.EqualError(t, g.Legal(&s, 0x30), "d1 is empty")
	require.EqualError(t, g.Legal(&s, 0xff), "p16 is empty")
	s = testkit.Play(t, g, "a1 a1")
	require.EqualError(t, g.Legal(&s, cells(t, g, "a1")[0]), "the game is over: no two blocks of one color touch")
	require.EqualError(t, g.Legal(&s, cells(t, g, "c1")[0]), "c1 is empty")
}

func TestSVG(t *testing.T) {
	g := read(t, "0 1\n0 1")
	s := testkit.Play(t, g, "a1")
	svg := g.SVG(&s)
	require.Equal(t, 2, strings.Count(svg, "<circle"))
	require.Contains(t, svg, ">1</text>")
}

func TestPlayerName(t *testing.T) { require.Equal(t, "Player", samegame.Game{}.PlayerName(0)) }

// Places are numbered column by column, without gaps.
func TestPlaces(t *testing.T) {
	for _, size := range [][2]int{{15, 15}, {3, 7}, {15, 1}, {1, 15}} {
		g := sized(t, size[0], size[1], 1)
		next := 0
		for x := range size[0] {
			for y := range size[1] {
				name := text(place{x, y})
				for _, form := range []string{name, strings.ToUpper(name)} {
					c, err := g.Parse(form)
					require.NoError(t, err)
					require.Equal(t, next, g.ActionIndex(c))
					require.Equal(t, name, c.String())
				}
				next++
			}
		}
		require.Equal(t, next, g.NumActions())
	}
}

func TestParseErrors(t *testing.T) {
	g := sized(t, 3, 12, 1)
	for _, text := range []string{"", "a", "1", "d1", "a13", "a0", "a01", "aa1", "a1 ", "\xff1", "a-1"} {
		_, err := g.Parse(text)
		require.ErrorContains(t, err, "is not a move: want the column and the row of a block from a1 to c12, like a1", text)
	}
}

func TestPlaythroughGolden(t *testing.T) {
	g := sized(t, 6, 5, 1)
	testkit.Golden(t, "testdata/playthrough.txt", gametest.Playthrough(g, g.Start(), 1))
}

package gomoku_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestText(t *testing.T) {
	g := sized(t, size{4, 10, 3})
	s := testkit.Play(t, g, "a1 B10 c3")
	require.Equal(t, `10 . O . .
 9 . . . .
 8 . . . .
 7 . . . .
 6 . . . .
 5 . . . .
 4 . . . .
 3 . . X .
 2 . . . .
 1 X . . .
   a b c d
White (O) to move
`, g.Text(&s))
}

func TestTextOfFinishedGames(t *testing.T) {
	g := sized(t, size{3, 3, 3})
	won := testkit.Play(t, g, "a1 a2 b1 b2 c1")
	require.Equal(t, " 3 . . .\n 2 O O .\n 1 X X X\n   a b c\nBlack (X) has won\n", g.Text(&won))
	full := testkit.Play(t, g, "a1 b1 c1 b2 a2 c2 b3 a3 c3")
	require.Equal(t, " 3 O X X\n 2 X O O\n 1 X O X\n   a b c\na draw\n", g.Text(&full))
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		x, y int
		text string
	}{{0, 0, "a1"}, {2, 3, "c4"}, {8, 9, "i10"}, {18, 18, "s19"}} {
		p := gomoku.At(c.x, c.y)
		x, y := p.XY()
		require.Equal(t, []int{c.x, c.y}, []int{x, y})
		require.Equal(t, c.text, p.String())
	}
	for _, p := range []gomoku.Point{gomoku.At(-1, 0), gomoku.At(0, -1), gomoku.At(19, 0), gomoku.At(0, 19)} {
		require.Equal(t, "nowhere", p.String())
	}
}

func TestParse(t *testing.T) {
	g := sized(t, size{12, 11, 5})
	for text, want := range map[string]gomoku.Point{
		"a1": gomoku.At(0, 0), "A1": gomoku.At(0, 0), "c4": gomoku.At(2, 3), "L11": gomoku.At(11, 10), "i10": gomoku.At(8, 9),
	} {
		p, err := g.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p, text)
	}
	for _, text := range []string{
		"", "a", "4", "4c", "a0", "a04", "a+4", "a-4", "a12", "m1", "a1 ", " a1", "a4b", "a257", "`1", "é1", "\u212a1", "a_1",
	} {
		_, err := g.Parse(text)
		require.EqualError(t, err, fmt.Sprintf("%q is not a move: want a point from a1 to l11, like g6", text))
	}
	_, err := gomoku.Game{}.Parse("j9")
	require.EqualError(t, err, `"j9" is not a move: want a point from a1 to h8, like e5`)
}

func TestLegal(t *testing.T) {
	g := gomoku.Game{}
	s := testkit.Play(t, g, "a1 a2")
	require.NoError(t, g.Legal(&s, gomoku.At(7, 7)))
	require.EqualError(t, g.Legal(&s, gomoku.At(0, 0)), "a1 is taken by Black")
	require.EqualError(t, g.Legal(&s, gomoku.At(0, 1)), "a2 is taken by White")
	require.EqualError(t, g.Legal(&s, gomoku.At(8, 0)), "i1 is off the board: want a point from a1 to h8")
	require.EqualError(t, g.Legal(&s, gomoku.At(-1, 0)), "nowhere is off the board: want a point from a1 to h8")
	won := testkit.Play(t, g, "a1 a2 b1 b2 c1 c2 d1 d2 e1")
	require.EqualError(t, g.Legal(&won, gomoku.At(7, 7)), "the game is over: Black has 5 in a row")
	small := sized(t, size{3, 1, 3})
	full := testkit.Play(t, small, "a1 b1 c1")
	require.EqualError(t, small.Legal(&full, gomoku.At(0, 0)), "the game is over: the board is full")
}

func TestPlayerName(t *testing.T) {
	require.Equal(t, "Black", gomoku.Game{}.PlayerName(0))
	require.Equal(t, "White", gomoku.Game{}.PlayerName(1))
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"a1", "C4", "h8", "s19", "t1", "a20", "a0", "a01", "", "é1", "a+1", "\xff1"} {
		f.Add(text)
	}
	large, err := gomoku.New(19, 19, 5)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := large.Parse(text)
		if err != nil {
			return
		}
		require.Equal(t, strings.ToLower(text), p.String())
		s := large.Start()
		require.NoError(t, large.Legal(&s, p))
		small, err := gomoku.Game{}.Parse(text)
		x, y := p.XY()
		require.Equal(t, x < 8 && y < 8, err == nil)
		if err == nil {
			require.Equal(t, p, small)
		}
	})
}

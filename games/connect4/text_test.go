package connect4_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestText(t *testing.T) {
	g := connect4.Game{}
	s := play(t, g, "dDE")
	require.Equal(t, ` . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . O . . .
 . . . X X . .
 a b c d e f g   O to move
`, g.Text(&s))
}

func TestTextOfFinishedGames(t *testing.T) {
	g := board(t, size{4, 4})
	won := play(t, g, "abababa")
	require.Equal(t, " X . . .\n X O . .\n X O . .\n X O . .\n a b c d\n", g.Text(&won))
	full := play(t, g, "aaaadbbbbccccddd")
	require.Equal(t, " O X X O\n X O O X\n O X X O\n X O O X\n a b c d\n", g.Text(&full))
}

func TestParse(t *testing.T) {
	g := board(t, size{8, 6})
	for text, want := range map[string]connect4.Drop{"a": 0, "A": 0, "1": 0, "h": 7, "H": 7, "8": 7, " d ": 3, "D\n": 3} {
		a, err := g.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, a, text)
	}
	for _, text := range []string{"", " ", "i", "9", "0", "-1", "10", "aa", "a1", "`", "ａ"} {
		_, err := g.Parse(text)
		require.ErrorContains(t, err, "is not a move: want a column, a to h or 1 to 8", text)
	}
	_, err := connect4.Game{}.Parse("h")
	require.EqualError(t, err, `"h" is not a move: want a column, a to g or 1 to 7`)
	_, err = connect4.Game{}.Parse("8")
	require.Error(t, err)
}

func TestLegal(t *testing.T) {
	g := connect4.Game{}
	s := play(t, g, "aaaaaa")
	require.EqualError(t, g.Legal(&s, 0), "column a is full")
	require.NoError(t, g.Legal(&s, 6))
	require.EqualError(t, g.Legal(&s, 7), "there is no column 8: the board has 7")
	require.EqualError(t, g.Legal(&s, 255), "there is no column 256: the board has 7")
	won := play(t, g, "abababa")
	require.EqualError(t, g.Legal(&won, 3), "the game is over: there are four in a line")
}

func TestPlayerName(t *testing.T) {
	require.Equal(t, "X O", connect4.Game{}.PlayerName(0)+" "+connect4.Game{}.PlayerName(1))
}

func TestPlaythrough(t *testing.T) {
	g := connect4.Game{}
	got := gametest.Playthrough(g, g.Start(), 1)
	testkit.Golden(t, "testdata/playthrough.txt", got)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a", "G", "h", "1", "7", "8", "0", "", " d\n", "aa", "K", "ａ", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := connect4.Game{}.Parse(text)
		if err != nil {
			return
		}
		require.Less(t, int(a), 7)
		word := strings.TrimSpace(text)
		if unicode.IsDigit(rune(word[0])) {
			word = string('a' + rune(word[0]-'1'))
		}
		require.Equal(t, strings.ToLower(word), a.String())
		again, err := connect4.Game{}.Parse(a.String())
		require.NoError(t, err)
		require.Equal(t, a, again)
	})
}

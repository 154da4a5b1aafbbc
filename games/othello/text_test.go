package othello_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

func TestText(t *testing.T) {
	g := sized(t, 6)
	s := testkit.Play(t, g, "C2")
	require.Equal(t, `  a b c d e f
1 . . . . . .
2 . . X . . .
3 . . X X . .
4 . . X O . .
5 . . . . . .
6 . . . . . .
X 4, O 1, White (O) to move
`, g.Text(&s))
}

func TestParse(t *testing.T) {
	g := sized(t, 6)
	for text, want := range map[string]othello.Move{
		"a1": 0, "A1": 0, "f1": 5, "a2": 8, "F6": 45, "pass": othello.Pass, "Pass": othello.Pass, "PASS": othello.Pass,
	} {
		m, err := g.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, m, text)
	}
	for _, text := range []string{"", "a", "1", "1a", "a0", "a7", "g1", "a11", " a1", "a1 ", "passe", "p", "--", "`1", "é1", "\u212a1"} {
		_, err := g.Parse(text)
		require.ErrorContains(t, err, "is not a move: want a square from a1 to f6, like d3, or pass", text)
	}
	_, err := othello.Game{}.Parse("i9")
	require.EqualError(t, err, `"i9" is not a move: want a square from a1 to h8, like d3, or pass`)
}

func TestActionIndex(t *testing.T) {
	g := sized(t, 6)
	for text, want := range map[string]int{"a1": 0, "f1": 5, "a2": 6, "f6": 35, "pass": 36} {
		m, err := g.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, g.ActionIndex(m), text)
	}
	require.Equal(t, 64, othello.Game{}.ActionIndex(othello.Pass))
}

func TestLegal(t *testing.T) {
	g := othello.Game{}
	s := g.Start()
	for move, want := range map[othello.Move]string{
		3:            "a disc on d1 would turn none",
		18:           "a disc on c3 would turn none",
		27:           "there is a disc on d4",
		28:           "there is a disc on e4",
		65:           "the move is off the board: want a square from a1 to h8",
		othello.Pass: "Black can place a disc, so it must not pass: try d3",
	} {
		require.EqualError(t, g.Legal(&s, move), want)
	}
	require.NoError(t, g.Legal(&s, 19))
	small := sized(t, 4)
	s = small.Start()
	require.EqualError(t, small.Legal(&s, 4), "the move is off the board: want a square from a1 to d4")
}

func TestLegalWhenPassIsForced(t *testing.T) {
	g := othello.Game{}
	s := beforePass(g)
	name, reasons := g.PlayerName(g.ToMove(&s)), map[string]int{}
	for m := range othello.Pass {
		err := g.Legal(&s, m)
		require.Error(t, err)
		reasons[strings.ReplaceAll(err.Error(), " "+m.String(), "")]++
	}
	require.Len(t, reasons, 2)
	board, _, _ := strings.Cut(g.Text(&s), "\nX ")
	require.Equal(t, strings.Count(board, "."), reasons[name+" must pass: a disc on any square would turn none"])
	require.Equal(t, 64-strings.Count(board, "."), reasons["there is a disc on"])
	require.NoError(t, g.Legal(&s, othello.Pass))
}

// beforePass plays random games until a player must pass.
func beforePass(g othello.Game) othello.State {
	r := rng.New(1)
	for {
		s := g.Start()
		for m, ok := g.RandomAction(&s, r); ok; m, ok = g.RandomAction(&s, r) {
			if m == othello.Pass {
				return s
			}
			g.Apply(&s, m)
		}
	}
}

func TestPlayerName(t *testing.T) {
	require.Equal(t, "Black", othello.Game{}.PlayerName(0))
	require.Equal(t, "White", othello.Game{}.PlayerName(1))
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"a1", "D3", "h8", "i1", "a9", "pass", "PASS", "", "é1", "\xff1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := othello.Game{}
		m, err := g.Parse(text)
		if err != nil {
			return
		}
		require.Equal(t, strings.ToLower(text), m.String())
		s := g.Start()
		if g.Legal(&s, m) == nil {
			require.Contains(t, g.AppendActions(nil, &s), m)
		}
	})
}

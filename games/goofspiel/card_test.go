package goofspiel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/goofspiel"
)

func TestText(t *testing.T) {
	g := newGame(t, 2, 3, goofspiel.Random)
	s := g.Start()
	require.Equal(t, "Prizes to come: 1 2 3\nPlayer 1:  0 points, cards 1 2 3\nPlayer 2:  0 points, cards 1 2 3\n", g.Text(&s))
	g.Apply(&s, 16+2)
	require.Equal(t, "Prize 2, then 1 3\nPlayer 1:  0 points, cards 1 2 3\nPlayer 2:  0 points, cards 1 2 3\n", g.Text(&s))
	round(g, &s, 0, 2, 1)
	round(g, &s, 1, 1, 3)
	g.Apply(&s, 16+3)
	require.Equal(t, "Prize 3, the last\nPlayer 1:  2 points, cards 3\nPlayer 2:  1 points, cards 2\n", g.Text(&s))
	round(g, &s, 0, 3, 2)
	require.Equal(t, "No prizes left\nPlayer 1:  5 points\nPlayer 2:  1 points\n", g.Text(&s))
}

func TestParse(t *testing.T) {
	for text, want := range map[string]goofspiel.Card{"1": 1, "13": 13, " 7\n": 7, "P1": 17, "p13": 29, " P7 ": 23} {
		a, err := goofspiel.Game{}.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, a, text)
		points, ok := a.Prize()
		require.Equal(t, a > 16, ok)
		if ok {
			require.Equal(t, int(want)-16, points)
		}
	}
	for _, text := range []string{"", "P", "0", "P0", "14", "P14", "-1", "+1", "01", "P01", "x", "PP1", "P 1", "256", "1.0", "１"} {
		_, err := goofspiel.Game{}.Parse(text)
		require.ErrorContains(t, err, "is not a card: want 1 to 13, or a prize P1 to P13", text)
	}
	_, err := newGame(t, 2, 5, goofspiel.Random).Parse("6")
	require.EqualError(t, err, `"6" is not a card: want 1 to 5, or a prize P1 to P5`)
}

func TestLegalForExplains(t *testing.T) {
	g := newGame(t, 2, 3, goofspiel.Random)
	s := g.Start()
	require.EqualError(t, g.LegalFor(&s, 0, 1), "the next prize is not shown yet")
	round(g, &s, 1, 2, 3)
	g.Apply(&s, 16+2)
	require.NoError(t, g.LegalFor(&s, 0, 3))
	require.EqualError(t, g.LegalFor(&s, 1, 3), "Player 2 has no card 3: bid one of the cards 1 2")
	require.EqualError(t, g.LegalFor(&s, 0, 2), "Player 1 has no card 2: bid one of the cards 1 3")
	for _, a := range []goofspiel.Card{0, 4, 13, 14, 15, 16} {
		require.ErrorContains(t, g.LegalFor(&s, 0, a), "Player 1 has no ")
	}
	require.EqualError(t, g.LegalFor(&s, 0, 16+1), "P1 is a prize: bid one of the cards 1 3")
	require.ErrorContains(t, g.LegalFor(&s, 0, 255), "is a prize")
	require.EqualError(t, g.LegalFor(&s, 2, 1), "there is no player 2: want 0 to 1")
	require.Error(t, g.LegalFor(&s, -1, 1))
	round(g, &s, 0, 1, 1)
	round(g, &s, 3, 3, 2)
	require.EqualError(t, g.LegalFor(&s, 0, 1), "the game is over")
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1", "13", "14", "P3", "p12", "", "P", " 5 ", "05", "-1", "\xff", "P\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := goofspiel.Game{}.Parse(text)
		if err != nil {
			require.Zero(t, a)
			return
		}
		require.Equal(t, strings.ToUpper(strings.TrimSpace(text)), a.String())
		again, err := goofspiel.Game{}.Parse(a.String())
		require.NoError(t, err)
		require.Equal(t, a, again)
	})
}

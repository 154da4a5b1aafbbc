package nogo_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/nogo"
)

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		x, y int
		text string
	}{{0, 0, "A1"}, {4, 4, "E5"}, {7, 0, "H1"}, {8, 8, "J9"}, {0, 18, "A19"}, {18, 18, "T19"}} {
		p, err := nogo.ParsePoint(strings.ToLower(c.text))
		require.NoError(t, err)
		require.Equal(t, nogo.At(c.x, c.y), p)
		require.Equal(t, c.text, p.String())
		x, y := p.XY()
		require.Equal(t, []int{c.x, c.y}, []int{x, y})
	}
	for _, p := range []nogo.Point{nogo.At(-1, 0), nogo.At(19, 0), nogo.At(0, -1), nogo.At(0, 19), 65535} {
		require.Contains(t, p.String(), "Point(")
		require.ErrorContains(t, must(nogo.New(19, 19)).Legal(&nogo.State{}, p), "is off the 19x19 board")
	}
}

func TestParseExplains(t *testing.T) {
	for text, want := range map[string]string{
		"":     `nogo: Parse(""): want a letter and a number, like E5`,
		"E":    `nogo: Parse("E"): want a letter and a number, like E5`,
		"E123": `nogo: Parse("E123"): want a letter and a number, like E5`,
		"I5":   `nogo: Parse("I5"): there is no column I, after H comes J`,
		"i5":   `nogo: Parse("i5"): there is no column I, after H comes J`,
		"55":   `nogo: Parse("55"): want a letter A-H or J-T first, got '5'`,
		"U5":   `nogo: Parse("U5"): want a letter A-H or J-T first, got 'U'`,
		"EE":   `nogo: Parse("EE"): want a row 1-19 after the letter, got "E"`,
		"E0":   `nogo: Parse("E0"): want a row 1-19 after the letter, got "0"`,
		"E05":  `nogo: Parse("E05"): want a row 1-19 after the letter, got "05"`,
		"E+5":  `nogo: Parse("E+5"): want a row 1-19 after the letter, got "+5"`,
		"E20":  `nogo: Parse("E20"): want a row 1-19 after the letter, got "20"`,
		"K1":   `nogo: Parse("K1"): off the 9x9 board, want A1-J9`,
		"A10":  `nogo: Parse("A10"): off the 9x9 board, want A1-J9`,
	} {
		_, err := nogo.Hollow9.Parse(text)
		require.EqualError(t, err, want)
	}
	// Hollow points are points of the board; that nobody may play there is for Legal to say.
	p, err := nogo.Hollow9.Parse("e2")
	require.NoError(t, err)
	require.EqualError(t, nogo.Hollow9.Legal(&nogo.State{}, p), "nogo: E2 is a hollow point, nobody can play there")
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"A1", "e5", "I5", "T19", "J09", "", "E", "é1", "Z99", "A\x001", "+1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := nogo.ParsePoint(text)
		if err != nil {
			require.Zero(t, p)
			return
		}
		require.Equal(t, strings.ToUpper(text), p.String())
		if q, err := nogo.Hollow9.Parse(text); err == nil {
			require.Equal(t, p, q)
		}
	})
}

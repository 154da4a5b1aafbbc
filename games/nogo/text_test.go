package nogo_test

import (
	"fmt"
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
		require.Equal(t, "nowhere", p.String())
		require.EqualError(t, must(nogo.New(19, 19)).Legal(&nogo.State{}, p), "nowhere is off the board: want a point from A1 to T19")
	}
}

func TestParseExplains(t *testing.T) {
	for text, want := range map[string]string{
		"":     "want a letter and a number, like E5",
		"E":    "want a letter and a number, like E5",
		"E123": "want a letter and a number, like E5",
		"I5":   "there is no column I, J follows H",
		"i5":   "there is no column I, J follows H",
		"55":   "want a letter A to H or J to T first, like E5",
		"U5":   "want a letter A to H or J to T first, like E5",
		"EE":   "want a number 1 to 19 after the letter, like E5",
		"E0":   "want a number 1 to 19 after the letter, like E5",
		"E05":  "want a number 1 to 19 after the letter, like E5",
		"E+5":  "want a number 1 to 19 after the letter, like E5",
		"E20":  "want a number 1 to 19 after the letter, like E5",
		"K1":   "want a point from A1 to J9",
		"A10":  "want a point from A1 to J9",
	} {
		p, err := nogo.Hollow9.Parse(text)
		require.EqualError(t, err, fmt.Sprintf("%q is not a move: %s", text, want))
		require.Zero(t, p)
	}
	// Hollow points are points of the board. Legal refuses them, not Parse.
	p, err := nogo.Hollow9.Parse("e2")
	require.NoError(t, err)
	require.EqualError(t, nogo.Hollow9.Legal(&nogo.State{}, p), "E2 is a hollow point")
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

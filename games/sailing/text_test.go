package sailing_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestText(t *testing.T) {
	g := configured(t, sailing.Config{Width: 4, Height: 3, Limit: 9})
	s := g.Start()
	require.Equal(t, " . . . G\n . . . .\n B . . .\nWind from NW, tack: none\nLegs left: 9\n", g.Text(&s))
	s = testkit.Play(t, g, "ne")
	require.Equal(t, " . . . G\n . B . .\n . . . .\nWind from NW, tack: port\nLegs left: 8\nThe wind is about to turn.\n", g.Text(&s))
	s = testkit.Play(t, g, "n LEFT S steady")
	require.Equal(t, " . . . G\n . . . .\n B . . .\nWind from W, tack: starboard\nLegs left: 7\n", g.Text(&s))
	s = testkit.Play(t, g, "ne steady e right ne")
	require.Equal(t, " . . . B\n . . . .\n . . . .\nThe boat is at the goal.\n", g.Text(&s))
	g = configured(t, sailing.Config{Limit: 1})
	s = testkit.Play(t, g, "n")
	require.Contains(t, g.Text(&s), "The boat is not at the goal, and no legs are left.\n")
	require.Equal(t, "Sailor", g.PlayerName(0))
}

// The picture has a dot for each place, the boat, the goal and the wind.
func TestSVG(t *testing.T) {
	g := configured(t, sailing.Config{Width: 4, Height: 3})
	s := testkit.Play(t, g, "e right")
	svg, elements := g.SVG(&s), map[string]int{}
	for in := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok {
			elements[start.Name.Local]++
		}
	}
	require.Equal(t, map[string]int{"svg": 1, "circle": 13, "rect": 2, "path": 1, "text": 2}, elements)
	require.Contains(t, svg, `<circle cx="56" cy="88" r="9"`, "the boat, in the second column of the lowest row")
	require.Contains(t, svg, `rotate(180)`, "the wind blows to the south")
	require.Contains(t, svg, `y="130" fill="#22262b">Wind from N, tack: port</text><text x="0" y="148" fill="#22262b">Legs left: 29</text>`)
	require.Contains(t, svg, `width="320" height="157" `)
	require.Contains(t, svg, `<rect x="112" y="16" width="16"`, "the goal")
}

func TestLegalExplains(t *testing.T) {
	g := configured(t, sailing.Config{Limit: 2})
	for _, c := range []struct{ play, text, want string }{
		{"", "nw", "NW is straight into the wind"},
		{"", "w", "W leads off the lake"},
		{"", "steady", "the wind does not turn before the next leg"},
		{"e", "e", "the wind is about to turn"},
		{"e left e", "e", "the game is over: no legs are left"},
		{"", "E", ""},
		{"e", "left", ""},
	} {
		s := testkit.Play(t, g, c.play)
		a, err := g.Parse(c.text)
		require.NoError(t, err)
		if err = g.Legal(&s, a); c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.want)
	}
	s := g.Start()
	require.EqualError(t, g.Legal(&s, 11), "there is no such action")
	small := configured(t, sailing.Config{Width: 2, Height: 2})
	s = testkit.Play(t, small, "e steady n")
	require.EqualError(t, small.Legal(&s, sailing.North), "the game is over: the boat is at the goal")
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{"", "north", "NNE", "n e", "Action(11)"} {
		_, err := sailing.Game{}.Parse(text)
		require.ErrorContains(t, err, "is not a move: want a heading, one of N, NE, E, SE, S, SW, W and NW", text)
	}
	require.Equal(t, "Action(11)", sailing.Action(11).String())
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"N", "sw", "Left", "steady", "x", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := sailing.Game{}.Parse(text)
		if err != nil {
			return
		}
		require.Less(t, int(a), sailing.Game{}.NumActions())
		require.True(t, strings.EqualFold(text, a.String()))
	})
}

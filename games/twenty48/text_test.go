package twenty48_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestText(t *testing.T) {
	s := twenty48.Position(naive{{2, 4}, {0, 16384}, {}, {0, 0, 0, 8}})
	require.Equal(t, `4     .     .     .     8
3     .     .     .     .
2     4 16384     .     .
1     2     .     .     .
      a     b     c     d
`, twenty48.Game{}.Text(&s))
	start := twenty48.Game{}.Start()
	require.Contains(t, twenty48.Game{}.Text(&start), "A tile is about to be placed.\n")
	over := twenty48.Position(naive{{2, 4, 2, 4}, {4, 2, 4, 2}, {2, 4, 2, 4}, {4, 2, 4, 2}})
	require.Contains(t, twenty48.Game{}.Text(&over), "The game is over.\n")
	require.Equal(t, "Player", twenty48.Game{}.PlayerName(0))
}

func TestSVG(t *testing.T) {
	s := twenty48.Position(naive{{32768, 4, 2}, {}, {}, {0, 0, 0, 8}})
	var texts []string
	for in := xml.NewDecoder(strings.NewReader(twenty48.Game{}.SVG(&s))); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if data, ok := token.(xml.CharData); ok && len(data) > 0 {
			texts = append(texts, string(data))
		}
	}
	require.Equal(t, []string{"32768", "4", "2", "8"}, texts)
}

// The example of the rules: of three equal tiles, the two that are foremost merge, and a tile
// merges once.
func TestMerges(t *testing.T) {
	g := twenty48.Game{}
	s := testkit.Play(t, g, "a1=2 c1=2 left")
	require.Equal(t, naive{{4}}, boardOf(&s))
	s = testkit.Play(t, g, "a1=2 a2=2 up a1=2 u")
	require.Equal(t, naive{{0, 0, 2, 4}}, boardOf(&s), "the 2 does not merge with the 4")
	s = twenty48.Position(naive{{2, 2, 2}, {2, 2, 2, 2}, {32768, 32768}, {}})
	up := s
	g.Apply(&up, twenty48.Up)
	require.Equal(t, naive{{0, 0, 2, 4}, {0, 0, 4, 4}, {0, 0, 32768, 32768}}, boardOf(&up))
	g.Apply(&s, twenty48.Down)
	require.Equal(t, naive{{4, 2}, {4, 4}, {32768, 32768}}, boardOf(&s))
}

func TestLegalExplains(t *testing.T) {
	g := twenty48.Game{}
	s := testkit.Play(t, g, "a1=2")
	for _, c := range []struct {
		play, text, want string
	}{
		{"a1=2", "left", "a tile has to be placed first"},
		{"a1=2", "a1=4", "there is a tile on a1"},
		{"a1=2 a2=2", "d4=2", "no tile is to be placed now"},
		{"a1=2 a2=2", "left", "left does not change the board"},
		{"a1=2 a2=2", "up", ""},
	} {
		s = testkit.Play(t, g, c.play)
		a, err := g.Parse(c.text)
		require.NoError(t, err)
		if err = g.Legal(&s, a); c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.want)
	}
	require.EqualError(t, g.Legal(&s, 36), "there is no such action")
	over := twenty48.Position(naive{{2, 4, 2, 4}, {4, 2, 4, 2}, {2, 4, 2, 4}, {4, 2, 4, 2}})
	require.EqualError(t, g.Legal(&over, twenty48.Up), "the game is over: no direction changes the board")
	require.Empty(t, g.AppendActions(nil, &over))
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{"", "x", "upp", "a1", "a1=8", "e1=2", "a5=2", "a0=2", "=2"} {
		_, err := twenty48.Game{}.Parse(text)
		require.ErrorContains(t, err, "is not a move: want up, down, left or right", text)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"up", "D", "left", "b3=4", "A1=2", "d4=8", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := twenty48.Game{}.Parse(text)
		if err != nil {
			return
		}
		require.Less(t, int(a), twenty48.Game{}.NumActions())
		again, err := twenty48.Game{}.Parse(a.String())
		require.NoError(t, err)
		require.Equal(t, a, again)
		require.True(t, strings.HasPrefix(a.String(), strings.ToLower(text)), "%q is read as %v", text, a)
	})
}

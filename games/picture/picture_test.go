package picture_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/picture"
)

// drawn counts the elements of an image.
type drawn struct {
	squares, pieces, lines int
	texts                  []string
}

// read reads an image and fails if it is no XML.
func read(t *testing.T, svg string) (d drawn) {
	t.Helper()
	for in := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			d.squares-- // The ground is a rectangle as well.
			return d
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.CharData:
			d.texts = append(d.texts, string(token))
		case xml.StartElement:
			switch token.Name.Local {
			case "rect":
				d.squares++
			case "circle":
				d.pieces++
			case "path":
				d.lines++
			}
		}
	}
}

func TestGames(t *testing.T) {
	names := func(all string) (twice []string) {
		for _, name := range strings.Fields(all) {
			twice = append(twice, name, name)
		}
		return twice
	}
	eight := names("a b c d e f g h 1 2 3 4 5 6 7 8")
	var four connect4.State
	four = play(connect4.Game{}, four, "d", "e")
	require.Equal(t, drawn{squares: 42, pieces: 2, texts: append([]string{"X", "O"}, names("a b c d e f g 1 2 3 4 5 6")...)}, read(t, connect4.Game{}.SVG(&four)))
	discs := othello.Game{}.Start()
	require.Equal(t, drawn{squares: 64, pieces: 4, texts: eight}, read(t, othello.Game{}.SVG(&discs)))
	pawns := breakthrough.Game{}.Start()
	require.Equal(t, drawn{squares: 64, pieces: 32, texts: eight}, read(t, breakthrough.Game{}.SVG(&pawns)))
	hollow := nogo.Hollow9.Start()
	hollow = play(nogo.Hollow9, hollow, "A1")
	stones := read(t, nogo.Hollow9.SVG(&hollow))
	require.Equal(t, names("A B C D E F G H J 1 2 3 4 5 6 7 8 9"), stones.texts)
	require.Equal(t, 1, stones.pieces)
	require.Equal(t, strings.Count(nogo.Hollow9.Text(&hollow), "+")+1, stones.squares)
	small, err := gomoku.New(5, 5, 5)
	require.NoError(t, err)
	row := play(small, small.Start(), "b2")
	require.Equal(t, drawn{squares: 25, pieces: 1, lines: 80, texts: names("a b c d e 1 2 3 4 5")}, read(t, small.SVG(&row)))
}

// rules are rules with actions that have names.
type rules[S, A any] interface {
	Parse(text string) (A, error)
	Apply(s *S, a A)
}

func play[S, A any](g rules[S, A], s S, actions ...string) S {
	for _, name := range actions {
		a, err := g.Parse(name)
		if err != nil {
			panic(err)
		}
		g.Apply(&s, a)
	}
	return s
}

// Pieces are drawn where they are: the lower left corner is at the bottom, unless rows count from
// the top.
func TestCorners(t *testing.T) {
	board := picture.Board{
		Width: 2, Height: 2, Colors: [2]string{"red", "blue"},
		Symbol: func(column, row int) byte { return "#."[min(column+row, 1)] },
		Pieces: map[byte]string{'#': picture.Black},
	}
	require.Contains(t, board.SVG(), `<rect x="22" y="62" width="40" height="40" fill="red"/><circle cx="42" cy="82"`)
	board.FromTop = true
	require.Contains(t, board.SVG(), `<rect x="22" y="22" width="40" height="40" fill="red"/><circle cx="42" cy="42"`)
}

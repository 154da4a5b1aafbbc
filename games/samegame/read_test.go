package samegame_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/samegame"
)

// read returns the game with the only board of a text.
func read(t require.TestingT, board string) samegame.Game {
	games, err := samegame.Read(strings.NewReader(board))
	require.NoError(t, err, board)
	require.Len(t, games, 1)
	return games[0]
}

// cells returns the actions of a text.
func cells(t require.TestingT, g samegame.Game, texts string) (cells []samegame.Cell) {
	for text := range strings.FieldsSeq(texts) {
		c, err := g.Parse(text)
		require.NoError(t, err)
		cells = append(cells, c)
	}
	return cells
}

func TestRead(t *testing.T) {
	games, err := samegame.Read(strings.NewReader("\n\n 3 1 \r\n0 4\t\n\n\n-1 2 -1\n0 1 3"))
	require.NoError(t, err)
	require.Len(t, games, 2)
	s := games[0].Start()
	require.Equal(t, []uint8{1, 4, 5, 2}, games[0].AppendCells(nil, &s))
	require.Equal(t, []int{3, 2}, []int{games[1].Width(), games[1].Height()})
	s = games[1].Start()
	require.Equal(t, []uint8{1, 0, 2, 3, 4, 0}, games[1].AppendCells(nil, &s))
	require.Equal(t, []int{1, 1, 1, 1, 0}, []int{s.Blocks(0), s.Blocks(1), s.Blocks(2), s.Blocks(3), s.Blocks(4)})
	games, err = samegame.Read(strings.NewReader(" \n"))
	require.NoError(t, err)
	require.Empty(t, games)
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"0 1\n\n0 5":       `line 3: "5", want a color from 0 to 4, or -1 for an empty place`,
		"01":               `line 1: "01", want a color`,
		"0 -2":             `line 1: "-2", want a color`,
		"0 1\n2\n\n":       "the board that ends before line 3: a row has 1 places and another one 2",
		"0 1\n2 -1":        "ends before line 3: the block at b2 is above an empty place",
		"0 -1 2":           "the block at c1 is on the right of an empty column",
		"-1 0":             "the block at b1 is on the right of an empty column",
		wide(16):           "it has 16 columns and 1 rows, want at most 15",
		tall(16):           "it has 1 columns and 16 rows, want at most 15",
		wide(15) + "\x00":  `"0\x00", want a color`,
		"0\n\n" + tall(17): "ends before line 20: it has 1 columns",
	} {
		_, err := samegame.Read(strings.NewReader(text))
		require.ErrorContains(t, err, "samegame: ")
		require.ErrorContains(t, err, want)
	}
	_, err := samegame.Read(iotest.ErrReader(errors.New("broken")))
	require.EqualError(t, err, "samegame: line 1: broken")
}

func wide(n int) string { return strings.TrimSpace(strings.Repeat("0 ", n)) }
func tall(n int) string { return strings.Repeat("0\n", n) }

// written returns a state as a board of a file.
func written(g samegame.Game, s *samegame.State) string {
	cells := g.AppendCells(nil, s)
	text := ""
	for y := g.Height() - 1; y >= 0; y-- {
		for x := range g.Width() {
			text += []string{"-1", "0", "1", "2", "3", "4"}[cells[x*g.Height()+y]] + " "
		}
		text += "\n"
	}
	return text
}

// Positions of random games are read as they are written.
func TestReadPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		s := g.Start()
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			g.Apply(&s, rapid.SampledFrom(actions).Draw(t, "action"))
		}
		again := read(t, written(g, &s))
		start := again.Start()
		require.Equal(t, g.AppendCells(nil, &s), again.AppendCells(nil, &start))
		require.Equal(t, g.Hash(&s), again.Hash(&start))
		for color := range samegame.Colors {
			require.Equal(t, s.Blocks(color), start.Blocks(color))
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"0 1\n2 3\n\n4", "-1 2 -1\n0 1 3\n", "\n\n", "0 1\n2", "5", wide(15), tall(15)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := samegame.Read(strings.NewReader(text))
		if err != nil {
			require.ErrorContains(t, err, "samegame: ")
			return
		}
		var all string
		for _, g := range games {
			s := g.Start()
			all += written(g, &s) + "\n"
		}
		again, err := samegame.Read(strings.NewReader(all))
		require.NoError(t, err)
		require.Equal(t, games, again)
	})
}

package tictactoe_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/tictactoe"
)

var (
	_ game.Game[tictactoe.State, tictactoe.Cell] = tictactoe.Game{}
	_ game.Indexer[tictactoe.Cell]               = tictactoe.Game{}
	_ game.Hasher[tictactoe.State]               = tictactoe.Game{}
)

var update = flag.Bool("update", false, "write testdata/playthrough.txt")

// play returns the state after the given cells, separated by spaces. These tests are copied by
// authors of games, so they use no internal package.
func play(t testing.TB, cells string) tictactoe.State {
	t.Helper()
	g := tictactoe.Game{}
	s := g.Start()
	for _, text := range strings.Fields(cells) {
		c, err := g.Parse(text)
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, c))
		g.Apply(&s, c)
	}
	return s
}

func TestConformance(t *testing.T) {
	gametest.Run(t, tictactoe.Game{}, tictactoe.Game{}.Start())
}

// The first five counts are 9*8*7*6*5. From then on games end: the count at depth 6 lacks 1440
// games times 4 free cells, and so on with the numbers of TestGamesByLength.
func TestPerft(t *testing.T) {
	g := tictactoe.Game{}
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0} {
		require.Equal(t, want, gametest.Perft(g, g.Start(), depth), "depth %d", depth)
	}
}

// The numbers of games by length (H. Bottomley, How many Tic-Tac-Toe games are possible?, 2001) and
// by winner (S. Schaefer, MathRec Solutions (Tic-Tac-Toe), 2002), 255168 in all.
func TestGamesByLength(t *testing.T) {
	var byLength [10]int
	var byResult [3]int
	g, out := tictactoe.Game{}, make([]float64, 2)
	var visit func(s tictactoe.State, depth int)
	visit = func(s tictactoe.State, depth int) {
		actions := g.AppendActions(nil, &s)
		if len(actions) == 0 {
			g.Returns(&s, out)
			require.InDelta(t, 1, out[0]+out[1], 0)
			byLength[depth]++
			byResult[int(2*out[0])]++
		}
		for _, c := range actions {
			next := s
			g.Apply(&next, c)
			visit(next, depth+1)
		}
	}
	visit(g.Start(), 0)
	require.Equal(t, [10]int{5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}, byLength)
	require.Equal(t, [3]int{77904, 46080, 131184}, byResult, "O wins, draws, X wins")
}

func TestResults(t *testing.T) {
	for name, test := range map[string]struct {
		cells string
		want  []float64
	}{
		"column":        {"a1 b1 a2 b2 a3", []float64{1, 0}},
		"row of O":      {"a1 a2 b1 b2 c3 c2", []float64{0, 1}},
		"diagonal up":   {"a1 b1 b2 c1 c3", []float64{1, 0}},
		"diagonal down": {"c1 a1 b2 b1 a3", []float64{1, 0}},
		"draw":          {"a1 b2 c3 b3 b1 c1 a3 a2 c2", []float64{0.5, 0.5}},
		"another draw":  {"a1 a2 b1 b2 c2 c1 a3 b3 c3", []float64{0.5, 0.5}},
		"two lines":     {"a1 a2 a3 b1 b2 b3 c2 c1 c3", []float64{1, 0}}, // completed by one mark
	} {
		t.Run(name, func(t *testing.T) {
			s, out := play(t, test.cells), make([]float64, 2)
			require.Empty(t, tictactoe.Game{}.AppendActions(nil, &s))
			tictactoe.Game{}.Returns(&s, out)
			require.Equal(t, test.want, out)
		})
	}
}

func TestText(t *testing.T) {
	s := play(t, "a1 b2 C3")
	require.Equal(t, "3 . . X\n2 . O .\n1 X . .\n  a b c\n", tictactoe.Game{}.Text(&s))
}

func TestErrorTexts(t *testing.T) {
	g := tictactoe.Game{}
	for _, text := range []string{"", "a", "1", "a4", "d1", "1b", "a1b1", " a1"} {
		_, err := g.Parse(text)
		require.EqualError(t, err, fmt.Sprintf("%q is not a move: want a cell from a1 to c3, like b2", text))
	}
	s := play(t, "a1")
	require.EqualError(t, g.Legal(&s, 0), "a1 is taken")
	require.EqualError(t, g.Legal(&s, 9), "there is no such cell")
	require.EqualError(t, g.Legal(&s, -1), "there is no such cell")
	s = play(t, "a1 b1 a2 b2 a3")
	require.EqualError(t, g.Legal(&s, 8), "the game is over")
	require.Equal(t, "X O", g.PlayerName(0)+" "+g.PlayerName(1))
}

// One game, move by move. A change of the rules shows as a difference; `go test . -update` accepts
// it.
func TestPlaythrough(t *testing.T) {
	const file = "testdata/playthrough.txt"
	got := gametest.Playthrough(tictactoe.Game{}, tictactoe.Game{}.Start(), 1)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a1", "C3", "b2", "", "1a", "d4", "a1b1", "ı1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := tictactoe.Game{}.Parse(text)
		if err == nil {
			require.Equal(t, strings.ToLower(text), c.String())
		}
	})
}

// The cells are column by column from a1: a1, a2, a3, b1 and so on.
func TestCells(t *testing.T) {
	s := play(t, "a1 b3 c2")
	require.Equal(t, []uint8{1, 0, 0, 0, 0, 2, 0, 1, 0}, tictactoe.Game{}.AppendCells(nil, &s))
}

// The 5478 positions that can be reached have different hashes.
func TestHash(t *testing.T) {
	g, reached := tictactoe.Game{}, map[uint64]tictactoe.State{}
	var visit func(s tictactoe.State)
	visit = func(s tictactoe.State) {
		if other, ok := reached[g.Hash(&s)]; ok {
			require.Equal(t, other, s)
			return
		}
		reached[g.Hash(&s)] = s
		for _, c := range g.AppendActions(nil, &s) {
			next := s
			g.Apply(&next, c)
			visit(next)
		}
	}
	visit(g.Start())
	require.Len(t, reached, 5478)
}

package breakthrough_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[breakthrough.State, breakthrough.Move]    = breakthrough.Game{}
	_ game.Indexer[breakthrough.Move]                     = breakthrough.Game{}
	_ game.Hasher[breakthrough.State]                     = breakthrough.Game{}
	_ game.Evaluator[breakthrough.State]                  = breakthrough.Game{}
	_ game.Playouter[breakthrough.State]                  = breakthrough.Game{}
	_ game.Sampler[breakthrough.State, breakthrough.Move] = breakthrough.Game{}
)

// sized returns the game on a board of a valid size.
func sized(t require.TestingT, width, height int) breakthrough.Game {
	g, err := breakthrough.New(width, height)
	require.NoError(t, err)
	return g
}

// anySize draws a game, its width and its height.
func anySize(t *rapid.T) (breakthrough.Game, int, int) {
	width := rapid.IntRange(breakthrough.MinWidth, breakthrough.MaxWidth).Draw(t, "width")
	height := rapid.IntRange(breakthrough.MinHeight, breakthrough.MaxHeight).Draw(t, "height")
	return sized(t, width, height), width, height
}

func TestConformance(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {6, 6}, {2, 4}, {5, 7}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			g := sized(t, size[0], size[1])
			gametest.Run(t, g, g.Start())
		})
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, breakthrough.Game{}, sized(t, 8, 8), "the zero value is the board of 8x8")
	for _, size := range [][2]int{{1, 8}, {9, 8}, {8, 3}, {8, 9}, {-1, -1}, {256, 8}} {
		_, err := breakthrough.New(size[0], size[1])
		require.ErrorContains(t, err, "want a width of 2 to 8 and a height of 4 to 8")
	}
	g := sized(t, 6, 5)
	require.Equal(t, []int{6, 5}, []int{g.Width(), g.Height()})
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(breakthrough.State{}), uintptr(24))
}

// Random games have the same moves, boards and results as with the naive implementation, and always
// have a winner.
func TestRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, width, height := anySize(t)
		s, n := g.Start(), newNaive(width, height)
		for plies := 0; ; plies++ {
			require.LessOrEqual(t, plies, width*(4*height-6))
			moves, want := g.AppendActions(nil, &s), n.moves()
			require.Equal(t, sorted(want), sorted(moves))
			require.Contains(t, g.Text(&s), n.text())
			require.Equal(t, n.blackToMove, g.ToMove(&s) == 1)
			if len(want) == 0 {
				break
			}
			m := rapid.SampledFrom(want).Draw(t, "move")
			a, err := g.Parse(m.String())
			require.NoError(t, err)
			g.Apply(&s, a)
			n.play(m)
		}
		out := make([]float64, 2)
		g.Returns(&s, out)
		require.Equal(t, map[byte][]float64{'W': {1, 0}, 'B': {0, 1}}[n.winner()], out)
	})
}

// The counts come from the naive implementation, which computes the smaller ones again here. No
// published source is known.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		width, height int
		counts        []uint64
	}{
		{8, 8, []uint64{22, 484, 11132, 256036, 6182818}},
		{6, 6, []uint64{16, 256, 4308, 71478, 1248290}},
		{5, 5, []uint64{13, 156, 1924, 23084, 289828, 3538840}},
		{2, 4, []uint64{2, 6, 20, 50, 128, 220, 398, 578, 732}},
	} {
		g, n := sized(t, test.width, test.height), newNaive(test.width, test.height)
		for i, want := range test.counts {
			if want > 1e6 && testing.Short() {
				break
			}
			require.Equal(t, want, gametest.Perft(g, g.Start(), i+1), "depth %d", i+1)
			if want < 300_000 {
				require.Equal(t, want, n.perft(i+1), "naive, depth %d", i+1)
			}
		}
	}
}

func TestCapturingTheLastPawnWins(t *testing.T) {
	g := sized(t, 2, 4)
	s := testkit.Play(t, g, "a2-b3 a4-b3 b2-a3 b4-a3 a1-b2 a3-b2 b1-a2 b3-a2")
	require.Equal(t, "4 . .\n3 . .\n2 B B\n1 . .\n  a b\nBlack has won\n", g.Text(&s))
	require.Empty(t, g.AppendActions(nil, &s))
}

func parse(t require.TestingT, g breakthrough.Game, text string) breakthrough.Move {
	m, err := g.Parse(text)
	require.NoError(t, err)
	return m
}

func TestNothingAllocates(t *testing.T) {
	g, out := breakthrough.Game{}, make([]float64, 2)
	start, r, moves := g.Start(), rng.New(1), make([]breakthrough.Move, 0, 48)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s := start
		g.Playout(&s, r, out)
		m, _ := g.RandomAction(&s, r)
		moves = g.AppendActions(moves[:0], &s)
		g.Apply(&s, m)
		g.Evaluate(&s, out)
		g.Hash(&s)
	}))
}

func TestPlaythroughGolden(t *testing.T) {
	g := sized(t, 6, 6)
	got := gametest.Playthrough(g, g.Start(), 1)
	testkit.Golden(t, "testdata/playthrough.txt", got)
}

// The cells are those that Text draws, column by column from the lowest row up.
func TestCells(t *testing.T) {
	small, err := breakthrough.New(6, 5)
	require.NoError(t, err)
	for _, c := range []struct {
		game          testkit.CellBoard[breakthrough.State, breakthrough.Move]
		width, height int
	}{
		{breakthrough.Game{}, 8, 8},
		{small, 6, 5},
		{breakthrough.Knightthrough{}, 8, 8},
		{breakthrough.PawnWhopping{}, 8, 8},
	} {
		testkit.CheckCells(t, c.game, c.width, c.height, ".WB", func(rows []string, x, y int) byte {
			return rows[c.height-1-y][2+2*x]
		})
	}
}

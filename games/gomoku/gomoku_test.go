package gomoku_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[gomoku.State, gomoku.Point]    = gomoku.Game{}
	_ game.Indexer[gomoku.Point]               = gomoku.Game{}
	_ game.Hasher[gomoku.State]                = gomoku.Game{}
	_ game.Playouter[gomoku.State]             = gomoku.Game{}
	_ game.Sampler[gomoku.State, gomoku.Point] = gomoku.Game{}
)

type size struct{ width, height, length int }

func sized(t require.TestingT, c size) gomoku.Game {
	g, err := gomoku.New(c.width, c.height, c.length)
	require.NoError(t, err)
	return g
}

func TestConformance(t *testing.T) {
	for _, c := range []size{{8, 8, 5}, {3, 3, 3}, {5, 1, 3}, {11, 6, 4}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			if c.width == 11 {
				testkit.Long(t)
			}
			g := sized(t, c)
			gametest.Run(t, g, g.Start())
		})
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, gomoku.Game{}, sized(t, size{8, 8, 5}), "the zero value is Connect Five")
	for _, c := range []size{{8, 8, 5}, {19, 1, 3}, {1, 3, 3}, {7, 9, 4}, {19, 19, 19}} {
		g := sized(t, c)
		require.Equal(t, c, size{g.Width(), g.Height(), g.Length()})
		require.Equal(t, c.width*c.height, g.NumActions())
	}
	for _, c := range []size{{0, 8, 5}, {8, 0, 5}, {-1, 8, 5}, {20, 8, 5}, {8, 20, 5}, {8, 264, 5}} {
		_, err := gomoku.New(c.width, c.height, c.length)
		require.ErrorContains(t, err, "want a width and a height of 1 to 19", "%v", c)
	}
	for _, c := range []size{{8, 8, 2}, {8, 8, 9}, {8, 8, -5}, {2, 2, 3}, {4, 6, 7}} {
		_, err := gomoku.New(c.width, c.height, c.length)
		require.ErrorContains(t, err, "want a length from 3 to the longer side", "%v", c)
	}
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(gomoku.State{}), uintptr(104), "the package comment says so")
}

func TestLinesOfFiveAndMore(t *testing.T) {
	for name, c := range map[string]struct {
		points string
		want   []float64 // nil if the game is not over
	}{
		"row":           {"a1 a2 b1 b2 c1 c2 d1 d2 e1", []float64{1, 0}},
		"column, White": {"a1 h4 b1 h5 c1 h6 d1 h7 f1 h8", []float64{0, 1}},
		"rising":        {"d4 a8 e5 b8 f6 c8 h8 d8 g7", []float64{1, 0}},
		"falling":       {"a5 a8 b4 b8 c3 c8 d2 d8 e1", []float64{1, 0}},
		"six":           {"a1 a3 b1 b3 c1 c3 e1 e3 f1 f3 d1", []float64{1, 0}},
		"eight, White":  {"a1 h1 a2 h2 a3 h3 a5 h4 a6 h6 a7 h7 a8 h8 c1 h5", []float64{0, 1}},
		"with a gap":    {"a1 a3 b1 b3 c1 c3 e1 e3 f1 f3", nil},
	} {
		// The board of 8x8 is one word; larger boards look for lines in another way.
		for _, board := range []size{{8, 8, 5}, {9, 9, 5}, {15, 15, 5}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, board.width, board.height), func(t *testing.T) {
				g := sized(t, board)
				s := testkit.Play(t, g, c.points)
				require.Equal(t, c.want == nil, len(g.AppendActions(nil, &s)) > 0)
				if c.want != nil {
					out := make([]float64, 2)
					g.Returns(&s, out)
					require.Equal(t, c.want, out)
				}
			})
		}
	}
}

func TestLineDoesNotRunOverAnEdge(t *testing.T) {
	for points, board := range map[string]size{
		"f1 a4 g1 b4 h1 c4 a2 d4 b2": {8, 8, 5},
		"g1 a4 h1 b4 i1 c4 a2 d4 b2": {9, 9, 5},
	} {
		t.Run(points, func(t *testing.T) {
			g := sized(t, board)
			s := testkit.Play(t, g, points)
			require.NotEmpty(t, g.AppendActions(nil, &s))
		})
	}
}

// There are 255,168 games of tic-tac-toe: 1440 end with the fifth stone, 5328 with the sixth,
// 47,952 with the seventh, 72,576 with the eighth, and 127,872 with the last, of which 81,792 are
// won (OEIS A061221).
func TestPerftOfTicTacToe(t *testing.T) {
	g := sized(t, size{3, 3, 3})
	for i, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0} {
		require.Equal(t, want, gametest.Perft(g, g.Start(), i), "depth %d", i)
	}
}

// No line is complete before the ninth stone, so the counts are falling factorials.
func TestPerft(t *testing.T) {
	g := gomoku.Game{}
	for i, want := range []uint64{1, 64, 64 * 63, 64 * 63 * 62, 64 * 63 * 62 * 61} {
		require.Equal(t, want, gametest.Perft(g, g.Start(), i), "depth %d", i)
	}
}

// Random games of Connect Five last 46.83 plies on average (Uemiya and Yokoyama, 100 games).
func TestLengthOfRandomGames(t *testing.T) {
	const games = 10_000
	g, r, plies := gomoku.Game{}, rng.New(1), 0
	for range games {
		s := g.Start()
		for p, ok := g.RandomAction(&s, r); ok; p, ok = g.RandomAction(&s, r) {
			g.Apply(&s, p)
			plies++
		}
	}
	mean := float64(plies) / games
	t.Logf("%.2f plies", mean)
	require.InDelta(t, 46.83, mean, 1)
}

// The mean of playouts equals the mean over the tree of all games. On the last board a set of
// points is more than one word.
func TestPlayoutMean(t *testing.T) {
	const playouts = 10_000
	almost := "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 k2 " +
		"b3 a3 d3 c3 f3 e3 h3 g3 j3 i3 k3 b4 a4 d4 c4 f4 e4 h4 g4 j4 i4 k4 " +
		"a5 b5 c5 d5 e5 f5 g5 h5 i5 j5 k5"
	for _, c := range []struct {
		size
		points string
	}{
		{size{3, 3, 3}, ""},
		{size{3, 3, 3}, "a1 b2 c3"},
		{size{4, 3, 3}, "a1 b2"},
		{size{11, 6, 6}, almost},
	} {
		g := sized(t, c.size)
		gametest.PlayoutMean(t, g, testkit.Play(t, g, c.points), playouts)
	}
}

func TestNothingAllocates(t *testing.T) {
	for _, c := range []size{{8, 8, 5}, {19, 19, 5}} {
		g, out := sized(t, c), make([]float64, 2)
		start, r, room := g.Start(), rng.New(1), make([]gomoku.Point, 0, g.NumActions())
		require.Zero(t, testing.AllocsPerRun(20, func() {
			g.Playout(&start, r, out)
			p, _ := g.RandomAction(&start, r)
			room = g.AppendActions(room[:0], &start)
			g.Hash(&start)
			s := start
			g.Apply(&s, p)
		}))
	}
}

func TestPlaythrough(t *testing.T) {
	g := sized(t, size{6, 5, 4})
	testkit.Golden(t, "testdata/playthrough.txt", gametest.Playthrough(g, g.Start(), 1))
}

// The cells are those that Text draws, column by column from below.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {8, 5}, {7, 8}, {12, 13}} {
		g, err := gomoku.New(size[0], size[1], 5)
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], ".XO", func(rows []string, x, y int) byte {
			return rows[size[1]-1-y][3+2*x]
		})
	}
}

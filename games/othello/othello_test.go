package othello_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[othello.State, othello.Move]    = othello.Game{}
	_ game.Indexer[othello.Move]                = othello.Game{}
	_ game.Hasher[othello.State]                = othello.Game{}
	_ game.Evaluator[othello.State]             = othello.Game{}
	_ game.Playouter[othello.State]             = othello.Game{}
	_ game.Sampler[othello.State, othello.Move] = othello.Game{}
	_ game.Passer[othello.Move]                 = othello.Game{}
)

func sized(t require.TestingT, size int) othello.Game {
	g, err := othello.New(size)
	require.NoError(t, err)
	return g
}

func TestConformance(t *testing.T) {
	for _, size := range []int{8, 6, 4} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			g := sized(t, size)
			gametest.Run(t, g, g.Start())
		})
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, othello.Game{}, sized(t, 8), "the zero value is the board of 8x8")
	for _, size := range []int{8, 6, 4} {
		require.Equal(t, size, sized(t, size).Size())
		require.Equal(t, size*size+1, sized(t, size).NumActions())
	}
	for _, size := range []int{-4, 0, 2, 3, 5, 7, 9, 10, 264} {
		_, err := othello.New(size)
		require.EqualError(t, err, fmt.Sprintf("othello: New(%d): want 4, 6 or 8", size))
	}
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(othello.State{}), uintptr(24))
}

// The counts are from OEIS A124004. A pass is a ply in them, and a game that is over is not
// continued. A. Bik ("Perft for Reversi", 2009) has the same counts up to depth 9. At depth 10
// Bik's count of 24,571,284 is greater than 24,571,056 by the 228 games that are over after the
// ninth disc, because there a player passes if neither player can place a disc.
func TestPerft(t *testing.T) {
	g := othello.Game{}
	for i, want := range []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056} {
		if want > 1e6 && testing.Short() {
			break
		}
		require.Equal(t, want, gametest.Perft(g, g.Start(), i), "depth %d", i)
	}
}

func TestPerftEqualsNaive(t *testing.T) {
	for size, depth := range map[int]int{4: 9, 6: 6, 8: 6} {
		g, n := sized(t, size), newNaive(size)
		require.Equal(t, n.perft(depth), gametest.Perft(g, g.Start(), depth), "size %d", size)
	}
}

// No published source is known for these counts. The naive implementation confirms those up to the
// depths of TestPerftEqualsNaive. The others are the game's own and detect a change of the rules.
func TestPerftOfSmallBoards(t *testing.T) {
	for size, counts := range map[int][]uint64{
		4: {1, 4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112, 31396, 12920},
		6: {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912},
	} {
		g := sized(t, size)
		for i, want := range counts {
			require.Equal(t, want, gametest.Perft(g, g.Start(), i), "size %d, depth %d", size, i)
		}
	}
}

// margin returns the number of Black's discs minus the number of White's after perfect play.
func margin(g othello.Game, s othello.State, known map[othello.State]int) int {
	if v, ok := known[s]; ok {
		return v
	}
	actions := g.AppendActions(nil, &s)
	sign, best := 1-2*g.ToMove(&s), math.MinInt
	for _, m := range actions {
		next := s
		g.Apply(&next, m)
		best = max(best, sign*margin(g, next, known))
	}
	if len(actions) == 0 {
		blacks, whites := 0, 0
		_, counts, _ := strings.Cut(g.Text(&s), "\nX ")
		_, _ = fmt.Sscanf(counts, "%d, O %d", &blacks, &whites)
		best = sign * (blacks - whites)
	}
	known[s] = sign * best
	return sign * best
}

// It is well known that on 4x4 the second player wins by 11 discs to 3.
func TestSmallestBoardIsSolved(t *testing.T) {
	g := sized(t, 4)
	require.Equal(t, 3-11, margin(g, g.Start(), map[othello.State]int{}))
}

// A pass is always the only action, never follows another pass, and gives the turn to the opponent.
func TestPass(t *testing.T) {
	g, r := othello.Game{}, rng.New(1)
	for range 100 {
		s, passed := g.Start(), false
		for m, ok := g.RandomAction(&s, r); ok; m, ok = g.RandomAction(&s, r) {
			actions := g.AppendActions(nil, &s)
			require.Contains(t, actions, m)
			require.Equal(t, m == othello.Pass, g.IsPass(m))
			require.False(t, passed && g.IsPass(m), "two passes")
			if passed = g.IsPass(m); passed {
				require.Len(t, actions, 1)
			}
			before := s
			g.Apply(&s, m)
			require.Equal(t, g.ToMove(&before), 1-g.ToMove(&s))
		}
	}
}

// A game may be over after nine discs, when White has no disc left.
func TestShortestGame(t *testing.T) {
	g, out := othello.Game{}, make([]float64, 2)
	s := testkit.Play(t, g, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
	require.Empty(t, g.AppendActions(nil, &s))
	g.Returns(&s, out)
	require.Equal(t, []float64{1, 0}, out)
	require.Contains(t, g.Text(&s), "X 13, O 0, Black (X) has won\n")
	require.EqualError(t, g.Legal(&s, othello.Pass), "the game is over: neither player can place a disc")
}

func TestPlayoutMean(t *testing.T) {
	const playouts = 20_000
	g := sized(t, 4)
	for _, moves := range []string{"", "b1", "b1 a1 a2"} {
		gametest.PlayoutMean(t, g, testkit.Play(t, g, moves), playouts)
	}
}

// Playout plays the same game as RandomAction and Apply with the same stream, and leaves its state
// alone.
func TestPlayoutIsRandomActionInTurn(t *testing.T) {
	for _, size := range []int{4, 6, 8} {
		g, fast := sized(t, size), rng.New(1)
		slow, out, want := *fast, make([]float64, 2), make([]float64, 2)
		for range 200 {
			s := g.Start()
			g.Playout(&s, fast, out)
			require.Equal(t, g.Start(), s)
			for m, ok := g.RandomAction(&s, &slow); ok; m, ok = g.RandomAction(&s, &slow) {
				g.Apply(&s, m)
			}
			g.Returns(&s, want)
			require.Equal(t, want, out)
			require.Equal(t, slow, *fast, "one number per disc")
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	g, out := othello.Game{}, make([]float64, 2)
	start, r, moves := g.Start(), rng.New(1), make([]othello.Move, 0, 64)
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

func TestPlaythrough(t *testing.T) {
	g := sized(t, 6)
	testkit.Golden(t, "testdata/playthrough.txt", gametest.Playthrough(g, g.Start(), 1))
}

// The cells are those that Text draws, column by column from row 1 down.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {6, 6}, {4, 4}} {
		g, err := othello.New(size[0])
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], ".XO", func(rows []string, x, y int) byte {
			return rows[1+y][2+2*x]
		})
	}
}

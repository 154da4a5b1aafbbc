package connect4_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
)

var (
	_ game.Game[connect4.State, connect4.Drop] = connect4.Game{}
	_ game.Indexer[connect4.Drop]              = connect4.Game{}
	_ game.Hasher[connect4.State]              = connect4.Game{}
	_ game.Playouter[connect4.State]           = connect4.Game{}
)

type size struct{ width, height int }

// sizes are the usual board, the smallest and the largest boards, and some between them.
var sizes = []size{{7, 6}, {8, 6}, {8, 7}, {8, 1}, {1, 4}, {1, 7}, {4, 1}, {4, 4}, {2, 7}, {5, 4}, {3, 5}, {6, 6}}

func board(t require.TestingT, s size) connect4.Game {
	g, err := connect4.New(s.width, s.height)
	require.NoError(t, err)
	return g
}

// play returns the state after drops into the columns with these letters.
func play(t require.TestingT, g connect4.Game, columns string) connect4.State {
	return testkit.Play(t, g, strings.Split(columns, "")...)
}

func TestConformance(t *testing.T) {
	for _, s := range sizes {
		t.Run(fmt.Sprintf("%dx%d", s.width, s.height), func(t *testing.T) {
			g := board(t, s)
			gametest.Run(t, g, g.Start())
		})
	}
}

func TestNew(t *testing.T) {
	for _, s := range sizes {
		g := board(t, s)
		require.Equal(t, s, size{g.Width(), g.Height()})
		require.Equal(t, s.width, g.NumActions())
	}
	require.Equal(t, connect4.Game{}, board(t, size{7, 6}), "the usual board")
	for _, s := range []size{{0, 6}, {7, 0}, {-1, 6}, {7, -1}, {9, 6}, {7, 8}, {3, 3}, {1, 3}, {3, 1}, {263, 6}, {7, 262}} {
		g, err := connect4.New(s.width, s.height)
		require.ErrorContains(t, err, "want 1..8 columns and 1..7 rows, and at least 4 columns or 4 rows", "%v", s)
		require.Zero(t, g)
	}
}

// No game is shorter than 7 plies, so all sequences of 7 drops can be played except the 7 into a
// single column. Of the 7^8 sequences of 8 drops, 7*(8*6+1) overfill a column, and 7 continue each
// of the 13032 games that end after 7 plies. (Programs that count a finished game at every later
// depth find these 13032 more.)
func TestPerft(t *testing.T) {
	g := connect4.Game{}
	counts := []uint64{1, 7, 49, 343, 2401, 16807, 117649, 823543 - 7, 5764801 - 7*49 - 7*13032}
	for depth, want := range counts {
		require.Equal(t, want, gametest.Perft(g, g.Start(), depth), "depth %d", depth)
	}
}

func TestLinesOfSevenPlies(t *testing.T) {
	if testing.Short() {
		t.Skip("800,000 positions of the naive game")
	}
	require.Equal(t, 13032, newNaive(7, 6).won(7))
}

// The numbers of positions by ply are J. Tromp's, OEIS A212693. They would differ if two positions
// shared a hash, or if a position had two.
func TestPositionsByPly(t *testing.T) {
	g := connect4.Game{}
	level := map[uint64]connect4.State{0: g.Start()}
	for ply, want := range []int{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275} {
		require.Len(t, level, want, "ply %d", ply)
		next := make(map[uint64]connect4.State, 3*len(level))
		for _, s := range level {
			for _, a := range g.AppendActions(nil, &s) {
				child := s
				g.Apply(&child, a)
				next[g.Hash(&child)] = child
			}
		}
		level = next
	}
}

// The numbers of games on boards that are one column wider than high are R. Jehn's, OEIS A342329.
func TestGamesOfSmallBoards(t *testing.T) {
	require.EqualValues(t, 356232, countGames(t, size{4, 3}))
	testkit.Long(t)
	require.EqualValues(t, uint64(152505051772), countGames(t, size{5, 4}))
}

// countGames counts the ways to play to the end. It identifies positions by their hash.
func countGames(t *testing.T, b size) uint64 {
	g := board(t, b)
	known := map[uint64]uint64{}
	var visit func(s connect4.State) uint64
	visit = func(s connect4.State) uint64 {
		key := g.Hash(&s)
		if games, ok := known[key]; ok {
			return games
		}
		var buffer [8]connect4.Drop
		actions, games := g.AppendActions(buffer[:0], &s), uint64(0)
		for _, a := range actions {
			next := s
			g.Apply(&next, a)
			games += visit(next)
		}
		if len(actions) == 0 {
			games = 1
		}
		known[key] = games
		return games
	}
	return visit(g.Start())
}

func TestResults(t *testing.T) {
	usual, tall := size{7, 6}, size{8, 7}
	repeat := strings.Repeat
	for _, c := range []struct {
		name, columns string
		size
		want []float64
	}{
		{"up", "abababa", usual, []float64{1, 0}},
		{"up to the seventh row", "aaaababaca", tall, []float64{0, 1}},
		{"across at the left", "aabbccd", usual, []float64{1, 0}},
		{"across at the right", "ggffeed", usual, []float64{1, 0}},
		{"across at the right of eight", "hhggffe", tall, []float64{1, 0}},
		{"across on the second row", "aabbccfdfd", usual, []float64{0, 1}},
		{"rising", "abbccdcddgd", usual, []float64{1, 0}},
		{"falling", "gffeededdad", usual, []float64{1, 0}},
		{"a line of seven", "aabbcceeffggd", usual, []float64{1, 0}},
		{"a full board", repeat("a", 6) + repeat("b", 6) + "e" + repeat("c", 6) + repeat("d", 6) + repeat("e", 5) + repeat("f", 6) + repeat("g", 6), usual, []float64{0.5, 0.5}},
		{"a full small board", "aaaadbbbbccccddd", size{4, 4}, []float64{0.5, 0.5}},
		{"a full row", "abcdefgh", size{8, 1}, []float64{0.5, 0.5}},
		{"a full column", "aaaa", size{1, 4}, []float64{0.5, 0.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, out := board(t, c.size), make([]float64, 2)
			s := play(t, g, c.columns)
			require.Empty(t, g.AppendActions(nil, &s), "\n%s", g.Text(&s))
			g.Returns(&s, out)
			require.Equal(t, c.want, out)
		})
	}
}

func TestNoLine(t *testing.T) {
	for name, c := range map[string]struct {
		columns string
		size
	}{
		"three":                              {"aabbcc", size{7, 6}},
		"four with a gap":                    {"aabbcce", size{7, 6}},
		"from the top into the next column":  {"gaaaadadaeb", size{7, 6}},
		"from the seventh row into the next": {"aaaaahahagb", size{8, 7}},
	} {
		t.Run(name, func(t *testing.T) {
			g := board(t, c.size)
			s := play(t, g, c.columns)
			require.NotEmpty(t, g.AppendActions(nil, &s), "\n%s", g.Text(&s))
		})
	}
}

// The cells are those that Text draws, column by column from the lowest row up.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{7, 6}, {8, 7}, {4, 5}} {
		g, err := connect4.New(size[0], size[1])
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], ".XO", func(rows []string, x, y int) byte {
			return rows[size[1]-1-y][1+2*x]
		})
	}
}

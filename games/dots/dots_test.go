package dots_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[dots.State, dots.Edge] = dots.Game{}
	_ game.Indexer[dots.Edge]          = dots.Game{}
	_ game.Hasher[dots.State]          = dots.Game{}
	_ game.Playouter[dots.State]       = dots.Game{}
)

// sized returns the game of a valid size.
func sized(t require.TestingT, width, height, players int) dots.Game {
	g, err := dots.New(width, height, players)
	require.NoError(t, err)
	return g
}

// anyGame draws a game and its naive implementation.
func anyGame(t *rapid.T) (dots.Game, *naive) {
	width := rapid.IntRange(dots.MinSize, dots.MaxSize).Draw(t, "width")
	height := rapid.IntRange(dots.MinSize, dots.MaxSize).Draw(t, "height")
	players := rapid.IntRange(dots.MinPlayers, dots.MaxPlayers).Draw(t, "players")
	return sized(t, width, height, players), newNaive(width, height, players)
}

func TestConformance(t *testing.T) {
	for _, c := range [][3]int{{3, 3, 3}, {2, 2, 2}, {1, 1, 4}, {5, 5, 4}, {5, 2, 3}, {1, 4, 2}} {
		g := sized(t, c[0], c[1], c[2])
		gametest.Run(t, g, g.Start())
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, dots.Game{}, sized(t, 3, 3, 3), "the zero value has 3x3 boxes and three players")
	g := sized(t, 5, 2, 4)
	require.Equal(t, []int{5, 2, 4}, []int{g.Width(), g.Height(), g.NumPlayers()})
	for want, configs := range map[string][][3]int{
		"want a width and a height of 1 to 5 boxes": {{0, 3, 3}, {6, 3, 3}, {3, 0, 3}, {3, 6, 3}, {-1, 3, 3}, {257, 3, 3}},
		"want 2 to 4 players":                       {{3, 3, 1}, {3, 3, 5}, {3, 3, 0}, {3, 3, 259}},
	} {
		for _, c := range configs {
			_, err := dots.New(c[0], c[1], c[2])
			require.EqualError(t, err, fmt.Sprintf("dots: New(%d, %d, %d): %s", c[0], c[1], c[2], want))
		}
	}
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(dots.State{}), uintptr(16))
}

// Random games have the same moves, boards, owners and returns as with the naive implementation.
func TestRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, n := anyGame(t)
		s, r := g.Start(), rng.New(rapid.Uint64().Draw(t, "seed"))
		for {
			moves, want := g.AppendActions(nil, &s), n.moves()
			require.ElementsMatch(t, texts(want), texts(moves))
			require.Contains(t, g.Text(&s), n.board())
			require.Equal(t, n.mover, g.ToMove(&s))
			for player := range n.players {
				require.Equal(t, n.boxes(player), s.Boxes(player))
			}
			if len(want) == 0 {
				break
			}
			l := want[r.IntN(len(want))]
			e, err := g.Parse(l.String())
			require.NoError(t, err)
			require.NoError(t, g.Legal(&s, e))
			g.Apply(&s, e)
			require.Error(t, g.Legal(&s, e))
			n.play(l)
		}
		out := make([]float64, n.players)
		g.Returns(&s, out)
		require.Equal(t, n.returns(), out)
	})
}

func texts[T fmt.Stringer](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.String()
	}
	return list
}

// Every order of the edges is a game, so there are E!/(E-d)! sequences of d of the E edges. The
// counts show only that no edge is missing or drawn twice. TestRulesAreThoseOfTheNaiveGame checks
// turns and boxes.
func TestPerft(t *testing.T) {
	for _, test := range []struct{ width, height, players, edges int }{
		{3, 3, 3, 24}, {2, 2, 2, 12}, {1, 1, 4, 4}, {5, 5, 4, 60}, {4, 2, 2, 22},
	} {
		g := sized(t, test.width, test.height, test.players)
		require.Equal(t, test.edges, g.NumActions())
		want := uint64(1)
		for depth := 1; depth <= min(4, test.edges); depth++ {
			if want *= uint64(test.edges - depth + 1); want > 500_000 {
				break
			}
			require.Equal(t, want, gametest.Perft(g, g.Start(), depth), "%+v, depth %d", test, depth)
		}
	}
}

// A player that completes a box, or two at once, draws again. Otherwise the turn goes to the next
// player.
func TestCompletingDrawsAgain(t *testing.T) {
	g := sized(t, 2, 1, 3)
	s := testkit.Play(t, g, "a1-b1 a2-b2 a1-a2 b1-c1 b2-c2 c1-c2")
	require.Equal(t, 0, g.ToMove(&s))
	s = testkit.Play(t, g, "a1-b1 a2-b2 a1-a2 b1-c1 b2-c2 c1-c2 b1-b2")
	require.Equal(t, 0, g.ToMove(&s), "the end")
	require.Equal(t, 2, s.Boxes(0))

	s = testkit.Play(t, g, "a1-b1 a2-b2 a1-a2 b1-b2")
	require.Equal(t, []int{1, 0}, []int{s.Boxes(0), g.ToMove(&s)})
	s = testkit.Play(t, g, "a1-b1 a2-b2 a1-a2 b1-b2 b1-c1")
	require.Equal(t, 1, g.ToMove(&s))
}

func TestReturnsShareTheWin(t *testing.T) {
	alone := testkit.Play(t, sized(t, 1, 1, 4), "a1-b1 a2-b2 a1-a2 b1-b2")
	two := testkit.Play(t, sized(t, 2, 1, 2), "b1-c1 a1-a2 a1-b1 a2-b2 b1-b2 b2-c2 c1-c2")
	for _, test := range []struct {
		game  dots.Game
		state dots.State
		want  []float64
		text  string
	}{
		{sized(t, 1, 1, 4), alone, []float64{0, 0, 0, 1}, "Red 0, Blue 0, Green 0, Yellow 1; Yellow has won\n"},
		{sized(t, 2, 1, 2), two, []float64{0.5, 0.5}, "Red 1, Blue 1; Red and Blue share the win\n"},
	} {
		out := make([]float64, len(test.want))
		test.game.Returns(&test.state, out)
		require.Equal(t, test.want, out)
		require.Contains(t, test.game.Text(&test.state), test.text)
		clear(out)
		test.game.Playout(&test.state, rng.New(1), out)
		require.Equal(t, test.want, out)
	}
}

func TestNothingAllocates(t *testing.T) {
	g, out := dots.Game{}, make([]float64, 3)
	start, r, edges := g.Start(), rng.New(1), make([]dots.Edge, 0, 24)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s := start
		g.Playout(&s, r, out)
		edges = g.AppendActions(edges[:0], &s)
		g.Apply(&s, edges[r.IntN(len(edges))])
		g.Hash(&s)
		g.Returns(&s, out)
	}))
}

func TestPlaythroughGolden(t *testing.T) {
	got := gametest.Playthrough(dots.Game{}, dots.Game{}.Start(), 1)
	testkit.Golden(t, "testdata/playthrough.txt", got)
}

// The cells are the edges, in the order of the actions of the start, and the boxes of the players.
func TestCells(t *testing.T) {
	g := dots.Game{}
	r := rng.New(1)
	s := g.Start()
	all := g.AppendActions(nil, &s)
	want := make([]uint8, len(all)+3)
	for actions := all; len(actions) > 0; actions = g.AppendActions(nil, &s) {
		e := actions[r.IntN(len(actions))]
		g.Apply(&s, e)
		want[g.ActionIndex(e)] = 1
		for p := range 3 {
			want[len(all)+p] = uint8(s.Boxes(p))
		}
		require.Equal(t, want, g.AppendCells(nil, &s))
	}
}

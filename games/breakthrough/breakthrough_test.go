package breakthrough_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type (
	state = breakthrough.State
	move  = breakthrough.Move
)

var (
	_ mcts.Game[state, move] = breakthrough.Game{}
	_ mcts.Playouter[state]  = breakthrough.Game{}
	_ mcts.Evaluator[state]  = breakthrough.Game{}
	_ mcts.Hasher[state]     = breakthrough.Game{}
	_ mcts.Indexer[move]     = breakthrough.Game{}
)

func TestConformance(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {6, 6}, {2, 4}, {3, 5}, {8, 4}, {5, 8}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			g := game(size[0], size[1])
			gametest.Run(t, g, g.Start())
		})
	}
}

// The first counts of 8x8 can be done by hand: 22 moves, each answered by 22; all are held against the naive rules.
func TestPerft(t *testing.T) {
	for size, want := range map[[2]int][]uint64{
		{8, 8}: {22, 484, 11132, 256036},
		{6, 6}: {16, 256, 4308, 71_478},
		{2, 4}: {2, 6, 20, 50},
	} {
		g := game(size[0], size[1])
		for depth, count := range want {
			require.Equal(t, count, gametest.Perft(g, g.Start(), depth+1), "%v, depth %d", size, depth+1)
			if count < 20_000 || !testing.Short() {
				require.Equal(t, count, newNaive(size[0], size[1]).perft(depth+1), "%v, depth %d, naive", size, depth+1)
			}
		}
	}
}

func TestAgreesWithNaiveRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(2, 8).Draw(t, "width"), rapid.IntRange(4, 8).Draw(t, "height")
		g, n := game(width, height), newNaive(width, height)
		s := g.Start()
		for {
			moves := g.AppendActions(nil, &s)
			var names []string
			for _, m := range moves {
				names = append(names, m.String())
			}
			slices.Sort(names)
			want := n.moves()
			require.Equal(t, slices.Sorted(maps.Keys(want)), names)
			winner, over := n.winner()
			require.Equal(t, over, len(moves) == 0, "a player always has a move")
			if over {
				out := make([]float64, 2)
				g.Returns(&s, out)
				require.EqualValues(t, 1, out[winner])
				require.Zero(t, out[1-winner])
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			n.play(want[m.String()])
			g.Apply(&s, m)
			require.Equal(t, n.turn, g.ToMove(&s))
		}
	})
}

func TestNew(t *testing.T) {
	for _, size := range [][2]int{{1, 8}, {9, 8}, {8, 3}, {8, 9}, {-6, 6}, {0, 0}} {
		_, err := breakthrough.New(size[0], size[1])
		require.ErrorContains(t, err, fmt.Sprintf("New(%d, %d): want 2..8 columns and 4..8 rows", size[0], size[1]))
	}
	require.Equal(t, breakthrough.Game{}, game(8, 8))
}

// After every move of random games, Legal agrees with the list and says of every other move why not.
func TestLegal(t *testing.T) {
	g := game(4, 5)
	seen := map[string]bool{}
	for seed := range uint64(30) {
		r, s := rng.New(seed), g.Start()
		for {
			moves := g.AppendActions(nil, &s)
			for m := range move(g.NumActions() + 10) {
				err := g.Legal(&s, m)
				require.Equal(t, slices.Contains(moves, m), err == nil, "%v", m)
				if err != nil {
					seen[reason(err)] = true
				}
			}
			if len(moves) == 0 {
				break
			}
			g.Apply(&s, moves[r.IntN(len(moves))])
		}
	}
	for _, want := range []string{
		"the game is over", "leaves the board", "is not", "there is no pawn", "goes backward", "own pawn", "diagonally only",
	} {
		require.True(t, seen[want], "%q in %v", want, seen)
	}
}

// reason returns the words of a message that tell one from another.
func reason(err error) string {
	for _, words := range []string{
		"the game is over", "leaves the board", "there is no pawn", "goes backward", "own pawn", "diagonally only", "is not",
	} {
		if strings.Contains(err.Error(), words) {
			return words
		}
	}
	return err.Error()
}

func TestPlayoutIsUniform(t *testing.T) {
	g := game(4, 5)
	start := g.Start()
	r := rng.New(3)
	const n = 20_000
	sums := [2]float64{}
	for range n {
		s, out := start, make([]float64, 2)
		g.Playout(&s, r, out)
		sums[0] += out[0]
		s = start
		for moves := g.AppendActions(nil, &s); len(moves) > 0; moves = g.AppendActions(moves[:0], &s) {
			g.Apply(&s, moves[r.IntN(len(moves))])
		}
		g.Returns(&s, out)
		sums[1] += out[0]
	}
	require.InDelta(t, sums[0]/n, sums[1]/n, 0.025, "five standard deviations")
}

// White and Black are mirror images: the same position seen from the other side is worth the opposite.
func TestEvaluate(t *testing.T) {
	g := breakthrough.Game{}
	s := g.Start()
	out := make([]float64, 2)
	g.Evaluate(&s, out)
	require.Equal(t, []float64{0.5, 0.5}, out)
	m, err := g.Parse("a2-a3")
	require.NoError(t, err)
	g.Apply(&s, m)
	g.Evaluate(&s, out)
	require.Greater(t, out[0], 0.5)
	require.InDelta(t, 1, out[0]+out[1], 1e-12)
}

func TestGoldenPlaythrough(t *testing.T) {
	const path = "testdata/playthrough.txt"
	g := game(6, 6)
	got := gametest.Playthrough(g, g.Start(), 1)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestNoAllocations(t *testing.T) {
	g := breakthrough.Game{}
	r, out, moves := rng.New(1), make([]float64, 2), make([]move, 0, 64)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s := g.Start()
		moves = g.AppendActions(moves[:0], &s)
		g.Apply(&s, moves[0])
		g.Playout(&s, r, out)
	}))
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"a2-a3", "B2C3", "h7xg6", "", "a2", "a9-a9", "é2-a3", "a2--a3", " a2-b3\n"} {
		f.Add(text, 8, 8)
	}
	f.Fuzz(func(t *testing.T, text string, width, height int) {
		g, err := breakthrough.New(width, height)
		if err != nil {
			return
		}
		m, err := g.Parse(text)
		if err != nil {
			require.Contains(t, err.Error(), "breakthrough: ")
			return
		}
		again, err := g.Parse(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
		s := g.Start()
		legal := slices.Contains(g.AppendActions(nil, &s), m)
		require.Equal(t, legal, g.Legal(&s, m) == nil)
	})
}

func ExampleNew() {
	g, err := breakthrough.New(6, 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.Start()
	m, err := g.Parse("b2-c3")
	if err == nil {
		err = g.Legal(&s, m)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Apply(&s, m)
	fmt.Print(g.Text(&s))
	// Output:
	// 6 X X X X X X
	// 5 X X X X X X
	// 4 . . . . . .
	// 3 . . O . . .
	// 2 O . O O O O
	// 1 O O O O O O
	//   a b c d e f   Black to move (X)
}

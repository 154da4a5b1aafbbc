package connect4_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/mcts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type (
	state = connect4.State
	drop  = connect4.Drop
)

var (
	_ mcts.Game[state, drop] = connect4.Game{}
	_ mcts.Playouter[state]  = connect4.Game{}
	_ mcts.Hasher[state]     = connect4.Game{}
	_ mcts.Indexer[drop]     = connect4.Game{}
)

func game(t require.TestingT, width, height int) connect4.Game {
	g, err := connect4.New(width, height)
	require.NoError(t, err)
	return g
}

func TestConformance(t *testing.T) {
	for _, size := range [][2]int{{7, 6}, {8, 6}, {8, 7}, {4, 4}, {1, 4}, {4, 1}, {5, 3}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			g := game(t, size[0], size[1])
			gametest.Run(t, g, g.Start())
		})
	}
}

// The counts of 7x6 are 7^n until a column can be full, at the seventh drop, and a game over, before the eighth: the
// last two are 7^7 - 7 and what the naive rules below count.
func TestPerft(t *testing.T) {
	g := connect4.Game{}
	for depth, want := range []uint64{1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234} {
		if depth < 8 || !testing.Short() {
			require.Equal(t, want, gametest.Perft(g, g.Start(), depth), "depth %d", depth)
		}
	}
}

// board is the game on an array of squares, written for clarity alone.
type board struct {
	width, height int
	columns       [][]int // the players' discs, from below
	discs         int
}

func (b *board) at(x, y int) int {
	if x < 0 || x >= b.width || y < 0 || y >= len(b.columns[x]) {
		return -1
	}
	return b.columns[x][y]
}

func (b *board) winner() int {
	for x := range b.width {
		for y := range b.height {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				p := b.at(x, y)
				n := 0
				for p >= 0 && b.at(x+n*d[0], y+n*d[1]) == p && n < 4 {
					n++
				}
				if n == 4 {
					return p
				}
			}
		}
	}
	return -1
}

func (b *board) legal() (drops []drop) {
	if b.winner() >= 0 {
		return nil
	}
	for x := range b.width {
		if len(b.columns[x]) < b.height {
			drops = append(drops, drop(x))
		}
	}
	return drops
}

func TestAgreesWithNaiveRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 8).Draw(t, "width"), rapid.IntRange(1, 7).Draw(t, "height")
		if max(width, height) < 4 {
			width = 4
		}
		g, b := game(t, width, height), &board{width: width, height: height, columns: make([][]int, width)}
		for s := g.Start(); ; {
			drops := g.AppendActions(nil, &s)
			require.Equal(t, b.legal(), drops)
			require.Equal(t, b.discs%2, g.ToMove(&s))
			for x := range drop(9) {
				legal := false
				for _, d := range drops {
					legal = legal || d == x
				}
				require.Equal(t, legal, g.Legal(&s, x) == nil)
			}
			for y, line := range strings.Split(g.Text(&s), "\n")[:height] {
				for x, symbol := range strings.Fields(line) {
					require.Equal(t, strings.Index(".XO", symbol)-1, b.at(x, height-1-y))
				}
			}
			if len(drops) == 0 {
				want := [][]float64{{0.5, 0.5}, {1, 0}, {0, 1}}[b.winner()+1]
				out := make([]float64, 2)
				g.Returns(&s, out)
				require.Equal(t, want, out)
				return
			}
			d := rapid.SampledFrom(drops).Draw(t, "drop")
			b.columns[d] = append(b.columns[d], b.discs%2)
			b.discs++
			g.Apply(&s, d)
		}
	})
}

// Every position of a small board has a hash of its own.
func TestHash(t *testing.T) {
	g := game(t, 4, 4)
	seen := map[uint64]state{}
	var visit func(s state)
	visit = func(s state) {
		h := g.Hash(&s)
		if other, ok := seen[h]; ok {
			require.Equal(t, other, s)
			return
		}
		seen[h] = s
		for _, d := range g.AppendActions(nil, &s) {
			next := s
			g.Apply(&next, d)
			visit(next)
		}
	}
	visit(g.Start())
	require.Len(t, seen, 161029, "John Tromp, OEIS A212693: the positions of 4x4")
}

func TestNew(t *testing.T) {
	for _, size := range [][2]int{{9, 6}, {7, 8}, {0, 6}, {3, 3}, {-1, 4}} {
		_, err := connect4.New(size[0], size[1])
		require.ErrorContains(t, err, fmt.Sprintf("New(%d, %d): want 1..8 columns", size[0], size[1]))
	}
	require.Equal(t, connect4.Game{}, game(t, 7, 6))
}

func TestLegalSaysWhy(t *testing.T) {
	g := connect4.Game{}
	s := g.Start()
	require.EqualError(t, g.Legal(&s, 7), "connect4: there is no column h, the board has 7")
	for range 6 {
		g.Apply(&s, 2)
	}
	require.EqualError(t, g.Legal(&s, 2), "connect4: column c is full")
	s = g.Start()
	for _, d := range []drop{0, 1, 0, 1, 0, 1, 0} {
		g.Apply(&s, d)
	}
	require.EqualError(t, g.Legal(&s, 1), "connect4: the game is over, there are four in a line")
}

func TestGoldenPlaythrough(t *testing.T) {
	const path = "testdata/playthrough.txt"
	g := connect4.Game{}
	got := gametest.Playthrough(g, g.Start(), 1)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"d", "G", "7", "0", "", "aa", " c\n", "é", "h", "-1"} {
		f.Add(text)
	}
	g := connect4.Game{}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := g.Parse(text)
		if err != nil {
			require.Contains(t, err.Error(), "connect4: ")
			return
		}
		again, err := g.Parse(d.String())
		require.NoError(t, err)
		require.Equal(t, d, again)
		s := g.Start()
		require.NoError(t, g.Legal(&s, d))
	})
}

func ExampleGame() {
	g := connect4.Game{}
	s := g.Start()
	for _, text := range []string{"d", "d", "e", "c"} {
		d, err := g.Parse(text)
		if err == nil {
			err = g.Legal(&s, d)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Apply(&s, d)
	}
	fmt.Print(g.Text(&s))
	// Output:
	//  . . . . . . .
	//  . . . . . . .
	//  . . . . . . .
	//  . . . . . . .
	//  . . . O . . .
	//  . . O X X . .
	//  a b c d e f g   X to move
}

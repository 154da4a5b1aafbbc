package nogo_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[nogo.State, nogo.Point] = nogo.Game{}
	_ game.Hasher[nogo.State]           = nogo.Game{}
	_ game.Indexer[nogo.Point]          = nogo.Game{}
	_ game.Playouter[nogo.State]        = nogo.Game{}
)

// hollow9 lists the hollow points again, independently of the package.
var hollow9 = points("E2", "E3", "E7", "E8", "B5", "C5", "G5", "H5")

func points(texts ...string) []nogo.Point {
	var points []nogo.Point
	for _, text := range texts {
		p, err := nogo.ParsePoint(text)
		if err != nil {
			panic(err)
		}
		points = append(points, p)
	}
	return points
}

func TestContract(t *testing.T) {
	for name, g := range map[string]nogo.Game{
		"hollow9": nogo.Hollow9,
		"3x5":     must(nogo.New(3, 5)),
		"19x1":    must(nogo.New(19, 1, points("D1", "T1")...)),
		"2x19":    must(nogo.New(2, 19, points("A10")...)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "2x19" {
				testkit.Long(t)
			}
			gametest.Run(t, g, g.Start())
		})
	}
}

func TestSizesAndBoards(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(nogo.State{}), uintptr(104))
	require.Equal(t, nogo.Game{}.Text(&nogo.State{}), must(nogo.New(9, 9)).Text(&nogo.State{}))
	require.Equal(t, nogo.Hollow9.Text(&nogo.State{}), must(nogo.New(9, 9, hollow9...)).Text(&nogo.State{}))
	width, height := must(nogo.New(3, 7)).Size()
	require.Equal(t, []int{3, 7}, []int{width, height})
	require.True(t, nogo.Hollow9.Hollow(points("E2")[0]))
	require.False(t, nogo.Hollow9.Hollow(points("E1")[0]))
	require.False(t, nogo.Hollow9.Hollow(points("T1")[0]))
}

func TestNewRejects(t *testing.T) {
	for _, size := range [][2]int{{0, 9}, {9, 0}, {-1, 1}, {20, 19}, {19, 20}} {
		_, err := nogo.New(size[0], size[1])
		require.ErrorContains(t, err, "want width and height in 1..19")
	}
	_, err := nogo.New(9, 9, points("E5", "K9")...)
	require.EqualError(t, err, "nogo: New(9, 9): hollow point K9 is off the board")
	_, err = nogo.New(9, 9, nogo.At(0, 99))
	require.ErrorContains(t, err, "off the board")
}

// The counts come from the naive implementation, which computes them again here. No published
// source is known.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		width, height int
		hollow        []nogo.Point
		counts        []uint64
	}{
		{9, 9, hollow9, []uint64{73, 73 * 72, 373_160}},
		{9, 9, nil, []uint64{81, 81 * 80}},
		{1, 1, nil, []uint64{0}},
		{2, 2, nil, []uint64{4, 12, 16, 0}},
		{3, 3, nil, []uint64{9, 72, 496, 2832, 12_768, 41_328}},
		{1, 6, nil, []uint64{6, 26, 80, 104, 24, 0}},
		{4, 3, points("B2"), []uint64{11, 110, 976, 7472, 48_144}},
	} {
		g := must(nogo.New(c.width, c.height, c.hollow...))
		for i, want := range c.counts {
			if want > 100_000 && testing.Short() {
				continue
			}
			require.Equal(t, want, newNaive(c.width, c.height, c.hollow).perft(i+1), "naive, %+v, depth %d", c, i+1)
			require.Equal(t, want, gametest.Perft(g, g.Start(), i+1), "%+v, depth %d", c, i+1)
		}
	}
}

// setup is a board with a short name for the failures of rapid.
type setup struct {
	width, height int
	hollow        []nogo.Point
}

func drawSetup(t *rapid.T) setup {
	b := rapid.SampledFrom([]setup{
		{width: 1, height: 1},
		{width: 1, height: 7},
		{width: 19, height: 1},
		{width: 2, height: 2},
		{width: 3, height: 3},
		{width: 5, height: 5},
		{width: 9, height: 9},
		{width: 19, height: 19},
		{9, 9, hollow9},
		{width: 4, height: 17},
		{width: 10, height: 13},
	}).Draw(t, "board")
	if b.hollow == nil && rapid.Bool().Draw(t, "hollow") {
		for range rapid.IntRange(1, 8).Draw(t, "count") {
			x, y := rapid.IntRange(0, b.width-1).Draw(t, "x"), rapid.IntRange(0, b.height-1).Draw(t, "y")
			b.hollow = append(b.hollow, nogo.At(x, y))
		}
	}
	return b
}

// The rules agree with the naive implementation in random games on the legal points, on why other
// points are illegal, and on the loser.
func TestRulesEqualNaive(t *testing.T) {
	testkit.Check(t, func(t *rapid.T) {
		b := drawSetup(t)
		g, slow := must(nogo.New(b.width, b.height, b.hollow...)), newNaive(b.width, b.height, b.hollow)
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		s := g.Start()
		for ply := 0; ; ply++ {
			legal := g.AppendActions(nil, &s)
			// The naive rules are slow on the large board, so only the end of the game is compared.
			if b.width*b.height < 100 || ply%16 == 0 || len(legal) < 30 {
				require.Equal(t, slow.legal(slow.mover), legal)
				requireReasons(t, g, &s, slow)
			}
			if len(legal) == 0 {
				requireLoss(t, g, &s, slow)
				return
			}
			p := legal[r.IntN(len(legal))]
			g.Apply(&s, p)
			slow.play(p)
		}
	})
}

func requireReasons(t require.TestingT, g nogo.Game, s *nogo.State, slow *naive) {
	for x := range nogo.MaxSize {
		for y := range nogo.MaxSize {
			p := nogo.At(x, y)
			verdict, err := slow.verdict(p, slow.mover), g.Legal(s, p)
			if verdict == "legal" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, verdict)
			}
		}
	}
}

func requireLoss(t require.TestingT, g nogo.Game, s *nogo.State, slow *naive) {
	out := []float64{-1, -1}
	g.Returns(s, out)
	want := []float64{0, 1}
	if slow.mover == 'O' {
		want = []float64{1, 0}
	}
	require.Equal(t, want, out)
}

func TestHash(t *testing.T) {
	isMet := map[uint64]nogo.State{}
	for seed := range uint64(300) {
		for _, s := range line(nogo.Hollow9, seed) {
			h := nogo.Hollow9.Hash(&s)
			if other, ok := isMet[h]; ok {
				require.Equal(t, other, s)
			}
			isMet[h] = s
		}
	}
	require.Greater(t, len(isMet), 300*60)
}

func TestReturnsAndNames(t *testing.T) {
	g := must(nogo.New(2, 1))
	s := testkit.Play(t, g, "A1")
	require.Empty(t, g.AppendActions(nil, &s))
	out := make([]float64, 2)
	g.Returns(&s, out)
	require.Equal(t, []float64{1, 0}, out)
	require.Equal(t, "Black", g.PlayerName(0))
	require.Equal(t, "White", g.PlayerName(1))
}

func TestIndexIsDense(t *testing.T) {
	require.Equal(t, 81, nogo.Hollow9.NumActions())
	g := must(nogo.New(3, 2))
	for i, p := range points("A1", "B1", "C1", "A2", "B2", "C2") {
		require.Equal(t, i, g.ActionIndex(p))
	}
}

func TestSearchMethodsDoNotAllocate(t *testing.T) {
	g := nogo.Hollow9
	r, out, actions := rng.New(1), make([]float64, 2), make([]nogo.Point, 0, 81)
	for _, s := range line(g, 1) {
		require.Zero(t, testing.AllocsPerRun(3, func() {
			c := s
			actions = g.AppendActions(actions[:0], &c)
			g.Playout(&c, r, out)
			g.Hash(&c)
			if len(actions) > 0 {
				g.Apply(&c, actions[0])
			}
		}))
	}
}

func TestPlaythrough(t *testing.T) {
	got := gametest.Playthrough(nogo.Hollow9, nogo.Hollow9.Start(), 1)
	testkit.Golden(t, "testdata/playthrough.txt", got)
}

// The cells are those that Text draws, column by column from the lowest row up.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{9, 9}, {3, 5}} {
		g, err := nogo.New(size[0], size[1])
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], "+XO", func(rows []string, x, y int) byte {
			return rows[size[1]-y][3+2*x]
		})
	}
}

// Hollow points are not cells.
func TestCellsHollow(t *testing.T) {
	s := nogo.Hollow9.Start()
	require.Len(t, nogo.Hollow9.AppendCells(nil, &s), 73)
}

package sliding_test

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Rewarder[sliding.State]              = sliding.Game{}
	_ game.Evaluator[sliding.State]             = sliding.Game{}
	_ game.Playouter[sliding.State]             = sliding.Game{}
	_ game.Sampler[sliding.State, sliding.Tile] = sliding.Game{}
	_ game.Indexer[sliding.Tile]                = sliding.Game{}
	_ game.Hasher[sliding.State]                = sliding.Game{}
	_ game.CellBoard[sliding.State]             = sliding.Game{}
	_ game.Illustrator[sliding.State]           = sliding.Game{}
)

func configured(t require.TestingT, c sliding.Config) sliding.Game {
	g, err := sliding.New(c)
	require.NoError(t, err)
	return g
}

func rulesOf(t require.TestingT, g sliding.Game) *game.Rules[sliding.State, sliding.Tile] {
	return testkit.Rules[sliding.State, sliding.Tile](t, g)
}

func TestConformance(t *testing.T) {
	for _, c := range []sliding.Config{{}, {Slides: 2}, {Limit: 5}, {Size: 4}, {Size: 4, Slides: 1, Seed: 7, Limit: 300}} {
		g := configured(t, c)
		gametest.Run(t, g, g.Start())
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, sliding.Game{}, configured(t, sliding.Config{}))
	require.Equal(t, []int{3, 100, 8}, []int{sliding.Game{}.Size(), sliding.Game{}.Limit(), sliding.Game{}.NumActions()})
	g := configured(t, sliding.Config{Size: 4})
	require.Equal(t, []int{4, 200, 15}, []int{g.Size(), g.Limit(), g.NumActions()})
	start := configured(t, sliding.Config{Limit: 7}).Start()
	require.Equal(t, 7, start.Left())
	require.LessOrEqual(t, unsafe.Sizeof(start), uintptr(16))
	for want, c := range map[string]sliding.Config{
		"sliding: Config.Size is 5, want 3 or 4":                {Size: 5},
		"sliding: Config.Size is -1, want 3 or 4":               {Size: -1},
		"sliding: Config.Slides is 10001, want 0 to 10000":      {Slides: 10_001},
		"sliding: Config.Slides is -1, want 0 to 10000":         {Slides: -1},
		"sliding: Config.Limit is -1, want 0 to 60000":          {Limit: -1},
		"sliding: Config.Limit is 1073741824, want 0 to 60000":  {Limit: 1 << 30},
		"sliding: Config.Size is 2, want 3 or 4":                {Size: 2},
		"sliding: Config.Slides is 1073741824, want 0 to 10000": {Slides: 1 << 30},
	} {
		_, err := sliding.New(c)
		require.EqualError(t, err, want)
	}
}

// states are the numbers of states of the 8-puzzle by their distance from the goal (OEIS A089473).
var states = []int{
	1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
	20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
}

// The whole 8-puzzle has 9!/2 states, and the farthest two are 31 plies from the goal. At all of
// them, the moves match the naive implementation, and Evaluate is a bound.
func TestWholeEightPuzzle(t *testing.T) {
	if testing.Short() {
		t.Skip("181,440 states")
	}
	g, out := sliding.Game{}, []float64{0}
	plyOf, byPly := search(3, 100)
	require.Len(t, plyOf, 181_440)
	require.Len(t, byPly, len(states))
	var moves []sliding.Tile
	for ply, all := range byPly {
		require.Len(t, all, states[ply])
		for _, b := range all {
			s := g.Position(b.tiles())
			g.Evaluate(&s, out)
			if d := -int(out[0]); d != b.distance() || d > ply || (ply-d)%2 != 0 {
				t.Fatalf("the bound of %v is %d, its Manhattan distance %d, and its distance %d", b.tiles(), d, b.distance(), ply)
			}
			moves = g.AppendActions(moves[:0], &s)
			if ply == 0 {
				require.Empty(t, moves)
				continue
			}
			slices.Sort(moves)
			want := b.moves()
			if len(moves) != len(want) {
				t.Fatalf("the moves of %v are %v, want %v", b.tiles(), moves, want)
			}
			for i, tile := range want {
				next := s
				if g.Apply(&next, sliding.Tile(tile)); int(moves[i]) != tile || boardOf(g.Tiles(&next)) != b.play(tile) {
					t.Fatalf("tile %d of %v leads to %v", tile, b.tiles(), g.Tiles(&next))
				}
			}
		}
	}
}

// On both boards, random games have the moves, boards and results of the naive implementation.
func TestRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := sliding.Config{
			Size: rapid.IntRange(3, 4).Draw(t, "size"), Slides: rapid.IntRange(1, 40).Draw(t, "slides"),
			Seed: rapid.Uint64().Draw(t, "start"), Limit: rapid.IntRange(1, 60).Draw(t, "limit"),
		}
		g := configured(t, c)
		s, n, out := g.Start(), 0, []float64{9}
		b := boardOf(g.Tiles(&s))
		total := testkit.PlayOut(rulesOf(t, g), s, rng.New(rapid.Uint64().Draw(t, "seed")), func(next *sliding.State) {
			moves := g.AppendActions(nil, &s)
			slices.Sort(moves)
			var want []sliding.Tile
			for _, tile := range b.moves() {
				want = append(want, sliding.Tile(tile))
			}
			require.Equal(t, want, moves)
			after := boardOf(g.Tiles(next))
			tile := slices.IndexFunc(want, func(a sliding.Tile) bool { return b.play(int(a)) == after })
			require.GreaterOrEqual(t, tile, 0)
			for a := range sliding.Tile(17) {
				require.Equal(t, slices.Contains(want, a), g.Legal(&s, a) == nil, "%d", a)
			}
			g.Rewards(next, out)
			require.Equal(t, []float64{-1}, out)
			s, b = *next, after
			n++
		})
		require.Equal(t, c.Limit-n, s.Left())
		require.True(t, b == solved(c.Size) || n == c.Limit)
		require.Equal(t, []float64{-float64(n + b.distance())}, total)
	})
}

// A start is as many slides from the goal as the configuration says, or less, and no goal.
func TestStart(t *testing.T) {
	plyOf, _ := search(3, 20)
	far := 0
	for seed := range uint64(200) {
		for slides := 1; slides <= 20; slides++ {
			s := configured(t, sliding.Config{Slides: slides, Seed: seed}).Start()
			ply, found := plyOf[boardOf(sliding.Game{}.Tiles(&s))]
			require.True(t, found)
			require.LessOrEqual(t, ply, slides)
			if ply == slides {
				far++
			}
		}
	}
	require.Greater(t, far, 2000)

	around, g := 0, configured(t, sliding.Config{Slides: 12})
	for seed := range uint64(10_000) {
		s := g.Shuffled(rng.New(seed))
		require.NotEmpty(t, g.AppendActions(nil, &s))
		if plyOf[boardOf(g.Tiles(&s))] == 1 {
			around++
		}
	}
	require.Positive(t, around, "twelve slides in a circle of four places lead to the goal, and another one away")
	wide := configured(t, sliding.Config{Size: 4})
	a, b := wide.Shuffled(rng.New(1)), wide.Shuffled(rng.New(2))
	require.NotEqual(t, a, b)
	require.Equal(t, wide.Shuffled(rng.New(0)), wide.Start())
}

// The return of a shortest way is the number of its plies, and every game that does not reach the
// goal is worse.
func TestShortestWay(t *testing.T) {
	plyOf, byPly := search(3, 16)
	g := configured(t, sliding.Config{Limit: 16})
	r := rng.New(1)
	for range 100 {
		b := byPly[16][r.IntN(len(byPly[16]))]
		s := g.Position(b.tiles())
		sum := 0.0
		out := []float64{0}
		for len(g.AppendActions(nil, &s)) > 0 {
			for _, tile := range b.moves() {
				if plyOf[b.play(tile)] == plyOf[b]-1 {
					g.Apply(&s, sliding.Tile(tile))
					b = b.play(tile)
					break
				}
			}
			g.Rewards(&s, out)
			sum += out[0]
		}
		g.Returns(&s, out)
		require.Equal(t, []float64{-16, 0}, []float64{sum, out[0]})
	}
}

// The means of playouts are exact in short games, and the means of single plies in long ones.
func TestPlayout(t *testing.T) {
	for _, c := range []sliding.Config{{Slides: 3, Limit: 9}, {Slides: 1, Limit: 1}, {Size: 4, Slides: 2, Limit: 7}} {
		g := configured(t, c)
		gametest.PlayoutMean(t, g, g.Start(), 4000)
	}
	for _, c := range []sliding.Config{{Slides: 4}, {Size: 4, Slides: 4, Limit: 40}} {
		g := configured(t, c)
		testkit.SameMeans(t, rulesOf(t, g), g.Start())
		s, out := g.Goal(), []float64{9}
		g.Playout(&s, rng.New(1), out)
		require.Equal(t, []float64{0}, out)
	}
}

// The hash depends on the tiles and on what is left, and on nothing else.
func TestHash(t *testing.T) {
	g, hashes := sliding.Game{}, map[uint64]sliding.State{}
	for seed := range uint64(20) {
		s := g.Shuffled(rng.New(seed))
		testkit.PlayOut(rulesOf(t, g), s, rng.New(seed), func(s *sliding.State) {
			if other, known := hashes[g.Hash(s)]; known {
				require.Equal(t, other, *s)
			}
			hashes[g.Hash(s)] = *s
		})
	}
	require.Greater(t, len(hashes), 1000)
}

func TestCells(t *testing.T) {
	g := sliding.Game{}
	s := g.Position([]int{1, 2, 3, 4, 5, 6, 0, 7, 8})
	require.Equal(t, []uint8{9, 1, 4, 0, 2, 5, 7, 3, 6, 8}, g.AppendCells([]uint8{9}, &s))
}

func TestNothingAllocates(t *testing.T) {
	g, r, out, moves := configured(t, sliding.Config{Size: 4}), rng.New(1), make([]float64, 1), make([]sliding.Tile, 0, 4)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		s := g.Shuffled(r)
		moves = g.AppendActions(moves[:0], &s)
		a, _ := g.RandomAction(&s, r)
		g.Apply(&s, a)
		g.Rewards(&s, out)
		g.Evaluate(&s, out)
		g.Hash(&s)
		g.Playout(&s, r, out)
	}))
}

func TestPlaythroughGolden(t *testing.T) {
	g := configured(t, sliding.Config{Slides: 8, Limit: 20})
	testkit.Golden(t, "testdata/playthrough.txt", gametest.Playthrough(g, g.Start(), 1))
}

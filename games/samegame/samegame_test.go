package samegame_test

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[samegame.State, samegame.Cell]    = samegame.Game{}
	_ game.Rewarder[samegame.State]               = samegame.Game{}
	_ game.ReturnRanger                           = samegame.Game{}
	_ game.Playouter[samegame.State]              = samegame.Game{}
	_ game.Sampler[samegame.State, samegame.Cell] = samegame.Game{}
	_ game.Indexer[samegame.Cell]                 = samegame.Game{}
	_ game.Weigher[samegame.State, samegame.Cell] = samegame.Game{}
	_ game.Hasher[samegame.State]                 = samegame.Game{}
	_ game.CellBoard[samegame.State]              = samegame.Game{}
	_ game.Illustrator[samegame.State]            = samegame.Game{}
)

// sized returns the game with a random board of a valid size.
func sized(t require.TestingT, width, height int, seed uint64) samegame.Game {
	g, err := samegame.New(width, height, seed)
	require.NoError(t, err)
	return g
}

// anyGame draws a game.
func anyGame(t *rapid.T) samegame.Game {
	width := rapid.IntRange(samegame.MinSize, samegame.MaxSize).Draw(t, "width")
	height := rapid.IntRange(samegame.MinSize, samegame.MaxSize).Draw(t, "height")
	return sized(t, width, height, rapid.Uint64().Draw(t, "seed"))
}

func TestConformance(t *testing.T) {
	for _, size := range [][2]int{{6, 6}, {3, 4}, {15, 2}, {2, 15}, {15, 15}}[:testkit.Few(3, 5)] {
		g := sized(t, size[0], size[1], 1)
		gametest.Run(t, g, g.Start())
	}
	small := sized(t, 4, 3, 3)
	gametest.PlayoutMean(t, small, small.Start(), 20_000)
}

func TestNew(t *testing.T) {
	require.Equal(t, samegame.Game{}, sized(t, 15, 15, 0))
	g := sized(t, 4, 9, 7)
	require.Equal(t, []int{4, 9, 1, 36}, []int{g.Width(), g.Height(), g.NumPlayers(), g.NumActions()})
	require.Equal(t, g.Start(), sized(t, 4, 9, 7).Start())
	require.NotEqual(t, g.Start(), sized(t, 4, 9, 8).Start())
	for _, size := range [][2]int{{0, 5}, {16, 5}, {5, 0}, {5, 16}, {-1, 3}, {271, 3}} {
		_, err := samegame.New(size[0], size[1], 1)
		require.EqualError(t, err, fmt.Sprintf("samegame: New(%d, %d, 1): want a width and a height of 1 to 15 blocks", size[0], size[1]))
	}
	require.LessOrEqual(t, unsafe.Sizeof(samegame.State{}), uintptr(248))
}

// All colors are about equally frequent on random boards.
func TestRandomBoards(t *testing.T) {
	var counts [samegame.Colors]float64
	const boards = 200
	for seed := range uint64(boards) {
		s := sized(t, 15, 15, seed).Start()
		for color := range counts {
			counts[color] += float64(s.Blocks(color))
		}
	}
	for _, n := range counts {
		require.InDelta(t, 45*boards, n, 5*math.Sqrt(225*boards*0.16), "five standard deviations")
	}
}

// Random games have the same groups, boards and points as with the naive implementation, and codes
// that are equal for groups of the same kind only.
func TestRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		s, r := g.Start(), rng.New(rapid.Uint64().Draw(t, "play"))
		n, out := newNaive(g, &s), []float64{0}
		kindOf := map[uint64]string{}
		for sum := 0; ; {
			actions, want := g.AppendActions(nil, &s), n.groups()
			require.Len(t, actions, len(want))
			again, codes := g.AppendCodes(nil, nil, &s)
			require.Equal(t, actions, again)
			for i, group := range want {
				c, err := g.Parse(text(group[0]))
				require.NoError(t, err)
				require.Equal(t, c, actions[i])
				require.NoError(t, g.Legal(&s, c))
				require.Equal(t, g.Code(&s, c), codes[i])
				kind := fmt.Sprint(n.at(group[0]), group[0], min(len(group), 4))
				if known, met := kindOf[codes[i]]; met {
					require.Equal(t, known, kind)
				}
				kindOf[codes[i]] = kind
			}
			require.Equal(t, n.cells(g.Width(), g.Height()), g.AppendCells(nil, &s))
			if len(want) == 0 {
				require.Equal(t, n.points, sum)
				g.Returns(&s, out)
				require.Equal(t, []float64{float64(n.end())}, out)
				low, high := g.ReturnRange()
				require.LessOrEqual(t, low, float64(sum)+out[0])
				require.GreaterOrEqual(t, high, float64(sum)+out[0])
				return
			}
			k := r.IntN(len(want))
			n.play(want[k])
			g.Apply(&s, actions[k])
			g.Rewards(&s, out)
			sum += int(out[0])
		}
	})
}

// text returns a place as its action is written.
func text(p place) string { return fmt.Sprintf("%c%d", 'a'+p.x, p.y+1) }

// Groups have the same code if their places, colors and kinds of sizes are the same.
func TestCodes(t *testing.T) {
	first := func(board string) uint64 {
		g := read(t, board)
		s := g.Start()
		return g.Code(&s, 0)
	}
	require.Equal(t, first("1 0 1 0 3\n0 0 0 0 4"), first("3 0\n0 0\n0 1\n"))
	for _, other := range []string{"0 0 0 1", "1 1 1 1", "0 0"} {
		require.NotEqual(t, first("0 0 0 0"), first(other), other)
	}
	g := read(t, "0 0 1\n1 0 0")
	s := g.Start()
	_, codes := g.AppendCodes(nil, nil, &s)
	g = read(t, "1 0 0\n0 0 1")
	s = g.Start()
	_, others := g.AppendCodes(nil, nil, &s)
	require.Len(t, codes, 1)
	require.Len(t, others, 1)
	require.NotEqual(t, codes, others, "another place")
}

// A cleared board brings 1000 points, and others cost points.
func TestPoints(t *testing.T) {
	for board, want := range map[string]struct {
		moves          string
		rewards, total float64
	}{
		"0 0\n0 0":              {"a1", 4, 1004},
		"0 0 0 0 0":             {"a1", 9, 1009},
		"1\n0\n0\n0\n1":         {"a2 a1", 1, 1001},
		"0 1 0 1 0 1 2 2":       {"g1", 0, -2},
		"0 1 0 1 0 1 0 2 2":     {"h1", 0, -5},
		"2 0 2 1 1":             {"d1", 0, 0},
		"3 3 3 3 3 3 3 1":       {"a1", 25, 25},
		"3 1 3\n4 4 2":          {"a1", 0, 0},
		"3 3 0 4\n1 1 0 4":      {"c1 c1 a1 a1", 0, 1000},
		"0 0 1\n0 1 1\n2 2 2\n": {"a1 a1 a1", 3, 1003},
	} {
		g := read(t, board)
		rules := testkit.Rules[samegame.State, samegame.Cell](t, g)
		s := testkit.Play(t, g, "")
		sum := []float64{0}
		for _, c := range cells(t, g, want.moves) {
			require.NoError(t, rules.Play(&s, c), board)
			rules.AddRewards(&s, sum)
		}
		require.Equal(t, []float64{want.rewards}, sum, board)
		require.Empty(t, g.AppendActions(nil, &s), board)
		rules.AddReturns(&s, sum)
		require.Equal(t, []float64{want.total}, sum, board)
		low, high := g.ReturnRange()
		require.True(t, low <= sum[0] && sum[0] <= high, board)
	}
}

// The hash depends on the board alone, whatever was removed last.
func TestHashLeavesOutTheLastReward(t *testing.T) {
	g := read(t, "0 0 0 1 1")
	a, b := g.Start(), g.Start()
	g.Apply(&a, cells(t, g, "a1")[0])
	g.Apply(&b, cells(t, g, "d1")[0])
	g.Apply(&a, cells(t, g, "a1")[0])
	g.Apply(&b, cells(t, g, "a1")[0])
	require.NotEqual(t, a, b)
	require.Equal(t, g.Hash(&a), g.Hash(&b))
}

func TestWeigh(t *testing.T) {
	g := read(t, "0 0 1 2 2\n0 0 1 2 2")
	s := g.Start()
	actions, weights := g.AppendActions(nil, &s), make([]float32, 3)
	g.Weigh(&s, actions, weights)
	require.InDeltaSlice(t, []float32{float32(math.Exp(-5)), 1, 1}, weights, 1e-9, "0 and 2 have four blocks each")
	g.Apply(&s, actions[0])
	g.Weigh(&s, g.AppendActions(nil, &s), weights[:2])
	require.InDeltaSlice(t, []float32{1, float32(math.Exp(-5))}, weights[:2], 1e-9)
}

func TestNothingAllocates(t *testing.T) {
	g, out := game.Game[samegame.State, samegame.Cell](samegame.Game{}), make([]float64, 1)
	rules := testkit.Rules(t, g)
	start, r := samegame.Game{}.Start(), rng.New(1)
	actions, codes := make([]samegame.Cell, 0, 113), make([]uint64, 0, 113)
	var s samegame.State
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s = start
		rules.Playouter.Playout(&s, r, out)
		s = start
		actions, codes = samegame.Game{}.AppendCodes(actions[:0], codes[:0], &s)
		actions = g.AppendActions(actions[:0], &s)
		g.Apply(&s, actions[r.IntN(len(actions))])
		rules.Hasher.Hash(&s)
		rules.Rewarder.Rewards(&s, out)
		g.Returns(&s, out)
	}))
}

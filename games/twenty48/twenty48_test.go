package twenty48_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.ChanceGame[twenty48.State, twenty48.Action] = twenty48.Game{}
	_ game.Rewarder[twenty48.State]                    = twenty48.Game{}
	_ game.Playouter[twenty48.State]                   = twenty48.Game{}
	_ game.Sampler[twenty48.State, twenty48.Action]    = twenty48.Game{}
	_ game.Indexer[twenty48.Action]                    = twenty48.Game{}
	_ game.Hasher[twenty48.State]                      = twenty48.Game{}
	_ game.CellBoard[twenty48.State]                   = twenty48.Game{}
	_ game.Illustrator[twenty48.State]                 = twenty48.Game{}
)

func TestConformance(t *testing.T) {
	gametest.Run(t, twenty48.Game{}, twenty48.Game{}.Start())
}

func rules(t require.TestingT) *game.Rules[twenty48.State, twenty48.Action] {
	return testkit.Rules[twenty48.State, twenty48.Action](t, twenty48.Game{})
}

// anyBoard draws a board. Few kinds of tiles make many merges.
func anyBoard(t *rapid.T) (b naive) {
	kinds := rapid.SampledFrom([][]int{{0, 2}, {0, 2, 4}, {2, 4}, {0, 16384, 32768}, {0, 2, 4, 8, 512, 1024, 2048, 8192, 16384, 32768}}).Draw(t, "kinds")
	for column := range b {
		for row := range b[column] {
			b[column][row] = rapid.SampledFrom(kinds).Draw(t, "tile")
		}
	}
	return b
}

// Every direction leads to the board and the points of the naive implementation, and those that
// change nothing are not legal.
func TestSlidesAreThoseOfTheNaiveGame(t *testing.T) {
	g := twenty48.Game{}
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		s := twenty48.Position(b)
		require.Equal(t, b, boardOf(&s))
		legal := g.AppendActions(nil, &s)
		require.Equal(t, b.actions(), legal)
		for _, a := range legal {
			require.NoError(t, g.Legal(&s, a))
			next, out := s, []float64{0}
			g.Apply(&next, a)
			after, points := b.slide(a)
			require.Equal(t, after, boardOf(&next), "%v", a)
			g.Rewards(&next, out)
			require.Equal(t, []float64{float64(points)}, out, "%v", a)
			require.Equal(t, game.Chance, g.ToMove(&next))
		}
	})
}

// worth is what a tile has brought, if it was not placed itself: a merge to it, and what both of
// its halves have brought.
func worth(tile int) int {
	if tile <= 2 {
		return 0
	}
	return tile + 2*worth(tile/2)
}

// The points of a whole game follow from the tiles on the board at its end, and from the number of
// fours that were placed and not merged.
func TestPointsFollowFromTheTiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, fours, tiles := rules(t), 0, 0
		s := twenty48.Game{}.Start()
		last := s
		total := testkit.PlayOut(g, s, rng.New(rapid.Uint64().Draw(t, "seed")), func(s *twenty48.State) {
			if g.ToMove(&last) == game.Chance {
				before, after := sum(&last), sum(s)
				require.Contains(t, []int{2, 4}, after-before)
				fours += (after - before) / 4
				tiles++
			} else {
				require.Equal(t, sum(&last), sum(s), "merges keep the sum of the tiles")
			}
			last = *s
		})
		require.Greater(t, tiles, 16)
		want := -4 * fours
		for _, column := range boardOf(&last) {
			for _, tile := range column {
				want += worth(tile)
			}
		}
		require.Equal(t, []float64{float64(want)}, total)
	})
}

func sum(s *twenty48.State) (n int) {
	for _, column := range boardOf(s) {
		for _, tile := range column {
			n += tile
		}
	}
	return n
}

// Chance places a 2 or a 4 on every empty cell.
func TestOutcomes(t *testing.T) {
	g := twenty48.Game{}
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		s := twenty48.Position(b)
		legal := g.AppendActions(nil, &s)
		if len(legal) == 0 {
			t.Skip("the game is over")
		}
		g.Apply(&s, legal[0])
		b = boardOf(&s)
		probs := map[twenty48.Action]float64{}
		for _, o := range g.AppendOutcomes(nil, &s) {
			probs[o.Action] = o.Prob
		}
		free := 0
		for column := range b {
			for row, tile := range b[column] {
				if tile > 0 {
					require.NotContains(t, probs, twenty48.Place(column, row, 2))
					require.Error(t, g.Legal(&s, twenty48.Place(column, row, 4)))
					continue
				}
				free++
				for _, tile := range []int{2, 4} {
					a := twenty48.Place(column, row, tile)
					require.Contains(t, probs, a)
					require.InDelta(t, map[int]float64{2: 0.9, 4: 0.1}[tile], probs[a]*float64(empties(b)), 1e-12)
					require.NoError(t, g.Legal(&s, a))
					next, want, out := s, b, []float64{1}
					g.Apply(&next, a)
					want[column][row] = tile
					require.Equal(t, want, boardOf(&next))
					require.Zero(t, g.ToMove(&next))
					g.Rewards(&next, out)
					require.Equal(t, []float64{0}, out, "chance brings no points")
				}
			}
		}
		require.Len(t, probs, 2*free)
	})
}

func empties(b naive) (n int) {
	for _, column := range b {
		for _, tile := range column {
			if tile == 0 {
				n++
			}
		}
	}
	return n
}

// Playout plays like single plies, from states of the player and of chance, and from the end.
func TestPlayout(t *testing.T) {
	g, s, n := rules(t), twenty48.Game{}.Start(), 0
	testkit.SameMeans(t, g, s)
	total, out := testkit.PlayOut(g, s, rng.New(3), func(next *twenty48.State) {
		if n++; n%61 == 0 {
			testkit.SameMeans(t, g, *next)
		}
		s = *next
	}), []float64{1}
	require.Positive(t, total[0])
	require.Greater(t, n, 2*61)
	g.Playouter.Playout(&s, rng.New(1), out)
	require.Equal(t, []float64{0}, out)
}

// On this board the player merges both 2, up or down. Up, the new 4 merges with the tile that is
// placed if that is a 4, too, which brings 8 points with probability 1/20.
func TestPlayoutHasTheExactMean(t *testing.T) {
	s := twenty48.Position(naive{{8192, 4096, 2048, 1024}, {512, 256, 128, 64}, {32, 16, 8, 32768}, {2, 2, 16384, 4096}})
	require.InDelta(t, 4.4, gametest.UniformReturns(twenty48.Game{}, s)[0], 1e-12)
	gametest.PlayoutMean(t, twenty48.Game{}, s, 4000)
	for due := uint8(1); due <= 2; due++ { // Two tiles are placed where there were both 2.
		s := twenty48.PositionDue(naive{{8192, 4096, 2048, 1024}, {512, 256, 128, 64}, {32, 16, 8, 32768}, {int(4 - 2*due), 0, 16384, 4096}}, due)
		gametest.PlayoutMean(t, twenty48.Game{}, s, 4000)
	}
}

// The hash leaves out the points of the last ply.
func TestHash(t *testing.T) {
	g := twenty48.Game{}
	paid := twenty48.Position(naive{{2, 2}, {}, {}, {}})
	free := twenty48.Position(naive{{4}, {}, {}, {}})
	g.Apply(&paid, twenty48.Up)
	g.Apply(&free, twenty48.Up)
	require.NotEqual(t, paid, free)
	require.Equal(t, g.Hash(&paid), g.Hash(&free))
	g.Apply(&free, twenty48.Place(0, 0, 2))
	require.NotEqual(t, g.Hash(&paid), g.Hash(&free))
	start := g.Start()
	require.NotEqual(t, g.Hash(&twenty48.State{}), g.Hash(&start))
}

// The cells are the powers of two of the tiles, column by column.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		s := twenty48.Position(b)
		cells := twenty48.Game{}.AppendCells([]uint8{9}, &s)
		require.Equal(t, uint8(9), cells[0])
		for i, power := range cells[1:] {
			tile := 0
			if power > 0 {
				tile = 1 << power
			}
			require.Equal(t, b[i/4][i%4], tile)
		}
	})
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(twenty48.State{}), uintptr(16))
}

func TestNothingAllocates(t *testing.T) {
	g, out := twenty48.Game{}, make([]float64, 1)
	r, actions, outcomes := rng.New(1), make([]twenty48.Action, 0, 4), make([]game.Outcome[twenty48.Action], 0, 32)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		s := g.Start()
		outcomes = g.AppendOutcomes(outcomes[:0], &s)
		for range 6 {
			a, _ := g.RandomAction(&s, r)
			g.Apply(&s, a)
			g.Rewards(&s, out)
			actions = g.AppendActions(actions[:0], &s)
			g.Hash(&s)
		}
		g.Playout(&s, r, out)
	}))
}

func TestPlaythroughGolden(t *testing.T) {
	testkit.Golden(t, "testdata/playthrough.txt", gametest.Playthrough(twenty48.Game{}, twenty48.Game{}.Start(), 1))
}

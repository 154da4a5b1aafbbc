package sailing_test

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.ChanceGame[sailing.State, sailing.Action]   = sailing.Game{}
	_ game.SamplingGame[sailing.State, sailing.Action] = sailing.Sampled{}
	_ game.Rewarder[sailing.State]                     = sailing.Game{}
	_ game.Playouter[sailing.State]                    = sailing.Game{}
	_ game.Sampler[sailing.State, sailing.Action]      = sailing.Game{}
	_ game.Indexer[sailing.Action]                     = sailing.Game{}
	_ game.Hasher[sailing.State]                       = sailing.Game{}
	_ game.Illustrator[sailing.State]                  = sailing.Game{}
)

func configured(t require.TestingT, c sailing.Config) sailing.Game {
	g, err := sailing.New(c)
	require.NoError(t, err)
	return g
}

func rulesOf(t require.TestingT, g game.Game[sailing.State, sailing.Action]) *game.Rules[sailing.State, sailing.Action] {
	return testkit.Rules(t, g)
}

func TestConformance(t *testing.T) {
	for _, c := range []sailing.Config{{}, {Width: 2, Height: 2}, {Width: 5, Height: 2, Limit: 9}, {Width: 40, Height: 40, Limit: 3}}[:testkit.Few(3, 4)] {
		g := configured(t, c)
		gametest.Run(t, g, g.Start())
		gametest.Run(t, g, g.RandomStart(rng.New(1)))
		gametest.Run(t, sailing.Sampled{Game: g}, g.Start())
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, sailing.Game{}, configured(t, sailing.Config{}))
	for c, want := range map[sailing.Config][3]int{
		{}: {8, 8, 30}, {Width: 20}: {20, 8, 60}, {Height: 11}: {8, 11, 33}, {Width: 2, Height: 3, Limit: 5}: {2, 3, 5},
	} {
		g := configured(t, c)
		require.Equal(t, want, [3]int{g.Width(), g.Height(), g.Limit()})
	}
	for want, c := range map[string]sailing.Config{
		"sailing: Config has 1x8 places, want 2 to 40 for each side":  {Width: 1, Height: 8},
		"sailing: Config has 8x41 places, want 2 to 40 for each side": {Width: 8, Height: 41},
		"sailing: Config has -1x0 places, want 2 to 40 for each side": {Width: -1},
		"sailing: Config.Limit is -1, want 0 to 250":                  {Limit: -1},
		"sailing: Config.Limit is 251, want 0 to 250":                 {Limit: 251},
	} {
		_, err := sailing.New(c)
		require.EqualError(t, err, want)
	}
	require.LessOrEqual(t, unsafe.Sizeof(sailing.State{}), uintptr(8))
}

// anyGame draws a game.
func anyGame(t *rapid.T) sailing.Game {
	return configured(t, sailing.Config{
		Width: rapid.IntRange(2, 6).Draw(t, "width"), Height: rapid.IntRange(2, 6).Draw(t, "height"),
		Limit: rapid.IntRange(1, 40).Draw(t, "limit"),
	})
}

// In random games, headings, places and costs match the naive implementation, and the wind turns as
// chance decides. So does the return of the whole game.
func TestRulesAreThoseOfTheNaiveBoat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, r := anyGame(t), rng.New(rapid.Uint64().Draw(t, "seed"))
		s := g.RandomStart(r)
		want, out, legs, b := 0.0, []float64{9}, 0, boatOf(g, &s)
		total := testkit.PlayOut(rulesOf(t, g), s, r, func(next *sailing.State) {
			if g.ToMove(&s) == game.Chance {
				b.wind = vectors[next.Wind().String()]
				require.Contains(t, []int{0, 45, -45}, boatOf(g, &s).degrees(b.wind))
				require.Equal(t, b, boatOf(g, next))
				g.Rewards(next, out)
				require.Equal(t, 0.0, out[0])
				s = *next
				return
			}
			actions := g.AppendActions(nil, &s)
			for name := range vectors {
				a, err := g.Parse(name)
				require.NoError(t, err)
				require.Equal(t, b.legal(name), slices.Contains(actions, a), "%s of %+v", name, b)
				require.Equal(t, b.legal(name), g.Legal(&s, a) == nil)
			}
			moved := boatOf(g, next).at
			for name, heading := range vectors {
				if moved == [2]int{b.at[0] + heading[0], b.at[1] + heading[1]} {
					var cost float64
					b, cost = b.sail(name)
					want += cost
					g.Rewards(next, out)
					require.InDelta(t, -cost, out[0], 1e-12)
					break
				}
			}
			require.Equal(t, b, boatOf(g, next))
			legs++
			require.Equal(t, legs, next.Legs())
			goOn := legs < g.Limit() && b.at != [2]int{g.Width() - 1, g.Height() - 1}
			require.Equal(t, goOn, g.ToMove(next) == game.Chance, "the wind turns unless the game is over")
			s = *next
		})
		require.True(t, legs == g.Limit() || b.at == [2]int{g.Width() - 1, g.Height() - 1})
		if b.at != [2]int{g.Width() - 1, g.Height() - 1} {
			want += sailing.Penalty
		}
		require.InDelta(t, -want, total[0], 1e-9)
	})
}

// The costs of legs from the middle of a lake in a wind that blows to the north, and of those after
// a leg to the north-east, which has the wind on starboard.
func TestCosts(t *testing.T) {
	for name, want := range map[string][2]float64{
		"N": {1, 1}, "NE": {2 * math.Sqrt2, 2 * math.Sqrt2}, "E": {3, 3}, "SE": {4 * math.Sqrt2, 4 * math.Sqrt2},
		"NW": {2 * math.Sqrt2, 2*math.Sqrt2 + 3}, "W": {3, 6}, "SW": {4 * math.Sqrt2, 4*math.Sqrt2 + 3},
	} {
		b := boat{8, 8, [2]int{4, 4}, vectors["N"], 0}
		_, first := b.sail(name)
		b, _ = b.sail("NE")
		_, then := b.sail(name)
		require.InDeltaSlice(t, want[:], []float64{first, then}, 1e-12, name)
	}
	require.False(t, boat{8, 8, [2]int{4, 4}, vectors["N"], 0}.legal("S"))
}

// What chance draws has the frequencies of the list, from either kind of rules.
func TestOutcomesHaveTheirProbabilities(t *testing.T) {
	const draws = 100_000
	listed, sampled := rulesOf(t, sailing.Game{}), rulesOf(t, sailing.Sampled{})
	require.Nil(t, listed.Sampling)
	require.Nil(t, sampled.Chance)
	s := sailing.Game{}.Start()
	listed.Apply(&s, sailing.North)
	require.Equal(t, game.Chance, listed.ToMove(&s))
	r := rng.New(1)
	for name, draw := range map[string]func() sailing.Action{
		"drawn from the list": func() sailing.Action { return listed.Draw(&s, r)[0] },
		"SampleOutcome":       func() sailing.Action { return sampled.Draw(&s, r)[0] },
		"RandomAction":        func() sailing.Action { a, _ := sampled.Sampler.RandomAction(&s, r); return a },
	} {
		counts := map[sailing.Action]float64{}
		for range draws {
			counts[draw()]++
		}
		require.Len(t, counts, 3)
		sum := 0.0
		for _, o := range listed.Chance.AppendOutcomes(nil, &s) {
			sum += o.Prob
			deviation := math.Sqrt(draws * o.Prob * (1 - o.Prob))
			require.InDelta(t, draws*o.Prob, counts[o.Action], 4*deviation, "%s: %v", name, o.Action)
		}
		require.InDelta(t, 1, sum, 1e-12)
	}
}

// Games of Sampled have the mean returns of games with listed outcomes.
func TestSampledIsTheSameGame(t *testing.T) {
	small := configured(t, sailing.Config{Width: 3, Height: 2, Limit: 5})
	want := gametest.UniformReturns(small, small.Start())[0]
	sampled, r := rulesOf(t, sailing.Sampled{Game: small}), rng.New(1)
	sum, squares, n := 0.0, 0.0, 20_000.0
	for range int(n) {
		v := testkit.PlayOut(sampled, small.Start(), r, nil)[0]
		sum += v
		squares += v * v
	}
	mean := sum / n
	require.InDelta(t, want, mean, 4*math.Sqrt((squares/n-mean*mean)/n))
}

// A random start is any place but the goal in any wind, all equally often.
func TestRandomStart(t *testing.T) {
	const draws = 88_000
	g, r, counts := configured(t, sailing.Config{Width: 4, Height: 3}), rng.New(1), map[sailing.State]int{}
	for range draws {
		s := g.RandomStart(r)
		require.NotEmpty(t, g.AppendActions(nil, &s))
		require.Equal(t, sailing.Neither, s.Side())
		counts[s]++
	}
	require.Len(t, counts, 88)
	for s, n := range counts {
		require.InDelta(t, 1000, n, 150, "%+v", s)
	}
}

// The means of playouts are exact in short games, and the means of single plies in long ones.
func TestPlayout(t *testing.T) {
	for _, c := range []sailing.Config{{Width: 3, Height: 3, Limit: 4}, {Width: 2, Height: 2}, {Width: 2, Height: 4, Limit: 1}} {
		g := configured(t, c)
		s := g.Start()
		gametest.PlayoutMean(t, g, s, 4000)
		g.Apply(&s, sailing.North)
		gametest.PlayoutMean(t, g, s, 4000)
	}
	g, n := sailing.Game{}, 0
	testkit.SameMeans(t, rulesOf(t, g), g.Start())
	testkit.PlayOut(rulesOf(t, g), g.Start(), rng.New(1), func(s *sailing.State) {
		if n++; n%9 == 0 {
			testkit.SameMeans(t, rulesOf(t, sailing.Sampled{}), *s)
		}
	})
	require.Greater(t, n, 9)
}

// The hash leaves out the cost of the last leg, and nothing else.
func TestHash(t *testing.T) {
	type future struct {
		x, y, legs int
		wind       sailing.Action
		side       sailing.Side
		mover      int
	}
	g, known := sailing.Game{}, map[uint64]future{}
	costs := map[uint64]map[float64]bool{}
	for seed := range uint64(300) {
		testkit.PlayOut(rulesOf(t, g), g.RandomStart(rng.New(seed%4)), rng.New(seed), func(s *sailing.State) {
			column, row := s.Place()
			now, h, out := future{column, row, s.Legs(), s.Wind(), s.Side(), g.ToMove(s)}, g.Hash(s), []float64{0}
			if before, ok := known[h]; ok {
				require.Equal(t, before, now)
			}
			known[h] = now
			g.Rewards(s, out)
			if costs[h] == nil {
				costs[h] = map[float64]bool{}
			}
			costs[h][out[0]] = true
		})
	}
	most := 0
	for _, c := range costs {
		most = max(most, len(c))
	}
	require.Greater(t, most, 1)
	reached := map[future]bool{}
	for _, f := range known {
		require.False(t, reached[f], "equal futures have equal hashes")
		reached[f] = true
	}
}

func TestNothingAllocates(t *testing.T) {
	g, r, out, actions := sailing.Game{}, rng.New(1), make([]float64, 1), make([]sailing.Action, 0, 8)
	outcomes := make([]game.Outcome[sailing.Action], 0, 3)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		s := g.RandomStart(r)
		actions = g.AppendActions(actions[:0], &s)
		for range 2 {
			if a, ok := g.RandomAction(&s, r); ok {
				g.Apply(&s, a)
			}
			outcomes = g.AppendOutcomes(outcomes[:0], &s)
		}
		g.Rewards(&s, out)
		g.Hash(&s)
		g.Playout(&s, r, out)
	}))
}

func TestPlaythroughGolden(t *testing.T) {
	g := configured(t, sailing.Config{Width: 4, Height: 4})
	testkit.Golden(t, "testdata/playthrough.txt", gametest.Playthrough(g, g.Start(), 1))
}

package sailing_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/rng"
)

// expectimax returns the value of a state by the rules alone.
func expectimax(rules *game.Rules[sailing.State, sailing.Action], s sailing.State, known map[sailing.State]float64) float64 {
	if v, ok := known[s]; ok {
		return v
	}
	after := func(a sailing.Action) float64 {
		next, reward := s, []float64{0}
		rules.Apply(&next, a)
		rules.AddRewards(&next, reward)
		return reward[0] + expectimax(rules, next, known)
	}
	value := math.Inf(-1)
	if rules.ToMove(&s) == game.Chance {
		value = 0
		for _, o := range rules.Chance.AppendOutcomes(nil, &s) {
			value += o.Prob * after(o.Action)
		}
	}
	for _, a := range rules.AppendActions(nil, &s) {
		value = max(value, after(a))
	}
	if math.IsInf(value, -1) {
		out := []float64{0}
		rules.AddReturns(&s, out)
		value = out[0]
	}
	known[s] = value
	return value
}

// The values, the best actions and the regrets match expectimax, at every state that can be
// reached.
func TestExactIsExpectimax(t *testing.T) {
	for _, c := range []sailing.Config{{Width: 3, Height: 3, Limit: 5}, {Width: 2, Height: 4, Limit: 7}, {Width: 4, Height: 2, Limit: 1}} {
		g := configured(t, c)
		exact, rules, known := g.Solve(), rulesOf(t, g), map[sailing.State]float64{}
		expectimax(rules, g.Start(), known)
		expectimax(rules, g.RandomStart(rng.New(1)), known)
		states := 0
		for s, want := range known {
			require.InDelta(t, want, exact.Value(&s), 1e-9, "%+v", s)
			best, ok := exact.Best(&s)
			actions := rules.AppendActions(nil, &s)
			require.Equal(t, len(actions) > 0, ok)
			if !ok {
				continue
			}
			states++
			require.Zero(t, exact.Regret(&s, best))
			for _, a := range actions {
				next, reward := s, []float64{0}
				rules.Apply(&next, a)
				rules.AddRewards(&next, reward)
				require.InDelta(t, want-reward[0]-known[next], exact.Regret(&s, a), 1e-9)
				require.GreaterOrEqual(t, exact.Regret(&s, a), 0.0)
			}
		}
		require.Positive(t, states)
	}
}

// The mean return of games by the best actions is the value, and random games are much worse.
func TestBestPlayHasTheValue(t *testing.T) {
	if testing.Short() {
		t.Skip("40,000 games")
	}
	g := sailing.Game{}
	exact, r, games := g.Solve(), rng.New(1), 40_000.0
	for _, s := range []sailing.State{g.Start(), g.RandomStart(rng.New(5))} {
		sum, squares := 0.0, 0.0
		for range int(games) {
			v := sail(exact, g, s, r)
			sum += v
			squares += v * v
		}
		mean := sum / games
		t.Logf("value %.3f, mean %.3f", exact.Value(&s), mean)
		require.InDelta(t, exact.Value(&s), mean, 4*math.Sqrt((squares/games-mean*mean)/games))
	}
}

// sail plays the best actions to the end, and returns what they bring.
func sail(exact *sailing.Exact, g sailing.Game, s sailing.State, r *rng.Rand) (sum float64) {
	out := []float64{0}
	for {
		a, ok := exact.Best(&s)
		if !ok && g.ToMove(&s) != game.Chance {
			g.Returns(&s, out)
			return sum + out[0]
		}
		if !ok {
			a, _ = g.RandomAction(&s, r)
		}
		g.Apply(&s, a)
		g.Rewards(&s, out)
		sum += out[0]
	}
}

// One leg before the wind leads to the goal from the place next to it, and costs sqrt(2).
func TestKnownValues(t *testing.T) {
	g := configured(t, sailing.Config{Width: 2, Height: 2, Limit: 3})
	exact := g.Solve()
	for wind, want := range map[sailing.Action]float64{
		sailing.NorthEast: -math.Sqrt2, sailing.North: -2 * math.Sqrt2, sailing.East: -2 * math.Sqrt2,
	} {
		s := windy(t, g, wind)
		require.InDelta(t, want, exact.Value(&s), 1e-12, "%v", wind)
		best, ok := exact.Best(&s)
		require.True(t, ok)
		require.Equal(t, sailing.NorthEast, best)
	}
	s := windy(t, g, sailing.SouthWest)
	require.InDelta(t, exact.ActionValue(&s, sailing.North), exact.ActionValue(&s, sailing.East), 1e-12, "by symmetry")
}

// windy returns a start in the lower left corner with a wind.
func windy(t *testing.T, g sailing.Game, wind sailing.Action) sailing.State {
	t.Helper()
	for seed := range uint64(10_000) {
		s := g.RandomStart(rng.New(seed))
		if column, row := s.Place(); column == 0 && row == 0 && s.Wind() == wind {
			return s
		}
	}
	t.Fatal("there is no such start")
	return sailing.State{}
}

// A boat with more legs left has no lower value, and the limit of the zero Game hardly matters.
func TestLimit(t *testing.T) {
	start := sailing.Game{}.Start()
	before := math.Inf(-1)
	for _, limit := range []int{7, 10, 15, 20, 30, 60} {
		exact := configured(t, sailing.Config{Limit: limit}).Solve()
		value := exact.Value(&start)
		require.GreaterOrEqual(t, value, before, "%d", limit)
		if limit == 60 {
			require.InDelta(t, value, before, 0.01)
		}
		before = value
	}
}

// Uniform play is far from the best.
func TestUniformPlayIsWorse(t *testing.T) {
	g := configured(t, sailing.Config{Width: 4, Height: 4})
	s := g.Start()
	require.Less(t, gametest.UniformReturns(g, s)[0], 2*g.Solve().Value(&s))
}

package gdl_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
)

// smaller returns the game of an own sheet on a smaller board: with other facts.
func smaller(t *testing.T, name string, facts ...string) *gdl.Game {
	text := sheettest.Own(t)[name]
	for i := 0; i < len(facts); i += 2 {
		require.Contains(t, text, facts[i])
		text = strings.ReplaceAll(text, facts[i], facts[i+1])
	}
	return load(t, text)
}

func connectFour(t *testing.T) (*gdl.Game, connect4.Game) {
	g, err := connect4.New(4, 4)
	require.NoError(t, err)
	return smaller(t, "connectfour", "(above 4 5) (above 5 6)", "", "(beside d e) (beside e f) (beside f g)", ""), g
}

func reversi(t *testing.T) (*gdl.Game, othello.Game) {
	g, err := othello.New(4)
	require.NoError(t, err)
	return smaller(t, "othello",
		"(beside d e) (beside e f) (beside f g) (beside g h)", "", "(above 4 5) (above 5 6) (above 6 7) (above 7 8)", "",
		"(cell d 4 white)", "(cell b 2 white)", "(cell e 5 white)", "(cell c 3 white)",
		"(cell d 5 black)", "(cell b 3 black)", "(cell e 4 black)", "(cell c 2 black)", "(along h", "(along d", "(sum 8", "(sum 4"), g
}

func advance(t *testing.T) (*gdl.Game, breakthrough.Game) {
	g, err := breakthrough.New(4, 4)
	require.NoError(t, err)
	return smaller(t, "breakthrough6", "(next-number 4 5)", "", "(next-number 5 6)", "",
		"(home black 5) (home black 6)", "(home black 3) (home black 4)", "(goal-row white 6)", "(goal-row white 4)"), g
}

// On small boards all actions have the values of the game in Go, by alpha-beta search.
func TestValues(t *testing.T) {
	if testing.Short() {
		t.Skip("alpha-beta search of the sheets takes seconds")
	}
	ours, c := connectFour(t)
	requireValues(t, "connectfour", ours, c, c.Start(), 0, "drop", "a")
	ours, o := reversi(t)
	requireValues(t, "othello", ours, o, o.Start(), 0, "place", "a")
	ours, b := advance(t)
	requireValues(t, "breakthrough", ours, b, b.Start(), 4, "move", "1")
}

// requireValues compares the values after some moves, each the last one in the order of the names.
func requireValues[S any, A comparable](
	t *testing.T, name string, ours *gdl.Game, g game.Game[S, A], start S, moves int, verb, first string,
) {
	t.Run(name, func(t *testing.T) {
		s := ours.Start()
		for range moves {
			named := map[string]A{}
			for _, a := range g.AppendActions(nil, &start) {
				named[translate(fmt.Sprint(a), verb, first)] = a
			}
			last := slices.Max(slices.Collect(maps.Keys(named)))
			g.Apply(&start, named[last])
			a, err := ours.Parse(last)
			require.NoError(t, err)
			ours.Apply(&s, a)
		}
		want, have := map[string]float64{}, map[string]float64{}
		for _, v := range values(t, g, &start) {
			want[translate(fmt.Sprint(v.Action), verb, first)] = v.Value
		}
		for _, v := range values(t, ours, &s) {
			have[v.Action.String()] = v.Value
		}
		require.NotEmpty(t, want)
		require.Equal(t, want, have)
	})
}

func values[S any, A comparable](t *testing.T, g game.Game[S, A], s *S) []minimax.ActionValue[A] {
	search, err := minimax.New(g, minimax.Config{TableBits: 18})
	require.NoError(t, err)
	list, err := search.Values(t.Context(), s)
	require.NoError(t, err)
	return list
}

// There are as many ways to play the first moves as in the game in Go.
func TestPerft(t *testing.T) {
	c, o, b := connect4.Game{}, othello.Game{}, breakthrough.Game{}
	requirePerft(t, "connectfour", 5, c, c.Start())
	requirePerft(t, "othello", 5, o, o.Start())
	requirePerft(t, "breakthrough", 3, b, b.Start())
}

func requirePerft[S any, A comparable](t *testing.T, name string, depth int, g game.Game[S, A], start S) {
	ours := own(t, name)
	s := ours.Start()
	native, err := game.NewRules(g)
	require.NoError(t, err)
	rules, err := game.NewRules[gdl.State, gdl.Action](ours)
	require.NoError(t, err)
	for d := range depth {
		require.Equal(t, perft(native, &start, d+1), perft(rules, &s, d+1), "%s, %d moves", name, d+1)
	}
}

// perft returns the number of ways to play a number of moves.
func perft[S any, A comparable](r game.Rules[S, A], s *S, moves int) int {
	if moves == 0 {
		return 1
	}
	ways := 0
	for _, a := range r.AppendActions(nil, s) {
		var next S
		r.Copy(&next, s)
		r.Apply(&next, a)
		ways += perft(r, &next, moves-1)
	}
	return ways
}

// Up to random noise, a search has the same statistics for the sheet as for the game in Go.
func TestSameStatistics(t *testing.T) {
	ours, g := connectFour(t)
	for _, playout := range []policy.Playout{nil, policy.MAST{}} {
		want := statistics(t, g, g.Start(), playout, func(a connect4.Drop) string { return translate(a.String(), "drop", "a") })
		have := statistics(t, ours, ours.Start(), playout, gdl.Action.String)
		require.Len(t, have, 5)
		for name, w := range want {
			h := have[name]
			require.InDelta(t, w.mean, h.mean, 4*math.Sqrt(w.variance+h.variance), name)
		}
	}
}

// estimate is a mean and the variance of this mean.
type estimate struct{ mean, variance float64 }

// statistics searches many times. It returns the shares of the actions in the visits, and the value
// of the root.
func statistics[S any, A comparable](t *testing.T, g game.Game[S, A], start S, playout policy.Playout, name func(A) string) map[string]estimate {
	const searches = 50
	figures := map[string][]float64{}
	for seed := range uint64(searches) {
		search, err := mcts.New(g, mcts.Config{Seed: seed, Playout: playout})
		require.NoError(t, err)
		result, err := search.Run(t.Context(), &start, mcts.Budget{Simulations: 400})
		require.NoError(t, err)
		for _, c := range result.Children {
			figures[name(c.Action)] = append(figures[name(c.Action)], float64(c.Visits)/400)
		}
		figures["value"] = append(figures["value"], result.Values[0])
	}
	estimates := map[string]estimate{}
	for name, list := range figures {
		sum, squares := 0.0, 0.0
		for _, f := range list {
			sum += f / searches
			squares += f * f / searches
		}
		estimates[name] = estimate{sum, (squares - sum*sum) / (searches - 1)}
	}
	return estimates
}

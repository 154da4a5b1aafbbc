package magic_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

type rule = func(s *magic.State, player int, actions []magic.Action, r *rng.Rand) int

// playRules plays a game between two rules, each with its own stream.
func playRules(g magic.Game, s magic.State, seed uint64, players [2]rule) (returns []float64, turns int) {
	r := [2]*rng.Rand{rng.New(2 * seed), rng.New(2*seed + 1)}
	var actions []magic.Action
	for {
		actions = g.AppendActions(actions[:0], &s)
		if len(actions) == 0 {
			returns = make([]float64, 2)
			g.Returns(&s, returns)
			return returns, g.Turn(&s)
		}
		player := g.ToMove(&s)
		g.Apply(&s, actions[players[player](&s, player, actions, r[player])])
	}
}

// winRate returns the rate at which a beats b, with one game for each seat in each deal, and the
// mean number of turns.
func winRate(g magic.Game, deals int, a, b rule) (rate, turns float64) {
	for deal := range uint64(deals) {
		start := g.Deal(rng.New(deal))
		first, n := playRules(g, start, deal, [2]rule{a, b})
		second, m := playRules(g, start, deal, [2]rule{b, a})
		rate += first[0] + second[1]
		turns += float64(n + m)
	}
	return rate / float64(2*deals), turns / float64(2*deals)
}

// bombs returns the game in which the players by rule are calibrated, with the form of c.
func bombs(t require.TestingT, c magic.Config) magic.Game {
	deck := magic.BombDeck()
	c.Deck, c.Life = &deck, 25
	return newGame(t, c)
}

// Reduced is calibrated to two published numbers: the expert wins 63.7 % of 10,000 games, and a
// game has 40 to 60 turns.
func TestExpertBeatsReducedAsPublished(t *testing.T) {
	deals := testkit.Few(200, 1000)
	most := 0.71
	if deals == 1000 {
		most = 0.67
	}
	for _, c := range []magic.Config{{}, {Main: magic.Binary, Prune: magic.PruneDominated}} {
		g := bombs(t, c)
		rate, turns := winRate(g, deals, g.Expert, g.Reduced)
		t.Logf("%+v: %.2f %% of %d games, %.1f turns", c, 100*rate, 2*deals, turns)
		require.Greater(t, rate, 0.60)
		require.Less(t, rate, most)
		require.Greater(t, turns, 40.0)
		require.Less(t, turns, 60.0)
	}
}

func TestRulesBeatRandom(t *testing.T) {
	g := magic.Game{}
	for name, better := range map[string]rule{"Reduced": g.Reduced, "Expert": g.Expert} {
		rate, _ := winRate(g, 50, better, g.Random)
		require.Greater(t, rate, 0.85, name)
	}
	rate, _ := winRate(g, 50, g.Random, g.Idle)
	require.Greater(t, rate, 0.95)
}

// PlayoutBy wins at the same rate as the rules that play decision by decision.
func TestPlayoutByEqualsRules(t *testing.T) {
	deals := testkit.Few(400, 1000)
	within := 5 * math.Sqrt(0.5*float64(deals)) // standard errors of a difference between two numbers of wins
	for _, c := range []magic.Config{{}, {Main: magic.Binary, Order: magic.Shuffled}} {
		g := newGame(t, c)
		functions := map[magic.Rule]rule{magic.Uniform: g.Random, magic.Reduced: g.Reduced, magic.Expert: g.Expert, magic.Idle: g.Idle}
		for _, rules := range [][2]magic.Rule{
			{magic.Reduced, magic.Reduced},
			{magic.Reduced, magic.Expert},
			{magic.Expert, magic.Expert},
			{magic.Uniform, magic.Reduced},
			{magic.Uniform, magic.Idle},
			{magic.Idle, magic.Uniform},
		} {
			wins, want, out := 0.0, 0.0, make([]float64, 2)
			for deal := range uint64(deals) {
				start := g.Deal(rng.New(deal))
				s := start
				g.PlayoutBy(rules)(&s, rng.New(deal), out)
				require.Empty(t, g.AppendActions(nil, &s), "the state is left at the end")
				wins += out[0]
				returns, _ := playRules(g, start, deal, [2]rule{functions[rules[0]], functions[rules[1]]})
				want += returns[0]
			}
			require.InDelta(t, want, wins, within, "%+v: rules %d", c, rules)
		}
	}
}

// No rule looks at what its player cannot see.
func TestRulesAreBlind(t *testing.T) {
	for name, c := range variants() {
		g := newGame(t, c)
		for ruleName, f := range map[string]rule{"Random": g.Random, "Reduced": g.Reduced, "Expert": g.Expert, "Idle": g.Idle} {
			t.Run(fmt.Sprint(name, " ", ruleName), func(t *testing.T) {
				gametest.Blind(t, g, g.Deal(rng.New(9)), 60, func(s *magic.State, player int, seed uint64) magic.Action {
					actions := g.AppendActions(nil, s)
					return actions[f(s, player, actions, rng.New(seed))]
				})
			})
		}
	}
}

// The rules serve as playout policies of the search, also at untried actions of the tree, where
// only some actions are offered.
func TestRulesAsPlayouts(t *testing.T) {
	for _, c := range []magic.Config{{}, {Main: magic.Binary, Prune: magic.PruneDominated}} {
		g := newGame(t, c)
		for name, f := range map[string]rule{"Reduced": g.Reduced, "Expert": g.Expert, "Idle": g.Idle} {
			search, err := mcts.New(g, mcts.Config{Playout: mcts.PlayoutFunc(f), Hidden: mcts.PerfectInformation{}})
			require.NoError(t, err)
			s := g.Deal(rng.New(4))
			result, err := search.Run(t.Context(), &s, mcts.Budget{Simulations: 300})
			require.NoError(t, err, name)
			require.NoError(t, g.Legal(&s, result.Action))
		}
		whole := mcts.WholePlayout(g.PlayoutBy([2]magic.Rule{magic.Reduced, magic.Reduced}))
		search, err := mcts.New(g, mcts.Config{Playout: whole, Hidden: mcts.PerfectInformation{}})
		require.NoError(t, err)
		s := g.Deal(rng.New(4))
		_, err = search.Run(t.Context(), &s, mcts.Budget{Simulations: 300})
		require.NoError(t, err)
	}
}

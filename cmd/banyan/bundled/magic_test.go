package bundled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

func magicMatch(t *testing.T, pairs int, texts ...string) []arena.Record {
	t.Helper()
	g, err := Find("magic", console.Size{})
	require.NoError(t, err)
	require.Zero(t, g.Opening(), "the cards are dealt at random")
	o := match.Options{Plan: arena.Plan{Pairs: pairs, Seed: 1}}
	for i, text := range texts {
		p, err := g.Parse(text, "")
		require.NoError(t, err)
		o.Players, o.Names = append(o.Players, p), append(o.Names, texts[i]+string(rune('a'+i)))
	}
	records, err := g.Match(t.Context(), o)
	require.NoError(t, err)
	return records
}

// TestMagicPlayers plays players of every form. A match is reproducible, and both games of a pair
// have the same cards.
func TestMagicPlayers(t *testing.T) {
	for _, text := range []string{
		"reduced", "random",
		"trees=2,sims=10,playout=reduced,lambda=0.99",
		"trees=2,sims=10,playout=expert,main=binary,prune=dominated,order=shuffled,interesting=root,loss=-1",
		"trees=2,sims=10,playout=lgrf,combat=whole,interesting=root/2/1",
		"trees=2,sims=10,playout=reduced,lambda=0.99,interesting=leaf/1/1",
		"trees=1,sims=20,draws=chance,prune=land",
		"trees=2,sims=20,playout=lgrf,fallback=reduced,main=binary,order=ascending",
		"hidden=infoset,sims=50,playout=reduced,prune=dominated",
		"hidden=infoset,sims=50,draws=chance",
		"trees=2,sims=10,playout=reduced,combat=whole",
	} {
		records := magicMatch(t, 1, text, "expert")
		require.Len(t, records, 2, text)
		require.Equal(t, records[0].Actions[0], records[1].Actions[0], "the shuffled cards")
		again := magicMatch(t, 1, text, "expert")
		require.Equal(t, records[1].Actions, again[1].Actions, text)
	}
}

// TestMagicPlayoutsByRule checks that playouts follow the rule when the search plays them ply by
// ply and when another policy wraps them.
func TestMagicPlayoutsByRule(t *testing.T) {
	for _, plies := range []string{"plydiscount=0.99", "maxplies=40", "lambda=0.9", "decisive=yes"} {
		uniform := magicMatch(t, 1, "trees=2,sims=30,playout=uniform,"+plies, "expert")
		ruled := magicMatch(t, 1, "trees=2,sims=30,playout=expert,"+plies, "expert")
		require.NotEqual(t, uniform[0].Actions, ruled[0].Actions, plies)
	}
	own, err := magic.New(magic.Config{Main: magic.Binary})
	require.NoError(t, err)
	by := rulePlayout{rule: magic.Expert}
	require.Equal(t, rulePlayout{own, magic.Expert}, bind(own, by))
	require.Equal(t, mcts.DecisiveMoves{Playout: rulePlayout{own, magic.Expert}}, bind(own, mcts.DecisiveMoves{Playout: by}))
	mix := policy.Mix{P: 0.5, First: by, Second: policy.LGRF{Fallback: by}}
	bound := policy.Mix{P: 0.5, First: rulePlayout{own, magic.Expert}, Second: policy.LGRF{Fallback: rulePlayout{own, magic.Expert}}}
	require.Equal(t, bound, bind(own, mix))
	require.Equal(t, policy.LGRF{Fallback: rulePlayout{own, magic.Expert}}, bind(own, policy.LGRF{Fallback: by}))
}

func TestMagicRefuses(t *testing.T) {
	g, err := Find("magic", console.Size{})
	require.NoError(t, err)
	for text, want := range map[string]string{
		"alphabeta,depth=2":            "alphabeta needs a game with perfect information",
		"trees=2,time=stop":            "magic has no clock",
		"trees=2,playout=reduced":      "the budget is empty",
		"main=twice,trees=2,sims=1":    "main=twice, want one of subsets, binary",
		"expert,sims=5":                "expert has no parameters, not sims",
		"trees=2,sims=5,parallel=tree": "Ensemble",

		"trees=2,sims=5,interesting=yes":             "interesting=yes, want no, root or leaf",
		"trees=2,sims=5,interesting=root/5":          "interesting=root/5, want root/CANDIDATES/TESTS",
		"trees=2,sims=5,interesting=root/0/1":        "interesting=root/0/1, want root/CANDIDATES/TESTS",
		"hidden=infoset,sims=5,interesting=root":     "interesting=root needs hidden=ensemble",
		"trees=2,sims=5,interesting=leaf":            "interesting=leaf needs playout=reduced or expert",
		"trees=2,sims=5,interesting=leaf,maxplies=9": "interesting=leaf needs playout=reduced or expert",
	} {
		p, err := g.Parse(text, "")
		if err == nil {
			_, err = g.Match(t.Context(), match.Options{Players: []spec.Player{p, p}, Names: []string{"a", "b"}, Plan: arena.Plan{Pairs: 1}})
		}
		require.ErrorContains(t, err, want, text)
	}
	_, err = Find("magic", console.Size{Width: 6, Height: 6})
	require.ErrorIs(t, err, console.ErrOneSize)
}

// TestMagicWholeCombat checks that a combat that is chosen as a whole is one search.
func TestMagicWholeCombat(t *testing.T) {
	simulations := map[string]int{}
	for _, combat := range []string{"chain", "whole"} {
		records := magicMatch(t, 5, "trees=1,sims=30,playout=reduced,combat="+combat, "expert")
		actions, searched := 0, 0
		for _, r := range records {
			actions += len(r.Actions)
			for seat, entrant := range r.Seats {
				if entrant == 0 {
					searched += r.Simulations[seat]
				}
			}
		}
		simulations[combat] = 100 * searched / actions
	}
	require.Less(t, simulations["whole"], simulations["chain"]*9/10)
}

// TestExpertAgainstReduced compares with Cowling, Ward and Powley (2012), where the expert wins
// 63.7 % of the games against the reduced player.
func TestExpertAgainstReduced(t *testing.T) {
	g, err := Find("magic60", console.Size{})
	require.NoError(t, err)
	o := match.Options{Plan: arena.Plan{Pairs: 1000, Seed: 1}, Names: []string{"a", "b"}}
	for _, text := range []string{"expert", "reduced"} {
		p, err := g.Parse(text, "")
		require.NoError(t, err)
		o.Players = append(o.Players, p)
	}
	records, err := g.Match(t.Context(), o)
	require.NoError(t, err)
	require.InDelta(t, 0.637, arena.Count(records, 0, 1).WinRate(), 0.04)
}

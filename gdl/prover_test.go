package gdl_test

import (
	"context"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/mcts"
)

var (
	proverPairs = flag.Int("pairs", 1, "the `number` of pairs of games against a player that works with the prover")
	moveTime    = flag.Duration("movetime", 0, "the `time` of a move in these games, on the large board; 0: simulations on the small one")
)

// proved is a game of two players who take turns, by the prover.
type proved struct {
	prover *prover.Prover
	sheet  *sheet.Sheet
	noop   string
}

func (g proved) NumPlayers() int { return 2 }

func (g proved) ToMove(s **prover.Position) int {
	if legal := g.prover.Legal(*s, g.sheet.Roles[0]); len(legal) == 1 && legal[0] == g.noop {
		return 1
	}
	return 0
}

func (g proved) AppendActions(dst []string, s **prover.Position) []string {
	if g.prover.Terminal(*s) {
		return dst
	}
	return append(dst, g.prover.Legal(*s, g.sheet.Roles[g.ToMove(s)])...)
}

func (g proved) Apply(s **prover.Position, a string) {
	joint := []string{g.noop, g.noop}
	joint[g.ToMove(s)] = a
	next, err := g.prover.Next(*s, joint)
	if err != nil {
		panic(err)
	}
	*s = next
}

func (g proved) Returns(s **prover.Position, out []float64) {
	for player, role := range g.sheet.Roles {
		goal, err := g.prover.Goal(*s, role)
		if err != nil {
			panic(err)
		}
		out[player] = float64(goal) / 100
	}
}

func (g proved) Copy(dst, src **prover.Position) { *dst = *src } // A Position does not change.

// provedPlayer searches with the prover.
type provedPlayer struct {
	game   proved
	fast   *gdl.Game
	budget mcts.Budget
	search *mcts.Search[*prover.Position, string]
	at     *prover.Position
}

func (p *provedPlayer) Choose(ctx context.Context, _ *gdl.State, _ int) (gdl.Action, error) {
	result, err := p.search.Run(ctx, &p.at, p.budget)
	if err != nil {
		return gdl.Action{}, err
	}
	return p.fast.Parse(result.Action)
}

func (p *provedPlayer) Observe(a gdl.Action) {
	p.game.Apply(&p.at, a.String())
	_, _ = p.search.Advance(a.String())
}

// A search with the network wins against a search with the prover, which has fewer simulations in
// the same time.
func TestAgainstProver(t *testing.T) {
	if testing.Short() {
		t.Skip("the prover is slow")
	}
	name, budgets := "breakthrough6", [2]mcts.Budget{{Simulations: 1000}, {Simulations: 10}}
	if *moveTime > 0 {
		name, budgets = "breakthrough", [2]mcts.Budget{{Time: *moveTime}, {Time: *moveTime}}
	}
	text := sheettest.Own(t)[name]
	fast := load(t, text)
	rules, err := sheet.Parse([]byte(text))
	require.NoError(t, err)
	match := arena.Match[gdl.State, gdl.Action]{
		Game: fast, Start: fast.Start(), Plan: arena.Plan{Pairs: *proverPairs, OpeningPlies: 2, Seed: 1, Each: func(r arena.Record) {
			t.Logf("game %d: seats %v, returns %v, simulations %v", r.Game, r.Seats, r.Returns, r.Simulations)
		}},
		Entrants: []arena.Entrant[gdl.State, gdl.Action]{
			arena.SearchPlayer[gdl.State, gdl.Action]{Game: fast, Budget: budgets[0]}.Entrant("network"),
			{Name: "prover", New: func(seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
				p, err := prover.New(rules, nil)
				if err != nil {
					return nil, err
				}
				start, err := p.Start()
				if err != nil {
					return nil, err
				}
				game := proved{p, rules, "noop"}
				search, err := mcts.New(game, mcts.Config{Seed: seed})
				return &provedPlayer{game, fast, budgets[1], search, start}, err
			}},
		},
	}
	records, err := match.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, stats.Tally{Wins: 2 * *proverPairs}, arena.Count(records, 0, 1))
}

package pool_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
	"github.com/banyan-go/banyan/rng"
)

// A session may search before the dice are rolled. What it then believes stays with the session
// until its next search, as in a separate search.
func TestForesee(t *testing.T) {
	type (
		state  = liarsdice.State
		action = liarsdice.Action
	)
	g := liarsdice.Game{}
	config := mcts.Config{Hidden: mcts.ISMCTS{Beliefs: true}, MaxBytes: 1 << 22}
	p, err := pool.New(g, pool.Config{Search: config})
	require.NoError(t, err)
	play := func(foresees bool) (pooled, alone []mcts.Result[action]) {
		session := p.Open(7)
		defer session.Close()
		config.Seed = 7
		search, err := mcts.New(g, config)
		require.NoError(t, err)
		s, r, budget := g.Start(), rng.New(1), mcts.Budget{Simulations: 500}
		foresee := func(search *mcts.Search[state, action]) error {
			_, err := search.Foresee(t.Context(), &s, 0, budget)
			return err
		}
		if foresees {
			_, err = session.Do(t.Context(), foresee)
			require.NoError(t, err)
			require.NoError(t, foresee(search))
		}
		for {
			var a action
			switch by := g.ToMove(&s); {
			case by == mcts.Chance:
				outcomes := g.AppendOutcomes(nil, &s)
				a = outcomes[r.IntN(len(outcomes))].Action
			case len(g.AppendActions(nil, &s)) == 0:
				return pooled, alone
			case by == 0:
				result, err := session.Run(t.Context(), &s, pool.Request{Budget: budget})
				require.NoError(t, err)
				own, err := search.Run(t.Context(), &s, budget)
				require.NoError(t, err)
				pooled, alone = append(pooled, result.Result), append(alone, own)
				a = own.Action
			default:
				a = g.AppendActions(nil, &s)[0]
			}
			g.Apply(&s, a)
			session.Advance(a)
			_, err := search.Advance(a)
			require.NoError(t, err)
		}
	}
	without, _ := play(false)
	pooled, alone := play(true)
	require.NotEmpty(t, alone)
	for i := range alone {
		require.Equal(t, alone[i].Children, pooled[i].Children)
	}
	require.NotEqual(t, without[0].Children, pooled[0].Children, "the search before the roll counts")
}

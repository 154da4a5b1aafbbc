package arena_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// kept is a final choice that writes down how many visits it sees in all.
type kept struct {
	policy.Final
	visits *[]uint32
}

// Pick sees the visits of the actions, those of the kept tree too.
func (k kept) Pick(c *policy.Candidates) (int, bool) {
	sum := uint32(0)
	for _, child := range c.Children {
		sum += uint32(child.Visits)
	}
	*k.visits = append(*k.visits, sum)
	return k.Final.Pick(c)
}

// A search goes on with the tree of the action before.
func TestSearcherKeepsItsTree(t *testing.T) {
	var visits []uint32
	cfg := mcts.Config{Final: kept{policy.RobustChild{}, &visits}}
	e := arena.Searcher("tree", tictactoe.Game{}, cfg, mcts.Budget{Simulations: 500})
	m := tictactoes(1, e, first("first"))
	m.Workers, m.OpeningPlies = 1, 0
	run(t, m)
	require.Greater(t, len(visits), 4)
	require.EqualValues(t, 500, visits[0], "nothing is kept for the first action")
	require.Greater(t, visits[1], uint32(500))
}

// The seed of the match decides, not the one in the Config.
func TestSearcherSeed(t *testing.T) {
	play := func(seed, own uint64) arena.Record {
		e := arena.Searcher("search", tictactoe.Game{}, mcts.Config{Seed: own}, mcts.Budget{Simulations: 3})
		m := tictactoes(1, e, random("random"))
		m.Seed = seed
		return untimed(run(t, m))[0]
	}
	require.Equal(t, play(1, 1), play(1, 2))
	require.NotEqual(t, play(1, 1).Actions, play(2, 1).Actions)
}

func TestRandomWithoutActions(t *testing.T) {
	p, err := random("random").New(1)
	require.NoError(t, err)
	g := tictactoe.Game{}
	s := g.Start()
	for _, c := range []tictactoe.Cell{0, 3, 1, 4, 2} {
		g.Apply(&s, c)
	}
	_, err = p.Choose(bg, &s, 1)
	require.EqualError(t, err, "arena: Random: player 1 has no action")
}

// Each player of each game has a stream of its own, the same in the games of a pair.
func TestFuncStreams(t *testing.T) {
	drawn := map[int][]uint64{}
	e := func(name string) entrant {
		return arena.Func(name, func(_ context.Context, s *tictactoe.State, seat int, r *rng.Rand) (tictactoe.Cell, error) {
			drawn[seat] = append(drawn[seat], r.Uint64())
			return tictactoe.Game{}.AppendActions(nil, s)[0], nil
		})
	}
	m := tictactoes(1, e("a"), e("b"))
	m.Workers = 1
	run(t, m)
	for seat := range 2 {
		half := len(drawn[seat]) / 2
		require.Equal(t, drawn[seat][:half], drawn[seat][half:])
	}
	require.NotEqual(t, drawn[0][0], drawn[1][0])
}

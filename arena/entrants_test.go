package arena_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// visitCounter is a final choice that records the sum of the visits it sees.
type visitCounter struct {
	policy.Final
	visits *[]uint32
}

// Pick also sees the visits of a reused tree.
func (k visitCounter) Pick(c *policy.Candidates) (int, bool) {
	sum := uint32(0)
	for _, child := range c.Children {
		sum += uint32(child.Visits)
	}
	*k.visits = append(*k.visits, sum)
	return k.Final.Pick(c)
}

// A search continues with the tree of the previous action.
func TestSearcherKeepsItsTree(t *testing.T) {
	var visits []uint32
	cfg := mcts.Config{Final: visitCounter{policy.RobustChild{}, &visits}}
	e := arena.Searcher("tree", tictactoe.Game{}, cfg, mcts.Budget{Simulations: 500})
	m := tictactoes(1, e, first("first"))
	m.Workers, m.OpeningPlies = 1, 0
	run(t, m)
	require.Greater(t, len(visits), 4)
	require.EqualValues(t, 500, visits[0], "the first action has no earlier tree")
	require.Greater(t, visits[1], uint32(500))
}

// The seed of the match overrides the seed of the Config.
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

// uneven is matching pennies in which player 1 has different actions, 10 and 11.
type uneven struct{ pennies }

func (uneven) AppendPlayerActions(dst []int, _ *rounds, seat int) []int {
	return append(dst, 10*seat, 10*seat+1)
}

func (uneven) ApplyJoint(s *rounds, joint []int) { s.equal = append(s.equal, joint[0] == joint[1]-10) }

// At a simultaneous move a search chooses for its own seat, and it keeps its tree after the move.
func TestSearcherAtSimultaneousMoves(t *testing.T) {
	var visits []uint32
	cfg := mcts.Config{Final: visitCounter{policy.RobustChild{}, &visits}}
	g := mcts.Game[rounds, int](uneven{})
	m := arena.Match[rounds, int]{
		Game: g, Plan: arena.Plan{Pairs: 1, Workers: 1, Seed: 1},
		Entrants: []arena.Entrant[rounds, int]{
			arena.Searcher("search", g, cfg, mcts.Budget{Simulations: 400}), arena.Random("random", g),
		},
	}
	for seat, r := range run(t, m) {
		require.Equal(t, 1200, r.Simulations[seat])
		require.Len(t, r.Actions, 3)
	}
	require.EqualValues(t, 400, visits[0])
	require.Greater(t, slices.Max(visits), uint32(400), "the tree below the joint action is kept")
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

// Every player of every game has its own random sequence, which is the same in the games of a pair.
func TestFuncSequences(t *testing.T) {
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

// stepping is a clock that advances by a second whenever it is read, by any goroutine.
func stepping() func() time.Time {
	var seconds atomic.Int64
	return func() time.Time { return time.Time{}.Add(time.Duration(seconds.Add(1)) * time.Second) }
}

// A deepening player chooses what the search to some depth chooses, and with no time what the
// search to depth 1 chooses.
func TestDeepening(t *testing.T) {
	g := connect4.Game{}
	choose := func(limit time.Duration, cfg minimax.Config) (connect4.Drop, error) {
		cfg.Evaluation = minimax.EvaluationFunc[connect4.State](func(*connect4.State) float64 { return 0.5 })
		player, err := arena.Deepening("deep", g, cfg, limit, stepping()).New(1)
		require.NoError(t, err)
		s := g.Start()
		for _, text := range []string{"d", "a", "d", "a", "d"} { // the second player must play d
			a, err := g.Parse(text)
			require.NoError(t, err)
			g.Apply(&s, a)
		}
		return player.Choose(t.Context(), &s, 1)
	}
	block, err := choose(20*time.Second, minimax.Config{})
	require.NoError(t, err)
	require.EqualValues(t, 3, block)
	limited, err := choose(time.Hour, minimax.Config{Depth: 2})
	require.NoError(t, err)
	require.EqualValues(t, 3, limited)
	first, err := choose(1, minimax.Config{})
	require.NoError(t, err)
	require.EqualValues(t, 0, first, "depth 1 sees no threat")

	_, err = arena.Deepening("deep", g, minimax.Config{}, 0, nil).New(1)
	require.ErrorContains(t, err, "the limit is 0s")
	_, err = arena.Deepening("deep", g, minimax.Config{Depth: -1}, time.Second, nil).New(1)
	require.ErrorContains(t, err, "Config.Depth is -1")
}

func TestDeepeningIsInterrupted(t *testing.T) {
	g := connect4.Game{}
	player, err := arena.Deepening("deep", g, minimax.Config{}, time.Hour, nil).New(1)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := g.Start()
	_, err = player.Choose(ctx, &s, 0)
	require.ErrorIs(t, err, context.Canceled)
}

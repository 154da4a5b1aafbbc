package arena_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

// diarist records the calls that a player gets, with the number of stones on the board.
type diarist struct {
	arena.Player[tictactoe.State, tictactoe.Cell]
	calls *[]string
	err   error
}

func (d diarist) note(call string, s *tictactoe.State, seat int) {
	stones := 9 - len(tictactoe.Game{}.AppendActions(nil, s))
	*d.calls = append(*d.calls, fmt.Sprint(call, seat, stones))
	*s = tictactoe.State{} // The state is a copy.
}

func (d diarist) Prepare(_ context.Context, s *tictactoe.State, seat int) error {
	d.note("prepare", s, seat)
	return nil
}

func (d diarist) Ponder(_ context.Context, s *tictactoe.State, seat int) error {
	d.note("ponder", s, seat)
	return d.err
}

func (d diarist) Choose(ctx context.Context, s *tictactoe.State, seat int) (tictactoe.Cell, error) {
	a, err := d.Player.Choose(ctx, s, seat)
	d.note("choose", s, seat)
	return a, err
}

// Players prepare once, after the opening, and ponder at every ply of the other one.
func TestPrepareAndPonder(t *testing.T) {
	var calls []string
	e := func(name string, err error) entrant {
		return entrant{Name: name, New: func(seed uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) {
			inner, _ := first("").New(seed)
			return diarist{inner, &calls, err}, nil
		}}
	}
	m := tictactoes(1, e("a", nil), first("b"))
	m.Workers, m.OpeningPlies = 1, 1
	run(t, m)
	require.Equal(t, []string{"prepare0 1", "ponder0 1", "choose0 2", "ponder0 3", "choose0 4"}, calls[:5])
	second := calls[5:]
	for second[0] != "prepare1 1" {
		second = second[1:]
	}
	require.Equal(t, []string{"prepare1 1", "choose1 1", "ponder1 2", "choose1 3"}, second[:4])

	m.Entrants[0] = e("a", errors.New("tired"))
	_, err := m.Run(bg)
	require.ErrorContains(t, err, `"a" in seat 0: tired`)
}

// A search that ponders searches at all plies but the last, and knows the replies that it has
// searched.
func TestSearcherPonders(t *testing.T) {
	var visits []uint32
	search := arena.SearchPlayer[tictactoe.State, tictactoe.Cell]{
		Game: tictactoe.Game{}, Budget: mcts.Budget{Simulations: 200},
		Config: mcts.Config{Final: visitCounter{policy.RobustChild{}, &visits}},
	}
	play := func() arena.Record {
		m := tictactoes(1, search.Entrant("search"), first("first"))
		m.Workers, m.OpeningPlies = 1, 0
		visits = nil
		return run(t, m)[1] // The search has the second seat.
	}
	plain := play()
	require.Equal(t, 200*(len(plain.Actions)/2), plain.Simulations[1])
	search.Ponder = true
	record := play()
	require.Equal(t, 200*len(record.Actions), record.Simulations[1])
	require.Contains(t, visits, uint32(200), "the first plies have no earlier tree")
	require.Greater(t, visits[len(visits)-1], uint32(200), "the tree is kept")
	search.Config.FreshTree = true
	play()
	for _, n := range visits {
		require.LessOrEqual(t, n, uint32(200))
	}
}

// Configure sees the state after the opening and decides for one game. The seed of the match
// remains in effect.
func TestSearcherConfigure(t *testing.T) {
	var visits []uint32
	var starts []tictactoe.State
	search := arena.SearchPlayer[tictactoe.State, tictactoe.Cell]{
		Game: tictactoe.Game{}, Budget: mcts.Budget{Simulations: 3},
		Configure: func(_ context.Context, start *tictactoe.State, cfg mcts.Config) (mcts.Config, error) {
			starts = append(starts, *start)
			cfg.Seed, cfg.Final = 99, visitCounter{policy.RobustChild{}, &visits}
			return cfg, nil
		},
	}
	m := tictactoes(4, search.Entrant("search"), first("first"))
	m.Workers, m.OpeningPlies = 1, 2
	records := run(t, m)
	require.Len(t, starts, 8)
	require.Equal(t, starts[0], starts[1])
	require.Len(t, tictactoe.Game{}.AppendActions(nil, &starts[0]), 7)
	require.NotEmpty(t, visits)
	search.Configure = nil
	m.Entrants[0] = search.Entrant("search")
	require.Equal(t, untimed(records), untimed(run(t, m)), "neither the seed nor the choices change")

	search.Configure = func(context.Context, *tictactoe.State, mcts.Config) (mcts.Config, error) {
		return mcts.Config{}, errors.New("no idea")
	}
	m.Entrants[0] = search.Entrant("search")
	_, err := m.Run(bg)
	require.ErrorContains(t, err, `"search" in seat 0: no idea`)
}

func TestSearchPlayerErrors(t *testing.T) {
	type players = arena.SearchPlayer[tictactoe.State, tictactoe.Cell]
	budget := mcts.Budget{Simulations: 1}
	for want, p := range map[string]players{
		"arena: Searcher: the budget is empty, want simulations or time": {},
		"arena: SearchPlayer.Ponder and Timing are set; want one of them: to ponder takes a budget": {
			Timing: &timing.Planner{}, Ponder: true,
		},
		"arena: SearchPlayer.Ponder and Config.Hidden are set; want one of them: the other player sees other cards": {
			Budget: budget, Ponder: true, Config: mcts.Config{Hidden: mcts.ISMCTS{}},
		},
	} {
		p.Game = tictactoe.Game{}
		_, err := p.Entrant("x").New(1)
		require.EqualError(t, err, want)
	}
}

package arena_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

func TestErrorsNameThePlayer(t *testing.T) {
	broken := errors.New("out of paper")
	fails := func(f func(s *tictactoe.State) (tictactoe.Cell, error)) entrant {
		return arena.Func("bad", func(_ context.Context, s *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) { return f(s) })
	}
	for want, e := range map[string]entrant{
		`ply 3: "bad" in seat 1: arena: illegal action`: fails(func(*tictactoe.State) (tictactoe.Cell, error) { return taken, nil }),
		`ply 3: "bad" in seat 1: out of paper`:          fails(func(*tictactoe.State) (tictactoe.Cell, error) { return 0, broken }),
		`ply 0: "bad" in seat 1: Entrant.New returned`:  {Name: "bad", New: func(uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) { return nil, nil }},
		`ply 0: "bad" in seat 1: out of paper`: {Name: "bad", New: func(uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) {
			return nil, broken
		}},
		`ply 0: "bad" in seat 1: arena: Searcher`: arena.Searcher("bad", tictactoe.Game{}, mcts.Config{}, mcts.Budget{}),
		`ply 0: "bad" in seat 1: mcts: Config`:    arena.Searcher("bad", tictactoe.Game{}, mcts.Config{MaxPlies: -1}, mcts.Budget{Simulations: 1}),
		`ply 0: "bad" in seat 1: minimax: Config`: arena.AlphaBeta("bad", tictactoe.Game{}, minimax.Config{Depth: -1}),
	} {
		t.Run(want, func(t *testing.T) {
			m := tictactoes(5, first("good"), e)
			m.Workers = 1
			records, err := m.Run(bg)
			require.ErrorContains(t, err, "arena: game 0, "+want)
			require.Empty(t, records)
			require.Equal(t, strings.Contains(want, "illegal"), errors.Is(err, arena.ErrIllegal))
			require.Equal(t, strings.Contains(want, "paper"), errors.Is(err, broken))
		})
	}
}

const taken = tictactoe.Cell(100)

// An error in a late game keeps the records of the games before it.
func TestErrorKeepsWhatIsFinished(t *testing.T) {
	var games atomic.Int32
	e := random("late")
	inner := e.New
	e.New = func(seed uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) {
		if games.Add(1) == 8 {
			return nil, io.ErrUnexpectedEOF
		}
		return inner(seed)
	}
	m := tictactoes(10, random("a"), e)
	m.Workers = 1
	records, err := m.Run(bg)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Len(t, records, 7)
}

func TestPanicsReachTheCaller(t *testing.T) {
	ended := testkit.CheckGoroutines(t)
	bad := arena.Func("bad", func(_ context.Context, s *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
		panic("no more moves")
	})
	for _, m := range []match{tictactoes(4, random("a"), bad), tictactoes(4, random("a"), random("b")), tictactoes(4, random("a"), random("b"))} {
		if m.Entrants[1].Name == "b" {
			m.Each = func(arena.Record) { panic("no more moves") }
		}
		m.Workers = 3
		func() {
			defer func() {
				v := fmt.Sprint(recover())
				require.Contains(t, v, "arena: no more moves")
				require.Contains(t, v, "run_test.go")
			}()
			_, err := m.Run(bg)
			require.Fail(t, "no panic", "%v", err)
		}()
	}
	ended()
}

func TestGoexitIsAnError(t *testing.T) {
	m := tictactoes(4, random("a"), arena.Func("bad", func(context.Context, *tictactoe.State, int, *rng.Rand) (tictactoe.Cell, error) {
		runtime.Goexit()
		return 0, nil
	}))
	_, err := m.Run(bg)
	require.ErrorContains(t, err, "ended the goroutine")
}

func TestContextEndsTheMatch(t *testing.T) {
	ended := testkit.CheckGoroutines(t)
	ctx, cancel := context.WithCancel(bg)
	m := tictactoes(1000, random("a"), random("b"))
	m.Workers = 3
	m.Each = func(r arena.Record) {
		if r.Game == 20 {
			cancel()
		}
	}
	records, err := m.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "arena: stopped after "+strconv.Itoa(len(records))+" of 2000 games")
	require.Greater(t, len(records), 15)
	require.Less(t, len(records), 2000)
	ended()

	late, cancel := context.WithDeadline(bg, time.Now().Add(-time.Second))
	defer cancel()
	records, err = m.Run(late)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, records)
}

// An interrupted search returns what it has found. It must not be played, because it depends on the
// clock.
func TestInterruptedGameIsDiscarded(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	m := tictactoes(1, first("a"), arena.Func("b", func(context.Context, *tictactoe.State, int, *rng.Rand) (tictactoe.Cell, error) {
		cancel()
		return taken, io.ErrUnexpectedEOF
	}))
	m.Workers = 1
	records, err := m.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Empty(t, records)
}

// The same holds for the action that ends the game.
func TestInterruptedLastPly(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	last := arena.Func("last", func(_ context.Context, s *tictactoe.State, _ int, _ *rng.Rand) (tictactoe.Cell, error) {
		g := tictactoe.Game{}
		a := g.AppendActions(nil, s)[0]
		g.Apply(s, a)
		if len(g.AppendActions(nil, s)) == 0 {
			cancel()
		}
		return a, nil
	})
	m := tictactoes(1, last, first("first"))
	m.Workers, m.OpeningPlies = 1, 0
	records, err := m.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, records)
}

// closer is a player whose Close fails.
type closer struct {
	arena.Player[tictactoe.State, tictactoe.Cell]
}

func (closer) Close() error { return io.ErrClosedPipe }

func TestCloseFails(t *testing.T) {
	e := random("bad")
	inner := e.New
	e.New = func(seed uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) {
		p, err := inner(seed)
		return closer{p}, err
	}
	m := tictactoes(1, random("a"), e)
	m.Workers = 1
	records, err := m.Run(bg)
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.ErrorContains(t, err, `"bad" in seat 1: `)
	require.Empty(t, records)
}

func TestMatchIsValidated(t *testing.T) {
	good := func() match { return tictactoes(1, random("a"), random("b")) }
	for want, change := range map[string]func(m *match){
		"Match.Game is nil":                              func(m *match) { m.Game = nil },
		"Match.Entrants has 1, want at least 2":          func(m *match) { m.Entrants = m.Entrants[:1] },
		`two of the name "a"`:                            func(m *match) { m.Entrants[1].Name = "a" },
		`Match.Entrants[1], "b", has no New`:             func(m *match) { m.Entrants[1].New = nil },
		"Match.Pairs is 0, want 1 to 1073741823":         func(m *match) { m.Pairs = 0 },
		"Match.Pairs is 1073741824":                      func(m *match) { m.Pairs = 1 << 30 },
		"Match.MaxPlies is -1":                           func(m *match) { m.MaxPlies = -1 },
		"Match.OpeningPlies is -1":                       func(m *match) { m.OpeningPlies = -1 },
		"Match.OpeningPlies is 5, want >= 0 and below M": func(m *match) { m.OpeningPlies, m.MaxPlies = 5, 5 },
		"Match.Workers is -1":                            func(m *match) { m.Workers = -1 },
		"arena: game 0, ply 0: Match.Start is terminal": func(m *match) {
			for c := range tictactoe.Cell(7) {
				m.Game.Apply(&m.Start, c)
			}
			m.OpeningPlies = 0
		},
		"all ended the game, want fewer Match.Opening": func(m *match) { m.OpeningPlies = 9 },
	} {
		t.Run(want, func(t *testing.T) {
			m := good()
			m.Workers = 1
			change(&m)
			_, err := m.Run(bg)
			require.ErrorContains(t, err, want)
			require.Equal(t, "arena: ", err.Error()[:7])
		})
	}
	_, err := arena.Match[int, int]{Game: dice1{}}.Run(bg)
	require.ErrorContains(t, err, "for 1 players, want at least 2")
	_, err = arena.Match[rounds, int]{Game: uncopied{}, Entrants: []arena.Entrant[rounds, int]{
		arena.Random("a", mcts.Game[rounds, int](uncopied{})), arena.Random("b", mcts.Game[rounds, int](uncopied{})),
	}, Plan: arena.Plan{Pairs: 1}}.Run(bg)
	require.ErrorContains(t, err, "cannot be copied by assignment: state.equal is a []bool")
}

// dice1 is a game for one player.
type dice1 struct{ endless }

func (dice1) NumPlayers() int                       { return 1 }
func (dice1) AppendActions(dst []int, _ *int) []int { return dst }
func (dice1) Apply(*int, int)                       {}

// uncopied is pennies without its optional methods.
type uncopied struct{}

func (uncopied) NumPlayers() int                          { return 2 }
func (uncopied) ToMove(*rounds) int                       { return 0 }
func (uncopied) AppendActions(dst []int, _ *rounds) []int { return dst }
func (uncopied) Apply(*rounds, int)                       {}
func (uncopied) Returns(*rounds, []float64)               {}

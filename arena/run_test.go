package arena_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/dots"
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
		"Match.Game is nil":                      func(m *match) { m.Game = nil },
		"Match.Entrants has 1, want at least 2":  func(m *match) { m.Entrants = m.Entrants[:1] },
		`two of the name "a"`:                    func(m *match) { m.Entrants[1].Name = "a" },
		`Match.Entrants[1], "b", has no New`:     func(m *match) { m.Entrants[1].New = nil },
		"Match.Pairs is 0, want 1 to 1073741823": func(m *match) { m.Pairs = 0 },
		"Match.Pairs is 1073741824":              func(m *match) { m.Pairs = 1 << 30 },
		"Match.Pairs is 357913942, want 1 to 357913941": func(m *match) { // of each pair of entrants
			m.Entrants, m.Pairs = append(m.Entrants, random("c")), 357913942
		},
		"Match.MaxPlies is -1":                           func(m *match) { m.MaxPlies = -1 },
		"Match.OpeningPlies is -1":                       func(m *match) { m.OpeningPlies = -1 },
		"Match.OpeningPlies is 5, want >= 0 and below M": func(m *match) { m.OpeningPlies, m.MaxPlies = 5, 5 },
		"Match.Workers is -1":                            func(m *match) { m.Workers = -1 },
		"arena: game 0, ply 0: the game is over at its start": func(m *match) {
			for c := range tictactoe.Cell(7) {
				m.Game.Apply(&m.Start, c)
			}
			m.OpeningPlies = 0
		},
		"all ended the game, want fewer random plies": func(m *match) { m.OpeningPlies = 9 },
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
	_, err := arena.Match[int, int]{Game: nobodys{}}.Run(bg)
	require.ErrorContains(t, err, "for 0 players, want at least 1")
	_, err = arena.Match[rounds, int]{Game: uncopied{}, Entrants: []arena.Entrant[rounds, int]{
		arena.Random("a", mcts.Game[rounds, int](uncopied{})), arena.Random("b", mcts.Game[rounds, int](uncopied{})),
	}, Plan: arena.Plan{Pairs: 1}}.Run(bg)
	require.ErrorContains(t, err, "cannot be copied by assignment: state.equal is a []bool")
}

// nobodys is a game for no player.
type nobodys struct{ endless }

func (nobodys) NumPlayers() int                       { return 0 }
func (nobodys) AppendActions(dst []int, _ *int) []int { return dst }
func (nobodys) Apply(*int, int)                       {}

// uncopied is pennies without its optional methods.
type uncopied struct{}

func (uncopied) NumPlayers() int                          { return 2 }
func (uncopied) ToMove(*rounds) int                       { return 0 }
func (uncopied) AppendActions(dst []int, _ *rounds) []int { return dst }
func (uncopied) Apply(*rounds, int)                       {}
func (uncopied) Returns(*rounds, []float64)               {}

// remotely plays the pairs of a match in reverse order by PlayPair.
func remotely(m match) func(context.Context, []int, func([]arena.Record) bool) error {
	return func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		for _, pair := range slices.Backward(pairs) {
			games, err := m.PlayPair(ctx, pair)
			if err != nil || !finished(games) {
				return err
			}
		}
		return nil
	}
}

func withoutTimes(records []arena.Record) []arena.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Seconds = nil
	}
	return records
}

func TestPlayPairIsPartOfRun(t *testing.T) {
	for _, m := range []match{
		tictactoes(4, random("a"), searcher("b", 20)),
		tictactoes(2, random("a"), searcher("b", 20), first("c")),
		func() match {
			m := tictactoes(2, random("a"), searcher("b", 20), first("c"))
			m.Gauntlet = true
			return m
		}(),
	} {
		whole := withoutTimes(run(t, m))
		var pairs []arena.Record
		for pair := range len(whole) / 2 {
			games, err := m.PlayPair(bg, pair)
			require.NoError(t, err)
			pairs = append(pairs, games...)
		}
		require.Equal(t, whole, withoutTimes(pairs))
		_, err := m.PlayPair(bg, len(whole)/2)
		require.EqualError(t, err, fmt.Sprintf("arena: pair %d of a match, want 0 to %d", len(whole)/2, len(whole)/2-1))
		_, err = m.PlayPair(bg, -1)
		require.ErrorContains(t, err, "arena: pair -1 of a match, want 0 to")

		m.Remote = remotely(m)
		require.Equal(t, whole, withoutTimes(run(t, m)))
	}
}

// A pair of a game for three players has six games.
func TestPlayPairOfThree(t *testing.T) {
	g, err := dots.New(2, 2, 3)
	require.NoError(t, err)
	m := arena.Match[dots.State, dots.Edge]{Game: g, Start: g.Start(), Plan: arena.Plan{Pairs: 2}, Entrants: []arena.Entrant[dots.State, dots.Edge]{
		arena.Random("a", g), arena.Searcher("b", g, mcts.Config{}, mcts.Budget{Simulations: 5}),
	}}
	whole, err := m.Run(bg)
	require.NoError(t, err)
	games, err := m.PlayPair(bg, 1)
	require.NoError(t, err)
	require.Len(t, games, 6)
	require.Equal(t, withoutTimes(whole[6:]), withoutTimes(games))
}

// TestElsewhereResumes resumes from a journal that ends in the middle of a pair.
func TestElsewhereResumes(t *testing.T) {
	m := tictactoes(5, random("a"), searcher("b", 20))
	whole := run(t, m)
	journal, err := arena.OpenJournal(filepath.Join(t.TempDir(), "j"), m.Header())
	require.NoError(t, err)
	defer func() { _ = journal.Close() }()
	for _, game := range []int{0, 1, 3, 6} {
		require.NoError(t, journal.Append(whole[game]))
	}
	m.Journal = journal
	play := remotely(m)
	m.Remote = func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		require.Equal(t, []int{1, 2, 3, 4}, pairs)
		return play(ctx, pairs, finished)
	}
	require.Equal(t, withoutTimes(whole), withoutTimes(run(t, m)))
	require.Len(t, journal.Records(), 10, "no game is in the journal twice")
	m.Remote = func(context.Context, []int, func([]arena.Record) bool) error {
		require.Fail(t, "all is played")
		return nil
	}
	require.Equal(t, withoutTimes(whole), withoutTimes(run(t, m)))
}

func TestElsewhereStops(t *testing.T) {
	m := tictactoes(5, random("a"), first("b"))
	m.Stop = func(pair []arena.Record) bool { return pair[0].Pair == 2 }
	whole := run(t, m)
	require.Len(t, whole, 6)
	m.Remote = remotely(m)
	require.Equal(t, withoutTimes(whole), withoutTimes(run(t, m)))
}

func TestElsewhereErrors(t *testing.T) {
	m := tictactoes(3, random("a"), first("b"))
	m.Remote = func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		games, err := tictactoes(3, random("a"), first("b")).PlayPair(ctx, pairs[1])
		require.NoError(t, err)
		require.True(t, finished(games))
		return errors.New("no worker")
	}
	records, err := m.Run(bg)
	require.EqualError(t, err, "no worker")
	require.Len(t, records, 2)

	m.Remote = func(context.Context, []int, func([]arena.Record) bool) error { return nil }
	_, err = m.Run(bg)
	require.ErrorContains(t, err, "all but 6 games and returned no error")

	other := tictactoes(3, random("a"), first("b"))
	other.Seed = 9
	m.Remote = remotely(other)
	_, err = m.Run(bg)
	require.ErrorContains(t, err, "game 4 differs from this match in pair, seed or seats")

	other = tictactoes(9, random("a"), first("b"))
	for _, pair := range []int{3, 7} {
		m.Remote = func(ctx context.Context, _ []int, finished func([]arena.Record) bool) error {
			return remotely(other)(ctx, []int{pair}, finished)
		}
		_, err = m.Run(bg)
		require.ErrorContains(t, err, fmt.Sprintf("game %d of a match of 6", 2*pair))
	}

	ctx, cancel := context.WithCancel(bg)
	m.Remote = func(ctx context.Context, _ []int, _ func([]arena.Record) bool) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}
	_, err = m.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "stopped after 0 of 6 games")
}

package arena_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// ticker plays at random and reports a fixed number of simulations for each action.
type ticker struct {
	arena.Player[tictactoe.State, tictactoe.Cell]
	each, total int
	clocks      *[]timing.Clock
	plies       []int
}

func (p *ticker) Choose(ctx context.Context, s *tictactoe.State, seat int) (tictactoe.Cell, error) {
	p.total += p.each
	return p.Player.Choose(ctx, s, seat)
}
func (p *ticker) Simulations() int { return p.total }
func (p *ticker) SetClock(c timing.Clock, ply int) {
	p.plies = append(p.plies, ply)
	if p.clocks != nil {
		*p.clocks = append(*p.clocks, c)
	}
}

func tickerEntrant(name string, each int, clocks *[]timing.Clock) arena.Entrant[tictactoe.State, tictactoe.Cell] {
	return arena.Entrant[tictactoe.State, tictactoe.Cell]{
		Name: name, New: func(seed uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) {
			inner, err := arena.Random("", tictactoe.Game{}).New(seed)
			return &ticker{Player: inner, each: each, clocks: clocks}, err
		},
	}
}

func TestClockIsKept(t *testing.T) {
	var clocks []timing.Clock
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game: tictactoe.Game{}, GameName: "tictactoe", Plan: arena.Plan{Pairs: 20, Workers: 1, Seed: 1, Clock: timing.Clock{Main: 100, Ticks: true}},
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{
			tickerEntrant("slow", 40, nil), tickerEntrant("quick", 10, &clocks),
		},
	}
	records, err := match.Run(context.Background())
	require.NoError(t, err)
	slow := 0
	for _, r := range records {
		seat := 0
		if r.Seats[1] == 0 {
			seat = 1
		}
		require.Equal(t, r.Simulations[seat] > 100, r.Timeout)
		if r.Timeout {
			slow++
			require.Equal(t, 1, r.Winner)
			require.Zero(t, r.Returns[seat])
			require.Equal(t, 1.0, r.Returns[1-seat])
		}
	}
	require.Positive(t, slow)
	require.Less(t, slow, len(records), "some games end in time")
	for _, c := range clocks {
		require.Zero(t, (100-c.Main)%10, "the clock shows the simulations of the player")
	}

	other := match
	other.Clock.Main = 200
	path := filepath.Join(t.TempDir(), "j")
	other.Journal, err = arena.OpenJournal(path, match.Header())
	require.NoError(t, err)
	_, err = other.Run(context.Background())
	require.ErrorContains(t, err, "clock")
	require.NoError(t, other.Journal.Close())
	other.Journal, other.Clock.Main = nil, -1
	_, err = other.Run(context.Background())
	require.ErrorContains(t, err, "Match.Clock")
}

// Searches divide their ticks, keep within them and use most of them.
func TestTimekeeper(t *testing.T) {
	g := tictactoe.Game{}
	match := arena.Match[tictactoe.State, tictactoe.Cell]{
		Game: g, Plan: arena.Plan{Pairs: 10, OpeningPlies: 1, Seed: 1, Clock: timing.Clock{Main: 3000, Ticks: true}},
		Entrants: []arena.Entrant[tictactoe.State, tictactoe.Cell]{
			arena.Timekeeper("even", g, mcts.Config{}, timing.Planner{Plan: timing.Basic{C: 3}}),
			arena.Timekeeper("stops", g, mcts.Config{}, timing.Planner{Plan: timing.Basic{C: 3}, Rules: []timing.Rule{timing.StopA()}}),
		},
	}
	records, err := match.Run(context.Background())
	require.NoError(t, err)
	var used [2]int
	for _, r := range records {
		require.False(t, r.Timeout)
		for seat, e := range r.Seats {
			require.LessOrEqual(t, r.Simulations[seat], 3000)
			used[e] += r.Simulations[seat]
		}
	}
	require.Greater(t, used[0], 20*1500)
	require.Less(t, used[1], used[0])

	match.Clock = timing.Clock{}
	_, err = match.Run(context.Background())
	require.ErrorContains(t, err, "the match has no clock")
	match.Entrants[0] = arena.Timekeeper("even", g, mcts.Config{}, timing.Planner{Plan: timing.Basic{C: -1}})
	_, err = match.Run(context.Background())
	require.ErrorContains(t, err, "Basic.C")
}

// SetClock is called before every action with the number of plies played, including the opening.
func TestSetClockCountsPlies(t *testing.T) {
	var players []*ticker
	e := tickerEntrant("ticker", 1, nil)
	inner := e.New
	e.New = func(seed uint64) (arena.Player[tictactoe.State, tictactoe.Cell], error) {
		p, err := inner(seed)
		own, ok := p.(*ticker)
		require.True(t, ok)
		players = append(players, own)
		return p, err
	}
	m := tictactoes(1, e, random("random"))
	m.Workers, m.Clock = 1, timing.Clock{Main: 1000, Ticks: true}
	for game, r := range run(t, m) {
		var want []int
		for ply := 2 + game; ply < len(r.Opening)+len(r.Actions); ply += 2 {
			want = append(want, ply)
		}
		require.Equal(t, want, players[game].plies)
	}
}

// plan records the situations that a Timekeeper is in.
type plan struct{ seen *[]timing.Situation }

func (p plan) Time(s timing.Situation) time.Duration {
	*p.seen = append(*p.seen, s)
	return 50
}

// A Timekeeper passes the clock and the ply to its plan, and takes its seed from the match.
func TestTimekeeperPassesOnWhatItIsGiven(t *testing.T) {
	g := tictactoe.Game{}
	play := func(own uint64) (arena.Record, []timing.Situation) {
		var seen []timing.Situation
		m := tictactoes(1, arena.Timekeeper("timed", g, mcts.Config{Seed: own}, timing.Planner{Plan: plan{&seen}}), random("random"))
		m.Workers, m.Clock = 1, timing.Clock{Main: 1000, Ticks: true}
		return untimed(run(t, m))[0], seen
	}
	record, seen := play(1)
	require.Equal(t, 2, seen[0].Ply)
	require.EqualValues(t, 1000, seen[0].Clock.Main)
	require.Greater(t, seen[0].Playout, 3.0)
	require.LessOrEqual(t, seen[0].Playout, 7.0)
	require.Equal(t, 4, seen[1].Ply)
	require.Less(t, seen[1].Playout, seen[0].Playout)
	require.EqualValues(t, 950, seen[1].Clock.Main)
	for own := range uint64(10) {
		again, _ := play(own)
		require.Equal(t, record, again)
	}
}

// With more than two players, the others share the win.
func TestTimeoutOfThree(t *testing.T) {
	g := dots.Game{}
	random := arena.Random("random", g)
	slow := arena.Entrant[dots.State, dots.Edge]{Name: "slow", New: func(uint64) (arena.Player[dots.State, dots.Edge], error) {
		return &tardy{}, nil
	}}
	match := arena.Match[dots.State, dots.Edge]{
		Game: g, Start: g.Start(), Plan: arena.Plan{Pairs: 1, Clock: timing.Clock{Main: 5, Ticks: true}}, Entrants: []arena.Entrant[dots.State, dots.Edge]{random, slow},
	}
	records, err := match.Run(context.Background())
	require.NoError(t, err)
	for _, r := range records {
		require.True(t, r.Timeout)
		require.ElementsMatch(t, []float64{0, 0.5, 0.5}, r.Returns)
	}
}

// tardy uses more than its time for its first action.
type tardy struct{ total int }

func (p *tardy) Choose(_ context.Context, s *dots.State, _ int) (dots.Edge, error) {
	p.total += 100
	return dots.Game{}.AppendActions(nil, s)[0], nil
}
func (p *tardy) Simulations() int { return p.total }

// TestNow checks that Match.Now measures the times of the records and of the clocks: each action
// takes a second, and the flag falls at the third.
func TestNow(t *testing.T) {
	now, readings := time.Unix(0, 0), 0
	m := tictactoes(20, random("a"), random("b"))
	m.Workers, m.Clock = 1, timing.Clock{Main: 2500 * time.Millisecond}
	m.Now = func() time.Time {
		now = now.Add(time.Duration(readings%2) * time.Second)
		readings++
		return now
	}
	timeouts := 0
	for _, r := range run(t, m) {
		if r.Timeout {
			timeouts++
			require.Equal(t, 3.0, max(r.Seconds[0], r.Seconds[1]))
		}
	}
	require.Positive(t, timeouts)
}

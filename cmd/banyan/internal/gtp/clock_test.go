package gtp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

func TestTimeSettings(t *testing.T) {
	for _, c := range []struct {
		command string
		want    timing.Clock
		limited bool
	}{
		{"time_settings 40 0 0", timing.Clock{Main: 40 * time.Second}, true},
		{"time_settings 40 0 9", timing.Clock{Main: 40 * time.Second}, true},
		{"time_settings 0 0 0", timing.Clock{}, true},
		{"time_settings 60 30 5", timing.Clock{Main: time.Minute, Periods: 1, Period: 30 * time.Second, PeriodMoves: 5}, true},
		{"time_settings 0 1 0", timing.Clock{Periods: 1, Period: time.Second}, false},
		{"time_settings 2147483647 0 0", timing.Clock{Main: timing.MaxAmount.Truncate(time.Second)}, true},
	} {
		s := newSession(t, "-sims 5 -lag 20ms")
		require.False(t, s.nogo().clocks.limited)
		s.tell(c.command)
		c.want.Margin = 20 * time.Millisecond
		k := s.nogo().clocks
		require.Equal(t, c.want, k.full, c.command)
		require.Equal(t, c.limited, k.limited, c.command)
		for who := range k.colors {
			require.Equal(t, c.want, k.colors[who].Clock)
			require.Equal(t, c.limited, k.colors[who].limited)
		}
		for _, wrong := range []string{"time_settings 1 2", "time_settings 1 2 3 4", "time_settings -1 0 0", "time_settings 1.5 0 0", "time_settings a b c"} {
			s.refuse(wrong, "syntax error")
			require.Equal(t, k, s.nogo().clocks)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	s := newSession(t, "-sims 5 -lag 0s")
	left := func(command string) timing.Clock {
		s.tell(command)
		require.True(t, s.nogo().clocks.colors[white].limited)
		return s.nogo().clocks.colors[white].Clock
	}
	require.Equal(t, timing.Clock{Main: 7 * time.Second}, left("time_left w 7 0"))
	require.False(t, s.nogo().clocks.colors[black].limited)
	s.tell("time_settings 60 30 5")
	k := left("time_left white 7 0")
	require.Equal(t, 7*time.Second, k.Main)
	require.Equal(t, 37*time.Second, k.Left())
	k = left("time_left W 12 3")
	require.Equal(t, 12*time.Second, k.Left())
	require.Equal(t, 4*time.Second, k.Share(1000), "12 seconds for 3 moves, and then 30 for 5")
	for range 3 {
		k, _ = k.After(time.Second)
	}
	require.Equal(t, 30*time.Second, k.Left(), "a new period")
	require.Equal(t, 50*time.Second, left("time_left w 50 9").Left(), "more time than a period has")
	require.Zero(t, left("time_left w 0 2").Left())
	require.Equal(t, time.Minute, s.nogo().clocks.colors[black].Main)
	for _, wrong := range []string{"time_left w 1", "time_left 1 1", "time_left x 1 1", "time_left w -1 0", "time_left w 1 x", "time_left w 1 1 1"} {
		s.refuse(wrong, "syntax error")
	}
	s.tell("clear_board")
	require.Equal(t, time.Minute, s.nogo().clocks.colors[white].Main, "a new game resets the clocks")

	s = newSession(t, "-time 500ticks -lag 0s")
	require.Equal(t, timing.Clock{Main: 7 * time.Second}, left("time_left w 7 0"), "time_left counts seconds, not ticks")
}

func TestBudget(t *testing.T) {
	each := mcts.Budget{Simulations: 100}
	playout := func() float64 { return 20 }
	manager := withHorizon(timing.Planner{})
	for text, want := range map[string]time.Duration{ // 10 moves are left
		"40s":        4 * time.Second,
		"40s+lag=1s": 3 * time.Second,
		"5000ticks":  500 * timing.Tick,
		"3s/move":    3 * time.Second,
	} {
		clock, err := timing.Parse(text)
		require.NoError(t, err)
		var k clocks
		k.set(clock, true)
		b := k.budget(white, manager, each, 3, playout)
		require.Equal(t, 100, b.Simulations, "limits combine")
		require.Equal(t, want, b.MoveTime.Regular(), text)
		k.set(clock, false)
		require.Equal(t, each, k.budget(white, manager, each, 3, playout), "there is no limit")
	}
	for _, text := range []string{"0s", "0s+lag=1s", "0ticks"} {
		clock, err := timing.Parse(text)
		require.NoError(t, err)
		var k clocks
		k.set(clock, true)
		require.Equal(t, mcts.Budget{Simulations: 1}, k.budget(white, manager, each, 3, playout), "%s: a move all the same", text)
	}
}

// The margin never takes more than half of the time of a move, whatever the plan is, and all of it
// is withheld where there is time enough.
func TestMargin(t *testing.T) {
	share := func(each time.Duration) timing.Clock { return timing.Clock{Main: 10 * each} }
	for _, c := range []struct {
		plan        timing.Plan
		clock       timing.Clock
		lag, margin time.Duration
		think       time.Duration
	}{
		{nil, share(4 * time.Second), 100 * time.Millisecond, 100 * time.Millisecond, 3900 * time.Millisecond},
		{nil, share(200 * time.Millisecond), 100 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond},
		{nil, share(100 * time.Millisecond), 64 * time.Millisecond, 50 * time.Millisecond, 50 * time.Millisecond},
		{nil, share(32 * time.Millisecond), 64 * time.Millisecond, 16 * time.Millisecond, 16 * time.Millisecond},
		{nil, share(100), 64, 50, 50}, // ticks are as short as nanoseconds
		{nil, timing.Clock{Periods: 1, Period: 64 * time.Millisecond}, 64 * time.Millisecond, 32 * time.Millisecond, 32 * time.Millisecond},
		{nil, timing.Clock{Periods: 1, Period: time.Second, PeriodMoves: 25}, 64 * time.Millisecond, 20 * time.Millisecond, 20 * time.Millisecond},
		{timing.Basic{C: 80}, timing.Clock{Main: 640 * time.Millisecond}, 64 * time.Millisecond, 4 * time.Millisecond, 4 * time.Millisecond},
		{timing.Opening{F: 4}, share(32 * time.Millisecond), 64 * time.Millisecond, 16 * time.Millisecond, 64 * time.Millisecond},
		{timing.Fixed{Each: time.Millisecond}, share(8 * time.Millisecond), 64 * time.Millisecond, 64 * time.Millisecond, time.Millisecond},
	} {
		manager := withHorizon(timing.Planner{Plan: c.plan})
		var k clocks
		c.clock.Margin = c.lag
		k.set(c.clock, true)
		b := k.budget(black, manager, mcts.Budget{}, 0, func() float64 { return 0 })
		require.Equal(t, c.margin, k.colors[black].withheld, "%v %v", c.plan, c.clock)
		require.Equal(t, c.think, b.MoveTime.Regular(), "%v %v", c.plan, c.clock)
	}
}

// On a clock of any length each move of a game has time to think, and the engine keeps its clock. A
// game lasts as long as random playouts say.
func TestShortClocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lag := time.Duration(rapid.IntRange(0, 1000).Draw(t, "lag")) * time.Millisecond
		main := time.Duration(rapid.IntRange(1, 20_000).Draw(t, "main")) * time.Millisecond
		moves := rapid.IntRange(1, 40).Draw(t, "moves")
		manager := withHorizon(timing.Planner{Rules: []timing.Rule{timing.StopA()}})
		var k clocks
		k.set(timing.Clock{Main: main, Margin: lag}, true)
		for left := moves; left > 0; left-- {
			before := k.colors[white].Main
			b := k.budget(white, manager, mcts.Budget{}, 0, func() float64 { return float64(2 * left) })
			require.NotNil(t, b.MoveTime)
			think, margin := b.MoveTime.Regular(), k.colors[white].withheld
			require.Positive(t, think)
			require.LessOrEqual(t, margin, lag)
			require.GreaterOrEqual(t, think+1, margin, "rounded down")
			k.spend(white, think, 1)
			require.Equal(t, before-think-margin, k.colors[white].Main)
		}
	})
}

func TestWithHorizon(t *testing.T) {
	expected := timing.Expected{Moves: cautious{}}
	for _, c := range []struct{ plan, want timing.Plan }{
		{nil, expected},
		{timing.Expected{}, expected},
		{timing.Opening{F: 2}, timing.Opening{F: 2, Plan: expected}},
		{timing.Middle{A: 3}, timing.Middle{A: 3, Plan: expected}},
		{timing.Basic{C: 7}, timing.Basic{C: 7}},
	} {
		require.Equal(t, c.want, withHorizon(timing.Planner{Plan: c.plan}).Plan)
	}
}

// The player determines how to divide the clock, and the search reports which rule stopped it.
func TestManagerOfThePlayer(t *testing.T) {
	stop := func(args string) string {
		s := newSession(t, "-board 3x3 -time 60000ticks "+args)
		var r report
		require.NoError(t, json.NewDecoder(strings.NewReader(s.ask("banyan-analyze")[2:])).Decode(&r))
		return r.Stop
	}
	require.Equal(t, "time", stop("-player time=basic,share=30"))
	require.Equal(t, "simulations", stop("-sims 10"))
	require.Equal(t, "early stop", stop("-player time=basic+stop,p=0.01"))
}

func TestCautious(t *testing.T) {
	for playout, want := range map[float64]float64{0: 10, 3: 10, 20: 10, 22: 11, 65: 32.5} {
		require.Equal(t, want, cautious{}.MovesLeft(timing.Situation{Playout: playout}))
	}
}

func TestSpend(t *testing.T) {
	var k clocks
	k.set(timing.Clock{Main: 10 * time.Second}, true)
	k.spend(black, 3*time.Second, 50)
	require.Equal(t, 7*time.Second, k.colors[black].Main)
	require.Equal(t, 10*time.Second, k.colors[white].Main)
	k.spend(black, 8*time.Second, 50)
	require.Zero(t, k.colors[black].Left(), "an expired clock stays expired")
	k.set(timing.Clock{Main: 10 * time.Second, Margin: time.Second}, true)
	k.spend(black, 3*time.Second, 50)
	require.Equal(t, 6*time.Second, k.colors[black].Main, "the move and the margin")
	for _, text := range []string{"3s/move", "1s+byo=1x3s", "10s+byo=2x25/3s", "byo=25/3s+made=7/1s"} {
		clock, err := timing.Parse(text)
		require.NoError(t, err)
		k.set(clock, true)
		k.spend(white, time.Minute, 1)
		require.Equal(t, 3*time.Second, k.colors[white].Left(), "%s: a period is there as long as the game goes on", text)
	}
	k.set(timing.Clock{Main: 100, Ticks: true}, true)
	k.spend(white, time.Hour, 30)
	require.EqualValues(t, 70, k.colors[white].Main)
	k.set(timing.Clock{Main: time.Hour}, false)
	k.spend(white, time.Minute, 1)
	require.Equal(t, time.Hour, k.colors[white].Main)
}

// The engine keeps its own clock if the controller does not report the time left.
func TestGenmoveSpends(t *testing.T) {
	s := newSession(t, "-time 1000ticks")
	s.ask("genmove b")
	e := s.nogo()
	used := 1000 - int(e.clocks.colors[black].Main)
	require.InDelta(t, 1000/32, used, 5, "about 32 moves are left")
	require.EqualValues(t, 1000, e.clocks.colors[white].Main)
	s.ask("reg_genmove w")
	s.ask("banyan-analyze")
	s.tell("play w a1")
	require.EqualValues(t, 1000, e.clocks.colors[white].Main, "only genmove costs time")
	s.tell("clear_board")
	require.EqualValues(t, 1000, e.clocks.colors[black].Main)
}

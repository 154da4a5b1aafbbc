package timing_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/timing"
)

const (
	ms     = time.Millisecond
	second = time.Second
	minute = time.Minute
)

// parse parses a valid clock.
func parse(t require.TestingT, text string) timing.Clock {
	c, err := timing.Parse(text)
	require.NoError(t, err)
	return c
}

func TestClockLeft(t *testing.T) {
	for _, c := range []struct {
		clock string
		want  time.Duration
		saves bool
	}{
		{"40s", 40 * second, true},
		{"40s+lag=50ms", 39950 * ms, true},
		{"40ms+lag=50ms", 0, true}, // only the margin remains
		{"0s", 0, false},
		{"5m+3s", 5 * minute, true}, // the increment comes after the move
		{"3m+12of40/5m", 3 * minute, true},
		{"10m+byo=3x10s", 10*minute + 10*second, true}, // two periods remain unused
		{"byo=3x10s", 10 * second, false},
		{"1s/move+lag=50ms", 950 * ms, false},
		{"10s+byo=25/5m", 5*minute + 10*second, true},
		{"byo=25/5m+made=7/80s", 220 * second, true},
		{"byo=25/5m+made=24/80s", 220 * second, false}, // the last move of the period
		{"byo=1/10s", 10 * second, false},
		{"1000ticks", 1000 * timing.Tick, true},
	} {
		clock := parse(t, c.clock)
		require.Equal(t, c.want, clock.Left(), c.clock)
		require.Equal(t, c.saves, clock.Saves(), c.clock)
	}
}

func TestClockShare(t *testing.T) {
	for _, c := range []struct {
		clock string
		m     float64
		want  time.Duration
	}{
		{"40s", 80, 500 * ms},
		{"40s", 1, 40 * second},
		{"40s", 0.5, 40 * second}, // at least this move
		{"40s", math.NaN(), 40 * second},
		{"40s", math.Inf(1), 0},
		{"40s+lag=50ms", 80, 450 * ms},
		{"40s+lag=600ms", 80, 0},
		{"40s+lag=50ms", 1, 39950 * ms},
		{"60s+3s", 4, 17250 * ms}, // (60+3*3)/4
		{"60s+3s", math.Inf(1), 3 * second},
		{"60s+3s", 1, 60 * second},          // the increment is added after the move
		{"1s+3s", 4, second},                // (1+9)/4, but only one second is there
		{"3m+12of40/5m", 80, 15 * second},   // the session ends after 12 moves
		{"3m+12of40/5m", 6, 30 * second},    // the game ends before the session
		{"10m+byo=3x10s", 20, 30 * second},  // main time
		{"10m+byo=3x10s", 200, 10 * second}, // 3 s of main time are less than a period
		{"byo=3x10s", 5, 10 * second},       // each move has a period
		{"1s/move+lag=50ms", 5, 950 * ms},
		{"byo=25/5m", 1, 12 * second},                  // 300/25
		{"byo=25/5m+made=7/80s", 99, 12222222222},      // 220/18
		{"byo=25/5m+made=24/80s", 99, 220 * second},    // the last move of the period
		{"1290000ticks", 18, 71666 * timing.Tick},      // rounded down
		{"9007199254740992ticks", 1, timing.MaxAmount}, // no overflow
	} {
		require.Equal(t, c.want, parse(t, c.clock).Share(c.m), "%s over %v", c.clock, c.m)
	}
}

func TestClockAfter(t *testing.T) {
	for _, c := range []struct {
		clock string
		used  time.Duration
		want  string // "" if the game is lost
	}{
		{"40s", 15 * second, "25s"},
		{"40s", 40 * second, "0s"}, // to the last nanosecond
		{"40s", 40*second + 1, ""},
		{"40s", -second, "40s"},
		{"40s+lag=50ms", 15 * second, "25s+lag=50ms"},
		{"0s", 0, "0s"},
		{"0s", 1, ""},
		{"5m+3s", 2 * second, "5m1s+3s"},
		{"5m+3s", 5 * minute, "3s+3s"},
		{"40/5m", 2 * second, "4m58s+39of40/5m"},
		{"10s+1of40/5m", 4 * second, "5m6s+40of40/5m"}, // the rest is kept
		{"10s+1of40/5m", 11 * second, ""},
		{"10m+byo=3x10s", minute, "9m+byo=3x10s"},
		{"10s+byo=3x10s", 10 * second, "byo=3x10s"},
		{"10s+byo=3x10s", 20 * second, "byo=3x10s"}, // the first period suffices
		{"10s+byo=3x10s", 20*second + 1, "byo=2x10s"},
		{"byo=3x10s", 10 * second, "byo=3x10s"},
		{"byo=3x10s", 20 * second, "byo=2x10s"},
		{"byo=3x10s", 20*second + 1, "byo=1x10s"},
		{"byo=3x10s", 30 * second, "byo=1x10s"},
		{"byo=3x10s", 30*second + 1, ""},
		{"1s/move", second, "1s/move"},
		{"1s/move", second + 1, ""},
		{"byo=25/5m", 0, "byo=25/5m+made=1/0s"},
		{"10s+byo=25/5m", 10 * second, "byo=25/5m"},
		{"10s+byo=25/5m", 14 * second, "byo=25/5m+made=1/4s"},
		{"byo=25/5m+made=23/80s", 20 * second, "byo=25/5m+made=24/100s"},
		{"byo=25/5m+made=24/80s", 20 * second, "byo=25/5m"}, // the 25th move
		{"byo=25/5m+made=7/80s", 220 * second, "byo=25/5m+made=8/5m"},
		{"byo=25/5m+made=7/80s", 220*second + 1, ""},
		{"byo=2x25/5m+made=7/80s", 221 * second, "byo=25/5m+made=1/1s"},
		{"byo=2x25/5m+made=7/80s", 521 * second, ""},
		{"1000ticks+10ticks", 300, "710ticks+10ticks"},
		{"9007199254740992ticks+10ticks", 0, "9007199254740992ticks+10ticks"}, // no overflow
	} {
		got, ok := parse(t, c.clock).After(c.used)
		require.Equal(t, c.want != "", ok, "%s after %v", c.clock, c.used)
		if ok {
			require.Equal(t, parse(t, c.want), got, "%s after %v is %s", c.clock, c.used, got)
		} else {
			require.Zero(t, got.Left(), "%s after %v", c.clock, c.used)
		}
	}
}

func TestLostClockKeepsMarginAndTicks(t *testing.T) {
	got, ok := parse(t, "100ticks+lag=3ticks").After(101)
	require.False(t, ok)
	require.Equal(t, timing.Clock{Margin: 3, Ticks: true}, got)
}

// clocks draws valid clocks with small numbers.
func clocks() *rapid.Generator[timing.Clock] {
	return rapid.Custom(func(t *rapid.T) timing.Clock {
		amount := func(least, most int, name string) time.Duration {
			return time.Duration(rapid.IntRange(least, most).Draw(t, name))
		}
		c := timing.Clock{
			Main: amount(0, 50, "main"), Increment: amount(0, 5, "increment"), Margin: amount(0, 3, "margin"),
			Ticks: rapid.Bool().Draw(t, "ticks"),
		}
		if rapid.Bool().Draw(t, "session") {
			c.ToGo, c.Every, c.Stage = rapid.IntRange(1, 3).Draw(t, "to go"), rapid.IntRange(1, 3).Draw(t, "every"), amount(1, 20, "session")
		}
		if rapid.Bool().Draw(t, "overtime") {
			c.Periods, c.Period = rapid.IntRange(1, 3).Draw(t, "periods"), amount(1, 10, "period")
			c.PeriodMoves = rapid.IntRange(0, 3).Draw(t, "moves")
			if c.PeriodMade = rapid.IntRange(0, max(c.PeriodMoves-1, 0)).Draw(t, "made"); c.PeriodMade > 0 {
				c.PeriodUsed = amount(0, int(c.Period), "used")
			}
		}
		return c
	})
}

// after is After on a clock that moves one nanosecond at a time.
func after(c timing.Clock, used time.Duration) (timing.Clock, bool) {
	overtime := c.Main == 0 && c.Periods > 0
	for range used {
		if c.Main > 0 {
			c.Main--
			continue
		}
		overtime = true
		if c.Periods > 0 && c.PeriodUsed == c.Period {
			c.Periods, c.PeriodUsed, c.PeriodMade = c.Periods-1, 0, 0
		}
		if c.Periods == 0 {
			return timing.Clock{Margin: c.Margin, Ticks: c.Ticks}, false
		}
		c.PeriodUsed++
	}
	if overtime {
		c.PeriodMade++
	}
	if c.PeriodMade >= c.PeriodMoves {
		c.PeriodUsed, c.PeriodMade = 0, 0
	}
	if c.ToGo == 1 {
		c.Main, c.ToGo = c.Main+c.Stage, c.Every
	} else if c.ToGo > 1 {
		c.ToGo--
	}
	c.Main += c.Increment
	return c, true
}

func TestAfterEqualsStepwiseClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := clocks().Draw(t, "clock")
		used := time.Duration(rapid.IntRange(0, 90).Draw(t, "used"))
		want, wantOK := after(c, used)
		got, ok := c.After(used)
		require.Equal(t, wantOK, ok)
		require.Equal(t, want, got)
		require.NoError(t, got.Validate())
	})
}

// Fields of periods that a clock does not have mean nothing.
func TestClockWithoutPeriods(t *testing.T) {
	c := timing.Clock{Main: second, Period: minute, PeriodMoves: 5}
	require.Equal(t, second, c.Left())
	c.Main = 0
	require.Zero(t, c.Left())
	require.False(t, c.Saves())
}

// A move within Left costs neither the game nor a period; one more nanosecond costs one of them.
func TestLeftIsTheMostThatIsFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := clocks().Draw(t, "clock")
		most := c.Left()
		if most > 0 {
			got, ok := c.After(most + c.Margin)
			require.True(t, ok)
			require.Equal(t, c.Periods, got.Periods)
			got, ok = c.After(most + c.Margin + 1)
			require.True(t, !ok || got.Periods < c.Periods)
		}
	})
}

func TestShareLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := clocks().Draw(t, "clock")
		m := rapid.Float64Range(0, 60).Draw(t, "m")
		share := c.Share(m)
		require.GreaterOrEqual(t, share, time.Duration(0))
		require.LessOrEqual(t, share, c.Left())
		richer := c
		richer.Main++
		require.LessOrEqual(t, share, richer.Share(m), "more time, longer moves")
		if c.Increment == 0 {
			require.GreaterOrEqual(t, share, c.Share(m+1), "more moves, shorter moves")
		}
	})
}

// Moves that take their share all take the same time, and the last one uses up the clock.
func TestSharesAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := timing.Clock{
			Main:      time.Duration(rapid.Int64Range(1_000_000, 1_000_000_000).Draw(t, "main")),
			Increment: time.Duration(rapid.Int64Range(0, 100_000).Draw(t, "increment")),
		}
		moves := rapid.IntRange(1, 10).Draw(t, "moves")
		first := c.Share(float64(moves))
		for m := moves; m > 0; m-- {
			share := c.Share(float64(m))
			require.InDelta(t, float64(first), float64(share), 20)
			next, ok := c.After(share)
			require.True(t, ok)
			c = next
		}
		require.Equal(t, c.Increment, c.Main)
	})
}

func TestClockValidate(t *testing.T) {
	for field, c := range map[string]timing.Clock{
		"Main is -1":                {Main: -1},
		"Increment is":              {Increment: timing.MaxAmount + 1},
		"Stage is -1":               {Stage: -1},
		"Period is -1":              {Period: -1},
		"PeriodUsed is -1":          {PeriodUsed: -1},
		"Margin is -1":              {Margin: -1},
		"ToGo is -1":                {ToGo: -1},
		"Every is -1":               {Every: -1},
		"Periods is -1":             {Periods: -1},
		"PeriodMoves is -1":         {PeriodMoves: -1},
		"PeriodMade is -1":          {PeriodMade: -1},
		"are 3, 0 and 0":            {ToGo: 3},
		"are 3, 3 and 0":            {ToGo: 3, Every: 3},
		"are 0, 0 and 3":            {Stage: 3},
		"Periods and Period":        {Periods: 1},
		"Period are 0 and 3":        {Period: 3},
		"PeriodMoves is 3 without":  {PeriodMoves: 3},
		"want less than":            {Periods: 1, Period: 1, PeriodMoves: 3, PeriodMade: 3},
		"PeriodUsed is 2 of 1 by 1": {Periods: 1, Period: 1, PeriodMoves: 3, PeriodMade: 1, PeriodUsed: 2},
		"PeriodUsed is 1 of 1 by 0": {Periods: 1, Period: 1, PeriodMoves: 3, PeriodUsed: 1},
	} {
		t.Run(field, func(t *testing.T) {
			require.ErrorContains(t, c.Validate(), field)
		})
	}
	for _, c := range []timing.Clock{
		{},
		{Main: timing.MaxAmount, ToGo: math.MaxInt32, Every: 1, Stage: 1},
		{Periods: 1, Period: 2, PeriodMoves: 2, PeriodMade: 1, PeriodUsed: 2},
	} {
		require.NoError(t, c.Validate(), "%+v", c)
	}
}

// No method returns a negative amount for any fields, and After keeps a valid clock valid.
func FuzzClock(f *testing.F) {
	f.Add(int64(40e9), int64(0), int64(0), int64(0), int64(0), int64(50e6), int64(3e9), 0, 0, 0, 0, 0, 30.0)
	f.Add(int64(0), int64(3), int64(300), int64(10), int64(4), int64(1), int64(25), 1, 40, 3, 5, 4, 1.0)
	f.Add(int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MinInt64), int64(-1), int64(-1),
		int64(math.MaxInt64), -1, -1, 1, math.MaxInt, math.MinInt, -1.0)
	f.Add(int64(1)<<53, int64(1)<<53, int64(1)<<53, int64(1)<<53, int64(0), int64(0), int64(5), 1, 1, 1<<30, 0, 0, math.NaN())
	f.Fuzz(func(t *testing.T, main, increment, session, period, periodUsed, margin, used int64,
		toGo, every, periods, periodMoves, periodMade int, m float64,
	) {
		c := timing.Clock{
			Main: time.Duration(main), Increment: time.Duration(increment), ToGo: toGo, Every: every,
			Stage: time.Duration(session), Periods: periods, Period: time.Duration(period), PeriodMoves: periodMoves,
			PeriodMade: periodMade, PeriodUsed: time.Duration(periodUsed), Margin: time.Duration(margin),
		}
		left, share := c.Left(), c.Share(m)
		require.GreaterOrEqual(t, left, time.Duration(0))
		require.GreaterOrEqual(t, share, time.Duration(0))
		require.LessOrEqual(t, share, left)
		next, ok := c.After(time.Duration(used))
		require.GreaterOrEqual(t, next.Main, time.Duration(0))
		require.GreaterOrEqual(t, next.Left(), time.Duration(0))
		if c.Validate() == nil {
			require.NoError(t, next.Validate())
			require.LessOrEqual(t, next.Periods, c.Periods)
			if time.Duration(used) <= left {
				require.True(t, ok)
			}
			again, err := timing.Parse(next.String())
			require.NoError(t, err)
			require.Equal(t, next, again)
		}
	})
}

package parallel

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/timing"
)

const us, ms = time.Microsecond, time.Millisecond

// The batch grows while it is short, and shrinks when it is long, within its limits.
func TestFit(t *testing.T) {
	var p Pacer
	for _, c := range []struct {
		took time.Duration
		want int
	}{
		{201 * us, 1},
		{49 * us, 2},
		{50 * us, 2},
		{200 * us, 2},
		{0, 4},
		{201 * us, 2},
		{201 * us, 1},
		{time.Hour, 1},
	} {
		p.Fit(c.took)
		require.Equal(t, c.want, p.Batch(), "%v", c.took)
	}
	for range 20 {
		p.Fit(0)
	}
	require.Equal(t, MaxBatch, p.Batch())
}

// A pacer knows the time per simulation from its second reading on.
func TestTick(t *testing.T) {
	var p Pacer
	begin := time.Now()
	p.tick(begin, 5)
	require.Zero(t, p.each)
	for _, c := range []struct {
		ran        int
		took, want time.Duration
	}{
		{10, 1000 * us, 100 * us},
		{1, 7, 7},
		{3, 0, 1},
		{0, 9, 9},
	} {
		begin = begin.Add(c.took)
		p.tick(begin, c.ran)
		require.Equal(t, c.want, p.each)
		require.Equal(t, begin, p.last)
	}
}

// clock is a clock that stands still.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

// newLimits returns limits of a Run that began now, on a clock that stands still.
func newLimits(budget time.Duration) (*Limits, *clock, context.CancelFunc) {
	c := &clock{time.Now()}
	ctx, cancel := context.WithCancel(context.Background())
	l := &Limits{Ctx: ctx, Time: budget, Start: c.now, Timed: true, Clock: c.read, Waiting: &atomic.Int32{}}
	l.Brake = brake.New(l.Expired, l.Late)
	return l, c, cancel
}

// The batch of a LockStep ends with the time. The first one has one simulation for every worker.
func TestMayRun(t *testing.T) {
	l, c, cancel := newLimits(0)
	defer cancel()
	p := Pacer{last: c.now, each: ms}
	require.Equal(t, math.MaxInt, l.MayRun(&p, 2))
	l.Time = 10 * ms
	require.Equal(t, 10, l.MayRun(&p, 2))
	require.Equal(t, 12, l.MayRun(&p, 12))
	p.last = p.last.Add(7 * ms)
	require.Equal(t, 3, l.MayRun(&p, 2))
	require.Equal(t, 2, l.MayRun(&Pacer{}, 2))
	l.Deadline = c.now.Add(50 * ms)
	require.Equal(t, 3, l.MayRun(&p, 2))
	l.Time = 0
	require.Equal(t, 43, l.MayRun(&p, 2))
	l.Time = 100 * ms
	require.Equal(t, 43, l.MayRun(&p, 2))
}

// Workers return when their time has come, a call is waiting, or the context is done, and all of
// them when one has.
func TestDue(t *testing.T) {
	l, c, cancel := newLimits(0)
	var p Pacer
	due := func() bool {
		is := l.Due(&p, 1)
		require.Equal(t, is, l.Stopped())
		return is
	}
	l.Arm()
	c.now = c.now.Add(time.Hour)
	require.False(t, due(), "there is no limit")

	l.Arm(c.now.Add(9*ms), c.now.Add(5*ms), c.now.Add(7*ms))
	require.False(t, due())
	c.now = c.now.Add(5*ms - 1)
	require.False(t, due())
	c.now = c.now.Add(1)
	require.True(t, due())
	l.Timed = false
	require.True(t, due(), "another worker has stopped")
	l.Arm()
	require.False(t, due())
	l.Waiting.Store(1)
	require.False(t, due(), "it has no clock to look at")
	l.Timed = true
	require.True(t, due())
	l.Waiting.Store(0)

	l.Arm()
	require.False(t, due())
	l.Deadline = time.Now().Add(time.Hour)
	require.False(t, due())
	l.Deadline = time.Now()
	require.True(t, due())
	l.Deadline = time.Time{}
	l.Arm()
	require.False(t, due())
	cancel()
	require.True(t, due())
}

// Where simulations are slow, every ply looks at the clock.
func TestSlowSimulations(t *testing.T) {
	l, c, cancel := newLimits(time.Hour)
	defer cancel()
	var p Pacer
	l.Arm()
	l.Due(&p, 1)
	require.True(t, l.Brake.On(), "nothing is known yet")
	for _, took := range []time.Duration{500, 501, 500, 1} {
		c.now = c.now.Add(took * us)
		l.Due(&p, 1)
		require.Equal(t, took == 501, l.Brake.On(), "%d µs", took)
	}
}

// The time is up at the end of the budget, without one when the context is done.
func TestLate(t *testing.T) {
	l, c, cancel := newLimits(10 * ms)
	require.False(t, l.Late())
	c.now = c.now.Add(10*ms - 1)
	require.False(t, l.Late())
	c.now = c.now.Add(1)
	require.True(t, l.Late())
	l.Time = 0
	require.False(t, l.Late())
	cancel()
	require.True(t, l.Late())
	l, _, cancel = newLimits(10 * ms)
	require.False(t, l.Late())
	cancel()
	require.True(t, l.Late())
}

// Half of the time is over at half of the budget, of the plan, or of what is left to the context.
func TestHalfOver(t *testing.T) {
	l, c, cancel := newLimits(10 * ms)
	require.False(t, l.HalfOver(0))
	c.now = c.now.Add(3 * ms)
	require.False(t, l.HalfOver(0))
	require.False(t, l.HalfOver(7*ms))
	require.True(t, l.HalfOver(6*ms))
	c.now = c.now.Add(2*ms - 1)
	require.False(t, l.HalfOver(0))
	c.now = c.now.Add(1)
	require.True(t, l.HalfOver(0))
	require.True(t, l.HalfOver(time.Hour))
	l.Time = 0
	require.False(t, l.HalfOver(0))
	require.False(t, l.HalfOver(time.Hour))
	l.Deadline = time.Now().Add(time.Hour)
	require.False(t, l.HalfOver(0))
	c.now = c.now.Add(time.Hour)
	require.True(t, l.HalfOver(0), "as long as it has taken is left at most")
	l.Deadline = time.Time{}
	require.False(t, l.HalfOver(0))
	cancel()
	require.True(t, l.HalfOver(0))
	l.Timed = false
	require.False(t, l.HalfOver(ms))
}

// On a clock of simulations, a check is due after as many as the interval says, with several
// workers after 512 or more, and when the plan is over.
func TestChecks(t *testing.T) {
	move := func(ticks bool) *timing.MoveTime {
		m := timing.Planner{Plan: timing.Fixed{Each: 2000}}.Begin(timing.Situation{Clock: timing.Clock{Main: 100_000, Ticks: ticks}})
		require.EqualValues(t, 2000, m.Planned())
		return &m
	}
	none := Checks{}
	none.Schedule(0)
	require.Equal(t, math.MaxInt, none.Left(5, Pacer{}))
	require.False(t, none.Due(math.MaxInt))

	c := Checks{MoveTime: move(true)}
	require.EqualValues(t, 7, c.Spent(7, time.Hour))
	for _, at := range []struct{ now, left int }{{0, 50}, {1970, 30}, {1999, 1}, {2000, 1}, {2100, 1}} {
		c.Schedule(at.now)
		require.Equal(t, at.left, c.Left(at.now, Pacer{}))
		require.False(t, c.Due(at.now+at.left-1))
		require.True(t, c.Due(at.now+at.left))
	}
	require.Equal(t, 1, c.Left(5000, Pacer{}))
	c.Several = true
	c.Schedule(0)
	require.Equal(t, 512, c.Left(0, Pacer{}))

	c = Checks{MoveTime: move(false)}
	require.Equal(t, time.Hour, c.Spent(7, time.Hour))
	c.Schedule(70)
	require.True(t, c.Due(0))
	require.Equal(t, 50, c.Left(0, Pacer{doublings: 10}))
	c.Several = true
	require.Equal(t, 1024, c.Left(0, Pacer{doublings: 10}))
	require.Equal(t, 50, c.Left(0, Pacer{doublings: 1}))
}

// Package parallel runs simulations on several goroutines within the limits of a Run. It knows
// neither states nor actions, and no trees: what a simulation is, its users say.
//
//	Together    calls a function in several goroutines, of which the caller is one
//	Forest      several trees, each with a share of the simulations
//	Batches     one tree, whose batches of simulations several workers evaluate
//	Exchange    what policies learn from, kept for other workers in a TraceBatch
//	Limits      when the workers have to return to the caller; Pacer, how often they look
//	Checks      when the allotment of a Run is checked
//
// A round is a number of simulations that the workers run by themselves: all of a Run, unless the
// caller has to act before, for example to yield an interim result. Between batches, one worker at
// a time reads the clock and the context, and all see the stop signal. A panic of a worker is
// caught with its stack, stops the others, and continues in the caller as a [*WorkerPanic].
//
// Workers of Batches do not share what their playout policies learn. The traces of a batch are kept
// in the order of its simulations, and every worker replays all of them before it plays again. So
// all policies are equal, a playout does not depend on the worker that makes it, and no lock is on
// the path of a simulation. The price is that every worker learns from every simulation.
package parallel

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/mcts/internal/brake"
)

// The clock is read, and the context is checked, between batches of simulations that take about
// this long together. A tenth of a millisecond is short for a budget of time and long for reading
// the clock.
const (
	shortBatch = 50 * time.Microsecond
	longBatch  = 200 * time.Microsecond
	MaxBatch   = 1 << 12 // the most simulations between two readings
)

// Pacer adapts the number of simulations in a batch, of one worker. The zero value begins with one.
type Pacer struct {
	doublings int
	last      time.Time
	each      time.Duration // time per simulation between the last two ticks; 0 if unknown
}

// Batch returns the number of simulations in the next batch.
func (p *Pacer) Batch() int { return 1 << p.doublings }

// Fit adapts the batch size to the time that the last batch took.
func (p *Pacer) Fit(took time.Duration) {
	switch {
	case took < shortBatch && p.Batch() < MaxBatch:
		p.doublings++
	case took > longBatch && p.doublings > 0:
		p.doublings--
	}
}

// Limits are the limits of time of a Run, and what its workers know of them.
type Limits struct {
	Ctx context.Context

	// Deadline is the deadline of Ctx, or the zero time if it has none. It is checked against the
	// clock as well, because on a single processor the search may delay the timer of Ctx.
	Deadline time.Time

	Time  time.Duration // the budget; 0: none
	Start time.Time
	Timed bool // a limit or an interim result depends on the clock
	Clock func() time.Time

	Brake   *brake.Brake  // is pulled when the context is done
	Waiting *atomic.Int32 // of calls that want the search to stand still

	stopped atomic.Bool
	at      time.Time // when the workers return to the caller; the zero time for never
	mu      sync.Mutex
}

// Expired reports whether the context is done.
func (l *Limits) Expired() bool {
	return l.Ctx.Err() != nil || !l.Deadline.IsZero() && !time.Now().Before(l.Deadline)
}

// Stop makes every worker return after its current simulation or batch.
func (l *Limits) Stop() { l.stopped.Store(true) }

// Stopped reports whether Stop was called since Arm.
func (l *Limits) Stopped() bool { return l.stopped.Load() }

// Arm clears the stop signal and sets the time at which the caller has to act next: the first of
// some times, or never.
func (l *Limits) Arm(times ...time.Time) {
	l.stopped.Store(false)
	l.at = time.Time{}
	for _, t := range times {
		if l.at.IsZero() || t.Before(l.at) {
			l.at = t
		}
	}
}

// Due reports whether the workers have to return. Each worker calls it between two batches, with
// the number of simulations in the last one. Only one worker at a time reads the clock, so that
// Config.Clock need not support concurrent calls.
func (l *Limits) Due(p *Pacer, ran int) bool {
	if l.stopped.Load() || !l.Timed {
		return l.stopped.Load()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.Clock()
	if p.tick(now, ran); p.each > 0 {
		l.Pace(p.each)
	}
	if l.Expired() || l.Waiting.Load() > 0 || !l.at.IsZero() && !now.Before(l.at) {
		l.Stop()
	}
	return l.stopped.Load()
}

// slowSimulation is the time from which on a simulation looks at the clock by itself.
const slowSimulation = 500 * time.Microsecond

// Pace takes notice of how long simulations take.
func (l *Limits) Pace(each time.Duration) { l.Brake.SetSlow(each > slowSimulation) }

// Late reports whether the time is up. Workers may call it at once.
func (l *Limits) Late() bool {
	if l.Time <= 0 {
		return l.Expired()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Clock().Sub(l.Start) >= l.Time || l.Expired()
}

// HalfOver reports whether half of the time is over, including the time of a plan if there is one,
// or the context is done. Workers may call it at once.
func (l *Limits) HalfOver(plan time.Duration) bool {
	if !l.Timed {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	took := l.Clock().Sub(l.Start)
	for _, limit := range []time.Duration{l.Time, plan} {
		if limit > 0 && took >= limit/2 {
			return true
		}
	}
	return l.Expired() || !l.Deadline.IsZero() && time.Until(l.Deadline) <= took
}

// tick adapts the pace to the time since the last tick, in which ran simulations were made.
func (p *Pacer) tick(now time.Time, ran int) {
	if !p.last.IsZero() {
		took := now.Sub(p.last)
		p.Fit(took)
		p.each = max(1, took/time.Duration(max(1, ran)))
	}
	p.last = now
}

// MayRun returns the number of simulations that may begin together such that they end in time,
// judged by the duration of the last ones. It is at least one for every worker, and math.MaxInt if
// there is no limit of time.
func (l *Limits) MayRun(p *Pacer, workers int) int {
	if l.Time <= 0 && l.Deadline.IsZero() {
		return math.MaxInt
	}
	if p.each == 0 {
		return workers
	}
	left := time.Duration(math.MaxInt64)
	if l.Time > 0 {
		left = l.Time - p.last.Sub(l.Start)
	}
	if !l.Deadline.IsZero() {
		left = min(left, l.Deadline.Sub(p.last))
	}
	return max(workers, int(left/p.each))
}

package mcts

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// WorkerPanic is the value with which Run panics if the game or a strategy panics while several
// goroutines search. The text includes the stack of the goroutine that panicked first.
type WorkerPanic struct {
	Value any    // the argument of panic
	Stack []byte // of the goroutine that panicked, as from debug.Stack
}

// Error returns the value and the stack.
func (p *WorkerPanic) Error() string {
	return fmt.Sprintf("mcts: panic in a worker: %v\n\n%s", p.Value, p.Stack)
}

// Unwrap returns Value if it is an error.
func (p *WorkerPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// stopSignal tells the workers to return to the caller.
type stopSignal struct {
	stopped atomic.Bool
	at      time.Time // when the workers return to the caller; the zero time for never
	mu      sync.Mutex
}

// stop makes every worker return after its current simulation or batch.
func (l *stopSignal) stop() { l.stopped.Store(true) }

// due reports whether the workers have to return. Each worker calls it between two batches, with
// the number of simulations in the last one. Only one worker at a time reads the clock, so that
// Config.Clock need not support concurrent calls.
func (r *run[A]) due(p *pacer, ran int) bool {
	l := &r.signal
	if l.stopped.Load() || !r.timed {
		return l.stopped.Load()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := r.clock()
	p.tick(now, ran)
	if r.expired() || r.waiting.Load() > 0 || !l.at.IsZero() && !now.Before(l.at) {
		l.stop()
	}
	return l.stopped.Load()
}

// pacer is the pace of one worker.
type pacer struct {
	pace
	last time.Time
	each time.Duration // time per simulation between the last two ticks; 0 if unknown
}

// tick adapts the pace to the time since the last tick, in which ran simulations were made.
func (p *pacer) tick(now time.Time, ran int) {
	if !p.last.IsZero() {
		took := now.Sub(p.last)
		p.fit(took)
		p.each = max(1, took/time.Duration(max(1, ran)))
	}
	p.last = now
}

// mayRun returns the number of simulations that may begin together such that they end in time,
// judged by the duration of the last ones. It is at least one for every worker, and math.MaxInt if
// there is no limit of time.
func (r *run[A]) mayRun(p *pacer, workers int) int {
	if r.budget.Time <= 0 && !r.hasDeadline {
		return math.MaxInt
	}
	if p.each == 0 {
		return workers
	}
	left := time.Duration(math.MaxInt64)
	if r.budget.Time > 0 {
		left = r.budget.Time - p.last.Sub(r.start)
	}
	if r.hasDeadline {
		left = min(left, r.deadline.Sub(p.last))
	}
	return max(workers, int(left/p.each))
}

// leastRound is the least time for which workers run before they return to the caller for an
// interim result or a check.
const leastRound = 100 * time.Microsecond

// armSignal clears the stop signal and sets the time at which the caller has to act next.
func (r *run[A]) armSignal() {
	l := &r.signal
	l.stopped.Store(false)
	l.at = time.Time{}
	at := func(t time.Time) {
		if l.at.IsZero() || t.Before(l.at) {
			l.at = t
		}
	}
	if r.watch != nil {
		at(later(r.watch.next, r.now.Add(leastRound)))
	}
	if limit := r.budget.Time; limit > 0 {
		at(r.start.Add(limit))
		if r.reserve > 0 {
			first := r.start.Add(time.Duration((1 - r.reserve) * float64(limit)))
			again := max(leastRound, time.Duration(r.reserve*float64(limit)/64))
			at(later(first, r.now.Add(again)))
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// together calls f(0) to f(n-1) concurrently, with f(0) in the goroutine of the caller, and waits
// for all of them. If one panics, it panics with the first of the panics in this order; otherwise
// it returns the first error. After a panic or an error it calls stop.
func together(ctx context.Context, n int, stop func(), f func(i int) error) error {
	errs := make([]error, n)
	panics := make([]*WorkerPanic, n)
	one := func(i int) {
		returned := false
		defer func() {
			if returned {
				return
			}
			stop()
			value := recover()
			if value == nil && i == 0 {
				return // runtime.Goexit was called in the caller's goroutine and ends it.
			}
			if value == nil {
				value = "runtime.Goexit was called"
			}
			panics[i] = &WorkerPanic{value, debug.Stack()}
		}()
		pprof.Do(ctx, pprof.Labels("banyan_worker", strconv.Itoa(i)), func(context.Context) {
			if errs[i] = f(i); errs[i] != nil {
				stop()
			}
		})
		returned = true
	}
	func() {
		var all sync.WaitGroup
		defer all.Wait()
		for i := 1; i < n; i++ {
			all.Go(func() { one(i) })
		}
		one(0)
	}()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// lineSize is an upper bound of the bytes that processors exchange at a time: a cache line and its
// neighbor, which may be prefetched.
const lineSize = 128

// floatsApart returns n zeros that share no cache line with other data.
func floatsApart(n int) []float64 {
	const line = lineSize / 8
	return make([]float64, line+n+line)[line : line+n : line+n]
}

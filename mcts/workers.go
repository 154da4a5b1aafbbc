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

// WorkerPanic is what a panic of the game or of a strategy becomes where several goroutines search:
// Run panics with a *WorkerPanic, whichever goroutine it was. Its text includes the stack.
type WorkerPanic struct {
	Value any    // what the panic was called with
	Stack []byte // of the goroutine where it happened, as from debug.Stack
}

// Error implements error.
func (p *WorkerPanic) Error() string {
	return fmt.Sprintf("mcts: panic in a worker: %v\n\n%s", p.Value, p.Stack)
}

// Unwrap returns Value if it is an error.
func (p *WorkerPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// stopSignal tells the workers when to stop.
type stopSignal struct {
	stopped atomic.Bool
	at      time.Time // when the workers stop to let the caller look; zero: never
	mu      sync.Mutex
}

// stop stops all workers after the simulation or batch that each is at.
func (l *stopSignal) stop() { l.stopped.Store(true) }

// due reports whether the workers have to stop. Each worker asks between two of its batches, of
// which the last had so many simulations. One worker at a time looks at the clock, so that a clock
// need not be made for several goroutines.
func (r *run[A]) due(p *pacer, ran int) bool {
	l := &r.signal
	if l.stopped.Load() || !r.timed {
		return l.stopped.Load()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := r.clock()
	p.tick(now, ran)
	if r.expired() || !l.at.IsZero() && !now.Before(l.at) {
		l.stop()
	}
	return l.stopped.Load()
}

// timeUp reports whether the context is done or Budget.Time is over. Several workers may ask.
func (r *run[A]) timeUp() bool {
	if !r.timed {
		return false
	}
	r.signal.mu.Lock()
	defer r.signal.mu.Unlock()
	return r.expired() || r.budget.Time > 0 && r.clock().Sub(r.start) >= r.budget.Time
}

// pacer is the pace of a worker.
type pacer struct {
	pace
	last time.Time
	each time.Duration // that a simulation took, between the last two ticks; 0: not known
}

// tick fits the pace to the time since the last tick, in which so many simulations ran.
func (p *pacer) tick(now time.Time, ran int) {
	if !p.last.IsZero() {
		took := now.Sub(p.last)
		p.fit(took)
		p.each = max(1, took/time.Duration(max(1, ran)))
	}
	p.last = now
}

// mayRun returns how many simulations may begin at once such that they end in time, judged by how
// long the last ones took; at least one for every worker. Without a limit of time it is any number.
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

// leastRound is how long workers are left alone where somebody wants to look as often as possible.
const leastRound = 100 * time.Microsecond

// setAlarm lets the workers run until the clock has something for the caller to do.
func (r *run[A]) setAlarm() {
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

// together calls f(0) to f(n-1) at the same time, f(0) in the goroutine of the caller, and returns
// when all have returned: the first error in this order, or else a panic with the first panic.
// After either of them it calls stop.
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
				return // runtime.Goexit ends the caller's goroutine, as it wants to
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

// lineSize is at least the bytes that a processor takes from another one at a time, with the line
// beside it that it may fetch as well.
const lineSize = 128

// floatsApart returns n zeros, in lines of a cache where nothing else is.
func floatsApart(n int) []float64 {
	const line = lineSize / 8
	return make([]float64, line+n+line)[line : line+n : line+n]
}

package parallel

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"sync"
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

// Together calls f(0) to f(n-1) concurrently, with f(0) in the goroutine of the caller, and waits
// for all of them. If one panics, it panics with the first of the panics in this order; otherwise
// it returns the first error. After a panic or an error it calls stop.
func Together(ctx context.Context, n int, stop func(), f func(i int) error) error {
	errs := make([]error, n)
	panics := make([]*WorkerPanic, n)
	one := func(i int) {
		guard(&panics[i], stop, func() {
			pprof.Do(ctx, pprof.Labels("banyan_worker", strconv.Itoa(i)), func(context.Context) {
				if errs[i] = f(i); errs[i] != nil {
					stop()
				}
			})
		})
	}
	func() {
		var all sync.WaitGroup
		defer all.Wait()
		for i := 1; i < n; i++ {
			all.Go(func() { one(i) })
		}
		one(0)
	}()
	rethrow(panics)
	return cmp.Or(errs...)
}

// guard calls f. If f panics, or ends its goroutine, guard keeps that in p and calls stop.
func guard(p **WorkerPanic, stop, f func()) {
	returned := false
	defer func() {
		if returned {
			return
		}
		stop()
		value := recover()
		if value == nil {
			value = "runtime.Goexit was called"
		}
		*p = &WorkerPanic{value, debug.Stack()}
	}()
	f()
	returned = true
}

// rethrow panics with the first of the panics, if there is any.
func rethrow(panics []*WorkerPanic) {
	if p := cmp.Or(panics...); p != nil {
		panic(p)
	}
}

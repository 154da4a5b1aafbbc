package mcts

import (
	"context"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
)

// batchWork is how several workers evaluate a batch: each takes the simulations that come next,
// several at a time, until none is left.
type batchWork struct {
	next   atomic.Int64 // the first simulation that nobody has taken
	_      [lineSize]byte
	all    sync.WaitGroup
	starts []func()       // work of worker i, in a goroutine of its own
	panics []*WorkerPanic // of the workers

	given   int   // trace batches so far
	learned []int // how many of them each worker has replayed
}

// prepareWork makes the goroutines of a Run known to the profiler.
func (b *batches[S, A]) prepareWork(ctx context.Context) {
	b.starts = b.starts[:0]
	for i := range b.players {
		labels := pprof.WithLabels(ctx, pprof.Labels("banyan_worker", strconv.Itoa(i)))
		b.starts = append(b.starts, func() {
			defer b.all.Done()
			pprof.SetGoroutineLabels(labels)
			b.guardedWork(i)
		})
	}
	clear(b.panics)
}

// guardedWork is work that keeps a panic for the caller of Run.
func (b *batches[S, A]) guardedWork(i int) {
	returned := false
	defer func() {
		if returned {
			return
		}
		b.failed.Store(true)
		value := recover()
		if value == nil {
			value = "runtime.Goexit was called"
		}
		b.panics[i] = &WorkerPanic{value, debug.Stack()}
	}()
	b.work(i)
	returned = true
}

// evaluate makes the playouts of a batch. If there are none, nobody helps the coordinator.
func (b *batches[S, A]) evaluate() {
	b.next.Store(0)
	defer b.all.Wait()
	workers := min(len(b.players), b.n)
	if b.w.judge != nil && !b.w.judge.playsOut() {
		workers = 1
	}
	for i := 1; i < workers; i++ {
		b.all.Add(1)
		go b.starts[i]()
	}
	b.work(0)
}

// work evaluates simulations of the batch until none is left.
func (b *batches[S, A]) work(i int) {
	b.learn(i)
	w, portion := b.players[i], int64(max(1, b.n/(4*len(b.players))))
	for {
		last := int(b.next.Add(portion))
		first := last - int(portion)
		if first >= b.n {
			return
		}
		for k := first; k < min(last, b.n); k++ {
			b.evaluateOne(w, k)
		}
	}
}

// learn replays for a worker the trace batches that it has not seen.
func (b *batches[S, A]) learn(i int) {
	for ; b.learned[i] < b.given; b.learned[i]++ {
		b.traces[b.learned[i]%ring].replay(b.players[i].learner)
	}
}

// traceBatch returns where to keep the traces of the batch, nil if nobody learns.
func (b *batches[S, A]) traceBatch() *traceBatch {
	if b.traces == nil {
		return nil
	}
	for i, learned := range b.learned {
		if learned <= b.given-ring {
			b.learn(i)
		}
	}
	t := &b.traces[b.given%ring]
	t.reset()
	return t
}

// catchUp replays for all workers what they have not seen, while none of them works.
func (b *batches[S, A]) catchUp() {
	if b.traces != nil {
		for i := range b.players {
			b.learn(i)
		}
	}
}

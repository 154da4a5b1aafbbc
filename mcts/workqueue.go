package mcts

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// workQueue is where workers find the playouts of a batch. The coordinator publishes them and takes
// part in the work. It waits only for workers that have begun a playout, so that a worker without a
// processor holds nobody up. Workers wait for a batch first by looking again and again for some
// microseconds, which is as long as a batch takes, and then asleep.
type workQueue struct {
	cursor  atomic.Uint64 // number of the batch << 2*cursorBits | playouts published << cursorBits | playouts begun
	_       [56]byte
	pending atomic.Int32 // playouts that are not finished
	closed  atomic.Bool

	mu      sync.Mutex
	wake    sync.Cond    // a batch, or the end
	done    sync.Cond    // the last playout of a batch, or a failure
	asleep  atomic.Int32 // workers that wait on wake
	waiting atomic.Bool  // the coordinator waits on done

	given   atomic.Int64   // trace batches so far
	learned []atomic.Int64 // how many of them each worker has replayed
}

const (
	cursorBits = 16 // more than maxWorkers playouts
	cursorMask = 1<<cursorBits - 1

	looks = 32  // at a time, without a pause
	naps  = 100 // pauses before sleep
)

func (q *workQueue) init(workers int) {
	q.wake.L, q.done.L = &q.mu, &q.mu
	q.learned = make([]atomic.Int64, workers)
}

// forget forgets the trace batches.
func (q *workQueue) forget() {
	q.given.Store(0)
	for i := range q.learned {
		q.learned[i].Store(0)
	}
}

func (q *workQueue) open() {
	q.closed.Store(false)
	q.cursor.Store(0)
	q.pending.Store(0)
	q.asleep.Store(0)
	q.waiting.Store(false)
}

// close ends the work of the workers.
func (q *workQueue) close() {
	q.closed.Store(true)
	q.rouse()
}

// rouse wakes whoever is asleep.
func (q *workQueue) rouse() {
	q.mu.Lock()
	q.wake.Broadcast()
	q.done.Broadcast()
	q.mu.Unlock()
}

// begin prepares for a batch of n playouts.
func (q *workQueue) begin(n int) {
	q.pending.Store(int32(n))
	q.cursor.Store((q.cursor.Load()>>(2*cursorBits) + 1) << (2 * cursorBits))
}

// publish adds n playouts of the batch.
func (q *workQueue) publish(n int) {
	q.cursor.Add(uint64(n) << cursorBits)
	if q.asleep.Load() > 0 {
		q.rouse()
	}
}

// available returns the first playout that nobody has begun, and how many there are.
func available(cursor uint64) (first, n int) {
	first = int(cursor & cursorMask)
	return first, int(cursor>>cursorBits&cursorMask) - first
}

// idle reports whether there is nothing to do for a worker that has replayed so many trace batches.
func (q *workQueue) idle(learned int64) bool {
	_, n := available(q.cursor.Load())
	return n == 0 && q.given.Load() == learned && !q.closed.Load()
}

// until returns when ready does: it looks, then pauses, then calls sleep, over and over.
func until(ready func() bool, sleep func()) {
	for {
		for range naps {
			for range looks {
				if ready() {
					return
				}
			}
			runtime.Gosched()
		}
		sleep()
	}
}

// await waits until the batch is finished or failed.
func (q *workQueue) await(failed *atomic.Bool) {
	ready := func() bool { return q.pending.Load() == 0 || failed.Load() }
	until(ready, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.waiting.Store(true)
		for !ready() {
			q.done.Wait()
		}
		q.waiting.Store(false)
	})
}

// evaluate makes the playouts of a batch, together with the workers that come.
func (b *batches[S, A]) evaluate() {
	for b.takeWork(0) {
	}
	b.queue.await(b.failed)
}

// takeWork makes playouts of the batch and reports whether there were any: one at a time or, while
// many are left, several, as taking them costs the other workers a wait.
func (b *batches[S, A]) takeWork(i int) bool {
	q := &b.queue
	cursor := q.cursor.Load()
	first, n := available(cursor)
	if n == 0 {
		return false
	}
	n = max(1, n/(2*len(b.players)))
	b.learn(i) // everything, if the batch is still the same
	if q.cursor.CompareAndSwap(cursor, cursor+uint64(n)) {
		for k := range n {
			b.evaluateOne(b.players[i], first+k)
		}
		if q.pending.Add(int32(-n)) == 0 && q.waiting.Load() {
			q.rouse()
		}
	}
	return true
}

// assist makes playouts until the queue is closed.
func (b *batches[S, A]) assist(i int) {
	q := &b.queue
	failed := true
	defer func() {
		if failed {
			b.failed.Store(true)
			q.rouse() // The coordinator may wait for the playout.
		}
	}()
	idle := func() bool { return q.idle(q.learned[i].Load()) }
	for {
		until(func() bool { return !idle() }, func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.asleep.Add(1)
			for idle() {
				q.wake.Wait()
			}
			q.asleep.Add(-1)
		})
		if q.closed.Load() {
			failed = false
			return
		}
		if !b.takeWork(i) {
			b.learn(i)
		}
	}
}

// learn replays for a worker the trace batches that it has not seen.
func (b *batches[S, A]) learn(i int) {
	learned := &b.queue.learned[i]
	for k := learned.Load(); k < b.queue.given.Load(); k++ {
		b.traces[k%ring].replay(b.players[i].learner)
		learned.Store(k + 1)
	}
}

// traceBatch returns where to keep the traces of the batch, nil if nobody learns. It waits for
// workers that have not replayed what was there.
func (b *batches[S, A]) traceBatch() *traceBatch {
	if b.traces == nil {
		return nil
	}
	q := &b.queue
	k := q.given.Load()
	for i := range q.learned {
		if q.learned[i].Load() > k-ring {
			continue
		}
		q.rouse()
		until(func() bool { return q.learned[i].Load() > k-ring || b.failed.Load() }, runtime.Gosched)
	}
	t := &b.traces[k%ring]
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

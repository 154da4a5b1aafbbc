package mcts

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
)

// desk is where the workers of a batch find their jobs. The one who leads puts them there and takes part; it waits for
// those only who have begun one, so that a worker whom the system keeps off the processor holds nobody up. Workers wait
// for a batch by looking again and again for some microseconds, which is as long as a batch takes, and then asleep.
type desk struct {
	ticket  atomic.Uint64 // number of the batch << 2*ticketBits | its jobs that are laid out << ticketBits | those begun
	_       [56]byte
	pending atomic.Int32 // jobs that are not finished
	closed  atomic.Bool

	mu     sync.Mutex
	wake   sync.Cond    // a batch, or the end
	done   sync.Cond    // the last job of a batch, or a failure
	asleep atomic.Int32 // workers that wait on wake
	leader atomic.Bool  // waits on done

	given atomic.Int64   // lessons so far
	taken []atomic.Int64 // how many of them each worker has had
}

const (
	ticketBits = 16 // more than maxWorkers jobs
	ticketMask = 1<<ticketBits - 1

	looks = 32  // at a time, without a pause
	naps  = 100 // pauses before sleep
)

func (d *desk) init(workers int) {
	d.wake.L, d.done.L = &d.mu, &d.mu
	d.taken = make([]atomic.Int64, workers)
}

// forget forgets the lessons.
func (d *desk) forget() {
	d.given.Store(0)
	for i := range d.taken {
		d.taken[i].Store(0)
	}
}

func (d *desk) open() {
	d.closed.Store(false)
	d.ticket.Store(0)
	d.pending.Store(0)
	d.asleep.Store(0)
	d.leader.Store(false)
}

// close sends the workers home.
func (d *desk) close() {
	d.closed.Store(true)
	d.rouse()
}

// rouse wakes whoever is asleep.
func (d *desk) rouse() {
	d.mu.Lock()
	d.wake.Broadcast()
	d.done.Broadcast()
	d.mu.Unlock()
}

// begin makes ready for a batch of n jobs.
func (d *desk) begin(n int) {
	d.pending.Store(int32(n))
	d.ticket.Store((d.ticket.Load()>>(2*ticketBits) + 1) << (2 * ticketBits))
}

// put lays out n more jobs of the batch.
func (d *desk) put(n int) {
	d.ticket.Add(uint64(n) << ticketBits)
	if d.asleep.Load() > 0 {
		d.rouse()
	}
}

// untaken returns the first job that nobody has begun, and how many there are.
func untaken(ticket uint64) (first, n int) {
	first = int(ticket & ticketMask)
	return first, int(ticket>>ticketBits&ticketMask) - first
}

// waiting reports whether there is nothing to do for a worker that has had so many lessons.
func (d *desk) waiting(lessons int64) bool {
	_, n := untaken(d.ticket.Load())
	return n == 0 && d.given.Load() == lessons && !d.closed.Load()
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
func (d *desk) await(failed *atomic.Bool) {
	ready := func() bool { return d.pending.Load() == 0 || failed.Load() }
	until(ready, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.leader.Store(true)
		for !ready() {
			d.done.Wait()
		}
		d.leader.Store(false)
	})
}

// play makes the playouts of a batch, with whoever comes.
func (b *batch[S, A]) play() {
	for b.playNext(0) {
	}
	b.desk.await(b.failed)
}

// playNext makes playouts of the batch, unless all are begun: one, or where many are left, several, as each taking costs
// the others a wait.
func (b *batch[S, A]) playNext(i int) bool {
	d := &b.desk
	t := d.ticket.Load()
	first, n := untaken(t)
	if n == 0 {
		return false
	}
	n = max(1, n/(2*len(b.players)))
	b.learn(i) // all that there is, if the batch is still the same
	if d.ticket.CompareAndSwap(t, t+uint64(n)) {
		for k := range n {
			b.playJob(b.players[i], first+k)
		}
		if d.pending.Add(int32(-n)) == 0 && d.leader.Load() {
			d.rouse()
		}
	}
	return true
}

// assist makes playouts until the desk is closed.
func (b *batch[S, A]) assist(i int) {
	d := &b.desk
	failed := true
	defer func() {
		if failed {
			b.failed.Store(true)
			d.rouse() // the leader may wait for the job
		}
	}()
	idle := func() bool { return d.waiting(d.taken[i].Load()) }
	for {
		until(func() bool { return !idle() }, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.asleep.Add(1)
			for idle() {
				d.wake.Wait()
			}
			d.asleep.Add(-1)
		})
		if d.closed.Load() {
			failed = false
			return
		}
		if !b.playNext(i) {
			b.learn(i)
		}
	}
}

// learn teaches a worker the lessons that it has not had.
func (b *batch[S, A]) learn(i int) {
	taken := &b.desk.taken[i]
	for k := taken.Load(); k < b.desk.given.Load(); k++ {
		lesson := &b.lessons[k%ring]
		for n := range lesson.Len() {
			lesson.Teach(b.players[i].learner, n)
		}
		taken.Store(k + 1)
	}
}

// lesson returns where to keep the traces of the batch, nil if nobody learns. It waits for workers that have not had the
// lesson that was there.
func (b *batch[S, A]) lesson() *policy.Traces {
	if b.lessons == nil {
		return nil
	}
	d := &b.desk
	k := d.given.Load()
	for i := range d.taken {
		if d.taken[i].Load() > k-ring {
			continue
		}
		d.rouse()
		until(func() bool { return d.taken[i].Load() > k-ring || b.failed.Load() }, runtime.Gosched)
	}
	l := &b.lessons[k%ring]
	l.Reset()
	return l
}

// catchUp teaches all workers what they have not had, while none of them is at work.
func (b *batch[S, A]) catchUp() {
	if b.lessons != nil {
		for i := range b.players {
			b.learn(i)
		}
	}
}

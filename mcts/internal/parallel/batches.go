package parallel

import (
	"cmp"
	"errors"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Engine is a search with one tree, whose batches of simulations several workers evaluate. Only
// the coordinator, the goroutine of the caller, calls its methods, except for Evaluate.
type Engine interface {
	Select(i int, seed uint64) error           // selects the leaf of simulation i of a batch
	Predict(n int) (playsOut bool, err error)  // predicts the leaves of a batch; false: nothing is left to evaluate
	Evaluate(worker, i int) error              // evaluates the leaf of simulation i
	Release(n int)                             // removes the virtual visits of a batch
	BackUp(i int) (t *policy.Trace, err error) // backs up simulation i, and returns what policies learn from
	CutOff(i int, err error) error             // backs it up where its evaluation ended with brake.ErrPulled; returns err
	Learner(worker int) policy.Learner         // nil: no policy learns
	Decided() bool
}

// mostBehind is how many batches a worker may be behind in learning before the coordinator learns
// for it.
const mostBehind = 16

// Batches is how batches of simulations are run. Only the coordinator walks and changes the tree.
// Playouts are made in parallel, on random streams numbered by simulation. A playout depends on its
// number and on the tables learned from earlier batches, but not on the worker that makes it or on
// the time.
type Batches struct {
	Used uint64 // simulations since the last Reset

	engine   Engine
	size     int
	errs     []error // of the playouts of the batch in progress
	n        int     // its simulations
	stream   uint64  // the random stream of simulation n has the seed stream + n
	limits   *Limits
	exchange Exchange
	workers  []*Member
	traces   *TraceBatch // of the batch in progress

	next   atomic.Int64 // the first simulation that is not taken
	_      [128]byte
	round  atomic.Uint64  // how many batches the helpers have got, who look at it
	busy   atomic.Int32   // helpers that are not done with the last one
	closed atomic.Bool    // There are no more.
	all    sync.WaitGroup // the helpers
	mu     sync.Mutex
	wake   sync.Cond    // for those who sleep
	asleep atomic.Int32 // how many do
	panics []*WorkerPanic
}

// NewBatches returns batches of a size for so many workers.
func NewBatches(engine Engine, workers, size int) *Batches {
	b := &Batches{engine: engine, size: size, errs: make([]error, size), panics: make([]*WorkerPanic, workers), traces: &TraceBatch{}}
	b.wake.L = &b.mu
	for i := range workers {
		b.workers = append(b.workers, b.exchange.Join(func() policy.Learner { return engine.Learner(i) }))
	}
	return b
}

// Reset restarts the random streams from seed.
func (b *Batches) Reset(seed uint64) { b.stream, b.Used = rng.New(seed).Uint64(), 0 }

// Renew is called when the playout policies are new.
func (b *Batches) Renew() { b.exchange.Renew() }

// Run runs n simulations and returns how many it ran.
func (b *Batches) Run(l *Limits, n int) (ran int, err error) {
	b.limits = l
	b.round.Store(0)
	b.closed.Store(false)
	clear(b.panics)
	err = Together(l.Ctx, 1, l.Stop, func(int) error {
		defer b.dismiss()
		ran, err = b.coordinate(n)
		return err
	})
	rethrow(b.panics)
	b.exchange.Flush()
	return ran, err
}

// coordinate runs n simulations, batch by batch.
func (b *Batches) coordinate(n int) (ran int, err error) {
	var p Pacer
	checked := 0
	for ran < n {
		b.n = min(b.size, n-ran, b.limits.MayRun(&p, len(b.workers)))
		if b.n, err = b.Select(b.n); err != nil {
			return ran, err
		}
		playsOut, err := b.engine.Predict(b.n)
		if err != nil && !errors.Is(err, brake.ErrPulled) { // After this one, what is not over is cut off.
			return ran, err
		}
		if b.evaluate(playsOut); b.limits.Stopped() && cmp.Or(b.panics...) != nil {
			return ran, nil
		}
		finished, err := b.backUp()
		ran += finished
		if err != nil || finished < b.n || b.n == 0 || b.engine.Decided() {
			return ran, err
		}
		if ran-checked < p.Batch() && b.limits.Timed || ran-checked < MaxBatch && !b.limits.Timed {
			continue
		}
		batch := ran - checked
		checked = ran
		if b.limits.Due(&p, batch) {
			return ran, nil
		}
	}
	return ran, nil
}

// Select selects the leaves of a batch, and returns how many: fewer after [brake.Brake.Pull].
func (b *Batches) Select(n int) (int, error) {
	clear(b.errs)
	for i := range n {
		switch err := b.engine.Select(i, b.stream+b.Used+uint64(i)); {
		case errors.Is(err, brake.ErrPulled):
			return i, nil
		case err != nil:
			return i, err
		}
	}
	return n, nil
}

// backUp backs up the simulations in the order of their selection and keeps their traces for those
// who learn. It returns how many of them were finished.
func (b *Batches) backUp() (finished int, err error) {
	b.engine.Release(b.n)
	b.traces.Reset()
	for i := range b.n {
		if b.errs[i] != nil {
			if err := b.engine.CutOff(i, b.errs[i]); !errors.Is(err, brake.ErrPulled) {
				return finished, err
			}
			continue
		}
		t, err := b.engine.BackUp(i)
		if err != nil {
			return finished, err
		}
		if finished++; t != nil {
			b.traces.Add(t)
		}
	}
	b.Used += uint64(b.n)
	if b.traces.Len() == 0 {
		return finished, nil
	}
	b.traces = b.exchange.publish(b.traces)
	for i, m := range b.workers {
		if i == 0 || b.exchange.last.number-m.replayed.number >= mostBehind {
			m.replay()
		}
	}
	return finished, nil
}

// evaluate evaluates a batch. If there are no playouts, the coordinator works alone.
func (b *Batches) evaluate(playsOut bool) {
	b.next.Store(0)
	if helpers := len(b.workers) - 1; playsOut && helpers > 0 {
		if b.round.Load() == 0 {
			for i := range helpers {
				b.all.Go(func() { b.help(i + 1) })
			}
		}
		b.busy.Store(int32(helpers))
		b.round.Add(1)
		b.rouse()
		defer b.await(func() bool { return b.busy.Load() == 0 })
	}
	b.work(0)
}

// help evaluates batches together with the coordinator until the round ends.
func (b *Batches) help(i int) {
	pprof.SetGoroutineLabels(pprof.WithLabels(b.limits.Ctx, pprof.Labels("banyan_worker", strconv.Itoa(i))))
	for round := uint64(0); ; {
		b.await(func() bool { return b.round.Load() != round })
		if round++; b.closed.Load() {
			return
		}
		b.helpOnce(i)
	}
}

func (b *Batches) helpOnce(i int) {
	defer func() {
		if b.busy.Add(-1) == 0 {
			b.rouse()
		}
	}()
	guard(&b.panics[i], b.limits.Stop, func() { b.work(i) })
}

const (
	looks = 32  // at a time, without a pause
	naps  = 100 // pauses before sleep
)

// await returns when ready does. It looks again and again, for some microseconds, which is as long
// as a batch takes and less than it takes to wake a goroutine, and then sleeps until it is woken.
func (b *Batches) await(ready func() bool) {
	for range naps {
		for range looks {
			if ready() {
				return
			}
		}
		runtime.Gosched()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asleep.Add(1)
	for !ready() {
		b.wake.Wait()
	}
	b.asleep.Add(-1)
}

// rouse wakes whoever sleeps, to look again.
func (b *Batches) rouse() {
	if b.asleep.Load() > 0 {
		b.mu.Lock()
		b.wake.Broadcast()
		b.mu.Unlock()
	}
}

// dismiss ends the work of the helpers.
func (b *Batches) dismiss() {
	b.closed.Store(true)
	b.round.Add(1)
	b.rouse()
	b.all.Wait()
}

// work evaluates simulations of the batch until none is left.
func (b *Batches) work(i int) {
	if b.engine.Learner(i) != nil {
		b.workers[i].replay()
	}
	portion := max(1, b.n/(4*len(b.workers)))
	for {
		last := int(b.next.Add(int64(portion)))
		first := last - portion
		if first >= b.n {
			return
		}
		for k := first; k < min(last, b.n); k++ {
			b.errs[k] = b.engine.Evaluate(i, k)
		}
	}
}

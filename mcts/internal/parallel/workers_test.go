package parallel

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// traceOf is a trace with a number.
func traceOf(n int) *policy.Trace { return &policy.Trace{Returns: []float64{float64(n)}} }

// numbersOf returns the numbers of the traces that a learner has learned from.
func (l *traceLog) numbersOf() (all []int) {
	for _, text := range l.texts {
		n := 0
		_, err := fmt.Sscanf(strings.TrimPrefix(text, "[] "), "[%d]", &n)
		if err != nil {
			panic(text)
		}
		all = append(all, n)
	}
	return all
}

// Every worker learns from all traces of the others, in the order in which these were published,
// 64 at a time, and from what is left at the end of the Run. The list holds no batches that all
// have seen.
func TestExchange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 4).Draw(t, "workers")
		var x Exchange
		logs := make([]*traceLog, workers)
		var members []*Member
		for i := range workers {
			logs[i] = &traceLog{}
			members = append(members, x.Join(func() policy.Learner { return logs[i] }))
		}
		for range rapid.IntRange(1, 3).Draw(t, "searches") {
			x.Renew()
			for i := range logs {
				*logs[i] = traceLog{}
			}
			want, pending := make([][]int, workers), make([][]int, workers)
			n := 0
			publish := func(by int) {
				for other := range workers {
					if other != by {
						want[other] = append(want[other], pending[by]...)
					}
				}
				pending[by] = nil
			}
			for range rapid.IntRange(0, 3).Draw(t, "runs") {
				for _, by := range rapid.SliceOfN(rapid.IntRange(0, workers-1), 0, 8).Draw(t, "workers in turn") {
					for range rapid.IntRange(0, 100).Draw(t, "traces") {
						n++
						members[by].Record(traceOf(n))
						if pending[by] = append(pending[by], n); len(pending[by]) == 64 {
							publish(by)
							require.Equal(t, want[by], logs[by].numbersOf(), "a worker that publishes learns")
						}
					}
				}
				if x.Flush(); workers == 1 {
					continue
				}
				for by := range workers {
					publish(by)
				}
				for i := range logs {
					require.Equal(t, want[i], logs[i].numbersOf())
				}
				batches := 0
				for b := x.first; b != nil; b = b.next {
					batches++
				}
				require.LessOrEqual(t, batches, 1+2*workers+8*2*workers)
			}
		}
	})
}

// exchangeOfThree returns an exchange of three workers that is ready for a search.
func exchangeOfThree() (x *Exchange, members []*Member) {
	x = &Exchange{}
	for range 3 {
		members = append(members, x.Join(func() policy.Learner { return &traceLog{} }))
	}
	x.Renew()
	return x, members
}

// A search without learners exchanges nothing.
func TestExchangeWithoutLearners(t *testing.T) {
	var x Exchange
	for range 2 {
		x.Join(func() policy.Learner { return nil })
	}
	x.Renew()
	x.Flush()
	require.Same(t, x.first, x.last)
}

// What has nothing new in it is not published.
func TestExchangeOfNothing(t *testing.T) {
	x, members := exchangeOfThree()
	members[1].Record(traceOf(1))
	before := x.last.number
	x.Flush()
	require.Equal(t, before+1, x.last.number)
	last := x.last
	x.Flush()
	require.Same(t, last, x.last)
}

// Batches are used again when all have seen them.
func TestExchangeUsesItsMemoryAgain(t *testing.T) {
	_, members := exchangeOfThree()
	seen := map[*TraceBatch]bool{}
	for range 100 {
		for _, m := range members {
			for range batchSize {
				m.Record(traceOf(1))
			}
			seen[m.traces] = true
		}
	}
	require.LessOrEqual(t, len(seen), 10)
}

// The trees of a forest run equally many simulations, the first ones one more, however many rounds
// a Run has, and none that has no root. A tree whose best action is decided runs no more.
func TestForest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trees := rapid.IntRange(1, 7).Draw(t, "trees")
		decided := rapid.IntRange(-1, trees-1).Draw(t, "decided")
		until := rapid.IntRange(1, 50).Draw(t, "until")
		ran := make([]int, trees)
		f := NewForest(trees, rapid.IntRange(1, 3).Draw(t, "workers"), func(tree int) (bool, error) {
			ran[tree]++ // A tree has one worker at a time.
			return tree == decided && ran[tree] >= until, nil
		})
		f.Begun = rapid.IntRange(1, trees).Draw(t, "with a root")
		for range rapid.IntRange(1, 2).Draw(t, "runs") {
			clear(ran)
			before := 0
			for _, n := range rapid.SliceOfN(rapid.IntRange(1, 200), 1, 3).Draw(t, "rounds") {
				l, _, cancel := newLimits(0)
				l.Timed = rapid.Bool().Draw(t, "timed")
				l.Arm()
				got, err := f.Run(l, before, n)
				cancel()
				require.NoError(t, err)
				if decided < 0 || decided >= f.Begun {
					require.Equal(t, n, got)
				}
				before += n
				sum := 0
				for tree, r := range ran {
					want := 0
					if tree < f.Begun {
						want = before / f.Begun
						if tree < before%f.Begun {
							want++
						}
					}
					if tree != decided {
						require.Equal(t, want, r, "tree %d of %d after %d", tree, f.Begun, before)
					} else if want <= until {
						require.Equal(t, want, r)
					} else {
						require.GreaterOrEqual(t, r, until)
						require.LessOrEqual(t, r, until+3, "once in every round")
					}
					sum += r
				}
				require.Equal(t, sum, before-n+got)
			}
		}
	})
}

// An error ends the Run of a forest, and a brake ends it without one. The trees that fell behind
// come first in the next round.
func TestForestEnds(t *testing.T) {
	ran := make([]int, 3)
	var fails error
	f := NewForest(3, 1, func(tree int) (bool, error) {
		if tree == 1 && ran[1] == 2 && fails != nil {
			return false, fails
		}
		ran[tree]++
		return false, nil
	})
	l, _, cancel := newLimits(0)
	defer cancel()
	l.Timed = false
	l.Arm()
	fails = brake.ErrPulled
	l.Brake.Pull()
	_, err := f.Run(l, 0, 3)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 1}, ran)

	fails = errors.New("broken")
	got, err := f.Run(l, 3, 6)
	require.ErrorIs(t, err, fails)
	require.True(t, l.Stopped())
	require.Equal(t, []int{3, 2, 1}, ran)
	require.Equal(t, 3, got)
	l.Arm()
	fails = nil
	_, err = f.Run(l, 6, 3)
	require.NoError(t, err)
	require.Equal(t, []int{3, 3, 3}, ran)
	require.Equal(t, []int{2, 1, 0}, f.order)
}

// On a clock, a tree runs as many simulations at a time as it has, but no more than are between two
// readings. So all trees have some when the time is up.
func TestForestOnAClock(t *testing.T) {
	l, c, cancel := newLimits(0)
	defer cancel()
	var order []int
	f := NewForest(2, 1, func(tree int) (bool, error) {
		order = append(order, tree)
		c.now = c.now.Add(1)
		return false, nil
	})
	l.Arm()
	_, err := f.Run(l, 0, 14)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1}, order)
	l.Arm(c.now.Add(3))
	got, err := f.Run(l, 14, 1000)
	require.NoError(t, err)
	require.Less(t, got, 10)
	require.Positive(t, got)
}

// batchEngine is an engine that records its calls.
type batchEngine struct {
	*testing.T
	mu        sync.Mutex
	learners  []*traceLog
	seeds     []uint64
	evaluated map[int]int // how often, by the number of the simulation
	backedUp  []int
	released  int
	begun     int // simulations of earlier batches
	pullAt    int // the number of the simulation at which the brake is pulled in Select; -1: none
	cutAt     int // in Evaluate
	failAt    int // with an error, in the method of that name
	failIn    string
	decidedAt int
	plays     bool
	n         int
}

var errFails = errors.New("fails")

func (e *batchEngine) Select(i int, seed uint64) error {
	number := e.begun + i
	if number == e.pullAt {
		return brake.ErrPulled
	}
	e.seeds = append(e.seeds, seed)
	return e.fail("Select", number)
}

func (e *batchEngine) fail(in string, number int) error {
	if in == e.failIn && number == e.failAt {
		return errFails
	}
	return nil
}

func (e *batchEngine) Predict(n int) (bool, error) {
	e.n = n
	require.True(e, n > 0 || e.pullAt >= 0, "there is something to predict")
	return e.plays, e.fail("Predict", e.begun)
}

func (e *batchEngine) Evaluate(worker, i int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	number := e.begun + i
	e.evaluated[number]++
	if e.learners != nil {
		require.GreaterOrEqual(e, len(e.learners[worker].texts), e.begun, "it has learned from all batches before")
	}
	if number == e.cutAt {
		return brake.ErrPulled
	}
	if in := e.failIn; in == "panic" && number == e.failAt {
		panic("p")
	}
	return e.fail("Evaluate", number)
}

func (e *batchEngine) Release(n int) { e.released += n }

func (e *batchEngine) BackUp(i int) (*policy.Trace, error) {
	e.backedUp = append(e.backedUp, e.begun+i)
	if err := e.fail("BackUp", e.begun+i); err != nil {
		return nil, err
	}
	number := e.begun + i
	if i == e.n-1 {
		e.begun += e.n
	}
	if e.learners == nil {
		return nil, nil
	}
	return traceOf(number), nil
}

func (e *batchEngine) CutOff(_ int, err error) error { return err }

func (e *batchEngine) Learner(worker int) policy.Learner {
	if e.learners == nil {
		return nil
	}
	return e.learners[worker]
}

func (e *batchEngine) Decided() bool { return e.decidedAt > 0 && e.begun >= e.decidedAt }

func newBatches(t *testing.T, workers, size int, learns bool) (*Batches, *batchEngine) {
	e := &batchEngine{T: t, evaluated: map[int]int{}, pullAt: -1, cutAt: -1, failAt: -1, plays: true}
	for range workers {
		if learns {
			e.learners = append(e.learners, &traceLog{})
		}
	}
	b := NewBatches(e, workers, size)
	b.Renew()
	b.Reset(5)
	return b, e
}

// Every simulation of every batch is selected with its own random stream, evaluated once,
// released, and backed up in order. All workers learn from all of them.
func TestBatches(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		for _, size := range []int{1, 3, 32} {
			for _, learns := range []bool{false, true} {
				name := fmt.Sprintf("%d workers, %d at a time, learning %t", workers, size, learns)
				b, e := newBatches(t, workers, size, learns)
				l, _, cancel := newLimits(0)
				l.Timed = false
				total := 0
				for _, n := range []int{100, 1, 200} {
					l.Arm()
					ran, err := b.Run(l, n)
					require.NoError(t, err)
					require.Equal(t, n, ran, name)
					total += n
				}
				cancel()
				first := rng.New(5).Uint64()
				require.Len(t, e.seeds, total)
				require.Len(t, e.backedUp, total)
				for i := range total {
					require.Equal(t, first+uint64(i), e.seeds[i])
					require.Equal(t, i, e.backedUp[i])
					require.Equal(t, 1, e.evaluated[i])
				}
				require.Equal(t, total, e.released)
				require.EqualValues(t, total, b.Used)
				for _, log := range e.learners {
					require.Equal(t, e.backedUp, log.numbersOf())
				}
				b.Reset(5)
				require.Zero(t, b.Used)
			}
		}
	}
}

// A brake, an error, and a decision end the Run, with the simulations that are finished.
func TestBatchesEnd(t *testing.T) {
	for _, c := range []struct {
		set  func(e *batchEngine)
		ran  int
		err  error
		used int
	}{
		{func(e *batchEngine) { e.pullAt = 9 }, 9, nil, 9},
		{func(e *batchEngine) { e.pullAt = 8 }, 8, nil, 8},
		{func(e *batchEngine) { e.cutAt = 10 }, 11, nil, 12},
		{func(e *batchEngine) { e.decidedAt = 8 }, 8, nil, 8},
		{func(e *batchEngine) { e.failIn, e.failAt = "Select", 9 }, 8, errFails, 8},
		{func(e *batchEngine) { e.failIn, e.failAt = "Predict", 8 }, 8, errFails, 8},
		{func(e *batchEngine) { e.failIn, e.failAt = "Evaluate", 9 }, 9, errFails, 8},
		{func(e *batchEngine) { e.failIn, e.failAt = "BackUp", 9 }, 9, errFails, 8},
	} {
		for _, workers := range []int{1, 3} {
			b, e := newBatches(t, workers, 4, false)
			c.set(e)
			l, _, cancel := newLimits(0)
			l.Timed = false
			l.Arm()
			ran, err := b.Run(l, 100)
			cancel()
			require.Equal(t, c.err, err, "%+v", e)
			require.Equal(t, c.ran, ran, "%+v", e)
			require.EqualValues(t, c.used, b.Used, "%+v", e)
		}
	}
}

// Without playouts, no helper works.
func TestBatchesWithoutPlayouts(t *testing.T) {
	b, e := newBatches(t, 3, 4, false)
	e.plays = false
	l, _, cancel := newLimits(0)
	defer cancel()
	l.Timed = false
	l.Arm()
	ran, err := b.Run(l, 20)
	require.NoError(t, err)
	require.Equal(t, 20, ran)
	require.EqualValues(t, 1, b.round.Load(), "the dismissal")
}

// The workers evaluate a batch together.
func TestBatchesAreShared(t *testing.T) {
	b, e := newBatches(t, 2, 32, false)
	var arrived [2]sync.Once
	var both sync.WaitGroup
	both.Add(2)
	b.engine = shared{e, func(worker int) {
		arrived[worker].Do(both.Done)
		both.Wait()
		if worker == 1 {
			time.Sleep(time.Millisecond / 4) // so that the other one falls asleep
		}
	}}
	l, _, cancel := newLimits(0)
	defer cancel()
	l.Timed = false
	l.Arm()
	ran, err := b.Run(l, 64)
	require.NoError(t, err)
	require.Equal(t, 64, ran)
}

// shared is an engine that reports who evaluates.
type shared struct {
	*batchEngine
	by func(worker int)
}

func (e shared) Evaluate(worker, i int) error {
	e.by(worker)
	return e.batchEngine.Evaluate(worker, i)
}

// A worker that evaluates nothing learns from 16 batches at a time, so that the memory of these is
// used again.
func TestBatchesBehind(t *testing.T) {
	b, e := newBatches(t, 3, 4, true)
	e.plays = false
	batches := 0
	b.engine = timed{e, func(int) {
		require.Len(t, e.learners[0].texts, 4*batches)
		for _, log := range e.learners[1:] {
			require.Len(t, log.texts, 4*(batches/16*16))
		}
		batches++
	}}
	l, _, cancel := newLimits(0)
	defer cancel()
	l.Timed = false
	l.Arm()
	_, err := b.Run(l, 4*50)
	require.NoError(t, err)
	require.Equal(t, 50, batches)
}

// Run panics as a worker did, after all workers have returned.
func TestBatchesPanic(t *testing.T) {
	for _, workers := range []int{1, 3} {
		b, e := newBatches(t, workers, 16, false)
		e.failIn, e.failAt = "panic", 21
		l, _, cancel := newLimits(0)
		l.Timed = false
		l.Arm()
		value := func() (value any) {
			defer func() { value = recover() }()
			_, err := b.Run(l, 100)
			require.NoError(t, err)
			return nil
		}()
		cancel()
		p, ok := value.(*WorkerPanic)
		require.True(t, ok, "%v", value)
		require.Equal(t, "p", p.Value)
		require.Contains(t, p.Error(), "panic in a worker: p")
		require.NoError(t, p.Unwrap())
		require.Zero(t, b.busy.Load())
		require.Len(t, e.backedUp, 16, "the batches before")
	}
	require.ErrorIs(t, (&WorkerPanic{Value: errFails}).Unwrap(), errFails)
}

// On a clock, the first batch has one simulation for every worker, and the next ones as many as the
// time allows.
func TestBatchesOnAClock(t *testing.T) {
	b, e := newBatches(t, 2, 32, false)
	l, c, cancel := newLimits(20 * ms)
	defer cancel()
	l.Arm(l.Start.Add(l.Time))
	var sizes []int
	b.engine = timed{e, func(n int) {
		sizes = append(sizes, n)
		c.now = c.now.Add(time.Duration(n) * ms)
	}}
	ran, err := b.Run(l, 1000)
	require.NoError(t, err)
	require.Equal(t, 20, ran)
	require.Equal(t, []int{2, 2, 16}, sizes)
}

// The clock is read after as many simulations as a pacer says. Without one, the limits are read
// after MaxBatch simulations.
func TestBatchesLookAtTheirLimits(t *testing.T) {
	b, e := newBatches(t, 1, 4, false)
	l, c, cancel := newLimits(0)
	defer cancel()
	var readings []int
	l.Clock = func() time.Time {
		readings = append(readings, e.begun)
		return c.now
	}
	l.Arm()
	_, err := b.Run(l, 100)
	require.NoError(t, err)
	require.Equal(t, []int{4, 8, 12, 16, 24, 40, 72}, readings)

	l.Timed = false
	l.Arm()
	b.engine = timed{e, func(int) {
		if e.begun > 100+MaxBatch {
			l.Stop()
		}
	}}
	ran, err := b.Run(l, 4*MaxBatch)
	require.NoError(t, err)
	require.Equal(t, 2*MaxBatch, ran)
}

// timed is an engine whose batches take time.
type timed struct {
	*batchEngine
	took func(n int)
}

func (e timed) Predict(n int) (bool, error) {
	e.took(n)
	return e.batchEngine.Predict(n)
}

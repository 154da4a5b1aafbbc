package policy

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

// recorder is a Learner that copies what it is shown.
type recorder struct {
	part
	traces []Trace
}

func (r *recorder) Learn(t *Trace) {
	r.traces = append(r.traces, Trace{
		Returns: append([]float64{}, t.Returns...), Plies: append([]Ply{}, t.Plies...), Root: t.Root, Leaf: t.Leaf,
	})
}

// What was added comes out, however the memory grew meanwhile, also when it is used again, and whatever became of the
// original.
func TestTraces(t *testing.T) {
	w := &world{players: 3, actions: 5, step: 1, joint: 0.2, r: rng.New(1)}
	var traces Traces
	for _, n := range []int{0, 1, 100, 3, 300} {
		want, got := &recorder{}, &recorder{}
		for i := range n {
			trace := w.trace()
			want.Learn(trace)
			traces.Add(trace)
			clear(trace.Plies)
			clear(trace.Returns)
			require.Equal(t, i+1, traces.Len())
		}
		for i := range traces.Len() {
			traces.Teach(got, i)
		}
		require.Equal(t, want.traces, got.traces)
		traces.Reset()
		require.Zero(t, traces.Len())
	}
}

// knowledge is all that a policy has learned.
func knowledge(c Chooser) []any {
	switch c := c.(type) {
	case *mast:
		return []any{c.rows, c.weight, c.count}
	case *nst:
		return []any{c.rows, c.grams, c.weight, c.count}
	case *lgrf:
		return append(knowledge(c.fallback), c.replies)
	case *mixed:
		return append(knowledge(c.first), knowledge(c.second)...)
	}
	return nil
}

// Workers that exchange their traces all know the same, to the bit, and what one would know that had seen the
// simulations of the first worker, then those of the second, and so on.
func TestWorkersLearnTheSame(t *testing.T) {
	const workers, rounds, simulations = 4, 6, 40
	info := Info{Players: 3}
	for _, spec := range []Playout{
		MAST{},
		MAST{Decay: Decay{Simulation: 0.9}},
		NST{Decay: Decay{Batch: 0.6, BatchSize: 7}},
		LGRF{Fallback: NST{Rule: Gibbs{}, Decay: Decay{Simulation: 0.99, Move: 0.6}}},
		Mix{P: 0.5, First: MAST{TreeOnly: true}, Second: NST{N: 5}},
	} {
		var choosers [workers]Chooser
		var worlds [workers]*world
		for i := range workers {
			choosers[i] = live(t, spec, info)
			worlds[i] = &world{players: 3, actions: 4, step: 1, joint: 0.1, r: rng.New(uint64(i))}
		}
		one := live(t, spec, info)
		var traces [workers]Traces
		for range rounds {
			everyone(workers, func(i int) {
				traces[i].Reset()
				for range simulations {
					choosers[i].Choose(worlds[i].choice())
					traces[i].Add(worlds[i].trace())
				}
			})
			everyone(workers, func(i int) {
				teach(choosers[i], traces[:])
				age(choosers[i])
			})
			teach(one, traces[:])
			age(one)
		}
		for _, c := range choosers {
			require.Equal(t, knowledge(one), knowledge(c), "%#v", spec)
		}
		require.NotEqual(t, knowledge(live(t, spec, info)), knowledge(one))
	}
}

// everyone runs a function for every worker, each in a goroutine of its own.
func everyone(workers int, f func(i int)) {
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() { f(i) })
	}
	group.Wait()
}

func teach(c Chooser, all []Traces) {
	learner, ok := c.(Learner)
	if !ok {
		return
	}
	for w := range all {
		for i := range all[w].Len() {
			all[w].Teach(learner, i)
		}
	}
}

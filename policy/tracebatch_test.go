package policy

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

// recorder is a Learner that copies the traces it learns from.
type recorder struct {
	countingPolicy
	traces []Trace
}

func (r *recorder) Learn(t *Trace) {
	r.traces = append(r.traces, Trace{
		Returns: append([]float64{}, t.Returns...), Plies: append([]Ply{}, t.Plies...), Root: t.Root, Leaf: t.Leaf,
	})
}

// A batch replays the traces that were added, even if it has grown in between, if its memory is
// used again, or if the originals have changed.
func TestTracesReplayWhatWasAdded(t *testing.T) {
	g, r := &fakeGame{players: 3, actions: 5, step: 1, jointTenths: 2}, rng.New(1)
	var traces Traces
	for _, n := range []int{0, 1, 100, 3, 300} {
		want, got := &recorder{}, &recorder{}
		for i := range n {
			trace := g.trace(r)
			want.Learn(&trace)
			traces.Add(&trace)
			clear(trace.Plies)
			clear(trace.Returns)
			require.Equal(t, i+1, traces.Len())
		}
		for i := range traces.Len() {
			traces.Replay(got, i)
		}
		require.Equal(t, want.traces, got.traces)
		traces.Reset()
		require.Zero(t, traces.Len())
		require.Empty(t, traces.plies, "memory is used again")
		require.Empty(t, traces.returns, "memory is used again")
	}
}

// learnedState returns everything that a policy has learned.
func learnedState(c Chooser) []any {
	switch c := c.(type) {
	case *mast:
		return []any{c.actions, c.weight, c.count}
	case *nst:
		return []any{c.actions, c.ngrams, c.weight, c.count}
	case *lgrf:
		return append(learnedState(c.fallback), c.replies)
	case *mix:
		return append(learnedState(c.first), learnedState(c.second)...)
	}
	return nil
}

// Workers that exchange their traces have the same state, to the bit: that of one Learner that saw
// the simulations of the first worker, then those of the second, and so on.
func TestWorkersLearnTheSame(t *testing.T) {
	const workers, rounds, simulations = 4, 6, 40
	for _, spec := range []Playout{
		MAST{},
		MAST{Decay: Decay{Simulation: 0.9}},
		NST{Decay: Decay{Batch: 0.6, BatchSize: 7}},
		LGRF{Fallback: NST{Rule: Gibbs{}, Decay: Decay{Simulation: 0.99, Move: 0.6}}},
		Mix{P: 0.5, First: MAST{TreeOnly: true}, Second: NST{N: 5}},
	} {
		t.Run(fmt.Sprintf("%+v", spec), func(t *testing.T) {
			g := &fakeGame{players: 3, actions: 4, step: 1, jointTenths: 1}
			var choosers [workers]Chooser
			var streams [workers]*rng.Rand
			for i := range workers {
				choosers[i], streams[i] = newChooser(t, spec, g.info()), rng.New(uint64(i))
			}
			single := newChooser(t, spec, g.info())
			var traces [workers]Traces
			for range rounds {
				inParallel(workers, func(i int) {
					traces[i].Reset()
					for range simulations {
						choice, trace := g.choice(streams[i]), g.trace(streams[i])
						choice.Rand = streams[i]
						choosers[i].Choose(&choice)
						traces[i].Add(&trace)
					}
				})
				inParallel(workers, func(i int) {
					replay(choosers[i], traces[:])
					decay(choosers[i])
				})
				replay(single, traces[:])
				decay(single)
			}
			for _, c := range choosers {
				require.Equal(t, learnedState(single), learnedState(c))
			}
			require.NotEqual(t, learnedState(newChooser(t, spec, g.info())), learnedState(single))
		})
	}
}

// inParallel calls f for every worker, each in a goroutine of its own.
func inParallel(workers int, f func(i int)) {
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() { f(i) })
	}
	group.Wait()
}

// replay replays the batches of all workers to c if it learns.
func replay(c Chooser, batches []Traces) {
	learner, ok := c.(Learner)
	if !ok {
		return
	}
	for w := range batches {
		for i := range batches[w].Len() {
			batches[w].Replay(learner, i)
		}
	}
}

package mcts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
)

// fair is a Predictor that judges all actions to be equal, and returns alike in every position of
// two players.
type fair[S any, A comparable] struct{}

func (fair[S, A]) Predict(_ context.Context, batch []Position[S, A]) error {
	for _, p := range batch {
		for i := range p.Priors {
			p.Priors[i] = 1
		}
		copy(p.Values, []float64{0.25, 0.75})
	}
	return nil
}

// queueByHand is a queue whose walkers are led by one goroutine, in a given order. When they have
// selected, the time is up. What they have queued by then is never judged.
type queueByHand struct {
	*predictionQueue[cave, int]
	order []int
	stop  func()
	late  int // leaves that wait when the time is up
}

func (b *queueByHand) work(i int, r *run[int]) error {
	if i > 0 {
		return nil
	}
	q := b.predictionQueue
	for _, k := range b.order {
		w := q.walkers[k]
		q.claim()
		w.before = q.begun
		if err := q.simulate(w); err != nil {
			return err
		}
	}
	b.late += len(q.waiting)
	b.stop()
	r.signal.stop()
	for _, w := range q.walkers {
		for {
			todo, err := q.next(w, r)
			if err == nil && todo == backUp {
				err = q.finishAll(w)
			}
			if err != nil || todo != backUp {
				break
			}
		}
		w.flushAll()
	}
	return nil
}

// Leaves that wait when the time is up leave nothing in the tree, neither visits nor virtual
// visits, and each gives its simulation back to the budget once: when it is dropped or, with priors
// alone, when it is queued.
func TestLateLeavesAreDroppedOnce(t *testing.T) {
	for _, playouts := range []float64{0, 0.5, 1} {
		t.Run(fmt.Sprintf("Playouts %v", playouts), func(t *testing.T) { lateLeavesAreDroppedOnce(t, playouts) })
	}
}

func lateLeavesAreDroppedOnce(t *testing.T, playouts float64) {
	late := 0
	rapid.Check(t, func(t *rapid.T) {
		s, err := New(maze{2}, Config{
			Selection: policy.PUCT{}, Parallel: TreeParallel{Workers: 3}, Seed: rapid.Uint64().Draw(t, "seed"),
			Prediction: &Prediction{Source: fair[cave, int]{}, Playouts: playouts, Batch: 50},
		})
		require.NoError(t, err)
		root := cave{seed: rapid.Uint64().Draw(t, "root")}
		_, err = s.Run(context.Background(), &root, Budget{Simulations: rapid.IntRange(1, 30).Draw(t, "simulations")})
		require.NoError(t, err)

		h, _ := s.scheduler.(*sharedTree[cave, int])
		queue := h.batcher
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		q, _ := queue.(*predictionQueue[cave, int])
		byHand := &queueByHand{predictionQueue: q, stop: cancel}
		byHand.order = rapid.SliceOfN(rapid.IntRange(0, 2), 1, 12).Draw(t, "order")
		h.batcher = byHand
		before := s.Root().Visits()
		r, err := s.Run(ctx, &root, Budget{Simulations: 1000})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, before+r.Simulations, s.Root().Visits())
		require.LessOrEqual(t, r.Simulations+byHand.late, len(byHand.order))
		require.NoError(t, s.Check())
		late += byHand.late

		h.batcher = queue
		before = s.Root().Visits()
		_, err = s.Run(context.Background(), &root, Budget{Simulations: 50})
		require.NoError(t, err)
		require.Equal(t, before+50, s.Root().Visits())
		require.NoError(t, s.Check())
	})
	require.Positive(t, late)
}

// traceList is a learner that keeps every trace.
type traceList struct{ all []policy.Trace }

func (*traceList) Choose(c *policy.Choice) int { return c.Rand.IntN(len(c.Actions)) }

func (l *traceList) Learn(t *policy.Trace) {
	kept := *t
	kept.Plies, kept.Returns = slices.Clone(t.Plies), slices.Clone(t.Returns)
	l.all = append(l.all, kept)
}

// traceLists makes policies that keep every trace.
type traceLists struct{ all []*traceList }

func (l *traceLists) New(policy.Info) (policy.Chooser, error) {
	l.all = append(l.all, &traceList{})
	return l.all[len(l.all)-1], nil
}

// With predictions in a queue, every worker learns each simulation once: what was played before the
// root, in the tree and in the playout, and the returns that were backed up. Those that are dropped
// are not learned.
func TestLearningBesideAQueue(t *testing.T) {
	for _, playouts := range []float64{0, 0.5, 1} {
		l := &traceLists{}
		s, err := New(connect4.Game{}, Config{
			Selection: policy.PUCT{}, Playout: l, Parallel: TreeParallel{Workers: 3},
			Prediction: &Prediction{Source: fair[connect4.State, connect4.Drop]{}, Playouts: playouts, Batch: 5},
		})
		require.NoError(t, err)
		root, total := connect4.State{}, 0
		for history := range 3 {
			for _, n := range []int{1, 150} {
				_, err = s.Run(context.Background(), &root, Budget{Simulations: n})
				require.NoError(t, err)
				require.NoError(t, s.Check())
				total += n
			}
			require.Len(t, l.all, 3)
			for _, worker := range l.all {
				require.Len(t, worker.all, total)
				for _, trace := range worker.all[total-151:] {
					require.Equal(t, history, trace.Root)
					requireQueuedTrace(t, trace, playouts)
				}
			}
			_, err = s.Advance(3)
			require.NoError(t, err)
			connect4.Game{}.Apply(&root, 3)
		}
	}
}

// requireQueuedTrace plays a trace of Connect Four again, whose first plies are drops in the middle
// column, and compares its returns with those of its end and of fair.
func requireQueuedTrace(t *testing.T, trace policy.Trace, playouts float64) {
	g, state := connect4.Game{}, connect4.State{}
	isOver := func() bool { return len(g.AppendActions(nil, &state)) == 0 }
	require.LessOrEqual(t, trace.Root, trace.Leaf)
	judged := true
	for i, p := range trace.Plies {
		require.EqualValues(t, g.ToMove(&state), p.Player)
		require.Contains(t, g.AppendActions(nil, &state), connect4.Drop(p.Action))
		if i < trace.Root {
			require.EqualValues(t, 3, p.Action)
		}
		g.Apply(&state, connect4.Drop(p.Action))
		if i == trace.Leaf-1 && isOver() {
			judged = false
		}
	}
	share := playouts
	if !judged {
		share = 1
	}
	want := []float64{0, 0}
	if share > 0 {
		require.True(t, isOver())
		g.Returns(&state, want)
	} else {
		require.Len(t, trace.Plies, trace.Leaf)
	}
	for i, v := range []float64{0.25, 0.75} {
		require.InDelta(t, share*want[i]+(1-share)*v, trace.Returns[i], 1e-9)
	}
}

// untry puts the edges without visits behind those with some and otherwise changes no order.
// Everything that belongs to an edge moves with it.
func TestUntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		visits := rapid.SliceOfN(rapid.Uint32Range(0, 2), 1, 20).Draw(t, "visits")
		tried := rapid.IntRange(0, len(visits)).Draw(t, "tried")
		clear(visits[tried:])
		b := block{count: uint32(len(visits)), tried: uint32(tried), player: rapid.SampledFrom([]int32{0, 1, Chance}).Draw(t, "player")}
		if rapid.Bool().Draw(t, "detour") {
			b.tried += detour
		}
		values := &struct {
			columnOf[float32]
			nothingSaved
		}{}
		actions := &edgeActions[int]{}
		at := tree{actions: actions, columns: []column{values}, maxChunks: 1}
		at.reset()
		c, i, ok := at.alloc(len(visits))
		require.True(t, ok)
		c.setBlock(uint32(i), b)
		var first, last []int
		for k, n := range visits {
			c.stats[i+1+k] = policy.Stats{Mean: float32(k), Visits: n}
			c.links[i+1+k].child, *actions.at(uint32(i + 1 + k)) = uint32(k), k
			*values.at(uint32(i + 1 + k)) = float32(k)
			if n > 0 || b.player == Chance {
				first = append(first, k)
			} else {
				last = append(last, k)
			}
		}
		at.untry(uint32(i))
		if b.player != Chance {
			b.tried += uint32(len(first) - tried)
		}
		require.Equal(t, b, c.header(uint32(i)))
		require.Equal(t, slices.Concat(first, last), actions.of(uint32(i+1), uint32(len(visits))))
		for j, k := range actions.of(uint32(i+1), uint32(len(visits))) {
			require.Equal(t, policy.Stats{Mean: float32(k), Visits: visits[k]}, c.stats[i+1+j])
			require.EqualValues(t, k, c.links[i+1+j].child)
			require.EqualValues(t, k, *values.at(uint32(i + 1 + j)))
		}
	})
}

// Actions are sorted by descending prior, and those with equal priors keep their order, however
// many they are.
func TestSortByPrior(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 7, 32, 33, 80}).Draw(t, "actions")
		priors := rapid.SliceOfN(rapid.Float32Range(0, 3), n, n).Draw(t, "priors")
		p := Position[int, int]{}
		for k := range priors {
			priors[k] = float32(int(priors[k]))
			p.Actions = append(p.Actions, k)
		}
		p.Priors = slices.Clone(priors)
		want := slices.Clone(p.Actions)
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(priors[b], priors[a]) })
		p.sortByPrior()
		require.Equal(t, want, p.Actions)
		for k, a := range p.Actions {
			require.Equal(t, priors[a], p.Priors[k])
		}
	})
}

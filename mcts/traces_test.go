package mcts

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
)

// logs makes policies that write down what they learn.
type logs struct{ all []*traceLog }

func (l *logs) New(policy.Info) (policy.Chooser, error) {
	l.all = append(l.all, &traceLog{})
	return l.all[len(l.all)-1], nil
}

// traceLog is a learner that keeps the text of every trace.
type traceLog struct{ texts []string }

func (*traceLog) Choose(c *policy.Choice) int { return c.Rand.IntN(len(c.Actions)) }

func (l *traceLog) Learn(t *policy.Trace) {
	l.texts = append(l.texts, fmt.Sprint(t.Plies, t.Returns, t.Root, t.Leaf))
}

// All workers of a LockStep or LeafParallel learn from the same simulations in the same order,
// which does not depend on the number of workers.
func TestWorkersOfBatchesLearnTheSame(t *testing.T) {
	learned := func(t *testing.T, p Parallel) []string {
		l := &logs{}
		s, err := New(connect4.Game{}, Config{Playout: l, Parallel: p, Seed: 5})
		require.NoError(t, err)
		for _, n := range []int{1, 333, 1000} {
			_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: n})
			require.NoError(t, err)
		}
		for _, other := range l.all[1:] {
			require.True(t, slices.Equal(l.all[0].texts, other.texts), "a worker has learned something else")
		}
		require.Equal(t, 1334, len(l.all[0].texts))
		return l.all[0].texts
	}
	t.Run("LockStep", func(t *testing.T) {
		require.True(t, slices.Equal(learned(t, LockStep{Workers: 1, Batch: 8}), learned(t, LockStep{Workers: 3, Batch: 8})))
	})
	t.Run("LeafParallel", func(t *testing.T) {
		require.True(t, slices.Equal(learned(t, LeafParallel{Workers: 1}), learned(t, LeafParallel{Workers: 3})))
	})
}

// All workers of a TreeParallel have learned from the same simulations when Run returns, in any
// order.
func TestWorkersOfASharedTreeLearnTheSame(t *testing.T) {
	l := &logs{}
	s, err := New(connect4.Game{}, Config{Playout: l, Parallel: TreeParallel{Workers: 3}})
	require.NoError(t, err)
	total := 0
	for _, n := range []int{1, 1000, 3333} {
		total += n
		_, err = s.Run(context.Background(), &connect4.State{}, Budget{Simulations: n})
		require.NoError(t, err)
		require.Len(t, l.all, 3)
		want := slices.Sorted(slices.Values(l.all[0].texts))
		require.Equal(t, total, len(want))
		for _, other := range l.all[1:] {
			got := slices.Sorted(slices.Values(other.texts))
			require.Equal(t, total, len(got))
			require.True(t, slices.Equal(want, got), "a worker has learned other simulations")
		}
	}
}

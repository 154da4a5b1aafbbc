package playout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// keeper returns a worker that keeps lines, with the line of a playout that takes the actions with
// an index.
func keeper(t *testing.T, index int, discount float64) *worker {
	w := newWorker(t, toy{3}, first{index})
	w.AddRewards(discount)
	w.KeepLines()
	w.begin()
	require.NoError(t, w.Evaluate(&w.sim))
	w.Collect(&w.sim)
	var none tree.Actions[int]
	w.KeepBest(&w.sim, &none)
	return w
}

// The best line is the first one of the best, of all workers.
func TestBestOfWorkers(t *testing.T) {
	odd, even, other := keeper(t, 0, 0), keeper(t, 1, 0), keeper(t, 1, 0)
	other.best.line.Actions[0] = 30
	nothing := newWorker(t, toy{3}, policy.Uniform{})

	odd.TakeBest(&nothing.Maker)
	line, ok := odd.Best()
	require.True(t, ok)
	require.Zero(t, line.Return)
	require.Equal(t, []int{1, 1, 1}, line.Actions)

	odd.TakeBest(&even.Maker)
	line, _ = odd.Best()
	require.EqualValues(t, 1, line.Return)
	odd.TakeBest(&other.Maker)
	line, _ = odd.Best()
	require.Equal(t, []int{2, 2, 2}, line.Actions, "an equal line is not better")
	odd.TakeBest(&keeper(t, 0, 0).Maker)
	line, _ = odd.Best()
	require.Equal(t, []int{2, 2, 2}, line.Actions)

	nothing.TakeBest(&odd.Maker)
	line, ok = nothing.Best()
	require.True(t, ok)
	require.Equal(t, []int{2, 2, 2}, line.Actions)
}

// The return of what is left of the best line after an action is what it brings from there on.
// After the last action, or after another one, there is none.
func TestFollowBest(t *testing.T) {
	for _, discount := range []float64{0, 0.5} {
		w := keeper(t, 1, discount)
		for left := 2; left >= 1; left-- {
			w.FollowBest(2)
			line, ok := w.Best()
			require.True(t, ok)
			require.Len(t, line.Actions, left)
			want := 1.0
			for range left {
				if discount != 0 {
					want *= discount
				}
			}
			require.Equal(t, want, line.Return)
		}
		w.FollowBest(2)
		_, ok := w.Best()
		require.False(t, ok)
		w.FollowBest(2)

		w = keeper(t, 1, discount)
		w.FollowBest(1)
		_, ok = w.Best()
		require.False(t, ok)
	}
}

// A saved line has actions that the game lists.
func TestSavedLine(t *testing.T) {
	w, start := keeper(t, 2, 0.5), &toyState{}
	c := wire.NewAppender(nil)
	w.CodeBest(c, start, 10)
	data, err := c.Appended()
	require.NoError(t, err)

	read := keeper(t, 1, 0.5)
	r := wire.NewReader(data)
	read.CodeBest(r, start, 10)
	require.NoError(t, r.End())
	require.Equal(t, w.best, read.best)

	places := 0
	for i, b := range data {
		if b != 2 { // the place of an action
			continue
		}
		places++
		for value, good := range map[byte]bool{0: true, 1: true, 3: false, 4: false} {
			bad := append([]byte(nil), data...)
			bad[i] = value
			r := wire.NewReader(bad)
			read.CodeBest(r, start, 10)
			require.Equal(t, good, r.End() == nil, "byte %d is %d", i, value)
			_, ok := read.Best()
			require.Equal(t, good, ok)
		}
	}
	require.Equal(t, 3, places)

	w.best.line.Actions[1] = 30
	c = wire.NewAppender(nil)
	w.CodeBest(c, start, 10)
	require.ErrorContains(t, c.Err(), "the game lists [1 2 3] now, and the best line has 30 there")
}

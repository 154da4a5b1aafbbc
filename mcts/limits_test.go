package mcts_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// clock is a clock that a game moves on.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

// slow is Connect Four whose playouts take time by the clock, and may end the context.
type slow struct {
	connect4.Game
	clock    *clock
	playouts *int
	takes    func(playout int) time.Duration
}

func (g slow) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	return g.Game.AppendActions(dst, s)
}

func (g slow) Apply(s *connect4.State, a connect4.Drop) { g.Game.Apply(s, a) }

func (g slow) Returns(s *connect4.State, out []float64) {
	g.clock.now = g.clock.now.Add(g.takes(*g.playouts))
	*g.playouts++
	g.Game.Returns(s, out)
}

func newSlow(takes func(int) time.Duration) (bare[connect4.State, connect4.Drop], *clock) {
	c := &clock{now: time.Unix(0, 0)}
	return bare[connect4.State, connect4.Drop]{slow{clock: c, playouts: new(int), takes: takes}}, c
}

// The deadline is overrun by a batch of simulations at most, which takes a tenth of a millisecond
// or is a single one: for games of any speed, and for those that become slow or fast on the way.
func TestTimeLimit(t *testing.T) {
	mcts.OneGoroutine(t)
	for name, takes := range map[string]func(int) time.Duration{
		"fast":       func(int) time.Duration { return time.Microsecond },
		"slow":       func(int) time.Duration { return 30 * time.Millisecond },
		"very slow":  func(int) time.Duration { return time.Second },
		"slow later": func(k int) time.Duration { return time.Microsecond + time.Duration(k)*10*time.Nanosecond },
	} {
		t.Run(name, func(t *testing.T) {
			for limit := 40 * time.Millisecond; limit < 60*time.Millisecond; limit += time.Duration(testkit.Few(5, 1)) * time.Millisecond {
				g, c := newSlow(takes)
				s, err := mcts.New(g, mcts.Config{Clock: c.read})
				require.NoError(t, err)
				r, err := s.Run(bg, &connect4.State{}, mcts.Budget{Time: limit})
				require.NoError(t, err)
				require.NoError(t, s.Check())
				require.Equal(t, mcts.StopTime, r.Stop)
				require.GreaterOrEqual(t, r.Elapsed, limit)
				last := takes(r.Simulations)
				require.LessOrEqual(t, r.Elapsed, limit+max(400*time.Microsecond, last), "%d simulations", r.Simulations)
			}
		})
	}
}

// The clock is read a few thousand times a second at most.
func TestClockIsReadRarely(t *testing.T) {
	mcts.OneGoroutine(t)
	g, c := newSlow(func(int) time.Duration { return time.Microsecond })
	reads := 0
	s, err := mcts.New(g, mcts.Config{Clock: func() time.Time { reads++; return c.now }})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Time: 100 * time.Millisecond})
	require.NoError(t, err)
	require.Less(t, reads, 3000)

	reads = 0
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100_000})
	require.NoError(t, err)
	require.Equal(t, 2, reads, "begin and end, where nothing depends on it")
}

func TestFirstLimitEndsTheSearch(t *testing.T) {
	g, c := newSlow(func(int) time.Duration { return time.Millisecond })
	s, err := mcts.New(g, mcts.Config{Clock: c.read})
	require.NoError(t, err)
	r, err := s.Run(bg, &connect4.State{}, mcts.Budget{Time: time.Second, Simulations: 7})
	require.NoError(t, err)
	require.Equal(t, mcts.StopSimulations, r.Stop)
	require.Equal(t, 7, r.Simulations)
	require.Equal(t, 7*time.Millisecond, r.Elapsed)

	r, err = s.Run(bg, &connect4.State{}, mcts.Budget{Time: 5 * time.Millisecond, Simulations: 1000})
	require.NoError(t, err)
	require.Equal(t, mcts.StopTime, r.Stop)
	require.Less(t, r.Simulations, 10)

	r, err = s.Run(bg, &connect4.State{}, mcts.Budget{Time: 1})
	require.NoError(t, err)
	require.Equal(t, 1, r.Simulations, "one simulation at least")
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	g, c := newSlow(func(k int) time.Duration {
		if k == 100 {
			cancel()
		}
		return time.Millisecond
	})
	s, err := mcts.New(g, mcts.Config{Clock: c.read})
	require.NoError(t, err)
	r, err := s.Run(ctx, &connect4.State{}, mcts.Budget{})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, mcts.StopContext, r.Stop)
	require.InDelta(t, 101, r.Simulations, 2)
	require.Equal(t, r.Children[0].Action, r.Action, "the best so far")
	require.NoError(t, s.Check())

	r, err = s.Run(ctx, &connect4.State{}, mcts.Budget{Simulations: 5})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, r.Simulations)
	require.Equal(t, r.Children[0].Action, r.Action, "the tree is kept")

	fresh, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	none, err := fresh.Run(ctx, &connect4.State{}, mcts.Budget{Simulations: 5})
	require.ErrorIs(t, err, context.Canceled)
	require.EqualValues(t, 0, none.Action, "the first legal action")
	require.Nil(t, none.Values)
	require.Len(t, none.Children, 7)

	expired, stop := context.WithTimeout(bg, 0)
	defer stop()
	_, err = fresh.Run(expired, &connect4.State{}, mcts.Budget{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestMaxNodes(t *testing.T) {
	mcts.OneGoroutine(t)
	for _, limit := range []int{1, 5, 8, 9, 100, 5000} {
		s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxNodes: limit}, 10_000)
		require.Equal(t, max(limit, 8), r.Nodes, "the root and its children are always there")
		require.True(t, r.Full)
		require.Equal(t, 10_000, r.Simulations)
		require.EqualValues(t, 3, r.Action, "the center, even with a small tree")
		r = run(t, s, connect4.State{}, 10)
		require.True(t, r.Full)
	}
	_, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxNodes: 10_000}, 1000)
	require.False(t, r.Full)
}

func TestMaxBytes(t *testing.T) {
	mcts.OneGoroutine(t)
	const limit = 1_000_000
	s, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxBytes: limit, Seed: 1}, 100_000)
	require.True(t, r.Full)
	require.LessOrEqual(t, r.Bytes, int64(limit))
	require.EqualValues(t, 3, r.Action)
	advance(t, s, r.Action)
	next := connect4.State{}
	connect4.Game{}.Apply(&next, r.Action)
	r = run(t, s, next, 1)
	require.False(t, r.Full, "there is room again")

	_, err := mcts.New(connect4.Game{}, mcts.Config{MaxBytes: 10_000})
	require.ErrorContains(t, err, "Config.MaxBytes is 10000, want 0 or >= 2")
}

// A single action is answered soon, with a value.
func TestForced(t *testing.T) {
	g := &script{players: 2}
	root := g.node(1, g.node(0, g.leaf(1, 0), g.leaf(0, 1)))
	_, r := search[int](t, g, root, mcts.Config{}, 1_000_000)
	require.Equal(t, mcts.StopForced, r.Stop)
	require.LessOrEqual(t, r.Simulations, 100)
	require.Greater(t, r.Values[0], 0.8)
	_, r = search[int](t, g, root, mcts.Config{}, 5)
	require.Equal(t, mcts.StopSimulations, r.Stop)
}

// MaxRobustChild ends the search within the last third as soon as one action is both, and never
// late.
func TestReserve(t *testing.T) {
	clear := &script{players: 1}
	root := clear.node(0, clear.leaf(0.9), clear.leaf(0))
	_, r := search[int](t, clear, root, mcts.Config{Final: policy.MaxRobustChild{}}, 900)
	require.Equal(t, mcts.StopDecided, r.Stop)
	require.Equal(t, 600, r.Simulations)

	// Two actions that swap places: a late improvement has the higher mean long before it has the
	// visits.
	undecided := finalFunc(func(*policy.Candidates) (int, bool) { return 1, false })
	_, r = search[int](t, clear, root, mcts.Config{Final: undecided}, 900)
	require.Equal(t, mcts.StopSimulations, r.Stop)
	require.Equal(t, 900, r.Simulations)

	g, c := newSlow(func(int) time.Duration { return time.Millisecond })
	s, err := mcts.New(g, mcts.Config{Clock: c.read, Final: policy.MaxRobustChild{Held: 0.5}})
	require.NoError(t, err)
	r2, err := s.Run(bg, &connect4.State{}, mcts.Budget{Time: time.Second})
	require.NoError(t, err)
	require.Equal(t, mcts.StopDecided, r2.Stop)
	require.GreaterOrEqual(t, r2.Elapsed, time.Second/2)
}

type finalFunc func(*policy.Candidates) (int, bool)

func (f finalFunc) Pick(c *policy.Candidates) (int, bool) { return f(c) }
func (f finalFunc) Reserve() float64                      { return 0.5 }

// Config.MaxPlies cuts playouts off, and the Evaluator evaluates them; a game that is over is
// scored.
func TestMaxPlies(t *testing.T) {
	g := &script{players: 2}
	deep := g.node(0, g.leaf(1, 0))
	g.nodes[deep].Returns = []float64{0.9, 0.1} // what Evaluate says of it
	middle := g.node(1, deep)
	g.nodes[middle].Returns = []float64{0.6, 0.4}
	root := g.node(0, middle, g.leaf(0.7, 0.3))

	_, r := search[int](t, g, root, mcts.Config{MaxPlies: 1}, 2)
	means := map[branch]float64{}
	for _, c := range r.Children {
		means[c.Action] = c.Mean
	}
	require.InDelta(t, 0.9, means[0], 1e-9, "one ply beyond the leaf, evaluated")
	require.InDelta(t, 0.7, means[1], 1e-9, "over, scored exactly")

	_, r = search[int](t, bare[int, branch]{g}, root, mcts.Config{MaxPlies: 1}, 1)
	require.Contains(t, []float64{0.5, 0.7}, math.Round(r.Children[0].Mean*100)/100, "no evaluator: a draw")

	_, r = search[int](t, g, root, mcts.Config{MaxPlies: 2}, 2)
	require.InDelta(t, 1, max(r.Children[0].Mean, r.Children[1].Mean), 1e-9, "the end exactly at the limit is scored")
}

// late is a context whose deadline is over and whose timer has not run.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Unix(0, 0), true }

// The deadline of a context counts even if its timer has not run.
func TestDeadlineWithoutTimer(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	r, err := s.Run(late{ctx}, &connect4.State{}, mcts.Budget{Simulations: 1000})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Equal(t, mcts.StopContext, r.Stop)
	require.Zero(t, r.Simulations)
}

package mcts_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// calls counts the calls of rules, each of which takes a millisecond of a clock that stands still
// otherwise, and ends a context with one of them.
type calls struct {
	made, after atomic.Int64 // calls, and the calls that began when the context was done
	last        int64        // the call that ends the context; 0: none
	ctx         context.Context
	cancel      context.CancelFunc
}

func newCalls(last int64) *calls {
	c := &calls{last: last}
	c.ctx, c.cancel = context.WithCancel(bg)
	return c
}

func (c *calls) clock() time.Time {
	return time.Unix(0, 0).Add(time.Duration(c.made.Load()) * time.Millisecond)
}

// call is a call of a rule.
func (c *calls) call() {
	if c.ctx.Err() != nil {
		c.after.Add(1)
	}
	if c.made.Add(1) == c.last {
		c.cancel()
	}
}

// slowTicTacToe is Tic-Tac-Toe in which the calls that may take long are counted. Nothing is
// hidden, and Determinize does nothing.
type slowTicTacToe struct {
	tictactoe.Game
	*calls
}

func (g slowTicTacToe) AppendActions(dst []tictactoe.Cell, s *tictactoe.State) []tictactoe.Cell {
	g.call()
	return g.Game.AppendActions(dst, s)
}

func (g slowTicTacToe) Apply(s *tictactoe.State, a tictactoe.Cell) {
	g.call()
	g.Game.Apply(s, a)
}

func (g slowTicTacToe) Returns(s *tictactoe.State, out []float64) {
	g.call()
	g.Game.Returns(s, out)
}

func (g slowTicTacToe) Determinize(*tictactoe.State, int, *rng.Rand) { g.call() }

func (g slowTicTacToe) Evaluate(_ *tictactoe.State, out []float64) {
	g.call()
	out[0], out[1] = 0.5, 0.5
}

func (g slowTicTacToe) Weigh(_ *tictactoe.State, _ []tictactoe.Cell, weights []float32) {
	g.call()
	for i := range weights {
		weights[i] = 1
	}
}

// limitedKinds are kinds of searches with limits to keep.
func limitedKinds() map[string]mcts.Config {
	all := map[string]mcts.Config{
		"solver":             {Solver: &mcts.Solver{Probe: true}},
		"graph":              {Graph: &mcts.Graph{}},
		"decisive":           {Playout: mcts.DecisiveMoves{}},
		"anti-decisive":      {Playout: mcts.DecisiveMoves{Anti: true}},
		"MAST":               {Playout: policy.MAST{}},
		"GRAVE":              {Selection: policy.GRAVE{}},
		"priors":             {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}},
		"values":             {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}},
		"values in batches":  {Selection: policy.PUCT{}, Prediction: &mcts.Prediction{}, Parallel: mcts.LockStep{Workers: 2}},
		"graph in lock-step": {Graph: &mcts.Graph{}, Parallel: mcts.LockStep{Workers: 2}},
		"max plies":          {MaxPlies: 2},
		"similarity":         {Similarity: &mcts.Similarity{}},
		"implicit minimax":   {Selection: policy.ImplicitMinimax{}},
		"many trees":         {Hidden: mcts.Ensemble{Trees: 400}},
		"roots":              {Parallel: mcts.RootParallel{Workers: 2, Trees: 100}},
	}
	for name, cfg := range kinds {
		all[name] = cfg
	}
	for name, cfg := range all {
		if cfg.Hidden == nil {
			cfg.Hidden = mcts.PerfectInformation{}
		}
		all[name] = cfg
	}
	return all
}

// workersOf returns how many goroutines a search has.
func workersOf(p mcts.Parallel) int64 {
	switch p := p.(type) {
	case mcts.RootParallel:
		return int64(p.Workers)
	case mcts.LeafParallel:
		return int64(p.Workers)
	case mcts.LockStep:
		return int64(p.Workers)
	case mcts.TreeParallel:
		return int64(p.Workers)
	}
	return 1
}

// mostCalls returns how many calls of the rules a worker begins after a cancel: one, and the
// actions at the root of a tree that has a determinization, and a score and a value of a new node
// if it needs them at once.
func mostCalls(cfg mcts.Config) int64 {
	_, values := cfg.Selection.(policy.ImplicitMinimax)
	switch {
	case values:
		return 3
	case cfg.Solver != nil, cfg.Hidden != mcts.HiddenInformation(mcts.PerfectInformation{}):
		return 2
	}
	return 1
}

// A cancel ends a Run wherever it comes: a worker makes a call or two more of the rules. The
// tree stays sound, and the search can continue.
func TestCancelAtEveryCall(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	for name, cfg := range limitedKinds() {
		t.Run(name, func(t *testing.T) {
			for last := int64(4); last < 400; last += 1 + last/int64(testkit.Few(6, 20)) {
				c := newCalls(last)
				cfg.Clock, cfg.Seed = c.clock, uint64(last)
				s, err := mcts.New(slowTicTacToe{calls: c}, cfg)
				require.NoError(t, err)
				var start tictactoe.State
				r, err := s.Run(c.ctx, &start, mcts.Budget{})
				require.ErrorIs(t, err, context.Canceled)
				require.Equal(t, mcts.StopContext, r.Stop)
				require.NoError(t, s.Check(), "call %d", last)
				workers := workersOf(cfg.Parallel)
				most := mostCalls(cfg)*workers + workers - 1 // Others may have looked before the cancel.
				require.LessOrEqual(t, c.after.Load(), most, "calls after the cancel with call %d", last)
				visits := 0
				for _, root := range s.Roots() {
					visits += root.Visits()
				}
				require.LessOrEqual(t, r.Simulations, visits)
				require.LessOrEqual(t, visits, r.Simulations+int(workers)*16, "simulations that were cut off")
				again, err := s.Run(bg, &start, mcts.Budget{Simulations: 20})
				require.NoError(t, err)
				require.Equal(t, 20, again.Simulations)
				require.NoError(t, s.Check())
			}
		})
	}
}

// A budget of time is overrun by at most one simulation of every worker, without further lookahead.
func TestTimeAtEveryCall(t *testing.T) {
	for name, cfg := range limitedKinds() {
		t.Run(name, func(t *testing.T) {
			for limit := time.Millisecond; limit < 300*time.Millisecond; limit += 1 + limit/4 {
				c := newCalls(0)
				cfg.Clock, cfg.Seed = c.clock, uint64(limit)
				s, err := mcts.New(slowTicTacToe{calls: c}, cfg)
				require.NoError(t, err)
				var start tictactoe.State
				for range 2 {
					r, err := s.Run(bg, &start, mcts.Budget{Time: limit})
					require.NoError(t, err)
					require.Equal(t, mcts.StopTime, r.Stop, fmt.Sprint(r.Simulations))
					require.Positive(t, r.Simulations)
					const simulation = 2*9 + 2 + 9 // a look at the end at every ply, the actions of a node, and one more look
					require.Less(t, r.Elapsed, limit+time.Duration(simulation*workersOf(cfg.Parallel)*batchOf(cfg.Parallel))*time.Millisecond)
				}
			}
		})
	}
}

// batchOf returns how many simulations a worker may begin at once before the first one has shown
// how long one takes.
func batchOf(p mcts.Parallel) int64 {
	if p, ok := p.(mcts.LeafParallel); ok {
		return int64(max(1, p.Playouts))
	}
	return 1
}

// slowInformer is slowTicTacToe in which a player knows the position.
type slowInformer struct{ slowTicTacToe }

func (g slowInformer) InformationState(s *tictactoe.State, _ int) uint64 { return g.Hash(s) }

// Trees for which there is no time are empty, and begin again in a later Run, those that keep what
// they know from one Run to the next too.
func TestTreesThatAreLeftOut(t *testing.T) {
	for name, hidden := range map[string]mcts.HiddenInformation{
		"roots": mcts.PerfectInformation{}, "ISMCTS": mcts.ISMCTS{}, "beliefs": mcts.ISMCTS{Beliefs: true},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCalls(0)
			g := slowInformer{slowTicTacToe{calls: c}}
			s, err := mcts.New(g, mcts.Config{Clock: c.clock, Hidden: hidden, Parallel: mcts.RootParallel{Workers: 1, Trees: 8}})
			require.NoError(t, err)
			var root tictactoe.State
			for _, milliseconds := range []time.Duration{100_000, 3, 500, 3} {
				g.Game.Apply(&root, g.Game.AppendActions(nil, &root)[0])
				_, err := s.Run(bg, &root, mcts.Budget{Time: milliseconds * time.Millisecond})
				require.NoError(t, err)
				require.NoError(t, s.Check())
				require.Equal(t, milliseconds > 3, len(s.Roots()) == 8)
			}
			action := g.Game.AppendActions(nil, &root)[0]
			_, err = s.Advance(action)
			require.NoError(t, err)
			require.NoError(t, s.Check())
			g.Game.Apply(&root, action)
			_, err = s.Run(bg, &root, mcts.Budget{Time: 500 * time.Millisecond})
			require.NoError(t, err)
			require.NoError(t, s.Check())
			require.Len(t, s.Roots(), 8)
		})
	}
}

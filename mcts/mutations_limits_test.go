package mcts_test

import (
	"fmt"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// corridor is a game of 20 plies with two actions each. Every ply takes a millisecond of a clock,
// on whichever goroutine it is played.
type corridor struct{ millis *atomic.Int64 }

func (corridor) NumPlayers() int             { return 1 }
func (corridor) ToMove(*int) int             { return 0 }
func (corridor) Returns(_ *int, o []float64) { o[0] = 0.5 }

func (g corridor) Apply(s *int, _ int) {
	g.millis.Add(1)
	*s++
}

func (corridor) AppendActions(dst []int, s *int) []int {
	if *s == 20 {
		return dst
	}
	return append(dst, 0, 1)
}

func (g corridor) read() time.Time { return time.UnixMilli(g.millis.Load()) }

// A batch is as small as it must be to keep a budget of time: the overshoot is at most one
// simulation of every worker, and one more.
func TestBatchesKeepTime(t *testing.T) {
	const simulation = 20 * time.Millisecond
	for _, p := range []mcts.Parallel{
		nil,
		mcts.LockStep{Workers: 1},
		mcts.LockStep{Workers: 2},
		mcts.LockStep{Workers: 3, Batch: 64},
		mcts.LeafParallel{Workers: 2, Playouts: 16},
		mcts.LeafParallel{Workers: 1, Playouts: 16},
	} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			workers := 1
			switch p := p.(type) {
			case mcts.LockStep:
				workers = p.Workers
			case mcts.LeafParallel:
				workers = p.Workers
			}
			for _, limit := range []time.Duration{1, 10 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second} {
				g := corridor{new(atomic.Int64)}
				s, err := mcts.New[int, int](g, mcts.Config{Clock: g.read, Parallel: p})
				require.NoError(t, err)
				root := 0
				r, err := s.Run(bg, &root, mcts.Budget{Time: limit})
				require.NoError(t, err)
				require.Equal(t, mcts.StopTime, r.Stop)
				require.LessOrEqual(t, r.Elapsed, limit+time.Duration(workers+1)*simulation, "%+v, %d simulations", p, r.Simulations)
				require.NoError(t, s.Check())
			}
		})
	}
}

// slowSiege is a siege in which every ply takes a millisecond of a clock.
type slowSiege struct {
	siegeTurns
	millis *atomic.Int64
}

func (g slowSiege) Apply(s *siegeState, a int) {
	g.millis.Add(1)
	g.siege.Apply(s, a)
}

// The tests for interesting determinizations keep the budget of time, at the root and at leaves.
func TestInterestingKeepsTime(t *testing.T) {
	pass := mcts.PlayoutFunc(func(*siegeState, int, []int, *rng.Rand) int { return 0 })
	for _, leaves := range []bool{false, true} {
		millis := new(atomic.Int64)
		in := mcts.Interesting{Passive: pass, Rule: pass, Candidates: 20, Tests: 20, AtLeaves: leaves}
		s, err := mcts.New[siegeState, int](slowSiege{millis: millis}, mcts.Config{
			Clock: func() time.Time { return time.UnixMilli(millis.Load()) }, Hidden: mcts.Ensemble{Interesting: in},
		})
		require.NoError(t, err)
		r, err := s.Run(bg, &siegeState{}, mcts.Budget{Time: time.Millisecond})
		require.NoError(t, err)
		require.Equal(t, mcts.StopTime, r.Stop)
		require.LessOrEqual(t, r.Elapsed, 16*time.Millisecond, "two playouts of a test and one of a simulation")
	}
}

// faultyReturns is Connect Four that now and then, in one of some sixteen ends of the game, returns
// a number out of range, or forgets a player.
type faultyReturns struct {
	connect4.Game
	forgets bool
	returns [2]float64
}

func (g faultyReturns) Returns(s *connect4.State, out []float64) {
	var returns [2]float64
	g.Game.Returns(s, returns[:])
	stones := 0
	for _, c := range g.AppendCells(nil, s) {
		if c != g.AppendCells(nil, &connect4.State{})[0] {
			stones++
		}
	}
	if stones%16 == 0 {
		returns = g.returns
	}
	out[0] = returns[0]
	if stones%16 != 0 || !g.forgets {
		out[1] = returns[1]
	}
}

// forgetful is Connect Four that forgets player 1 in the last of some ends of the game.
type forgetful struct {
	connect4.Game
	calls *int
}

func (g forgetful) Returns(s *connect4.State, out []float64) {
	before := out[1]
	g.Game.Returns(s, out)
	if *g.calls++; *g.calls == 40 {
		out[1] = before
	}
}

// Returns out of range and players without a return are errors that name the actions, however
// rarely they occur, with any number of workers.
func TestRareFaultsOfReturns(t *testing.T) {
	for name, p := range parallels {
		t.Run(name, func(t *testing.T) {
			for want, g := range map[string]faultyReturns{
				"the return of player 1 is NaN":    {forgets: true},
				"the return of player 0 is 1e+31":  {returns: [2]float64{1e31, 0}},
				"the return of player 1 is -1e+31": {returns: [2]float64{0, -1e31}},
				"the return of player 0 is 1e+300": {returns: [2]float64{1e300, -1e300}},
				"the return of player 1 is +Inf":   {returns: [2]float64{0, math.Inf(1)}},
			} {
				t.Run(name+"/"+want, func(t *testing.T) {
					s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, mcts.Config{Parallel: p})
					require.NoError(t, err)
					_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 2000})
					require.ErrorContains(t, err, want)
					require.ErrorContains(t, err, "after the actions [")
					require.ErrorContains(t, err, "] from the root")
				})
			}
		})
	}
}

// Each of several playouts from one leaf must write all returns; none inherits those of a
// simulation before.
func TestForgottenReturnOfTheLastPlayout(t *testing.T) {
	g := forgetful{calls: new(int)}
	cfg := mcts.Config{Parallel: mcts.LeafParallel{Workers: 1, Playouts: 4}}
	s, err := mcts.New[connect4.State, connect4.Drop](bare[connect4.State, connect4.Drop]{g}, cfg)
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "the return of player 1 is NaN")
	require.Equal(t, 40, *g.calls)
}

// silent is a Backup that writes nothing after some simulations.
type silent struct{ policy.Average }

func (b silent) Credit(t *policy.Trace, out []float64) {
	if t.Returns[0] > 0 {
		b.Average.Credit(t, out)
	}
}

// A value that a Backup does not write is an error, and not that of the simulation before.
func TestSilentBackup(t *testing.T) {
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			s, err := mcts.New(connect4.Game{}, mcts.Config{Parallel: p, Backup: silent{}})
			require.NoError(t, err)
			_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 500})
			require.ErrorContains(t, err, "Backup mcts_test.silent credited NaN")
			require.ErrorContains(t, err, "after the actions [")
		})
	}
}

// Interesting makes so many tests of every candidate as it says, and so many candidates.
func TestInterestingCounts(t *testing.T) {
	const trees = 3
	calls := 0
	pass := mcts.PlayoutFunc(func(*siegeState, int, []int, *rng.Rand) int {
		calls++
		return 0
	})
	none := mcts.PlayoutFunc(func(*siegeState, int, []int, *rng.Rand) int { return 0 })
	in := mcts.Interesting{Passive: pass, Rule: none, Candidates: 5, Tests: 4}
	cfg := mcts.Config{Hidden: mcts.Ensemble{Trees: trees, Interesting: in}}
	search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{plies: 2}, cfg, 10)
	require.Equal(t, trees*5*4, calls, "the turn has one ply")
}

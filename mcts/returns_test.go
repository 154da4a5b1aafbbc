package mcts_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

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

// Each of several playouts from one leaf must write all returns; none inherits returns of an
// earlier simulation.
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

// A value that a Backup does not write is an error, and does not come from the simulation before.
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

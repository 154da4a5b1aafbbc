package policy

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// visitsOf returns the visits of action 0 of player 0, in simulations.
func visitsOf(m *mast) float64 {
	return float64(m.actions.visits[0][0]) / float64(m.weight)
}

// newMAST makes a live MAST with a decay.
func newMAST(t *testing.T, d Decay) *mast {
	m, ok := newChooser(t, MAST{Decay: d}, Info{Players: 2, Actions: 1}).(*mast)
	require.True(t, ok)
	return m
}

// learnWins makes c learn from simulations in which action 0 of player 0 wins.
func learnWins(c Chooser, simulations int) {
	for range simulations {
		learn(c, playoutTrace([]float64{1, 0}, Ply{}))
	}
}

// learnNothing makes c learn from simulations without plies.
func learnNothing(c Chooser, simulations int) {
	for range simulations {
		learn(c, playoutTrace([]float64{1, 0}))
	}
}

func TestDecayPerMove(t *testing.T) {
	for _, test := range []struct {
		decay      Decay
		visits     int
		want, next float64 // after one move, and after two
	}{
		{Decay{}, 7, 1, 0},
		{Decay{Move: 0.2}, 7, 1, 0},
		{Decay{Move: 0.2}, 8, 2, 0},
		{Decay{Move: 0.2}, 2, 0, 0},
		{Decay{Move: 0.2}, 3, 1, 0},
		{Decay{Move: 0.2}, 1000, 200, 40},
		{Decay{Move: 0.6}, 7, 4, 2},
		{Decay{Move: 0.5}, 5, 3, 2},
		{Decay{Move: 0.5}, 1, 1, 1},
		{Decay{Move: 1e-9}, 1000, 0, 0},
		{Decay{Move: 1}, 7, 7, 7},
		{Decay{Batch: 0.9}, 7, 1, 0},
		{Decay{Batch: 0.9, Move: 1}, 7, 7, 7},
	} {
		t.Run(fmt.Sprintf("%+v/visits=%d", test.decay, test.visits), func(t *testing.T) {
			c := newMAST(t, test.decay)
			learnWins(c, test.visits)
			decay(c, 1)
			require.EqualValues(t, test.want, visitsOf(c))
			decay(c, 1)
			require.EqualValues(t, test.next, visitsOf(c))
		})
	}
}

// Two plies are one move of a player, and two with EveryPly.
func TestDecayEveryPly(t *testing.T) {
	for every, want := range map[bool]float64{false: 200, true: 40} {
		c := newMAST(t, Decay{EveryPly: every})
		learnWins(c, 1000)
		decay(c, 2)
		require.EqualValues(t, want, visitsOf(c))
	}
}

// A decay does not change the means, and later returns weigh more than earlier ones.
func TestDecayLeavesMeans(t *testing.T) {
	s := &spyRule{}
	for _, spec := range []Playout{MAST{Rule: s}, NST{Rule: s, K: 1, N: 2}} {
		c := newChooser(t, spec, Info{Players: 2})
		for i := range 40 {
			learn(c, playoutTrace([]float64{float64(i % 4 / 3), 0}, Ply{}, Ply{Action: 5}))
		}
		require.Equal(t, []float32{0.25, 0.25}, scores(c, s, 0, []Ply{{}}, 0, 5))
		decay(c, 1) // 8 visits remain
		require.Equal(t, []float32{0.25, 0.25}, scores(c, s, 0, []Ply{{}}, 0, 5))
		for range 8 {
			learn(c, playoutTrace([]float64{1, 0}, Ply{}, Ply{Action: 5}))
		}
		require.InDeltaSlice(t, []float32{0.625, 0.625}, scores(c, s, 0, []Ply{{}}, 0, 5), 1e-6)
	}
}

func TestDecayPerBatch(t *testing.T) {
	c := newMAST(t, Decay{Batch: 0.5, BatchSize: 10})
	learnWins(c, 9)
	require.EqualValues(t, 9, visitsOf(c))
	learnWins(c, 1)
	require.EqualValues(t, 5, visitsOf(c))
	learnNothing(c, 10)
	require.EqualValues(t, 2.5, visitsOf(c), "not rounded")
	learnNothing(c, 20)
	require.EqualValues(t, 0.625, visitsOf(c))
	learnNothing(c, 10)
	require.Zero(t, visitsOf(c), "less than half a visit becomes 0")

	c = newMAST(t, Decay{Batch: 0.5})
	learnWins(c, 999)
	require.EqualValues(t, 999, visitsOf(c))
	learnWins(c, 1)
	require.EqualValues(t, 500, visitsOf(c))
}

// The weight of a visit is the factor to the power of the simulations since then, even for factors
// close to 1 and after many simulations.
func TestDecayPerSimulation(t *testing.T) {
	for _, factor := range []float64{0.5, 0.9, 0.999, 0.999999, 0.9999999} {
		t.Run(fmt.Sprint(factor), func(t *testing.T) {
			c := newMAST(t, Decay{Simulation: factor})
			want := 0.0
			for range 20_000 {
				learnWins(c, 1)
				want = (want + 1) * factor
			}
			require.InEpsilon(t, want, visitsOf(c), 1e-4)
			require.LessOrEqual(t, c.weight, float32(maxWeight))
			learnNothing(c, 1000)
			if want *= math.Pow(factor, 1000); want > 0.5 {
				require.InEpsilon(t, want, visitsOf(c), 1e-4)
			} else {
				require.LessOrEqual(t, visitsOf(c), 0.5)
			}
		})
	}
}

// The tables are rescaled when a new visit weighs more than maxWeight, and not before.
func TestDecayRescalesAboveTheGreatestWeight(t *testing.T) {
	c := newMAST(t, Decay{Simulation: 0.5})
	learnNothing(c, 10)
	require.EqualValues(t, maxWeight, c.weight)
	learnNothing(c, 1)
	require.EqualValues(t, 1, c.weight)
}

func TestDecaysCombine(t *testing.T) {
	c := newMAST(t, Decay{Simulation: 0.5, Batch: 0.75, BatchSize: 3, Move: 0.6})
	for range 3 {
		learn(c, playoutTrace([]float64{1, 0}, make([]Ply, 16)...)) // 8, 12 and 14 visits remain
	}
	// The batch decay makes them 14 * 0.75.
	require.InDelta(t, 10.5, visitsOf(c), 1e-5)
	learnNothing(c, 1)
	decay(c, 1) // 5.25 * 0.6 is 3.15
	require.EqualValues(t, 3, visitsOf(c))
}

// Tiny factors forget everything and make no score NaN.
func TestTinyDecayFactors(t *testing.T) {
	for _, factor := range []float64{1e-5, 1e-30, 1e-300, math.SmallestNonzeroFloat64} {
		s := &spyRule{}
		for _, d := range []Decay{{Simulation: factor}, {Batch: factor, BatchSize: 1}, {Move: factor}} {
			for _, spec := range []Playout{
				MAST{Rule: s, Decay: d, Unseen: 0.75}, NST{Rule: s, K: 1, Decay: d, Unseen: 0.75},
			} {
				c := newChooser(t, spec, Info{Players: 2, Actions: 2})
				for range 3 {
					learn(c, playoutTrace([]float64{0, 1}, Ply{}, Ply{Player: 1}, Ply{}))
					decay(c, 1)
					require.Equal(t, []float32{0.75, 0.75}, scores(c, s, 0, nil, 0, 1), "%+v", d)
				}
			}
		}
	}
}

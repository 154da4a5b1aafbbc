package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// visitsOf returns the visits of the first action of player 0, in units of one simulation.
func visitsOf(m *mast) float64 {
	e := m.rows.player[0][0]
	return float64(e.visits) / float64(m.weight)
}

// liveMAST returns MAST with a decay.
func liveMAST(t *testing.T, d Decay) *mast {
	m, ok := live(t, MAST{Decay: d}, Info{Players: 2, Actions: 1}).(*mast)
	require.True(t, ok)
	return m
}

// play lets the first action of player 0 win, so many times.
func play(c Chooser, times int) {
	for range times {
		learn(c, trace([]float64{1, 0}, Ply{}))
	}
}

func skip(c Chooser, simulations int) {
	for range simulations {
		learn(c, trace([]float64{1, 0}))
	}
}

func TestDecayByMove(t *testing.T) {
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
		c := liveMAST(t, test.decay)
		play(c, test.visits)
		decay(c)
		require.EqualValues(t, test.want, visitsOf(c), "%+v", test)
		decay(c)
		require.EqualValues(t, test.next, visitsOf(c), "%+v", test)
	}
}

// The mean outlives the decay, and later returns weigh the more.
func TestDecayKeepsMeans(t *testing.T) {
	s := &spy{}
	for _, spec := range []Playout{MAST{Rule: s}, NST{Rule: s, K: 1, N: 2}} {
		c := live(t, spec, Info{Players: 2})
		for i := range 40 {
			learn(c, trace([]float64{float64(i % 4 / 3), 0}, Ply{}, Ply{Action: 5}))
		}
		require.Equal(t, []float32{0.25, 0.25}, scores(c, s, 0, []Ply{{}}, 0, 5))
		decay(c) // 8 visits are left
		require.Equal(t, []float32{0.25, 0.25}, scores(c, s, 0, []Ply{{}}, 0, 5))
		for range 8 {
			learn(c, trace([]float64{1, 0}, Ply{}, Ply{Action: 5}))
		}
		require.InDeltaSlice(t, []float32{0.625, 0.625}, scores(c, s, 0, []Ply{{}}, 0, 5), 1e-6)
	}
}

func TestDecayByBatch(t *testing.T) {
	c := liveMAST(t, Decay{Batch: 0.5, BatchSize: 10})
	play(c, 9)
	require.EqualValues(t, 9, visitsOf(c))
	play(c, 1)
	require.EqualValues(t, 5, visitsOf(c))
	skip(c, 10)
	require.EqualValues(t, 2.5, visitsOf(c), "not rounded")
	skip(c, 20)
	require.EqualValues(t, 0.625, visitsOf(c))
	skip(c, 10)
	require.Zero(t, visitsOf(c), "less than half a visit is none")

	c = liveMAST(t, Decay{Batch: 0.5})
	play(c, 999)
	require.EqualValues(t, 999, visitsOf(c))
	play(c, 1)
	require.EqualValues(t, 500, visitsOf(c))
}

// Old visits are lighter by the share to the power of the simulations since, however small the step and however long
// it takes.
func TestDecayBySimulation(t *testing.T) {
	for _, share := range []float64{0.5, 0.9, 0.999, 0.999999, 0.9999999} {
		c := liveMAST(t, Decay{Simulation: share})
		want := 0.0
		for range 20_000 {
			play(c, 1)
			want = (want + 1) * share
		}
		require.InEpsilon(t, want, visitsOf(c), 1e-4, "%v", share)
		require.LessOrEqual(t, c.weight, float32(maxWeight))
		skip(c, 1000)
		if want *= math.Pow(share, 1000); want > 0.5 {
			require.InEpsilon(t, want, visitsOf(c), 1e-4, "%v", share)
		} else {
			require.LessOrEqual(t, visitsOf(c), 0.5)
		}
	}
}

func TestDecayTogether(t *testing.T) {
	c := liveMAST(t, Decay{Simulation: 0.5, Batch: 0.75, BatchSize: 3, Move: 0.6})
	for range 3 {
		learn(c, trace([]float64{1, 0}, make([]Ply, 16)...)) // 8, 12, 14 visits are left, and of these 10.5
	}
	require.InDelta(t, 10.5, visitsOf(c), 1e-5)
	skip(c, 1)
	decay(c) // 5.25 times 0.6 is 3.15
	require.EqualValues(t, 3, visitsOf(c))
}

// Shares so small that nothing is left are no reason for numbers that are none.
func TestDecayOfAlmostEverything(t *testing.T) {
	for _, share := range []float64{1e-5, 1e-30, 1e-300, math.SmallestNonzeroFloat64} {
		s := &spy{}
		for _, d := range []Decay{{Simulation: share}, {Batch: share, BatchSize: 1}, {Move: share}} {
			for _, spec := range []Playout{MAST{Rule: s, Decay: d, Unseen: 0.75}, NST{Rule: s, K: 1, Decay: d, Unseen: 0.75}} {
				c := live(t, spec, Info{Players: 2, Actions: 2})
				for range 3 {
					learn(c, trace([]float64{0, 1}, Ply{}, Ply{Player: 1}, Ply{}))
					decay(c)
					require.Equal(t, []float32{0.75, 0.75}, scores(c, s, 0, nil, 0, 1), "%+v", d)
				}
			}
		}
	}
}

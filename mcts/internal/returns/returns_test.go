package returns_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/returns"
)

// observe lets s see a simulation, the way a search does.
func observe(t require.TestingT, s *returns.Seen, values []float64, before int) {
	if s.Add(values) {
		return
	}
	_, f := s.Fault(values)
	require.NotEqual(t, returns.NoNumber, f)
	s.Measure(values, before)
}

// deviation is the standard deviation of numbers by its definition.
func deviation(all []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range all {
		mean += v / float64(len(all))
	}
	for _, v := range all {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(all)))
}

// The unit is twice the standard deviation of all returns, those in [0,1] before the first one
// outside counting as a fair coin, and the range is that of the returns.
func TestUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := returns.New(1, 0, 0, 0)
		inside := rapid.IntRange(0, 40).Draw(t, "inside")
		var seen []float64
		for n := range inside {
			v := rapid.Float64Range(0, 1).Draw(t, "v")
			observe(t, &s, []float64{v}, n)
			seen = append(seen, float64(n%2))
		}
		require.Equal(t, returns.Scale{Low: 0, High: 1, Unit: 1}, s.Scale(0))
		require.Nil(t, s.Units())
		if inside%2 == 1 {
			return // A fair coin has as many heads as tails.
		}
		base := rapid.Float64Range(-1e6, 1e6).Draw(t, "base")
		low, high := math.Inf(1), math.Inf(-1)
		if inside > 0 {
			low, high = 0, 1
		}
		for n := range rapid.IntRange(2, 40).Draw(t, "outside") {
			v := base + float64(rapid.IntRange(2, 100).Draw(t, "v"))
			observe(t, &s, []float64{v}, inside+n)
			seen, low, high = append(seen, v), min(low, v), max(high, v)
		}
		if base > -102 && base < 1 {
			return // Not all of them are outside.
		}
		require.Equal(t, low, s.Scale(0).Low)
		require.Equal(t, high, s.Scale(0).High)
		if want := 2 * deviation(seen); want > 0 {
			require.InEpsilon(t, want, s.Scale(0).Unit, 1e-3)
		} else {
			require.Equal(t, 1.0, s.Scale(0).Unit)
		}
		if inside == 0 {
			require.Equal(t, seen[0], s.Origin(0))
		} else {
			require.Zero(t, s.Origin(0))
		}
		top := s.Gains([]float64{high})[0]
		require.GreaterOrEqual(t, top, 1-1e-9)
		require.InDelta(t, top-1, s.Gains([]float64{high - s.Scale(0).Unit})[0], 1e-6, "a unit has the length 1")
		require.InDelta(t, seen[0]-s.Origin(0), s.Relative(seen[:1])[0], 1e-9)
	})
}

// What was seen before a new root counts as 32 returns.
func TestNewRoot(t *testing.T) {
	s := returns.New(1, 0, 0, 0)
	for n := range 1000 {
		observe(t, &s, []float64{float64(2 + 8*(n%2))}, n)
	}
	require.InDelta(t, 8, s.Scale(0).Unit, 1e-9)
	s.NewRoot()
	for n := range 32 {
		observe(t, &s, []float64{6}, n)
	}
	require.InDelta(t, 8/math.Sqrt2, s.Scale(0).Unit, 1e-9, "half of them are at the mean")
	s.Reset()
	require.Equal(t, returns.Scale{Low: 0, High: 1, Unit: 1}, s.Scale(0))
}

// Workers that share a tree know together what one of them would know alone.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alone, workers := returns.New(2, 0, 0, 0), []returns.Seen{returns.New(2, 0, 0, 0), returns.New(2, 0, 0, 0)}
		count := 0
		for range rapid.IntRange(0, 40).Draw(t, "inside") {
			observe(t, &alone, []float64{0.5, 1}, count)
			observe(t, &workers[0], []float64{0.5, 1}, count)
			count++
		}
		for range rapid.IntRange(1, 3).Draw(t, "rounds") {
			var toCome *returns.First
			if count == 0 {
				toCome = &returns.First{}
			}
			for i := range workers {
				workers[i].Join(&workers[0], toCome)
			}
			for range rapid.IntRange(0, 20).Draw(t, "simulations") {
				v := []float64{rapid.Float64Range(2, 50).Draw(t, "v"), rapid.Float64Range(-9, -1).Draw(t, "w")}
				observe(t, &alone, v, count)
				observe(t, &workers[rapid.IntRange(0, 1).Draw(t, "worker")], v, count)
				count++
			}
			workers[0].Merge([]*returns.Seen{&workers[1]})
		}
		workers[1].Join(&workers[0], nil)
		for p := range 2 {
			a, b := alone.Scale(p), workers[0].Scale(p)
			require.Equal(t, a.Low, b.Low)
			require.Equal(t, a.High, b.High)
			require.InEpsilon(t, a.Unit, b.Unit, 1e-6)
			require.Equal(t, alone.Origin(p), workers[0].Origin(p))
			require.Equal(t, alone.Origin(p), workers[1].Origin(p))
		}
	})
}

// A declared range says what a win is and where the origin lies, and not what the unit is.
func TestDeclaredRange(t *testing.T) {
	s := returns.New(1, 0, -16, 16)
	require.Equal(t, -16.0, s.Origin(0))
	require.Equal(t, returns.Scale{Low: -16, High: 16, Unit: 1}, s.Scale(0))
	observe(t, &s, []float64{-2}, 0)
	observe(t, &s, []float64{2}, 1)
	require.Equal(t, returns.Scale{Low: -16, High: 16, Unit: 4}, s.Scale(0))
	_, f := s.Fault([]float64{17})
	require.Equal(t, returns.BeyondRange, f)
	_, f = s.Fault([]float64{math.NaN()})
	require.Equal(t, returns.NoNumber, f)
	narrow := returns.New(1, 0, 0.25, 0.5)
	require.False(t, narrow.Add([]float64{0.75}), "it needs a look")
	_, f = narrow.Fault([]float64{0.75})
	require.Equal(t, returns.BeyondRange, f)
	require.Nil(t, narrow.Units())
}

// A return in [0,1] of a game that declares others is no return of a game in [0,1].
func TestReturnOfDeclaredRange(t *testing.T) {
	s := returns.New(1, 1, 1, 2)
	observe(t, &s, []float64{1}, 0)
	require.Equal(t, []float64{0}, s.Gains([]float64{1}))
	require.Equal(t, []float64{0}, s.Relative([]float64{1}))
}

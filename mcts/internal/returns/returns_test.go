package returns_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/internal/wire"
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
// outside counting as a fair coin, and the range is the range of the returns.
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

// A declared range determines what a win is and where the origin lies, but not the unit.
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

// A ply that was played for real turns all that was seen into what it would be if each of these
// returns had begun after it.
func TestAdvance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := returns.New(1, 0, 0, 0), returns.New(1, 0, 0, 0)
		reward, discount := rapid.Float64Range(-3, 3).Draw(t, "reward"), rapid.Float64Range(0.5, 1).Draw(t, "discount")
		// Both have the origin as their first return, and what becomes of it or will be it.
		origin := rapid.Float64Range(2, 20).Draw(t, "origin")
		observe(t, &before, []float64{origin}, 0)
		observe(t, &before, []float64{origin*discount + reward}, 1)
		observe(t, &after, []float64{origin}, 0)
		observe(t, &after, []float64{(origin - reward) / discount}, 1)
		for _, v := range rapid.SliceOfN(rapid.Float64Range(-20, 20), 0, 20).Draw(t, "returns") {
			observe(t, &before, []float64{v}, 2)
			observe(t, &after, []float64{(v - reward) / discount}, 2)
		}
		before.Advance([]float64{reward}, discount)
		for _, v := range []float64{4, -5} {
			observe(t, &before, []float64{v}, 3)
			observe(t, &after, []float64{v}, 3)
		}
		require.InDelta(t, after.Scale(0).Low, before.Scale(0).Low, 1e-9)
		require.InDelta(t, after.Scale(0).High, before.Scale(0).High, 1e-9)
		require.InDelta(t, after.Scale(0).Unit, before.Scale(0).Unit, 1e-6)
		require.InDelta(t, after.Neutral(0), before.Neutral(0), 1e-9)
	})
}

// A declared range stays as the game has declared it, whatever is played.
func TestDeclaredRangeStays(t *testing.T) {
	s := returns.New(1, 0, -16, 16)
	observe(t, &s, []float64{3}, 0)
	s.Advance([]float64{2}, 1)
	s.NewRoot()
	require.Equal(t, -16.0, s.Scale(0).Low)
	require.Equal(t, 16.0, s.Scale(0).High)
	require.Equal(t, 1.0, s.Neutral(0))
	observe(t, &s, []float64{2}, 1)
	require.Equal(t, 1.5, s.Neutral(0))
}

// Only a range that is not within [0,1] moves the origin; one that is all of [0,1] leaves returns
// without a look.
func TestOrigins(t *testing.T) {
	for _, test := range []struct{ low, high, origin float64 }{
		{0, 1, 0}, {0, 0.5, 0}, {0.25, 0.5, 0}, {0.5, 1, 0}, {-1, 1, -1}, {-1, 0.5, -1}, {0, 2, 0}, {0.5, 2, 0.5},
	} {
		s := returns.New(1, 0, test.low, test.high)
		require.Equal(t, test.origin, s.Origin(0), "%v to %v", test.low, test.high)
		require.Equal(t, test.low-test.origin, s.Low(0))
		require.Equal(t, test.low/2+test.high/2, s.Neutral(0))
		plain := test.low <= 0 && test.high >= 1 && test.origin == 0
		require.Equal(t, plain, s.Add([]float64{0.5}))
		require.Equal(t, 0.5, s.Sum(0))
		values := []float64{7, 0.5}
		s.MakeRelative(values[1:], []int32{0})
		require.Equal(t, []float64{7, 0.5 - test.origin}, values)
		observe(t, &s, []float64{0.5}, 1)
		require.Equal(t, plain || test.low >= 0 && test.high <= 1, s.Units() == nil, "%v to %v", test.low, test.high)
	}
	s := returns.New(1, 0, 0, 0)
	require.True(t, s.Add([]float64{1}))
	require.False(t, s.Add([]float64{-0.5}))
	require.False(t, s.Add([]float64{math.Nextafter(1, 2)}))
}

// At a new root, returns far from the mean are forgotten, with no more than what was seen.
func TestNewRootForgetsWhatIsFar(t *testing.T) {
	s := returns.New(1, 0, 0, 0)
	s.NewRoot()
	require.Equal(t, returns.Scale{Low: 0, High: 1, Unit: 1}, s.Scale(0))
	observe(t, &s, []float64{1000}, 0)
	for n := range 10_000 {
		observe(t, &s, []float64{float64(9 + 2*(n%2))}, n)
	}
	observe(t, &s, []float64{-1000}, 0)
	unit := s.Scale(0).Unit
	require.InDelta(t, 28.4, unit, 0.1)
	s.NewRoot()
	require.InDelta(t, 10+4*unit, s.Scale(0).High, 0.1)
	require.InDelta(t, 10-4*unit, s.Scale(0).Low, 0.1)

	s = returns.New(1, 0, 0, 0)
	s.Anchor([]float64{5})
	s.NewRoot()
	require.Equal(t, returns.Scale{Low: 5, High: 5, Unit: 1}, s.Scale(0), "it was no return")
	require.Equal(t, 5.0, s.Neutral(0))
}

// Values of positions say where the origins are only as long as there was no return.
func TestAnchor(t *testing.T) {
	for name, test := range map[string]struct {
		before func(s *returns.Seen)
		origin float64
	}{
		"nothing": {func(*returns.Seen) {}, 5},
		"a return": {func(s *returns.Seen) {
			s.Add([]float64{0.5})
			s.BeginRun()
		}, 0},
		"a return outside": {func(s *returns.Seen) { observe(t, s, []float64{3}, 0) }, 3},
		"a value inside":   {func(s *returns.Seen) { s.Anchor([]float64{0.5}) }, 0},
		"a reset": {func(s *returns.Seen) {
			s.Anchor([]float64{2})
			observe(t, s, []float64{3}, 0)
			s.Reset()
			s.BeginRun()
		}, 5},
	} {
		s := returns.New(1, 0, 0, 0)
		test.before(&s)
		s.Anchor([]float64{5})
		require.Equal(t, test.origin, s.Origin(0), name)
		s.BeginRun()
		observe(t, &s, []float64{9}, 1)
		require.Equal(t, test.origin, s.Origin(0), name)
	}
}

// The first fault is named, and a return outside [0,1] is one only before others were.
func TestFault(t *testing.T) {
	s := returns.New(3, 0, 0, 0)
	for _, test := range []struct {
		returns []float64
		player  int
		fault   returns.Fault
	}{
		{[]float64{0, 1, 0.5}, 0, returns.None},
		{[]float64{-1e-9, 1 + 1e-9, 0}, 0, returns.None},
		{[]float64{0, -2e-9, 1 + 2e-9}, 1, returns.OutsideUnit},
		{[]float64{0, 1, 1 + 2e-9}, 2, returns.OutsideUnit},
		{[]float64{2, math.Inf(1), math.NaN()}, 1, returns.NoNumber},
		{[]float64{2, returns.Max, -returns.Max}, 0, returns.OutsideUnit},
		{[]float64{0, 0, math.Nextafter(-returns.Max, math.Inf(-1))}, 2, returns.NoNumber},
	} {
		player, fault := s.Fault(test.returns)
		require.Equal(t, test.fault, fault, "%v", test.returns)
		require.Equal(t, test.player, player, "%v", test.returns)
	}
	observe(t, &s, []float64{0, 2, 0}, 0)
	_, fault := s.Fault([]float64{0, 0, 7})
	require.Equal(t, returns.None, fault)

	s = returns.New(2, 0, -2, 6)
	for _, test := range []struct {
		v     float64
		fault returns.Fault
	}{
		{-2, returns.OutsideUnit},
		{-2 - 8e-9, returns.OutsideUnit},
		{-2 - 9e-9, returns.BeyondRange},
		{6 + 8e-9, returns.OutsideUnit},
		{6 + 9e-9, returns.BeyondRange},
	} {
		_, fault = s.Fault([]float64{3, test.v})
		require.Equal(t, test.fault, fault, "%v", test.v)
	}
	player, fault := s.Fault([]float64{2, 7})
	require.Equal(t, returns.BeyondRange, fault)
	require.Equal(t, 1, player)
}

// Returns in [0,1] that were not measured count as throws of a fair coin, wherever the origin is.
func TestCoinsInADeclaredRange(t *testing.T) {
	s := returns.New(1, 0, -1, 3)
	require.Equal(t, -1.0, s.Origin(0))
	s.Measure([]float64{2}, 4)
	require.InDelta(t, 2*deviation([]float64{0, 1, 0, 1, 2}), s.Scale(0).Unit, 1e-12)
	require.InDelta(t, 0.8, s.Neutral(0), 1e-12)
}

// A gain of 1 is the greatest return, unless that is more than two units above the mean.
func TestGains(t *testing.T) {
	s := returns.New(1, 2, 0, 0)
	require.Equal(t, []float64{1.0}, s.Gains([]float64{1}))
	require.Equal(t, []float64{0.5}, s.Gains([]float64{0}))
	for n := range 100 {
		observe(t, &s, []float64{float64(2 + 2*(n%2))}, n)
	}
	require.Equal(t, []float64{2, 2}, append(s.Units(), s.Scale(0).Unit), "as the user has set it")
	require.InDelta(t, 1, s.Gains([]float64{4})[0], 1e-12)
	observe(t, &s, []float64{1000}, 100)
	top := (100*3.0+1000)/101 + 2*2
	require.InDelta(t, 1, s.Gains([]float64{top})[0], 1e-9)
	require.InDelta(t, 0, s.Gains([]float64{top - 2})[0], 1e-9)
	one := returns.New(1, 1, 0, 0)
	require.Nil(t, one.Units())
}

// A search that is saved and loaded continues as if nothing had happened.
func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		declared := rapid.SampledFrom([][2]float64{{0, 0}, {0, 1}, {-20, 20}}).Draw(t, "range")
		a := returns.New(2, 0, declared[0], declared[1])
		see := func(all ...*returns.Seen) {
			for n := range rapid.IntRange(0, 3).Draw(t, "returns") {
				v := []float64{rapid.Float64Range(declared[0], declared[1]).Draw(t, "v"), 0.5}
				if declared[0] == declared[1] {
					v = []float64{rapid.Float64Range(-9, 9).Draw(t, "v"), 2}
				}
				for _, s := range all {
					observe(t, s, v, n)
				}
			}
		}
		if rapid.Bool().Draw(t, "anchor") {
			a.Anchor([]float64{3, 5})
		}
		see(&a)
		c := wire.NewAppender(nil)
		a.Code(c)
		data, err := c.Appended()
		require.NoError(t, err)
		b := returns.New(2, 0, declared[0], declared[1])
		c = wire.NewReader(data)
		b.Code(c)
		require.NoError(t, c.End())
		a.BeginRun()
		b.BeginRun()
		see(&a, &b)
		for p := range 2 {
			require.Equal(t, a.Scale(p), b.Scale(p))
			require.Equal(t, a.Origin(p), b.Origin(p))
			require.Equal(t, a.Neutral(p), b.Neutral(p))
			require.Equal(t, a.Low(p), b.Low(p))
		}
		require.Equal(t, a.Relative([]float64{2, 3}), b.Relative([]float64{2, 3}))
		require.Equal(t, a.Add([]float64{0.5, 0.5}), b.Add([]float64{0.5, 0.5}))
	})
}

package timing_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/timing"
)

// enough is a clock that limits no move. The default plan gives it much more than a second.
var enough = timing.Situation{Clock: timing.Clock{Main: 1000 * second}}

func TestBegin(t *testing.T) {
	for _, c := range []struct {
		name           string
		planner        timing.Planner
		clock          string
		regular, limit time.Duration
	}{
		{"zero", timing.Planner{}, "30s", second, 15 * second},
		{"plan", timing.Planner{Plan: timing.Basic{C: 10}}, "30s", 3 * second, 15 * second},
		{"most", timing.Planner{Plan: timing.Basic{C: 10}, MaxShare: 0.2}, "30s", 3 * second, 6 * second},
		{"all", timing.Planner{MaxShare: 1}, "30s", second, 30 * second},
		{"cut", timing.Planner{Plan: timing.Basic{C: 1}}, "30s", 15 * second, 15 * second},
		{"factor", timing.Planner{Rules: []timing.Rule{timing.StopB(5)}}, "30s", 5 * second, 15 * second},
		{"factors", timing.Planner{Rules: []timing.Rule{timing.StopB(5), timing.StopA(), timing.StopB(2)}}, "30s", 10 * second, 15 * second},
		{"factor cut", timing.Planner{Rules: []timing.Rule{timing.StopB(50)}}, "30s", 15 * second, 15 * second},
		{"no saved time", timing.Planner{Rules: []timing.Rule{timing.StopB(5)}}, "1s/move", second, second},
		{"fixed clock", timing.Planner{Plan: timing.Fixed{}}, "1s/move+lag=50ms", 950 * ms, 950 * ms},
		{"fixed plan, short clock", timing.Planner{Plan: timing.Fixed{Each: 9 * second}}, "1s/move", second, second},
		// Half of 12 s would be less.
		{"free overtime", timing.Planner{}, "2s+byo=3x10s", 10 * second, 10 * second},
		{"free overtime, margin", timing.Planner{}, "2s+byo=3x10s+lag=1s", 9 * second, 9 * second},
		{"margin", timing.Planner{}, "30s+lag=100ms", 900 * ms, 14950 * ms},
		{"no time left", timing.Planner{}, "1ms+lag=2ms", 0, 0},
	} {
		s := c.planner.Begin(timing.Situation{Clock: parse(t, c.clock)})
		require.Equal(t, c.regular, s.Regular(), c.name)
		require.Equal(t, c.regular, s.Planned(), c.name)
		require.Equal(t, c.limit, s.Limit(), c.name)
	}
}

// think runs a search that calls Check only when its time is spent. It returns the time taken and
// the reasons of all extensions and of the stop. children returns what the search has found after a
// time.
func think(s timing.MoveTime, children func(spent time.Duration) timing.Stats) (time.Duration, []timing.Reason) {
	var reasons []timing.Reason
	for {
		stats := children(s.Planned())
		stats.Spent = s.Planned()
		d := s.Check(stats)
		if d.Verdict != timing.Continue {
			reasons = append(reasons, d.Reason)
		}
		if d.Verdict != timing.Extend {
			return stats.Spent, reasons
		}
	}
}

// Algorithm 1 of Huang, Coulom and Lin: search; if the mean of the root is below V, search F times
// as long again; then, if the most visited action does not have the highest mean, add half of the
// first time.
func TestAlgorithm1(t *testing.T) {
	erica := timing.Planner{
		Plan:  timing.Fixed{Each: second},
		Rules: []timing.Rule{timing.Behind{F: 1, V: 0.4, Root: true}, timing.Unstable{F: 0.5}},
	}
	run := func(stats func(time.Duration) timing.Stats) (time.Duration, []timing.Reason) {
		return think(erica.Begin(enough), stats)
	}
	for _, c := range []struct {
		value    float64
		children []timing.Child
		want     time.Duration
		reasons  []timing.Reason
	}{
		{0.5, stable, second, []timing.Reason{timing.ReasonTime}},
		{0.3, stable, 2 * second, []timing.Reason{timing.ReasonBehind, timing.ReasonBehind}},
		{0.5, unstable, 1500 * ms, []timing.Reason{timing.ReasonUnstable, timing.ReasonUnstable}},
		{0.3, unstable, 2500 * ms, []timing.Reason{timing.ReasonBehind, timing.ReasonUnstable, timing.ReasonUnstable}},
	} {
		spent, reasons := run(func(time.Duration) timing.Stats { return timing.Stats{Value: c.value, Children: c.children} })
		require.Equal(t, c.want, spent)
		require.Equal(t, c.reasons, reasons)
	}
	// Behind is not asked again after it has declined.
	spent, _ := run(func(spent time.Duration) timing.Stats {
		if spent > second {
			return timing.Stats{Value: 0.3, Children: unstable}
		}
		return timing.Stats{Value: 0.5, Children: unstable}
	})
	require.Equal(t, 1500*ms, spent)
}

// Repeated extensions end when the condition no longer holds or the number of loops is reached.
func TestLoops(t *testing.T) {
	planner := timing.Planner{Plan: timing.Fixed{Each: second}, Rules: []timing.Rule{timing.Close{F: 0.5, D: 0.5, Loops: 4}}}
	spent, reasons := think(planner.Begin(enough), func(time.Duration) timing.Stats { return timing.Stats{Children: evenly} })
	require.Equal(t, 3*second, spent, "1 + 4/2")
	require.Len(t, reasons, 5)
	spent, _ = think(planner.Begin(enough), func(spent time.Duration) timing.Stats {
		if spent >= 2*second {
			return timing.Stats{Children: stable}
		}
		return timing.Stats{Children: evenly}
	})
	require.Equal(t, 2*second, spent)
}

func TestExtensionsKeepTheLimit(t *testing.T) {
	planner := timing.Planner{
		Plan: timing.Fixed{Each: 4 * second}, MaxShare: 0.5,
		Rules: []timing.Rule{timing.Unstable{F: 0.4}, timing.Close{F: 9, D: 1, Loops: 9}},
	}
	s := planner.Begin(timing.Situation{Clock: timing.Clock{Main: 12 * second}})
	at := func(spent time.Duration) timing.Decision {
		return s.Check(timing.Stats{Children: unstable, Simulations: 900, Spent: spent})
	}
	require.Zero(t, at(4*second-1))
	require.Equal(t, timing.Decision{Verdict: timing.Extend, By: 1600 * ms, Reason: timing.ReasonUnstable}, at(4*second))
	require.Equal(t, timing.Decision{Verdict: timing.Extend, By: 400 * ms, Reason: timing.ReasonClose}, at(5600*ms))
	require.Equal(t, 6*second, s.Planned())
	require.Equal(t, 4*second, s.Regular())
	require.Zero(t, at(6*second-1))
	stop := timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonClock}
	require.Equal(t, stop, at(6*second))
	require.Equal(t, stop, at(0), "a stop is final")
}

// A plan that the clock shortens ends with ReasonClock, one that fits exactly does not.
func TestReasonClock(t *testing.T) {
	last := func(each time.Duration) timing.Reason {
		s := timing.Planner{Plan: timing.Fixed{Each: each}}.Begin(timing.Situation{Clock: timing.Clock{Main: 2 * second}})
		_, reasons := think(s, func(time.Duration) timing.Stats { return timing.Stats{} })
		return reasons[0]
	}
	require.Equal(t, timing.ReasonTime, last(second))
	require.Equal(t, timing.ReasonClock, last(second+1))
	// If no time can be saved, the factor does not apply, so the clock shortens nothing.
	s := timing.Planner{Rules: []timing.Rule{timing.StopB(5)}}.Begin(timing.Situation{Clock: parse(t, "1s/move")})
	_, reasons := think(s, func(time.Duration) timing.Stats { return timing.Stats{} })
	require.Equal(t, timing.ReasonTime, reasons[0])
}

// A clock that has shortened the plan remains the reason of the stop, whatever little a rule then
// asks for.
func TestReasonClockAfterAnEmptyExtension(t *testing.T) {
	none := constant{Verdict: timing.Extend, Reason: timing.ReasonCustom}
	for _, rule := range []timing.Rule{timing.Unstable{}, none} {
		planner := timing.Planner{Plan: timing.Fixed{Each: second}, Rules: []timing.Rule{rule}}
		s := planner.Begin(timing.Situation{Clock: parse(t, "1ms+lag=2ms")})
		_, reasons := think(s, func(time.Duration) timing.Stats { return timing.Stats{Children: unstable} })
		require.Equal(t, []timing.Reason{timing.ReasonClock}, reasons)
	}
}

// Rules that stop early also see the time left in an extension.
func TestEarlyStopInAnExtension(t *testing.T) {
	planner := timing.Planner{Plan: timing.Fixed{Each: second}, Rules: []timing.Rule{timing.StopA(), timing.Unstable{F: 1}}}
	s := planner.Begin(enough)
	children := []timing.Child{{Visits: 700, Mean: 0.4}, {Visits: 300, Mean: 0.5}}
	at := func(n int, spent time.Duration) timing.Decision {
		return s.Check(timing.Stats{Children: children, Simulations: n, Spent: spent})
	}
	require.Zero(t, at(600, 600*ms), "400 remain, and the lead is 400")
	require.Equal(t, timing.Extend, at(1000, second).Verdict)
	require.Zero(t, at(1600, 1600*ms))
	require.Equal(t, timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonEarly}, at(1601, 1601*ms))
	require.Equal(t, timing.ReasonEarly, at(1602, 1602*ms).Reason)
}

func TestCheckAllocatesNothing(t *testing.T) {
	planner := timing.Planner{Rules: []timing.Rule{timing.StopA(), timing.Behind{}, timing.Unstable{}, timing.Close{}}}
	s := planner.Begin(enough)
	stats := timing.Stats{Children: evenly, Simulations: 1000}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		stats.Spent++
		s.Check(stats)
	}))
}

// greedy asks for an extension on every call, and its optional methods return nonsense.
type greedy struct{ by time.Duration }

func (r greedy) Check(*timing.Moment) timing.Decision {
	return timing.Decision{Verdict: timing.Extend, By: r.by, Reason: timing.ReasonCustom}
}

func (r greedy) Factor() float64 { return math.NaN() }

func (r greedy) Interval() int { return -3 }

// Whatever the rules return, the search ends within the limit, and the limit is within the clock.
func TestGreedyRules(t *testing.T) {
	for _, by := range []time.Duration{math.MinInt64, -1, 0, 1, math.MaxInt64} {
		planner := timing.Planner{Plan: timing.Fixed{Each: 10}, Rules: []timing.Rule{greedy{by}}}
		s := planner.Begin(timing.Situation{Clock: timing.Clock{Main: 100}})
		spent, _ := think(s, func(time.Duration) timing.Stats { return timing.Stats{} })
		require.GreaterOrEqual(t, spent, time.Duration(10))
		require.LessOrEqual(t, spent, time.Duration(50))
		require.Equal(t, 1, planner.Interval())
	}
}

// constant returns the same decision on every call.
type constant timing.Decision

func (a constant) Check(*timing.Moment) timing.Decision { return timing.Decision(a) }

// By is ignored unless the verdict is Extend.
func TestByBelongsToExtend(t *testing.T) {
	check := func(a constant, spent time.Duration) timing.Decision {
		s := timing.Planner{Plan: timing.Fixed{Each: second}, Rules: []timing.Rule{a}}.Begin(enough)
		return s.Check(timing.Stats{Spent: spent})
	}
	require.Zero(t, check(constant{By: second, Reason: timing.ReasonCustom}, 0))
	require.Equal(t, timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonTime},
		check(constant{By: second, Reason: timing.ReasonCustom}, second))
	require.Equal(t, timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonCustom + 1},
		check(constant{Verdict: timing.Stop, By: second, Reason: timing.ReasonCustom + 1}, 0))
}

func TestInterval(t *testing.T) {
	require.Equal(t, 50, timing.Planner{}.Interval())
	require.Equal(t, 50, timing.Planner{Rules: []timing.Rule{timing.Close{}, timing.StopA()}}.Interval())
	require.Equal(t, 20, timing.Planner{Rules: []timing.Rule{timing.EarlyStop{Every: 20}, timing.EarlyStop{Every: 30}}}.Interval())
	require.Equal(t, 20, timing.Planner{Rules: []timing.Rule{timing.EarlyStop{Every: 30}, timing.EarlyStop{Every: 20}}}.Interval())
	require.Equal(t, 200, timing.Planner{Rules: []timing.Rule{timing.EarlyStop{Every: 200}}}.Interval())
}

func TestSessionKnowsClockAndInterval(t *testing.T) {
	planner := timing.Planner{Rules: []timing.Rule{timing.EarlyStop{Every: 20}}}
	for _, ticks := range []bool{false, true} {
		s := planner.Begin(timing.Situation{Clock: timing.Clock{Main: 1000, Ticks: ticks}})
		require.Equal(t, 20, s.Interval())
		require.Equal(t, ticks, s.Ticks())
	}
}

// recorder is a rule that extends twice and records the moments it sees.
type recorder struct{ seen *[]timing.Moment }

func (r recorder) Check(m *timing.Moment) timing.Decision {
	*r.seen = append(*r.seen, *m)
	if m.Over() && m.Loops < 2 {
		return timing.Decision{Verdict: timing.Extend, By: 10, Reason: timing.ReasonCustom}
	}
	return timing.Decision{}
}

// A rule sees the times of the move, its own extensions and whether the clock saves time.
func TestMomentOfARule(t *testing.T) {
	for _, c := range []struct {
		clock timing.Clock
		limit time.Duration
		saves bool
	}{
		{timing.Clock{Main: 400}, 200, true},
		{timing.Clock{Periods: 1, Period: 300}, 300, false},
	} {
		var seen []timing.Moment
		s := timing.Planner{Plan: timing.Fixed{Each: 100}, Rules: []timing.Rule{recorder{&seen}}}.
			Begin(timing.Situation{Clock: c.clock})
		var want []timing.Moment
		for i, spent := range []time.Duration{50, 100, 110, 120} {
			s.Check(timing.Stats{Spent: spent, Simulations: i, Budget: 7, Actions: 3, Value: 0.25})
			want = append(want, timing.Moment{
				Stats:   timing.Stats{Spent: spent, Simulations: i, Budget: 7, Actions: 3, Value: 0.25},
				Regular: 100, Planned: 100 + 10*time.Duration(max(i-1, 0)), Limit: c.limit, Saves: c.saves, Loops: max(i-1, 0),
			})
		}
		require.Equal(t, want, seen)
	}
}

func TestZeroSessionStops(t *testing.T) {
	var s timing.MoveTime
	require.Equal(t, timing.Stop, s.Check(timing.Stats{}).Verdict)
}

// rules draws valid rules.
func rules() *rapid.Generator[[]timing.Rule] {
	rule := rapid.Custom(func(t *rapid.T) timing.Rule {
		f := rapid.Float64Range(0, 10).Draw(t, "f")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		loops := rapid.IntRange(0, 5).Draw(t, "loops")
		return rapid.SampledFrom([]timing.Rule{
			timing.EarlyStop{P: p, F: f + 1},
			timing.Unassailable{P: p},
			timing.SureWin{V: p, Visits: loops},
			timing.OnlyAction{},
			timing.Confident{Delta: p / 2},
			timing.Unstable{F: f, Loops: loops},
			timing.Behind{F: f, V: p, Loops: loops, Root: loops > 2},
			timing.Close{F: f, D: p, Loops: loops},
		}).Draw(t, "rule")
	})
	return rapid.SliceOfN(rule, 0, 4)
}

func randomStats(t *rapid.T, n int, spent time.Duration) timing.Stats {
	child := rapid.Custom(func(t *rapid.T) timing.Child {
		return timing.Child{Visits: rapid.IntRange(0, 100).Draw(t, "visits"), Mean: rapid.Float64Range(0, 1).Draw(t, "mean")}
	})
	return timing.Stats{
		Children: rapid.SliceOfN(child, 0, 3).Draw(t, "children"), Value: rapid.Float64Range(0, 1).Draw(t, "value"),
		Actions: 3, Simulations: n, Spent: spent,
	}
}

// No plan and no rules lose a game on time, on any clock, if the search overshoots by at most the
// margin.
func TestNoGameIsLostOnTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		planner := timing.Planner{
			Plan: plans().Draw(t, "plan"), Rules: rules().Draw(t, "rules"), MaxShare: rapid.Float64Range(0, 1).Draw(t, "most"),
		}
		require.NoError(t, planner.Validate())
		s := situations().Draw(t, "situation")
		for range 10 {
			move := planner.Begin(s)
			spent, n := time.Duration(0), 0
			for move.Check(randomStats(t, n, spent)).Verdict != timing.Stop {
				require.LessOrEqual(t, move.Regular(), move.Planned())
				require.LessOrEqual(t, move.Planned(), move.Limit())
				require.LessOrEqual(t, move.Limit(), s.Clock.Left())
				n += 60
				spent += max((move.Planned()-spent)/2, 1)
			}
			require.LessOrEqual(t, spent, move.Limit())
			if move.Limit() == 0 {
				return // only the margin is left
			}
			next, ok := s.Clock.After(spent + s.Clock.Margin)
			require.True(t, ok)
			require.Equal(t, s.Clock.Periods, next.Periods)
			s.Clock, s.Ply = next, s.Ply+2
		}
	})
}

func TestManagerValidate(t *testing.T) {
	require.NoError(t, timing.Planner{}.Validate())
	require.ErrorContains(t, timing.Planner{MaxShare: 1.5}.Validate(), "Planner.MaxShare is 1.5")
	require.ErrorContains(t, timing.Planner{Rules: []timing.Rule{timing.StopA(), nil}}.Validate(), "Planner.Rules[1] is nil")
	for want, rule := range map[string]timing.Rule{
		"EarlyStop.P is 2":     timing.EarlyStop{P: 2},
		"EarlyStop.F is 0.5":   timing.EarlyStop{F: 0.5},
		"Unassailable.P is -1": timing.Unassailable{P: -1},
		"SureWin.V is NaN":     timing.SureWin{V: math.NaN()},
		"Confident.Delta is 1": timing.Confident{Delta: 1},
		"Confident.Min is 2":   timing.Confident{Min: 2, Max: 1},
		"Unstable.F is -1":     timing.Unstable{F: -1},
		"Behind.F is -1":       timing.Behind{F: -1},
		"Behind.V is NaN":      timing.Behind{V: math.NaN()},
		"Close.F is +Inf":      timing.Close{F: math.Inf(1)},
		"Close.D is 2":         timing.Close{D: 2},
	} {
		t.Run(want, func(t *testing.T) {
			require.ErrorContains(t, timing.Planner{Rules: []timing.Rule{rule}}.Validate(), want)
		})
	}
}

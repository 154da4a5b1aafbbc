package timing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/timing"
)

// visits returns children with the given visits and equal means.
func visits(n ...int) []timing.Child {
	var children []timing.Child
	for _, v := range n {
		children = append(children, timing.Child{Visits: v, Mean: 0.5})
	}
	return children
}

// moment returns a moment of a search on a clock that saves time.
func moment(s timing.Stats, planned time.Duration) *timing.Moment {
	return &timing.Moment{Stats: s, Regular: planned, Planned: planned, Limit: planned, Saves: true}
}

func TestEarlyStop(t *testing.T) {
	stats := func(n int, spent time.Duration, v ...int) timing.Stats {
		return timing.Stats{Children: visits(v...), Simulations: n, Spent: spent}
	}
	for _, c := range []struct {
		name  string
		rule  timing.EarlyStop
		stats timing.Stats
		want  bool
	}{
		// 1000 simulations in 600 ms of 1000: 666.7 remain.
		// 667.
		{"lead above", timing.EarlyStop{}, stats(1000, 600*ms, 830, 163), true},
		// 666.
		{"lead below", timing.EarlyStop{}, stats(1000, 600*ms, 830, 164), false},
		{"any order", timing.EarlyStop{}, stats(1000, 600*ms, 163, 2, 830), true},
		{"the lead is over the second", timing.EarlyStop{}, stats(1000, 600*ms, 163, 500, 830), false},
		{"two leaders", timing.EarlyStop{}, stats(1000, 600*ms, 830, 830), false},
		// The other actions have no visits.
		{"one child", timing.EarlyStop{}, stats(1000, 600*ms, 1000), true},
		// 266.7 < 267.
		{"p", timing.EarlyStop{P: 0.4}, stats(1000, 600*ms, 633, 366), true},
		// 266.
		{"p below", timing.EarlyStop{P: 0.4}, stats(1000, 600*ms, 632, 366), false},
		// The second could catch up.
		{"equality", timing.StopA(), stats(1000, 500*ms, 1000, 0), false},
		{"more than equality", timing.StopA(), stats(1000, 500*ms, 1001, 0), true},
		{"f changes nothing here", timing.StopB(5), stats(1000, 600*ms, 830, 163), true},
		{"too early to ask", timing.EarlyStop{}, stats(49, 999*ms, 49), false},
		{"early enough", timing.EarlyStop{}, stats(50, 999*ms, 50), true},
		{"asked less often", timing.EarlyStop{Every: 51}, stats(50, 999*ms, 50), false},
		// Left to the Allotment.
		{"over", timing.EarlyStop{}, stats(1000, 1000*ms, 1000), false},
		// The speed is unknown.
		{"no time has passed", timing.EarlyStop{}, stats(1000, 0, 1000), false},
		{"time runs backwards", timing.EarlyStop{}, stats(1000, -1, 1000), false},
		{"nothing is known", timing.EarlyStop{}, stats(1000, 999*ms), false},
		// 900 < 901.
		{"inherited visits count", timing.EarlyStop{}, stats(100, 100*ms, 5000, 4099), true},
		{"but are no speed", timing.EarlyStop{}, stats(100, 100*ms, 5000, 4100), false}, // 900
	} {
		got := c.rule.Check(moment(c.stats, second))
		want := timing.Decision{}
		if c.want {
			want = timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonEarly}
		}
		require.Equal(t, want, got, c.name)
	}
	m := moment(stats(1000, 600*ms, 830, 163), second)
	m.Saves = false
	require.Zero(t, timing.EarlyStop{}.Check(m), "the clock does not save time")
}

func TestEarlyStopFactor(t *testing.T) {
	require.Equal(t, 1.0, timing.EarlyStop{}.Factor())
	require.Equal(t, 1.0, timing.StopA().Factor())
	require.Equal(t, 5.0, timing.StopB(5).Factor())
	require.Equal(t, 1.0, timing.StopB(5).P)
	require.Equal(t, 50, timing.EarlyStop{}.Interval())
	require.Equal(t, 7, timing.EarlyStop{Every: 7}.Interval())
}

// robust returns the first of the most visited actions, and whether there are several.
func robust(children []timing.Child) (best int, tie bool) {
	for i, c := range children {
		switch {
		case c.Visits > children[best].Visits:
			best, tie = i, false
		case i != best && c.Visits == children[best].Visits:
			tie = true
		}
	}
	return best, tie
}

// If STOP-A stops, no distribution of the remaining simulations changes the most visited action or
// creates a tie. If it does not stop, giving all of them to the second action does.
func TestStopANeverChangesTheWinner(t *testing.T) {
	stops := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(50, 400).Draw(t, "simulations")
		cost := time.Duration(rapid.IntRange(1, 1000).Draw(t, "cost"))
		coming := rapid.IntRange(1, 400).Draw(t, "coming")
		// Including those of a reused tree.
		v := rapid.SliceOfN(rapid.IntRange(0, 400), 2, 5).Draw(t, "visits")
		children := visits(v...)
		m := moment(timing.Stats{Children: children, Simulations: n, Spent: time.Duration(n) * cost}, time.Duration(n+coming)*cost)
		best, _ := robust(children)
		stop := timing.StopA().Check(m).Verdict == timing.Stop

		worst := visits(v...)
		second := (best + 1) % len(v)
		for i := range worst {
			if i != best && worst[i].Visits > worst[second].Visits {
				second = i
			}
		}
		worst[second].Visits += coming
		after, tie := robust(worst)
		require.Equal(t, stop, after == best && !tie, "%v, %d remain", v, coming)
		if !stop {
			return
		}
		stops++
		for range coming {
			children[rapid.IntRange(0, len(v)-1).Draw(t, "child")].Visits++
		}
		after, tie = robust(children)
		require.Equal(t, best, after)
		require.False(t, tie)
	})
	require.Positive(t, stops, "the rule has stopped")
}

func TestUnassailable(t *testing.T) {
	for _, c := range []struct {
		rule        timing.Unassailable
		budget, n   int
		first, next int
		want        bool
	}{
		{timing.Unassailable{}, 1000, 600, 501, 100, true},
		{timing.Unassailable{}, 1000, 600, 500, 100, false}, // could catch up
		{timing.Unassailable{P: 0.5}, 1000, 600, 400, 199, true},
		{timing.Unassailable{P: 0.5}, 1000, 600, 400, 200, false},
		{timing.Unassailable{}, 0, 600, 600, 0, false},       // no budget
		{timing.Unassailable{}, 0, 0, 600, 0, false},         // only visits of a reused tree
		{timing.Unassailable{}, 1000, 1000, 600, 600, false}, // the budget is used up
		{timing.Unassailable{}, 1000, 1001, 600, 1, false},
	} {
		m := moment(timing.Stats{Children: visits(c.next, c.first), Simulations: c.n, Budget: c.budget}, second)
		m.Saves = false // the rule ignores it
		require.Equal(t, c.want, c.rule.Check(m) == timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonUnassailable}, "%+v", c)
	}
}

func TestSureWin(t *testing.T) {
	check := func(r timing.SureWin, saves bool, children ...timing.Child) timing.Reason {
		m := moment(timing.Stats{Children: children}, second)
		m.Saves = saves
		return r.Check(m).Reason
	}
	won := timing.Child{Visits: 1000, Mean: 0.99}
	require.Equal(t, timing.ReasonSureWin, check(timing.SureWin{}, true, won))
	require.Equal(t, timing.ReasonNone, check(timing.SureWin{}, false, won))
	require.Equal(t, timing.ReasonNone, check(timing.SureWin{}, true, timing.Child{Visits: 999, Mean: 1}))
	require.Equal(t, timing.ReasonNone, check(timing.SureWin{}, true, timing.Child{Visits: 1000, Mean: 0.98}))
	require.Equal(t, timing.ReasonNone, check(timing.SureWin{}, true, won, timing.Child{Visits: 1001, Mean: 0.5}), "not the most visited")
	require.Equal(t, timing.ReasonSureWin, check(timing.SureWin{V: 0.9, Visits: 10}, true, timing.Child{Visits: 10, Mean: 0.9}))
	require.Equal(t, timing.ReasonNone, check(timing.SureWin{}, true))
}

func TestOnlyAction(t *testing.T) {
	check := func(r timing.OnlyAction, actions, n int) timing.Reason {
		return r.Check(moment(timing.Stats{Actions: actions, Simulations: n}, second)).Reason
	}
	require.Equal(t, timing.ReasonForced, check(timing.OnlyAction{}, 1, 1))
	require.Equal(t, timing.ReasonNone, check(timing.OnlyAction{}, 1, 0), "no value yet")
	require.Equal(t, timing.ReasonNone, check(timing.OnlyAction{}, 2, 1))
	require.Equal(t, timing.ReasonNone, check(timing.OnlyAction{}, 0, 1), "unknown")
	require.Equal(t, timing.ReasonNone, check(timing.OnlyAction{Simulations: 30}, 1, 29))
	require.Equal(t, timing.ReasonForced, check(timing.OnlyAction{Simulations: 30}, 1, 30))
}

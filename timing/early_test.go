package timing_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
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
		// Left to the MoveTime.
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
		// Including visits in a reused tree.
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
		{timing.Unassailable{}, 1000, 1000, 600, 599, true},
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
	for _, other := range []timing.Child{{Visits: 1000, Mean: 0.5}, {Visits: 999, Mean: 1}} {
		require.Equal(t, timing.ReasonSureWin, check(timing.SureWin{}, true, won, other))
		require.Equal(t, timing.ReasonSureWin, check(timing.SureWin{}, true, other, won))
	}
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

func TestConfident(t *testing.T) {
	for _, c := range []struct {
		name     string
		rule     timing.Confident
		children []timing.Child
		actions  int
		want     bool
	}{
		// With Delta 0.05 and two actions, r is 0.0967 for 1,000 visits and 0.1316 for 500.
		{"apart", timing.Confident{}, []timing.Child{{1000, 0.75}, {500, 0.5}}, 2, true},
		{"not apart", timing.Confident{}, []timing.Child{{1000, 0.72}, {500, 0.5}}, 2, false},
		{"the other order", timing.Confident{}, []timing.Child{{500, 0.5}, {1000, 0.75}}, 2, true},
		{"three of them", timing.Confident{}, []timing.Child{{1000, 0.75}, {500, 0.5}, {500, 0.53}}, 3, false},
		{"a smaller error", timing.Confident{Delta: 0.001}, []timing.Child{{1000, 0.75}, {500, 0.5}}, 2, false},
		{"a larger range", timing.Confident{Min: -1, Max: 1}, []timing.Child{{1000, 0.75}, {500, 0.5}}, 2, false},
		{"the same in a larger range", timing.Confident{Min: -1, Max: 1}, []timing.Child{{1000, 0.5}, {500, 0}}, 2, true},
		{"the better one has fewer visits", timing.Confident{}, []timing.Child{{1000, 0.25}, {500, 0.5}}, 2, false},
		{"equals", timing.Confident{}, []timing.Child{{1000, 0.5}, {1000, 0.5}}, 2, false},
		{"one is not tried", timing.Confident{}, []timing.Child{{1000, 0.9}, {500, 0.1}}, 3, false},
		{"nothing is tried", timing.Confident{}, nil, 3, false},
		{"nothing is known", timing.Confident{}, nil, 0, false},
	} {
		m := moment(timing.Stats{Children: c.children, Actions: c.actions, Simulations: 1500}, second)
		m.Saves = false
		want := timing.Decision{}
		if c.want {
			want = timing.Decision{Verdict: timing.Stop, Reason: timing.ReasonConfident}
		}
		require.Equal(t, want, c.rule.Check(m), c.name)
	}
}

// Without Min and Max, a loss and a win come from the search; with one of them, both are the
// rule's.
func TestConfidentRange(t *testing.T) {
	for _, c := range []struct {
		rule      timing.Confident
		loss, win float64
		want      bool
	}{
		{timing.Confident{}, 0, 1, true},
		{timing.Confident{}, -1, 1, false},
		{timing.Confident{Max: 1}, -1, 1, true},
		{timing.Confident{Min: -1}, -1, 1, true}, // from -1 to 0
	} {
		m := moment(timing.Stats{
			Children: []timing.Child{{1000, 0.75}, {500, 0.5}}, Actions: 2, Simulations: 1500, Loss: c.loss, Win: c.win,
		}, second)
		require.Equal(t, c.want, c.rule.Check(m).Verdict == timing.Stop, "%+v", c)
	}
}

// The rule stops if and only if the formula of the doc comment says so. The means of the other
// actions are close to the bound of the most visited one, on either side.
func TestConfidentIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := timing.Confident{Delta: rapid.SampledFrom([]float64{0, 0.001, 0.05, 0.3}).Draw(t, "delta")}
		bounds := rapid.SampledFrom([][2]float64{{0, 0}, {0, 1}, {-1, 1}, {2, 5}, {-3, 0}}).Draw(t, "bounds")
		rule.Min, rule.Max = bounds[0], bounds[1]
		delta, size := rule.Delta, rule.Max-rule.Min
		if delta == 0 {
			delta = 0.05
		}
		if size == 0 {
			size = 1
		}
		tried := rapid.IntRange(1, 5).Draw(t, "tried actions")
		unknown := rapid.Bool().Draw(t, "the number of actions is unknown")
		untried := 0
		if !unknown {
			untried = rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "untried actions")
		}
		radius := func(visits int) float64 {
			k, n := float64(tried+untried), float64(visits)
			return size * math.Sqrt(math.Log(math.Pi*math.Pi*k*n*n/(3*delta))/(2*n))
		}
		most := rapid.IntRange(2, 3000).Draw(t, "most visits")
		children, confident := []timing.Child{{Visits: most, Mean: 0.5}}, untried == 0
		for range tried - 1 {
			n := rapid.IntRange(1, most-1).Draw(t, "visits")
			above := rapid.SampledFrom([]float64{-0.1, -1e-3, -1e-3, -1e-3, 1e-3}).Draw(t, "above the bound")
			children = append(children, timing.Child{Visits: n, Mean: 0.5 - radius(most) - radius(n) + above})
			confident = confident && above < 0
		}
		stats := timing.Stats{Children: rapid.Permutation(children).Draw(t, "children"), Actions: tried + untried, Simulations: 50}
		if unknown {
			stats.Actions = 0
		}
		got := rule.Check(moment(stats, second))
		require.Equal(t, confident, got.Verdict == timing.Stop, "%+v", stats)
	})
}

// The rule waits for its interval, and leaves the end of the time to others.
func TestConfidentChecksInTime(t *testing.T) {
	sure := timing.Stats{Children: []timing.Child{{1000, 0.9}, {500, 0.1}}, Actions: 2}
	for _, c := range []struct {
		every, simulations int
		over, want         bool
	}{
		{every: 0, simulations: 49},
		{every: 0, simulations: 50, want: true},
		{every: 7, simulations: 6},
		{every: 7, simulations: 7, want: true},
		{every: 200, simulations: 199},
		{every: 7, simulations: 70, over: true},
	} {
		sure.Simulations = c.simulations
		m := moment(sure, second)
		if c.over {
			m.Spent = m.Planned
		}
		got := timing.Confident{Every: c.every}.Check(m)
		require.Equal(t, c.want, got.Verdict == timing.Stop, "%+v", c)
	}
}

func TestConfidentValidates(t *testing.T) {
	for _, r := range []timing.Confident{{}, {Delta: 0.999}, {Min: -1}, {Max: 3}, {Min: 2, Max: 3}} {
		require.NoError(t, r.Validate(), "%+v", r)
	}
	for want, r := range map[string]timing.Confident{
		"timing: Confident.Delta is 1, want":              {Delta: 1},
		"timing: Confident.Delta is -0.1, want":           {Delta: -0.1},
		"timing: Confident.Delta is NaN, want":            {Delta: math.NaN()},
		"timing: Confident.Min is 3 and Max is 3, want":   {Min: 3, Max: 3},
		"timing: Confident.Min is 1 and Max is 0, want":   {Min: 1},
		"timing: Confident.Min is NaN and Max is 1, want": {Min: math.NaN(), Max: 1},
		"timing: Confident.Min is 0 and Max is +Inf":      {Max: math.Inf(1)},
		"timing: Confident.Min is -Inf and Max is +Inf":   {Min: math.Inf(-1), Max: math.Inf(1)},
		"timing: Confident.Min is -1.79":                  {Min: -math.MaxFloat64, Max: math.MaxFloat64},
	} {
		require.ErrorContains(t, r.Validate(), want)
	}
}

// In bandits whose arms do not change, the rule stops at a wrong arm less often than Delta allows,
// and it does stop.
func TestConfidentKeepsItsError(t *testing.T) {
	const bandits, delta = 300, 0.1
	r := rng.New(1)
	wrong, stopped := 0, 0
	for range bandits {
		means, best := make([]float64, 4), 0
		for i := range means {
			means[i] = r.Float64()
			if means[i] > means[best] {
				best = i
			}
		}
		children := make([]timing.Child, len(means))
		wins := make([]float64, len(means))
		for n := 0; n < 10_000; n++ {
			arm := n / 2 % len(means)
			if n > 100 && n%2 == 0 { // half of the pulls go to the arm that leads
				for i, c := range children {
					if c.Mean > children[arm].Mean {
						arm = i
					}
				}
			}
			if r.Float64() < means[arm] {
				wins[arm]++
			}
			children[arm].Visits++
			children[arm].Mean = wins[arm] / float64(children[arm].Visits)
			m := moment(timing.Stats{Children: children, Actions: len(means), Simulations: n + 1}, second)
			if (timing.Confident{Delta: delta, Every: 1}).Check(m).Verdict != timing.Stop {
				continue
			}
			stopped++
			leads := 0
			for i, c := range children {
				if c.Visits > children[leads].Visits {
					leads = i
				}
			}
			if leads != best {
				wrong++
			}
			break
		}
	}
	t.Logf("stopped in %d of %d, wrong in %d", stopped, bandits, wrong)
	require.Greater(t, stopped, bandits/3)
	require.LessOrEqual(t, float64(wrong), delta*bandits)
}

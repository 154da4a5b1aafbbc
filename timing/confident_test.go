package timing_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

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

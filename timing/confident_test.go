package timing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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

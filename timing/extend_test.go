package timing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/timing"
)

var (
	stable   = []timing.Child{{Visits: 700, Mean: 0.5}, {Visits: 200, Mean: 0.45}, {Visits: 0, Mean: 9}}
	unstable = []timing.Child{{Visits: 300, Mean: 0.45}, {Visits: 400, Mean: 0.5}, {Visits: 300, Mean: 0.55}}
	losing   = []timing.Child{{Visits: 300, Mean: 0.1}, {Visits: 600, Mean: 0.3}}
	evenly   = []timing.Child{{Visits: 500, Mean: 0.5}, {Visits: 500, Mean: 0.5}}
)

func TestExtensions(t *testing.T) {
	for _, c := range []struct {
		name     string
		rule     timing.Rule
		children []timing.Child
		value    float64 // mean of the root
		loops    int     // extensions so far
		want     time.Duration
		reason   timing.Reason
	}{
		{"unstable", timing.Unstable{}, unstable, 0, 0, 500 * ms, timing.ReasonUnstable},
		{"unstable f", timing.Unstable{F: 0.75}, unstable, 0, 0, 750 * ms, timing.ReasonUnstable},
		{"stable", timing.Unstable{}, stable, 0, 0, 0, 0}, // the child without visits is ignored
		{"equal means", timing.Unstable{}, evenly, 0, 0, 0, 0},
		{"equal visits, the higher mean counts", timing.Unstable{}, []timing.Child{{5, 0.4}, {5, 0.5}}, 0, 0, 0, 0},
		{"no children", timing.Unstable{}, nil, 0, 0, 0, 0},
		{"one loop", timing.Unstable{}, unstable, 0, 1, 0, 0},
		{"two loops", timing.Unstable{F: 1, Loops: 2}, unstable, 0, 1, second, timing.ReasonUnstable},
		{"no third", timing.Unstable{F: 1, Loops: 2}, unstable, 0, 2, 0, 0},

		{"behind", timing.Behind{}, losing, 0.9, 0, second, timing.ReasonBehind},
		{"behind f", timing.Behind{F: 1.5}, losing, 0.9, 0, 1500 * ms, timing.ReasonBehind},
		{"not behind", timing.Behind{}, stable, 0.1, 0, 0, 0},
		{"v", timing.Behind{V: 0.6, F: 0.5}, stable, 0.9, 0, 500 * ms, timing.ReasonBehind},
		{"at v", timing.Behind{V: 0.5}, stable, 0.1, 0, 0, 0},
		{"root", timing.Behind{Root: true}, stable, 0.39, 0, second, timing.ReasonBehind},
		{"root not behind", timing.Behind{Root: true}, losing, 0.4, 0, 0, 0},
		{"behind, no children", timing.Behind{Root: true}, nil, 0, 0, 0, 0},
		{"behind, one loop", timing.Behind{}, losing, 0, 1, 0, 0},
		{"behind, last loop", timing.Behind{Loops: 3}, losing, 0, 2, second, timing.ReasonBehind},

		{"close", timing.Close{}, evenly, 0, 0, 500 * ms, timing.ReasonClose},
		{"close f", timing.Close{F: 1.5, D: 0.4}, evenly, 0, 0, 1500 * ms, timing.ReasonClose},
		{"below the default d", timing.Close{}, visits(1000, 501), 0, 0, 500 * ms, timing.ReasonClose},
		{"not below the default d", timing.Close{}, visits(1000, 500), 0, 0, 0, 0},
		{"400 to 300 is 0.25", timing.Close{D: 0.26}, unstable, 0, 0, 500 * ms, timing.ReasonClose},
		{"not below d", timing.Close{D: 0.25}, unstable, 0, 0, 0, 0},
		{"700 to 200", timing.Close{}, stable, 0, 0, 0, 0},
		{"one child", timing.Close{D: 1}, []timing.Child{{9, 0.5}}, 0, 0, 0, 0},
		{"close, no children", timing.Close{D: 1}, nil, 0, 0, 0, 0},
		{"close, one loop", timing.Close{}, evenly, 0, 1, 0, 0},
		{"close, last loop", timing.Close{Loops: 4}, evenly, 0, 3, 500 * ms, timing.ReasonClose},
	} {
		m := moment(timing.Stats{Children: c.children, Value: c.value, Simulations: 1000, Spent: 3 * second}, 3*second)
		m.Regular, m.Loops = second, c.loops
		want := timing.Decision{}
		if c.want > 0 {
			want = timing.Decision{Verdict: timing.Extend, By: c.want, Reason: c.reason}
		}
		require.Equal(t, want, c.rule.Check(m), c.name)
		m.Spent--
		require.Zero(t, c.rule.Check(m), "%s: only when the time is over", c.name)
	}
}

func TestWords(t *testing.T) {
	require.Equal(t, "continue stop extend", timing.Continue.String()+" "+timing.Stop.String()+" "+timing.Extend.String())
	require.Equal(t, "unknown", timing.Verdict(-1).String())
	want := []string{
		"none", "time", "clock", "early stop", "unassailable", "sure win", "only action", "unstable", "behind", "close", "confident", "custom",
	}
	for i, w := range want {
		require.Equal(t, w, timing.Reason(i).String())
	}
	require.Equal(t, "custom", (timing.ReasonCustom + 7).String())
	require.Equal(t, "unknown", timing.Reason(-1).String())
}

package policytest

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// Backup checks the laws of a backup. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Backup(t testing.TB, b policy.Backup) {
	t.Helper()
	needs := needsOf(t, b)
	traces := rapid.Custom(func(t *rapid.T) policy.Trace {
		return Traces(policy.Info{Players: rapid.IntRange(1, 4).Draw(t, "players")}, needs).Draw(t, "simulation")
	})
	rapid.Check(t, func(t *rapid.T) {
		tr, earlier := forBackup(traces.Draw(t, "simulation")), forBackup(traces.Draw(t, "earlier simulation"))
		first := credit(t, b, &tr)
		if again := credit(t, b, &tr); !slices.Equal(again, first) {
			failf(t, "repeat", "Credit writes %v, and later %v, for %+v", first, again, tr)
		}
		values := make([]float64, len(earlier.Movers))
		b.Credit(&earlier, values)
		clear(earlier.Returns)
		clear(earlier.Movers)
		for i := range values {
			values[i] = 1e9
		}
		if later := credit(t, b, &tr); !slices.Equal(later, first) {
			failf(t, "forgets", "Credit writes %v and, after another simulation, %v, for %+v", first, later, tr)
		}
	})
	for i := range examples / 4 {
		tr := forBackup(traces.Example(i))
		values := make([]float64, len(tr.Movers))
		allocatesNothing(t, "Credit", func() { b.Credit(&tr, values) })
	}
	concurrently(t, "the sum of what Credit writes", func(i int) (sum float64) {
		tr := forBackup(traces.Example(i))
		for _, v := range credit(t, b, &tr) {
			sum += v
		}
		return sum
	})
}

// forBackup returns what a backup sees of a trace.
func forBackup(t policy.Trace) policy.Trace {
	t.Plies, t.Root, t.Leaf = nil, 0, 0
	return t
}

func credit(t rapid.TB, b policy.Backup, tr *policy.Trace) []float64 {
	t.Helper()
	seen := *tr
	seen.Movers, seen.Returns, seen.Depths = slices.Clone(tr.Movers), slices.Clone(tr.Returns), slices.Clone(tr.Depths)
	values := make([]float64, len(tr.Movers))
	for i := range values {
		values[i] = math.NaN()
	}
	b.Credit(&seen, values)
	if !reflect.DeepEqual(&seen, tr) {
		failf(t, "read-only", "Credit made %+v of %+v", seen, *tr)
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			failf(t, "credit", "Credit leaves %v in values[%d], want a finite number, for %+v", v, i, *tr)
		}
	}
	return values
}

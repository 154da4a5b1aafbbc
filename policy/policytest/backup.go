package policytest

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// Backup checks the laws of a backup in the given games or, without any, in games for one to four
// players. It must not be called in a parallel test, see [testing.AllocsPerRun].
func Backup(t testing.TB, b policy.Backup, of ...policy.Info) {
	t.Helper()
	needs := needsOf(t, b)
	paths := pathsOf(of, needs)
	rapid.Check(t, func(t *rapid.T) {
		tr, earlier := paths.Draw(t, "simulation"), paths.Draw(t, "earlier simulation")
		first := credit(t, b, &tr)
		if again := credit(t, b, &tr); !slices.Equal(again, first) {
			failf(t, "repeat", "Credit writes %v, and later %v, for %+v", first, again, tr)
		}
		values := make([]float64, len(earlier.Movers))
		b.Credit(&earlier, values)
		clear(earlier.Returns)
		clear(earlier.Movers)
		clear(earlier.Depths)
		for i := range values {
			values[i] = 1e9
		}
		if later := credit(t, b, &tr); !slices.Equal(later, first) {
			failf(t, "forgets", "Credit writes %v and, after another simulation, %v, for %+v", first, later, tr)
		}
	})
	all, values := exampleList(paths), make([]float64, 100)
	allocatesNothing(t, "Credit", func(i int) { b.Credit(&all[i], values[:len(all[i].Movers)]) })
	concurrently(t, "the sum of what Credit writes", func(i int) policy.Trace { return all[i] }, func(t rapid.TB, tr policy.Trace) (sum float64) {
		for _, v := range credit(t, b, &tr) {
			sum += v
		}
		return sum
	})
}

// pathsOf generates simulations of the given games or, without any, of all kinds of games.
func pathsOf(of []policy.Info, needs policy.Needs) *rapid.Generator[policy.Trace] {
	return rapid.Custom(func(t *rapid.T) policy.Trace {
		return Paths(games(of).Draw(t, "game"), needs).Draw(t, "simulation")
	})
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

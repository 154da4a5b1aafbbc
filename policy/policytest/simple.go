package policytest

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
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
	concurrently(t, "the sum of what Credit writes", func(i int) (sum float64) {
		tr := forBackup(traces.Example(i))
		for _, v := range credit(t, b, &tr) {
			sum += v
		}
		return sum
	})
	for i := range examples / 4 {
		tr := forBackup(traces.Example(i))
		values := make([]float64, len(tr.Movers))
		free(t, "Credit", func() { b.Credit(&tr, values) })
	}
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

// Final checks the laws of a final choice. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Final(t testing.TB, f policy.Final) {
	t.Helper()
	needsOf(t, f)
	if d, ok := f.(policy.Deferring); ok {
		if r, again := d.Reserve(), d.Reserve(); !(r >= 0 && r <= 1) || again != r {
			failf(t, "reserve", "Reserve is %v, and later %v, want a number in [0,1] and always the same", r, again)
		}
	}
	type choice struct {
		index   int
		decided bool
	}
	pick := func(t rapid.TB, c *policy.Candidates, seed uint64) (p choice) {
		t.Helper()
		seen := policy.Candidates{Children: slices.Clone(c.Children), Rand: rng.New(seed)}
		p.index, p.decided = f.Pick(&seen)
		if p.index < 0 || p.index >= len(c.Children) {
			failf(t, "range", "Pick chose child %d of %d among %+v", p.index, len(c.Children), c.Children)
		}
		if !slices.Equal(seen.Children, c.Children) {
			failf(t, "read-only", "Pick made %+v of %+v", seen.Children, c.Children)
		}
		return p
	}
	rapid.Check(t, func(t *rapid.T) {
		c, earlier := Roots().Draw(t, "root"), Roots().Draw(t, "earlier root")
		seed := rapid.Uint64().Draw(t, "seed")
		first := pick(t, &c, seed)
		if again := pick(t, &c, seed); again != first {
			failf(t, "repeat", "Pick is %v and, with the same random numbers, %v among %+v", first, again, c.Children)
		}
		earlier.Rand = rng.New(1)
		f.Pick(&earlier)
		clear(earlier.Children)
		if later := pick(t, &c, seed); later != first {
			failf(t, "forgets", "Pick is %v and, after another root, %v among %+v", first, later, c.Children)
		}
	})
	concurrently(t, "Pick", func(i int) choice {
		c := Roots().Example(i)
		return pick(t, &c, uint64(i))
	})
	for i := range examples / 4 {
		c := Roots().Example(i)
		c.Rand = rng.New(1)
		free(t, "Pick", func() { f.Pick(&c) })
	}
}

// Rule checks the laws of a rule. It must not be called in a parallel test, see
// [testing.AllocsPerRun].
func Rule(t testing.TB, r policy.Rule) {
	t.Helper()
	needsOf(t, r)
	lists := rapid.SliceOfN(rapid.Float32Range(-100, 100), 1, 12)
	pick := func(t rapid.TB, scores []float32, seed uint64) int {
		t.Helper()
		i := r.Pick(slices.Clone(scores), rng.New(seed))
		if i < 0 || i >= len(scores) {
			failf(t, "range", "Pick chose %d of %d scores: %v", i, len(scores), scores)
		}
		return i
	}
	rapid.Check(t, func(t *rapid.T) {
		scores, earlier := lists.Draw(t, "scores"), lists.Draw(t, "earlier scores")
		seed := rapid.Uint64().Draw(t, "seed")
		first := pick(t, scores, seed)
		if again := pick(t, scores, seed); again != first {
			failf(t, "repeat", "Pick is %d and, with the same random numbers, %d among %v", first, again, scores)
		}
		r.Pick(earlier, rng.New(1))
		clear(earlier)
		if later := pick(t, scores, seed); later != first {
			failf(t, "forgets", "Pick is %d and, after other scores, %d among %v", first, later, scores)
		}
	})
	concurrently(t, "Pick", func(i int) int { return pick(t, lists.Example(i), uint64(i)) })
	stream := rng.New(1)
	for i := range examples / 4 {
		scores := lists.Example(i)
		free(t, "Pick", func() { r.Pick(scores, stream) })
	}
}

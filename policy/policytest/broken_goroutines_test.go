package policytest_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
	"github.com/banyan-go/banyan/rng"
)

// busy counts the goroutines that are at work, for strategies that do other work while others run.
type busy struct{ n *atomic.Int64 }

// others returns how many other goroutines are at work.
func (b busy) others() int {
	others := b.n.Add(1) - 1
	for range 100 {
		runtime.Gosched()
	}
	others = max(others, b.n.Load()-1)
	b.n.Add(-1)
	return int(others)
}

type busySelection struct{ busy }

func (b busySelection) Select(n *policy.Node) int { return min(b.others(), len(n.Children)-1) }

type busyPerturber struct{ busy }

func (busyPerturber) Needs() policy.Needs                     { return policy.NeedPriors }
func (busyPerturber) Select(*policy.Node) int                 { return 0 }
func (b busyPerturber) Perturb(priors []float32, _ *rng.Rand) { priors[0] += float32(b.others()) }

type busyPlayout struct{ busy }

func (b busyPlayout) New(policy.Info) (policy.Chooser, error) { return b, nil }
func (b busyPlayout) Choose(c *policy.Choice) int             { return min(b.others(), len(c.Actions)-1) }

type busyBackup struct{ busy }

func (b busyBackup) Credit(_ *policy.Trace, values []float64) {
	for i := range values {
		values[i] = float64(b.others())
	}
}

type busyFinal struct{ busy }

func (b busyFinal) Pick(c *policy.Candidates) (int, bool) {
	return min(b.others(), len(c.Children)-1), true
}

type busyRule struct{ busy }

func (b busyRule) Pick(scores []float32, _ *rng.Rand) int { return min(b.others(), len(scores)-1) }

func TestBesideOthers(t *testing.T) {
	for kind, check := range map[string]func(t testing.TB, b busy){
		"Selection": func(t testing.TB, b busy) { policytest.Selection(t, busySelection{b}) },
		"Perturber": func(t testing.TB, b busy) { policytest.Selection(t, busyPerturber{b}) },
		"Playout":   func(t testing.TB, b busy) { policytest.Playout(t, busyPlayout{b}) },
		"Backup":    func(t testing.TB, b busy) { policytest.Backup(t, busyBackup{b}) },
		"Final":     func(t testing.TB, b busy) { policytest.Final(t, busyFinal{b}) },
		"Rule":      func(t testing.TB, b busy) { policytest.Rule(t, busyRule{b}) },
	} {
		t.Run(kind, func(t *testing.T) {
			requireFinding(t, "goroutines", func(t testing.TB) { check(t, busy{new(atomic.Int64)}) })
		})
	}
}

package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// exploring is how a policy explores. The zero value never does.
type exploring struct {
	explorer    policy.Explorer // nil if the policy is none, or never explores
	probability float64
}

func newExploring(c policy.Chooser) (e exploring, err error) {
	explorer, ok := c.(policy.Explorer)
	if !ok {
		return e, nil
	}
	p := explorer.ExploreProbability()
	if !(p >= 0 && p <= 1) {
		err = fmt.Errorf("mcts: ExploreProbability of Playout %T is %v, want 0..1", c, p)
	}
	if p > 0 {
		e = exploring{explorer, p}
	}
	return e, err
}

// explores decides at random whether to draw an action without looking at the list.
func (e *exploring) explores(r *rng.Rand) bool {
	return e.explorer != nil && (e.probability == 1 || r.Float64() < e.probability)
}

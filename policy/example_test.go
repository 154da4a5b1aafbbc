package policy_test

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// greedy walks to the child with the highest mean, and to any other now and then.
type greedy struct{ epsilon float64 }

func (g greedy) Select(n *policy.Node) int {
	if n.Rand.Float64() < g.epsilon {
		return n.Rand.IntN(len(n.Children))
	}
	best := 0
	for i, c := range n.Children {
		if c.Mean > n.Children[best].Mean {
			best = i
		}
	}
	return best
}

// Any type with the method of the interface is a strategy.
func ExampleSelection() {
	var s policy.Selection = greedy{epsilon: 0.1}
	n := &policy.Node{
		Visits:   30,
		Children: []policy.Stats{{Mean: 0.4, Visits: 10}, {Mean: 0.6, Visits: 20}},
		Rand:     rng.New(1),
	}
	fmt.Println(s.Select(n), policy.UCT{C: 0.7}.Select(n))
	// Output: 1 1
}

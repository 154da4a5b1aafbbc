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

// cautious picks the action with the highest mean among those with half of the most visits.
type cautious struct{}

func (cautious) Pick(children []policy.Child) (int, bool) {
	best, _ := policy.RobustChild{}.Pick(children)
	least := children[best].Visits / 2
	for i, c := range children {
		if c.Visits >= least && c.Mean > children[best].Mean {
			best = i
		}
	}
	return best, true
}

func ExampleFinal() {
	children := []policy.Child{{Visits: 100, Mean: 0.5}, {Visits: 60, Mean: 0.6}, {Visits: 10, Mean: 0.9}}
	for _, f := range []policy.Final{cautious{}, policy.RobustChild{}, policy.MaxChild{}} {
		index, decided := f.Pick(children)
		fmt.Printf("%T picks %d, decided: %t\n", f, index, decided)
	}
	// Output:
	// policy_test.cautious picks 1, decided: true
	// policy.RobustChild picks 0, decided: true
	// policy.MaxChild picks 2, decided: true
}

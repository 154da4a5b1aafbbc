package policy_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// greedy selects the child with the highest mean, and with probability epsilon any child.
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

// cautious picks the action with the highest mean among those with at least half of the most
// visits.
type cautious struct{}

func (cautious) Pick(c *policy.Candidates) (int, bool) {
	best, _ := policy.RobustChild{}.Pick(c)
	children := c.Children
	least := children[best].Visits / 2
	for i, c := range children {
		if c.Visits >= least && c.Mean > children[best].Mean {
			best = i
		}
	}
	return best, true
}

func ExampleFinal() {
	candidates := &policy.Candidates{Children: []policy.Child{{Visits: 100, Mean: 0.5}, {Visits: 60, Mean: 0.6}, {Visits: 10, Mean: 0.9}}}
	for _, f := range []policy.Final{cautious{}, policy.RobustChild{}, policy.MaxChild{}} {
		index, decided := f.Pick(candidates)
		fmt.Printf("%T picks %d, decided: %t\n", f, index, decided)
	}
	// Output:
	// policy_test.cautious picks 1, decided: true
	// policy.RobustChild picks 0, decided: true
	// policy.MaxChild picks 2, decided: true
}

// newLearner makes a live policy, as a search does.
func newLearner(spec policy.Playout, info policy.Info) policy.Learner {
	c, err := spec.New(info)
	if err != nil {
		panic(err)
	}
	l, _ := c.(policy.Learner) // nil if it does not learn
	return l
}

// learnReplies makes l learn from games of two plies, which player 1 wins with action 7 only.
func learnReplies(l policy.Learner) {
	for reply := range int32(10) {
		returns := []float64{1, 0}
		if reply == 7 {
			returns = []float64{0, 1}
		}
		l.Learn(&policy.Trace{
			Plies:   []policy.Ply{{Action: 3, Player: 0}, {Action: reply, Player: 1}},
			Returns: returns,
		})
	}
}

// A search makes the live policy and calls it. This example does so by hand.
func ExampleMAST() {
	c := newLearner(policy.MAST{Rule: policy.Greedy{}}, policy.Info{Players: 2, Actions: 10})
	learnReplies(c)
	choice := &policy.Choice{Player: 1, Actions: []int32{5, 6, 7, 8}, Rand: rng.New(1)}
	fmt.Println("action", choice.Actions[c.Choose(choice)])
	// Output: action 7
}

func ExampleLGRF() {
	c := newLearner(policy.LGRF{Fallback: policy.NST{}}, policy.Info{Players: 2, Actions: 10})
	learnReplies(c)
	choice := &policy.Choice{
		Player:  1,
		Actions: []int32{5, 6, 7, 8},
		History: []policy.Ply{{Action: 3, Player: 0}}, // the good reply to it is 7
		Rand:    rng.New(1),
	}
	fmt.Println("action", choice.Actions[c.Choose(choice)])
	// Output: action 7
}

// This policy chooses the best action of NST with probability 0.9, and otherwise samples from the
// scores of MAST. The decay per simulation discounts early simulations, when the tree was small.
func ExampleNST() {
	cfg := mcts.Config{
		Selection: policy.UCT{C: 0.4},
		Playout: policy.Mix{
			P:      0.9,
			First:  policy.NST{Rule: policy.Greedy{}, Decay: policy.Decay{Move: 0.2, Simulation: 0.9999}},
			Second: policy.MAST{Rule: policy.Gibbs{Tau: 0.1}},
		},
		Seed: 1,
	}
	search, err := mcts.New(connect4.Game{}, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	state := connect4.Game{}.Start()
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 1000})
	fmt.Println(result.Simulations, err)
	// Output: 1000 <nil>
}

// Validate reports all invalid parameters. mcts.New calls it.
func ExampleNST_Validate() {
	fmt.Println(policy.NST{N: 12, Rule: policy.Gibbs{Tau: -1}}.Validate())
	// Output:
	// policy: NST.N is 12, want 1..8, or 0 for 3
	// policy: Gibbs.Tau is -1, want a finite number >= 0
}

package equilibrium

import (
	"fmt"
	"math"
)

// Strategy describes how all players play: for each information set, in the order of [Tree.Sets],
// the probabilities of its actions, in their order. Each is at least 0, and the sum of a set is 1.
// It is plain data, valid for every Tree of the same game and start.
type Strategy [][]float64

// Uniform returns the strategy that chooses every action with the same probability.
func (t *Tree[S, A]) Uniform() Strategy {
	strategy := make(Strategy, len(t.sets))
	for i := range t.sets {
		n := len(t.sets[i].Actions)
		strategy[i] = make([]float64, n)
		for a := range n {
			strategy[i][a] = 1 / float64(n)
		}
	}
	return strategy
}

// Mean returns the mean probabilities of strategies at every information set. If each strategy is
// what a program plays with one seed, the mean is what it plays if it draws a new seed for each
// decision. Mean panics if there are no strategies or if they differ in the numbers of information
// sets or actions.
func Mean(strategies ...Strategy) Strategy {
	if len(strategies) == 0 {
		panic("equilibrium: the mean of no strategies")
	}
	mean := make(Strategy, len(strategies[0]))
	for i := range mean {
		mean[i] = make([]float64, len(strategies[0][i]))
	}
	for k, s := range strategies {
		if len(s) != len(mean) {
			panic(fmt.Sprintf("equilibrium: strategy %d has %d information sets, want %d as strategy 0", k, len(s), len(mean)))
		}
		for i := range s {
			if len(s[i]) != len(mean[i]) {
				panic(fmt.Sprintf("equilibrium: strategy %d has %d actions at information set %d, want %d as strategy 0", k, len(s[i]), i, len(mean[i])))
			}
			for a, p := range s[i] {
				mean[i][a] += p / float64(len(strategies))
			}
		}
	}
	return mean
}

// Check returns an error if strategy does not fit the game: if it has another number of information
// sets or of actions of a set, or if the probabilities of a set are not at least 0 with the sum 1,
// within 1e-6. The other methods panic with this error, so check a strategy that was stored.
func (t *Tree[S, A]) Check(strategy Strategy) error {
	if len(strategy) != len(t.sets) {
		return fmt.Errorf("equilibrium: the strategy has %d information sets, want %d", len(strategy), len(t.sets))
	}
	for i, probs := range strategy {
		set := &t.sets[i]
		if len(probs) != len(set.Actions) || !isDistribution(probs) {
			return fmt.Errorf("equilibrium: the probabilities of information set %d, where player %d chooses among %v, are %v, want %d numbers >= 0 with the sum 1",
				i, set.Player, set.Actions, probs, len(set.Actions))
		}
	}
	return nil
}

func (t *Tree[S, A]) mustCheck(strategy Strategy) {
	if err := t.Check(strategy); err != nil {
		panic(err.Error())
	}
}

// isDistribution reports whether probs are at least 0 with the sum 1, up to rounding. A NaN makes
// the sum NaN, which is not near 1.
func isDistribution(probs []float64) bool {
	sum := 0.0
	for _, p := range probs {
		if p < 0 {
			return false
		}
		sum += p
	}
	return math.Abs(sum-1) <= 1e-6
}

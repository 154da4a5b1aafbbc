package equilibrium

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// Solve computes a strategy by Monte Carlo counterfactual regret minimization with external
// sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in
// Extensive Games", NIPS 2009). An iteration walks the tree once for each player: the player tries
// all its actions, and the others and chance draw theirs. The result is the average strategy.
//
// In a game of two players with a constant sum, its NashConv falls towards 0 about as
// 1/sqrt(iterations). In other games it often does, but nothing is proved. The strategy of no
// iterations is the uniform one. If ctx ends, Solve returns the average so far and an error that
// wraps the context's error. A negative number of iterations is an error.
func Solve[S any, A comparable](ctx context.Context, t *Tree[S, A], iterations int, seed uint64) (Strategy, error) {
	if iterations < 0 {
		return nil, fmt.Errorf("equilibrium: iterations is %d, want >= 0", iterations)
	}
	s := solver[S, A]{
		Tree: t, rand: rng.New(seed), walks: max(2, t.players),
		regrets: make([]float64, t.sequences), sums: make([]float64, t.sequences),
		current: make([]float64, t.sequences), values: make([]float64, t.sequences),
	}
	for k := range iterations {
		if err := ctx.Err(); err != nil {
			return s.average(), fmt.Errorf("equilibrium: stopped after %d of %d iterations: %w", k, iterations, err)
		}
		for player := range s.walks {
			s.walk(0, player)
		}
	}
	return s.average(), nil
}

// solver holds a number for each action of each information set, at the index of its sequence.
type solver[S any, A comparable] struct {
	*Tree[S, A]
	rand    *rng.Rand
	walks   int       // of an iteration: of a second player without actions if there is only one
	regrets []float64 // cumulative
	sums    []float64 // of the strategies so far
	current []float64 // scratch: the strategy of this walk
	values  []float64 // scratch: what actions bring
}

// walk returns an estimate of what player gets from node i on, and adds regrets at its sets. As
// it has perfect recall and all others draw one action, it meets none of its sets twice.
func (s *solver[S, A]) walk(i, player int) float64 {
	n := &s.nodes[i]
	switch {
	case n.returns != nil && player < s.players:
		return n.returns[player]
	case n.returns != nil:
		return 0
	case n.set == noSet:
		return s.walk(n.children[s.draw(n.probs)], player)
	}
	set := &s.sets[n.set]
	probs := s.match(set)
	if set.Player != player {
		// A set is drawn in proportion to its player's own probability of reaching it, which is
		// the weight that the average calls for.
		if set.Player == (player+1)%s.walks {
			for a, p := range probs {
				s.sums[set.first+a] += p
			}
		}
		return s.walk(n.children[s.draw(probs)], player)
	}
	values, mean := s.values[set.first:][:len(probs)], 0.0
	for a, child := range n.children {
		values[a] = s.walk(child, player)
		mean += probs[a] * values[a]
	}
	for a, v := range values {
		s.regrets[set.first+a] += v - mean
	}
	return mean
}

// match returns the strategy at a set by regret matching: every action in proportion to its regret
// if that is positive, and all alike if none is (Zinkevich, Johanson, Bowling and Piccione, "Regret
// Minimization in Games with Incomplete Information", NIPS 2007).
func (s *solver[S, A]) match(set *Set[S, A]) []float64 {
	probs := s.current[set.first:][:len(set.Actions)]
	for a := range probs {
		probs[a] = max(0, s.regrets[set.first+a])
	}
	normalize(probs)
	return probs
}

// average returns the average strategy, which is uniform where no walk has been.
func (s *solver[S, A]) average() Strategy {
	strategy := make(Strategy, len(s.sets))
	for i := range strategy {
		strategy[i] = append(strategy[i], s.sums[s.sets[i].first:][:len(s.sets[i].Actions)]...)
		normalize(strategy[i])
	}
	return strategy
}

// draw returns an index by its probability.
func (s *solver[S, A]) draw(probs []float64) int {
	u, last := s.rand.Float64(), 0
	for k, p := range probs {
		if p > 0 {
			last = k
			if u -= p; u < 0 {
				break
			}
		}
	}
	return last
}

// normalize scales weights to the sum 1. If all are 0, they become equal.
func normalize(weights []float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for a := range weights {
		if sum > 0 {
			weights[a] /= sum
		} else {
			weights[a] = 1 / float64(len(weights))
		}
	}
}

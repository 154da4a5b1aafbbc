package equilibrium

import "fmt"

const nobody = -1

// Values returns the expected result of every player if all play by strategy: the rewards from the
// start on and the returns. It panics if [Tree.Check] refuses strategy.
func (t *Tree[S, A]) Values(strategy Strategy) []float64 {
	t.mustCheck(strategy)
	values := make([]float64, t.players)
	for i, p := range t.reach(strategy, nobody) {
		for player, v := range t.nodes[i].returns {
			values[player] += p * v
		}
	}
	return values
}

// BestResponse returns the most that player can expect if the others play by strategy, and a copy
// of strategy in which player plays so: the first of the best actions at each of its information
// sets, with probability 1. It panics if [Tree.Check] refuses strategy or if there is no such
// player. It takes time linear in the size of the tree.
func (t *Tree[S, A]) BestResponse(strategy Strategy, player int) (float64, Strategy) {
	t.mustCheck(strategy)
	if player < 0 || player >= t.players {
		panic(fmt.Sprintf("equilibrium: player is %d, want 0 to %d", player, t.players-1))
	}
	// brings has, for every sequence of actions of player, what the best play after it adds: the
	// results of the games that end without another action of player, and the best action of each
	// set that comes next.
	brings := make([]float64, t.sequences)
	for i, p := range t.reach(strategy, player) {
		if n := &t.nodes[i]; n.returns != nil {
			brings[n.last[player]] += p * n.returns[player]
		}
	}
	response := append(Strategy{}, strategy...)
	for i := len(t.sets) - 1; i >= 0; i-- { // a set has a greater index than those before it
		set := &t.sets[i]
		if set.Player != player {
			continue
		}
		values, best := brings[set.first:][:len(set.Actions)], 0
		for a, v := range values {
			if v > values[best] {
				best = a
			}
		}
		brings[set.before] += values[best]
		response[i] = make([]float64, len(values))
		response[i][best] = 1
	}
	return brings[emptySequence], response
}

// NashConv returns the sum over all players of what a player would gain by its best response if the
// others went on to play by strategy (Lanctot et al., "A Unified Game-Theoretic Approach to
// Multiagent Reinforcement Learning", NIPS 2017). It is 0 at a Nash equilibrium and positive
// elsewhere, up to rounding. In a game of two players with a constant sum, half of it is what the
// literature calls exploitability: the mean loss of a player of strategy to the worst opponent. It
// panics if [Tree.Check] refuses strategy.
func (t *Tree[S, A]) NashConv(strategy Strategy) float64 {
	sum := 0.0
	for player, v := range t.Values(strategy) {
		best, _ := t.BestResponse(strategy, player)
		sum += best - v
	}
	return sum
}

// reach returns the probability of every node if chance and all players but one do as strategy says
// and that player does all it can to get there.
func (t *Tree[S, A]) reach(strategy Strategy, except int) []float64 {
	reach := make([]float64, len(t.nodes))
	reach[0] = 1
	for i := range t.nodes {
		n := &t.nodes[i]
		probs := n.probs
		if n.set != noSet && t.sets[n.set].Player != except {
			probs = strategy[n.set]
		}
		for j, child := range n.children {
			reach[child] = reach[i]
			if probs != nil {
				reach[child] *= probs[j]
			}
		}
	}
	return reach
}

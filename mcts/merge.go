package mcts

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/mcts/internal/solver"
)

// choices returns the root actions among which the final action is chosen.
func (s *Search[S, A]) choices() []Child[A] { return joined(s.sets(s.observing())) }

// observing returns the player whose action is wanted: Budget.Player at simultaneous moves, and
// otherwise the player to move.
func (s *Search[S, A]) observing() int {
	player, _ := s.root().Player()
	if player == Simultaneous {
		return s.player
	}
	return player
}

// sets returns the root actions of a player in every tree. The actions of the first tree are all;
// of the others, those without visits are left out if they would not count.
func (s *Search[S, A]) sets(player int) (sets [][]Child[A]) {
	p, _ := s.cfg.Parallel.(RootParallel)
	for t, root := range s.roots() {
		b := root.choicesOf(player)
		n := b.Count()
		if t > 0 && p.Merge == MergeSum && s.proven == nil {
			n = b.Tried()
		}
		sets = append(sets, childrenOf(root.edges(b, n)))
	}
	return sets
}

// joined adds up the statistics of equal actions. The result has the order of the first set that is
// not empty. Actions that only later sets have follow; they occur below the roots of different
// determinizations.
func joined[A comparable](sets [][]Child[A]) (choices []Child[A]) {
	if len(sets) == 1 {
		return sets[0]
	}
	places := map[A]int{}
	for _, set := range sets {
		for _, c := range set {
			i, ok := places[c.Action]
			if !ok {
				places[c.Action] = len(choices)
				choices = append(choices, c)
				continue
			}
			choices[i].join(&c)
		}
	}
	return choices
}

// join adds the statistics of the same action in another tree. Of several priors the first above 0
// counts, and the narrowest bounds.
func (c *Child[A]) join(other *Child[A]) {
	if all := c.Visits + other.Visits; other.Visits > 0 {
		c.Mean = (float64(c.Mean*float64(c.Visits)) + float64(other.Mean*float64(other.Visits))) / float64(all)
		c.Visits = all
	}
	c.ends = c.ends || other.ends
	c.ImportedVisits += other.ImportedVisits
	c.Prior, c.NoisyPrior = cmp.Or(c.Prior, other.Prior), cmp.Or(c.NoisyPrior, other.NoisyPrior)
	if math.IsInf(other.Lower, -1) && math.IsInf(other.Upper, 1) {
		return
	}
	c.Lower = max(c.Lower, other.Lower)
	c.Upper = max(min(c.Upper, other.Upper), c.Lower)
	if other.Plies > 0 && (c.Plies == 0 || other.Plies < c.Plies) {
		c.Plies = other.Plies
	}
}

// pick returns the index of the final action among the choices, which join all sets, and whether it
// is decided.
func (s *Search[S, A]) pick(choices []Child[A], sets [][]Child[A]) (index int, decided bool, err error) {
	if p, ok := s.cfg.Parallel.(RootParallel); ok && p.Merge == MergeVote {
		return s.vote(choices, sets)
	}
	return s.decide(choices)
}

// vote picks the action that Config.Final picks in the most trees, of those that may be the best by
// what all trees have proven. Trees without simulations do not vote. Ties go to the action with
// more visits.
func (s *Search[S, A]) vote(choices []Child[A], sets [][]Child[A]) (index int, decided bool, err error) {
	if index, known := s.knownBest(choices); known {
		return index, true, nil
	}
	votes := make(map[A]int, len(choices))
	decided = true
	for _, own := range sets {
		if mostVisited(own).Visits == 0 {
			continue
		}
		k, sure, err := s.decide(own)
		if err != nil {
			return 0, false, fmt.Errorf("%w, in one of the trees", err)
		}
		votes[own[k].Action]++
		decided = decided && sure
	}
	least := leastWorth(choices, s.w.known.Solver)
	index = -1
	for i := range choices {
		c := &choices[i]
		if c.Upper < least {
			continue
		}
		v, most := votes[c.Action], 0
		if index >= 0 {
			most = votes[choices[index].Action]
		}
		if index < 0 || v > most || v == most && c.more(&choices[index]) {
			index = i
		}
	}
	return index, decided && len(votes) > 0, nil
}

// leastWorth returns the lower bound of the best of some choices. One whose Upper is less is proven
// to be worse.
func leastWorth[A any](choices []Child[A], s *solver.Solver) float64 {
	least, _ := worth(choices)
	if s != nil {
		least -= s.Slack()
	}
	return least
}

// more reports whether c has more visits than b, or as many and a higher mean.
func (c *Child[A]) more(b *Child[A]) bool {
	return c.Visits > b.Visits || c.Visits == b.Visits && c.Mean > b.Mean
}

// variation returns the principal variation that begins with action, the final one.
func (s *Search[S, A]) variation(action A) []A {
	roots := s.roots()
	player, _ := s.root().Player()
	if player != Simultaneous {
		return append([]A{action}, mostPlayed(proving(below(roots, action)))...)
	}
	var joint []A
	for p := range s.w.tree.Players() {
		component := action
		if p != s.player {
			component = mostVisited(joined(s.sets(p))).Action
		}
		joint = append(joint, component)
		roots = below(roots, component)
	}
	return append(joint, mostPlayed(roots)...)
}

// proving returns the node whose tree has proven the action that leads to it, that with the fastest
// end if there are several, and otherwise all nodes.
func proving[A any](nodes []Node[A]) []Node[A] {
	best, fewest := nodes, 0
	for i, c := range childrenOf(nodes) {
		if c.Lower == c.Upper && (fewest == 0 || 0 < c.Plies && c.Plies < fewest) {
			best, fewest = nodes[i:i+1], c.Plies
		}
	}
	return best
}

// mostPlayed returns the principal variation of nodes, which are the same one in all trees, by what
// all together know; see [Node.PV].
func mostPlayed[A comparable](nodes []Node[A]) (actions []A) {
	if len(nodes) == 1 {
		return nodes[0].PV()
	}
	for seen := (passed{}); len(nodes) > 0 && len(actions) < nodes[0].tree.Nodes() && !seen.again(nodes[0].node); {
		var sets [][]Child[A]
		for _, n := range nodes {
			sets = append(sets, childrenOf(n.counting()))
		}
		choices := joined(sets)
		k, ok := mainOf(choices, nodes[0].known.Solver)
		if !ok {
			return actions
		}
		actions = append(actions, choices[k].Action)
		nodes = below(nodes, choices[k].Action)
	}
	return actions
}

// mainOf returns the index of the choice with which a principal variation continues: the one that
// is proven to be at least as good as every other, or else the most visited one of those that may
// be the best. There is none without visits.
func mainOf[A any](choices []Child[A], s *solver.Solver) (index int, ok bool) {
	if len(choices) == 0 {
		return 0, false
	}
	if s != nil {
		if index, known := s.Best(provenOf(choices)); known {
			return index, true
		}
	}
	least := leastWorth(choices, s)
	index = -1
	for i := range choices {
		if c := &choices[i]; c.Upper >= least && (index < 0 || c.more(&choices[index])) {
			index = i
		}
	}
	return index, choices[index].Visits > 0
}

// mostVisited returns the choice with the most visits. Ties go to the higher mean, then to the
// first. Without choices it returns the zero choice.
func mostVisited[A any](choices []Child[A]) (best Child[A]) {
	if k, _ := mainOf(choices, nil); k < len(choices) {
		best = choices[k]
	}
	return best
}

// below returns the nodes that actions, such as the components of a joint action, lead to from
// nodes. There are fewer if some never were played.
func below[A comparable](nodes []Node[A], actions ...A) []Node[A] {
	for _, a := range actions {
		var next []Node[A]
		for _, n := range nodes {
			if child, ok := find(n, a); ok {
				next = append(next, child)
			}
		}
		nodes = next
	}
	return nodes
}

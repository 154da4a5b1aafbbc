package mcts

import "fmt"

// choice is an action of the root and what all trees together know of it.
type choice[A any] struct {
	Child[A]
	ends bool // known to end the game
}

// choices are the actions of the root among which the answer is.
func (s *Search[S, A]) choices() []choice[A] { return s.choicesOf(s.observing()) }

// observing returns the player whose action is wanted.
func (s *Search[S, A]) observing() int {
	player, _ := s.root().Player()
	if player == Simultaneous {
		return s.player
	}
	return player
}

func (s *Search[S, A]) choicesOf(player int) []choice[A] {
	var sets [][]Node[A]
	for _, root := range s.roots() {
		sets = append(sets, root.choices(player))
	}
	return merged(sets)
}

// merged adds up the statistics of equal actions. The answer has the order of the first set that is
// not empty, and then what others have beyond that, as below the root of different
// determinizations.
func merged[A comparable](sets [][]Node[A]) []choice[A] {
	var choices []choice[A]
	var places map[A]int
	for _, nodes := range sets {
		if len(choices) == 0 {
			for _, n := range nodes {
				choices = append(choices, choice[A]{n.child(), n.isTerminal()})
			}
			continue
		}
		if places == nil {
			places = make(map[A]int, len(choices))
			for i, c := range choices {
				places[c.Action] = i
			}
		}
		for _, n := range nodes {
			if i, ok := places[n.Action()]; ok {
				choices[i].add(n)
				continue
			}
			places[n.Action()] = len(choices)
			choices = append(choices, choice[A]{n.child(), n.isTerminal()})
		}
	}
	return choices
}

func (c *choice[A]) add(n Node[A]) {
	if visits := n.Visits(); visits > 0 {
		all := c.Visits + visits
		c.Mean = (float64(c.Mean*float64(c.Visits)) + float64(n.Mean()*float64(visits))) / float64(all)
		c.Visits = all
	}
	c.ImportedVisits += n.ImportedVisits()
	c.ends = c.ends || n.isTerminal()
}

// answer returns the index of the answer among the choices of all trees, and whether it is decided.
func (s *Search[S, A]) answer(choices []choice[A]) (index int, decided bool, err error) {
	if p, ok := s.cfg.Parallel.(RootParallel); ok && p.Merge == MergeVote {
		return s.vote(choices)
	}
	return s.decide(choices)
}

// vote lets every tree that has simulations choose.
func (s *Search[S, A]) vote(choices []choice[A]) (index int, decided bool, err error) {
	votes := make(map[A]int, len(choices))
	decided = true
	for _, root := range s.roots() {
		if root.Visits() == 0 {
			continue
		}
		own := merged([][]Node[A]{root.choices(s.observing())})
		k, sure, err := s.decide(own)
		if err != nil {
			return 0, false, fmt.Errorf("%w, in one of the trees", err)
		}
		votes[own[k].Action]++
		decided = decided && sure
	}
	for i := range choices {
		a, b := &choices[i], &choices[index]
		if v, most := votes[a.Action], votes[b.Action]; v > most || v == most && a.more(b) {
			index = i
		}
	}
	return index, decided && len(votes) > 0, nil
}

// more reports whether c has more visits than b, or as many and a higher mean.
func (c *choice[A]) more(b *choice[A]) bool {
	return c.Visits > b.Visits || c.Visits == b.Visits && c.Mean > b.Mean
}

// variation returns the principal variation that begins with an action of the answer.
func (s *Search[S, A]) variation(answer A) []A {
	roots := s.roots()
	player, _ := s.root().Player()
	if player != Simultaneous {
		return append([]A{answer}, mostPlayed(below(roots, answer))...)
	}
	var joint []A
	for p := range s.w.tree.players {
		part := answer
		if p != s.player {
			part = mostVisited(s.choicesOf(p)).Action
		}
		joint = append(joint, part)
		roots = below(roots, part)
	}
	return append(joint, mostPlayed(roots)...)
}

// mostPlayed returns the most visited action in all trees together, then that at the nodes it leads
// to, and so on while there are visits.
func mostPlayed[A comparable](nodes []Node[A]) []A {
	if len(nodes) == 1 {
		return nodes[0].PV()
	}
	var actions []A
	for {
		var sets [][]Node[A]
		for _, n := range nodes {
			sets = append(sets, n.Children())
		}
		best := mostVisited(merged(sets))
		if best.Visits == 0 {
			return actions
		}
		actions = append(actions, best.Action)
		nodes = below(nodes, best.Action)
	}
}

// mostVisited returns the first of the choices with the most visits, and of those with the highest
// mean; the zero choice of none.
func mostVisited[A any](choices []choice[A]) (best choice[A]) {
	for i := range choices {
		if i == 0 || choices[i].more(&best) {
			best = choices[i]
		}
	}
	return best
}

// below returns the nodes that an action leads to.
func below[A comparable](nodes []Node[A], a A) []Node[A] {
	var next []Node[A]
	for _, n := range nodes {
		if child, ok := find(n.Children(), a); ok {
			next = append(next, child)
		}
	}
	return next
}

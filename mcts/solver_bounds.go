package mcts

import "math"

// recompute derives the proof of the node at slot, which has a block, from those of its children,
// and marks the header.
func (p *prover[S, A]) recompute(sim *simulation[S, A], slot uint32, steps int) error {
	c, i := p.w.tree.at(slot)
	child := c.links[i].child
	c, i = p.w.tree.at(child)
	b := c.block(i)
	if !p.knowsAny(child, b) {
		return nil
	}
	c.stats[i].Visits |= filtered << countBits
	*p.at(child) = 0 // See filter.
	switch {
	case b.player >= 0:
		*p.at(slot) = p.choice(child, b)
	case b.player == Chance:
		outcomes, err := p.outcomes(sim, steps)
		if err != nil || outcomes == nil {
			return err
		}
		*p.at(slot) = p.chance(child, outcomes)
	}
	if slot == rootSlot {
		p.w.decided = p.w.determinizing == nil && p.decided(child, b)
	}
	return nil
}

// knowsAny reports whether something is proven of any of the children of a block.
func (p *prover[S, A]) knowsAny(block uint32, b block) bool {
	for k := range b.count {
		if *p.at(block + 1 + k) != 0 {
			return true
		}
	}
	return false
}

// choice returns the proof of a node at which a player chooses. To that player it is worth the best
// child; to another, anything that the children are worth which may be chosen.
func (p *prover[S, A]) choice(block uint32, b block) proof {
	mover := b.player
	best := interval{math.MinInt64, math.MinInt64}
	for k := range b.count {
		v := p.child(block, k)[mover]
		best.lo, best.hi = max(best.lo, v.lo), max(best.hi, v.hi)
	}
	for q := range p.bounds {
		p.bounds[q] = interval{math.MaxInt64, math.MinInt64}
	}
	isClosed := true
	exact := best.isExact()
	shortest, longest := math.MaxInt, 0
	for k := range b.count {
		bounds, child := p.child(block, k), *p.at(block + 1 + k)
		if bounds[mover].hi < best.lo-gridSlack {
			continue // It is not chosen.
		}
		for q, v := range bounds {
			p.bounds[q].lo, p.bounds[q].hi = min(p.bounds[q].lo, v.lo), max(p.bounds[q].hi, v.hi)
		}
		isClosed = isClosed && !p.promises(child, best.lo, mover)
		if exact && bounds[mover].isExact() {
			shortest, longest = min(shortest, child.plies()), max(longest, child.plies())
		}
	}
	p.bounds[mover] = best
	p.tighten()
	plies := 0
	if exact {
		plies = 1 + longest
		if best.lo >= gridUnits-gridSlack {
			plies = 1 + shortest
		}
	}
	return newProof(p.intervals.number(p.bounds), plies, isClosed)
}

// child returns the bounds of the k-th child of a block.
func (p *prover[S, A]) child(block, k uint32) []interval {
	return p.intervals.of(p.at(block + 1 + k).bounds())
}

// promises reports whether simulations below a child may prove something about its parent, where
// mover can have least in any case.
func (p *prover[S, A]) promises(child proof, least int64, mover int32) bool {
	if child&closed != 0 {
		return false
	}
	most := p.intervals.of(child.bounds())[mover].hi
	if p.tiesAgree {
		return most > least+gridSlack
	}
	return most >= least-gridSlack
}

// tighten narrows p.bounds by the sum of all values.
func (p *prover[S, A]) tighten() {
	if !p.hasSum {
		return
	}
	all := interval{}
	for _, v := range p.bounds {
		all.lo, all.hi = all.lo+v.lo, all.hi+v.hi
	}
	for q, v := range p.bounds {
		p.bounds[q] = interval{max(v.lo, p.sum-(all.hi-v.hi)), min(v.hi, p.sum-(all.lo-v.lo))}
	}
}

// outcomes returns the outcomes of the chance node to which the first steps of a path lead. Their
// probabilities are not in the tree, so the path is played again. It returns nil below joint
// actions.
func (p *prover[S, A]) outcomes(sim *simulation[S, A], steps int) ([]Outcome[A], error) {
	if len(sim.joints) > 0 {
		return nil, nil
	}
	w := p.w
	w.Copy(&p.ends.state, &w.root)
	for _, e := range sim.path[:steps] {
		c, i := w.tree.at(e.slot)
		w.Apply(&p.ends.state, c.actions[i])
	}
	err := w.listOutcomes(&p.ends)
	return w.outcomes, err
}

// chance returns the proof of a chance node: the average over its outcomes, rounded outward.
func (p *prover[S, A]) chance(block uint32, outcomes []Outcome[A]) proof {
	isClosed, longest := true, 0
	exact := true
	for q := range p.bounds {
		lo, hi := 0.0, 0.0
		for k, o := range outcomes {
			v := p.child(block, uint32(k))[q]
			lo += float64(o.Prob * float64(v.lo))
			hi += float64(o.Prob * float64(v.hi))
		}
		p.bounds[q] = interval{max(0, int64(math.Floor(lo-1))), min(gridUnits, int64(math.Ceil(hi+1)))}
		exact = exact && p.bounds[q].isExact()
	}
	for k, o := range outcomes {
		if o.Prob > 0 {
			child := *p.at(block + 1 + uint32(k))
			isClosed = isClosed && child&closed != 0
			longest = max(longest, child.plies())
		}
	}
	plies := 0
	if exact {
		plies = 1 + longest
	}
	p.tighten()
	return newProof(p.intervals.number(p.bounds), plies, isClosed)
}

// decided reports whether an action of the root is known to be best: whether none of the others can
// be worth more. A root can be closed without that, if its value depends on how players break ties.
func (p *prover[S, A]) decided(block uint32, b block) bool {
	if b.player < 0 {
		return false
	}
	var best uint32
	bounds := func(k uint32) interval { return p.child(block, k)[b.player] }
	for k := range b.count {
		if v, most := bounds(k), bounds(best); v.lo > most.lo || v.lo == most.lo && v.hi > most.hi {
			best = k
		}
	}
	for k := range b.count {
		if k != best && bounds(k).hi > bounds(best).lo+gridSlack {
			return false
		}
	}
	return true
}

package mcts

import (
	"math"
	"sync/atomic"
)

// recompute derives the proof of a node, which is before now, from those of its children, and marks
// the header of their block, which is at child. Steps lead to the node.
func (p *prover[S, A]) recompute(sim *simulation[S, A], child uint32, b block, steps int, before proof) (proof, error) {
	if !p.loadProofs(child, b) {
		return before, nil
	}
	p.mark(child)
	if p.common == nil {
		*p.at(child) = 0 // See filter.
	}
	switch {
	case b.player >= 0:
		if steps == 0 {
			p.w.decided = p.w.determinizing == nil && p.decided(b.player)
		}
		return p.choice(b.player), nil
	case b.player == Chance:
		outcomes, err := p.outcomes(sim, steps)
		if err != nil || outcomes == nil {
			return before, err
		}
		return p.chance(outcomes), nil
	}
	return before, nil
}

// mark notes in the header of a block that something is proven of its edges.
func (p *prover[S, A]) mark(block uint32) {
	c, i := p.w.tree.find(block)
	if header := &c.stats[i].Visits; atomic.LoadUint32(header) < detour<<countBits {
		atomic.OrUint32(header, detour<<countBits)
	}
}

// loadProofs puts the proofs of the children of a block into p.proofs. It reports whether anything
// is proven of any of them.
func (p *prover[S, A]) loadProofs(block uint32, b block) (known bool) {
	p.proofs = p.proofs[:0]
	for k := range b.count {
		proven := p.load(block + 1 + k)
		p.proofs = append(p.proofs, proven)
		known = known || proven != 0
	}
	return known
}

// choice returns the proof of a node at which a player chooses, whose children have p.proofs. To
// that player it is worth the best child; to another, anything that the children are worth which
// may be chosen.
func (p *prover[S, A]) choice(mover int32) proof {
	best := interval{math.MinInt64, math.MinInt64}
	for _, child := range p.proofs {
		v := p.of(child)[mover]
		best.lo, best.hi = max(best.lo, v.lo), max(best.hi, v.hi)
	}
	for q := range p.bounds {
		p.bounds[q] = interval{math.MaxInt64, math.MinInt64}
	}
	isClosed := true
	exact := best.isExact()
	shortest, longest := math.MaxInt, 0
	for _, child := range p.proofs {
		bounds := p.of(child)
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

// of returns the bounds that a proof tells, one interval per player.
func (p *prover[S, A]) of(proven proof) []interval { return p.intervals.of(proven.bounds()) }

// promises reports whether simulations below a child may prove something about its parent, where
// mover can have least in any case.
func (p *prover[S, A]) promises(child proof, least int64, mover int32) bool {
	if child&closed != 0 {
		return false
	}
	most := p.of(child)[mover].hi
	if p.tiesAgree {
		return most > least+gridSlack
	}
	return most >= least-gridSlack
}

// tighten narrows p.bounds by the sum of all values.
func (p *prover[S, A]) tighten() {
	if !p.knowsSum() {
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
		w.Apply(&p.ends.state, *w.edges.at(e.slot))
	}
	err := w.listOutcomes(&p.ends)
	return w.outcomes, err
}

// chance returns the proof of a chance node, whose children have p.proofs: the average over its
// outcomes, rounded outward.
func (p *prover[S, A]) chance(outcomes []Outcome[A]) proof {
	isClosed, longest := true, 0
	exact := true
	for q := range p.bounds {
		lo, hi := 0.0, 0.0
		for k, o := range outcomes {
			v := p.of(p.proofs[k])[q]
			lo += float64(o.Prob * float64(v.lo))
			hi += float64(o.Prob * float64(v.hi))
		}
		p.bounds[q] = interval{max(0, int64(math.Floor(lo-1))), min(gridUnits, int64(math.Ceil(hi+1)))}
		exact = exact && p.bounds[q].isExact()
	}
	for k, o := range outcomes {
		if o.Prob > 0 {
			child := p.proofs[k]
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

// decided reports whether one of the actions of the root, which have p.proofs, is known to be best:
// whether none of the others can be worth more. A root can be closed without that, if its value
// depends on how players break ties.
func (p *prover[S, A]) decided(mover int32) bool {
	best := 0
	bounds := func(k int) interval { return p.of(p.proofs[k])[mover] }
	for k := range p.proofs {
		if v, most := bounds(k), bounds(best); v.lo > most.lo || v.lo == most.lo && v.hi > most.hi {
			best = k
		}
	}
	for k := range p.proofs {
		if k != best && bounds(k).hi > bounds(best).lo+gridSlack {
			return false
		}
	}
	return true
}

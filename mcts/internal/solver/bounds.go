package solver

import (
	"math"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// recompute derives the proof of a node, currently before, from the proofs of its children in b,
// and marks the block. Steps of the path lead to the node.
func (s *Solver) recompute(p *pass.Pass, b tree.Block, steps int, before Proof) (Proof, error) {
	if !s.loadProofs(b) {
		return before, nil
	}
	s.tree.Mark(b.Slot())
	if s.common == nil {
		*s.proofs.At(b.Slot()) = 0 // See Filter.
	}
	switch {
	case b.Player >= 0:
		if steps == 0 {
			s.Decided = !s.Hidden && s.decided(b.Player)
		}
		return s.choice(b.Player), nil
	case b.Player == chance:
		outcomes, err := s.Outcomes(p, steps)
		if err != nil || outcomes == nil {
			return before, err
		}
		return s.chance(outcomes), nil
	}
	return before, nil
}

// loadProofs puts the proofs of the children in a block into s.children. It reports whether
// anything is proven of any of them.
func (s *Solver) loadProofs(b tree.Block) (known bool) {
	s.children = s.children[:0]
	for k := range b.Count() {
		proven := s.load(b.First() + k)
		s.children = append(s.children, proven)
		known = known || proven != 0
	}
	return known
}

// choice returns the proof of a node at which a player chooses, whose children have s.children. To
// that player it has the value of the best child; to another, any value of the children that may be
// chosen.
func (s *Solver) choice(mover int32) Proof {
	best := interval{math.MinInt64, math.MinInt64}
	for _, child := range s.children {
		v := s.of(child)[mover]
		best.lo, best.hi = max(best.lo, v.lo), max(best.hi, v.hi)
	}
	for q := range s.bounds {
		s.bounds[q] = interval{math.MaxInt64, math.MinInt64}
	}
	isClosed := true
	exact := best.isExact()
	shortest, longest := math.MaxInt, 0
	for _, child := range s.children {
		bounds := s.of(child)
		if bounds[mover].hi < best.lo-gridSlack {
			continue // It is not chosen.
		}
		for q, v := range bounds {
			s.bounds[q].lo, s.bounds[q].hi = min(s.bounds[q].lo, v.lo), max(s.bounds[q].hi, v.hi)
		}
		isClosed = isClosed && !s.promises(child, best.lo, mover)
		if exact && bounds[mover].isExact() {
			shortest, longest = min(shortest, child.plies()), max(longest, child.plies())
		}
	}
	s.bounds[mover] = best
	s.tighten()
	plies := 0
	switch {
	case exact && best.lo >= gridUnits-gridSlack:
		plies = 1 + shortest
	case exact:
		plies = 1 + longest
	case slices.ContainsFunc(s.bounds, interval.isExact):
		plies = 1 + s.farthest(mover, best.lo)
	}
	return newProof(s.intervals.number(s.bounds), plies, isClosed)
}

// farthest returns within how many plies the game ends after those children, of s.children, that
// may have a value of least for mover.
func (s *Solver) farthest(mover int32, least int64) (plies int) {
	for _, child := range s.children {
		if s.of(child)[mover].hi >= least-gridSlack {
			plies = max(plies, s.pliesOf(child))
		}
	}
	return plies
}

// pliesOf returns within how many plies the game ends after a proof, mostPlies if unknown.
func (s *Solver) pliesOf(proven Proof) int {
	if !slices.ContainsFunc(s.of(proven), interval.isExact) {
		return mostPlies
	}
	return proven.plies()
}

// of returns the bounds that a proof tells, one interval per player.
func (s *Solver) of(proven Proof) []interval { return s.intervals.of(proven.bounds()) }

// promises reports whether simulations below a child may prove something about its parent, where
// mover can have least in any case.
func (s *Solver) promises(child Proof, least int64, mover int32) bool {
	if child&closed != 0 {
		return false
	}
	most := s.of(child)[mover].hi
	if s.TiesAgree {
		return most > least+gridSlack
	}
	return most >= least-gridSlack
}

// tighten narrows s.bounds by the sum of all values.
func (s *Solver) tighten() {
	if !s.knowsSum() {
		return
	}
	all := interval{}
	for _, v := range s.bounds {
		all.lo, all.hi = all.lo+v.lo, all.hi+v.hi
	}
	for q, v := range s.bounds {
		s.bounds[q] = interval{max(v.lo, s.sum-(all.hi-v.hi)), min(v.hi, s.sum-(all.lo-v.lo))}
	}
}

// chance returns the proof of a chance node, whose children have s.children: the average over its
// outcomes, rounded outward.
func (s *Solver) chance(outcomes []float64) Proof {
	isClosed, longest := true, 0
	for q := range s.bounds {
		lo, hi := 0.0, 0.0
		for k, prob := range outcomes {
			v := s.of(s.children[k])[q]
			lo += float64(prob * float64(v.lo))
			hi += float64(prob * float64(v.hi))
		}
		s.bounds[q] = interval{max(0, int64(math.Floor(lo-1))), min(gridUnits, int64(math.Ceil(hi+1)))}
	}
	for k, prob := range outcomes {
		if prob > 0 {
			child := s.children[k]
			isClosed = isClosed && child&closed != 0
			longest = max(longest, s.pliesOf(child))
		}
	}
	s.tighten()
	plies := 0
	if slices.ContainsFunc(s.bounds, interval.isExact) {
		plies = 1 + longest
	}
	return newProof(s.intervals.number(s.bounds), plies, isClosed)
}

// decided reports whether one of the actions of the root, which have s.children, is known to be
// best: whether none of the others can have a greater value. A root can be closed without that, if
// its value depends on how players break ties.
func (s *Solver) decided(mover int32) bool {
	best := 0
	bounds := func(k int) interval { return s.of(s.children[k])[mover] }
	for k := range s.children {
		if v, most := bounds(k), bounds(best); v.lo > most.lo || v.lo == most.lo && v.hi > most.hi {
			best = k
		}
	}
	for k := range s.children {
		if k != best && bounds(k).hi > bounds(best).lo+gridSlack {
			return false
		}
	}
	return true
}

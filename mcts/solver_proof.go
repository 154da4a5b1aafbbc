package mcts

import (
	"fmt"
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
)

// proof is what is proven of the node behind an edge, in a column of the tree. The zero proof knows
// nothing. The header of a block has detour if the proof of any of its edges is not zero; its own
// slot in the column is for filter.
//
//	bits  0..15  the number of its bounds in the interval table
//	     16..30  if the value is exact, in how many plies the game ends at the latest
//	         31  closed: simulations below the node would prove nothing more
type proof uint32

const (
	closed    proof = 1 << 31
	mostPlies       = 1<<15 - 1
)

func newProof(bounds uint32, plies int, isClosed bool) proof {
	p := proof(bounds) | proof(min(plies, mostPlies))<<16
	if isClosed {
		p |= closed
	}
	return p
}

func (p proof) bounds() uint32 { return uint32(p & 0xffff) }

func (p proof) plies() int { return int(p >> 16 & mostPlies) }

// prover is Config.Solver at work in one tree. It is the [hook] that backs up bounds, the [filter]
// that keeps simulations away from what is proven, and the column with the proofs.
type prover[S any, A comparable] struct {
	columnOf[proof]
	Solver
	w          *worker[S, A]
	common     *commonProofs[S, A] // of the workers of a shared tree; nil: there is one
	intervals  intervalTable
	tiesAgree  bool  // where one player is indifferent, so are all others
	asksLeaves bool  // a Winner is asked at the first visit of a node
	sum        int64 // of all players' values, in units
	hasSum     bool  // it is known, from the first end of a game

	ends   simulation[S, A] // scratch of probe, and for playing a path again
	bounds []interval       // scratch of recompute
	proofs []proof          // the same
	places []uint32         // scratch of filter
	shown  []policy.Stats
}

// backedUp implements [hook]: what the simulation has proven is backed up until nothing changes.
func (p *prover[S, A]) backedUp(sim *simulation[S, A]) error {
	if !sim.ended && !sim.probed {
		return nil
	}
	n := len(sim.path)
	if sim.ended && sim.node != noEdge && n > 0 && p.load(sim.node) == 0 {
		proven, err := p.proveEnd(sim)
		if err != nil {
			return fmt.Errorf("%w, after %s", err, p.w.walked(sim))
		}
		p.replace(sim.node, 0, proven)
	} else if !sim.probed {
		return nil
	}
	for i := n - 1; i >= -1; i-- {
		slot := uint32(rootSlot)
		if i >= 0 {
			slot = sim.path[i].slot
		}
		if changed, err := p.update(sim, slot, i+1); err != nil {
			return err
		} else if !changed && i < n-2 && (!sim.probed || p.common == nil) {
			break // The last two nodes have the new end and the new block. In a shared tree, any may.
		}
	}
	return nil
}

// update brings the proof of a node up to date, to which the first steps of the path of sim lead.
// It reports whether the proof has changed.
//
// Several workers may do so at once. One that changed the proof of a child comes to the node after
// that, and one whose proof of the node is replaced by another, which may have seen other children,
// begins again. So the last proof follows from the last ones of the children.
func (p *prover[S, A]) update(sim *simulation[S, A], slot uint32, steps int) (changed bool, err error) {
	for {
		before := p.load(slot)
		child, b := p.below(slot)
		if child == unexpanded {
			return before != 0, nil
		}
		now, err := p.recompute(sim, child, b, steps, before)
		if err != nil || now == before {
			return false, err
		}
		if p.replace(slot, before, now) {
			return true, nil
		}
	}
}

// load returns the proof of the node behind an edge.
func (p *prover[S, A]) load(slot uint32) proof {
	return proof(atomic.LoadUint32((*uint32)(p.at(slot))))
}

// replace changes a proof, unless another worker has changed it before.
func (p *prover[S, A]) replace(slot uint32, before, after proof) bool {
	return atomic.CompareAndSwapUint32((*uint32)(p.at(slot)), uint32(before), uint32(after))
}

// below returns the block of the node at slot, or unexpanded if it has none.
func (p *prover[S, A]) below(slot uint32) (child uint32, b block) {
	c, i := p.w.tree.find(slot)
	if child = atomic.LoadUint32(&c.links[i].child); child == unexpanded || child == terminal {
		return unexpanded, block{}
	}
	c, i = p.w.tree.find(child)
	return child, c.loadBlock(i)
}

// prepare implements [hook]: the proof of the root follows from those of its children, because the
// root may have been an edge before. What is proven already decides only after a simulation.
func (p *prover[S, A]) prepare(bool) error {
	p.w.decided = false
	p.w.sim.path, p.w.sim.joints = p.w.sim.path[:0], p.w.sim.joints[:0]
	_, err := p.update(&p.w.sim, rootSlot, 0)
	return err
}

func (p *prover[S, A]) reset(uint64) {
	if p.common != nil {
		p.common.reset()
		return
	}
	p.intervals = newIntervalTable(len(p.w.sums))
	p.hasSum = false
}

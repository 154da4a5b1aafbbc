// Package solver proves values: it keeps, along with the statistics of a tree, bounds on the value
// of every node, which follow from the ends of the game in the tree (Winands, Björnsson and Saito,
// "Monte-Carlo Tree Search Solver", CG 2008; Cazenave and Saffidine, "Score Bounded Monte-Carlo
// Tree Search", CG 2010). It works on numbers, not games: the caller reports where the game ends.
//
//	Leaf, Put  keep what is proven of a leaf or of an edge of a new block
//	Backup     backs up the proofs along the path of a simulation, until nothing changes
//	Filter     leaves out the children whose simulations would prove nothing more
//	Bounds     returns what is proven of a node
//
// Bounds are whole numbers on a grid, and a node holds the number of its bounds in a table, so that
// a [Proof] takes 4 bytes per edge; see intervals.go. The solver marks the blocks of whose edges
// something is proven, so a search without ends in its tree takes the short ways of package
// selection.
//
// The workers of a shared tree change proofs by compare-and-swap; see common.go for the table. A
// worker that has changed a proof comes to the parent after that, so at rest every proof follows
// from the proofs of the children, and Check verifies it.
package solver

import (
	"fmt"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/graph"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Proof is what is proven of the node behind an edge, in a column of the tree. The zero Proof knows
// nothing. A block is marked if the proof of any of its edges is not zero; its own slot in the
// column is for Filter.
//
//	bits  0..15  the number of its bounds in the interval table
//	     16..30  if the value of a player is exact, in how many plies the game ends at the latest
//	         31  closed: simulations below the node would prove nothing more
type Proof uint32

const (
	closed    Proof = 1 << 31
	mostPlies       = 1<<15 - 1 // as many or more, or unknown
)

func newProof(bounds uint32, plies int, isClosed bool) Proof {
	p := Proof(bounds) | Proof(min(plies, mostPlies))<<16
	if isClosed {
		p |= closed
	}
	return p
}

func (p Proof) bounds() uint32 { return uint32(p & 0xffff) }

func (p Proof) plies() int { return int(p >> 16 & mostPlies) }

// Solver is a solver at work in one tree.
type Solver struct {
	Range
	Decided   bool // no further simulation can change which action of the root is best
	Hidden    bool // what is proven holds in one determinization only, so it decides nothing
	TiesAgree bool // where one player is indifferent, so are all others

	// Outcomes returns the probabilities of the outcomes of the chance node to which the first
	// steps of the path lead; nil if they are not known.
	Outcomes func(p *pass.Pass, steps int) ([]float64, error)

	proofs     *tree.Data[Proof]
	tree       *tree.Tree
	generalSum bool
	common     *common      // of the workers of a shared tree; nil: there is one
	graph      *graph.Graph // which may bring proofs to any node of a path; nil: it is a tree
	known

	root     pass.Pass  // scratch: a path of no steps
	bounds   []interval // scratch of recompute
	children []Proof    // the same
	places   []uint32   // scratch of Filter
	shown    []policy.Stats
}

// New gives a tree proofs of values within a range. generalSum tells that the returns of all
// players do not always add up to the same number, and hidden that nothing is to be decided.
func New(t *tree.Tree, r Range, generalSum, hidden bool) *Solver {
	players := t.Players()
	s := &Solver{Range: r, proofs: tree.NewData[Proof](t, false), tree: t, generalSum: generalSum, Hidden: hidden, known: known{intervals: newIntervalTable(players)}}
	s.TiesAgree = players == 1 || players == 2 && !generalSum
	s.bounds = make([]interval, players)
	return s
}

// In makes the proofs belong to the nodes of a graph.
func (s *Solver) In(g *graph.Graph) {
	s.graph = g
	changed := func(b tree.Block) {
		s.tree.Mark(b.Slot())
		*s.proofs.At(b.Slot()) = 0 // See Filter.
	}
	graph.Carry(g, graph.Column[Proof]{Data: s.proofs, Nothing: true, Changed: changed, Code: s.code})
}

// Leaf proves the leaf of a simulation to be the end of the game.
func (s *Solver) Leaf(slot uint32, proven Proof) {
	s.replace(slot, 0, newProof(proven.bounds(), 1, true))
}

// Put keeps the proof of an edge of a new block, and marks the block.
func (s *Solver) Put(b tree.Block, k uint32, proven Proof) {
	*s.proofs.At(b.First() + k) = proven
	s.tree.Mark(b.Slot())
}

// IsKnown reports whether anything is proven of the node behind an edge.
func (s *Solver) IsKnown(slot uint32) bool { return s.load(slot) != 0 }

// Wins reports whether a proof says that a player gets the greatest return.
func (s *Solver) Wins(proven Proof, player int32) bool {
	return s.of(proven)[player].lo >= gridUnits-gridSlack
}

// Backup backs up what a simulation has proven until nothing changes. wrong makes an error say
// where the simulation ended.
func (s *Solver) Backup(p *pass.Pass, wrong func(error) error) error {
	if !p.Ended && !p.Probed {
		return nil
	}
	n := len(p.Path)
	if p.Ended && p.Node != tree.None && n > 0 && s.load(p.Node) == 0 {
		proven, err := s.ProveEnd(p.Returns)
		if err != nil {
			return wrong(err)
		}
		s.replace(p.Node, 0, proven)
	} else if !p.Probed {
		return nil
	}
	for i := n; i >= 0; i-- {
		if changed, err := s.update(p, i); err != nil {
			return err
		} else if !changed && i < n-1 && (!p.Probed || s.common == nil && s.graph == nil) {
			break // The last two nodes have the new end and the new block. In a shared tree and a graph, any may.
		}
	}
	return nil
}

// update brings the proof of a node up to date, to which the first steps of the path of p lead. It
// reports whether the proof has changed.
//
// Several workers may do so at once. One that changed the proof of a child comes to the node after
// that, and one whose proof of the node is replaced by another, which may have seen other children,
// begins again. So the last proof follows from the last ones of the children.
func (s *Solver) update(p *pass.Pass, steps int) (changed bool, err error) {
	for slot := p.At(steps); ; {
		before := s.load(slot)
		b := s.tree.LoadBelow(slot)
		if b.Count() == 0 {
			return before != 0, nil
		}
		now, err := s.recompute(p, b, steps, before)
		if err != nil || now == before {
			return false, err
		}
		if s.replace(slot, before, now) {
			return true, nil
		}
	}
}

// load returns the proof of the node behind an edge.
func (s *Solver) load(slot uint32) Proof {
	return Proof(atomic.LoadUint32((*uint32)(s.proofs.At(slot))))
}

// replace changes a proof, unless another worker has changed it before.
func (s *Solver) replace(slot uint32, before, after Proof) bool {
	return atomic.CompareAndSwapUint32((*uint32)(s.proofs.At(slot)), uint32(before), uint32(after))
}

// Prepare derives the proof of the root from the proofs of its children, because the root may have
// been an edge before. What is proven already decides only after a simulation.
func (s *Solver) Prepare(bool) error {
	s.Decided = false
	_, err := s.update(&s.root, 0)
	return err
}

// Reset forgets what is not in the tree.
func (s *Solver) Reset(uint64) {
	if s.common != nil {
		s.common.reset()
		return
	}
	s.known = known{intervals: newIntervalTable(s.tree.Players())}
}

// ProveEnd returns the proof of an end of the game with these returns.
func (s *Solver) ProveEnd(returns []float64) (Proof, error) {
	sum, most := int64(0), s.Max-s.Min
	for player, v := range returns {
		if !(v >= s.Min-1e-9*most && v <= s.Max+1e-9*most) {
			return 0, fmt.Errorf("the return of player %d is %v, and Config.Solver has Min %v and Max %v", player, v, s.Min, s.Max)
		}
		units := s.toGrid(v)
		sum += units
		s.bounds[player] = interval{units, units}
	}
	if !s.generalSum && len(returns) > 1 {
		if !s.knowsSum() {
			s.setSum(sum)
		}
		if d := s.sum - sum; d > gridSlack || d < -gridSlack {
			return 0, fmt.Errorf("the returns %v add up to another number than those of an earlier end of the game; want Config.Solver.GeneralSum", returns)
		}
		last := &s.bounds[len(s.bounds)-1]
		last.lo += s.sum - sum // So sums are exact.
		last.hi = last.lo
	}
	return newProof(s.intervals.number(s.bounds), 0, true), nil
}

// Bounds returns the bounds for a player at the node at slot.
func (s *Solver) Bounds(slot uint32, player int) (lower, upper float64) {
	v := s.of(s.load(slot))[player]
	if v.isExact() {
		value := min(max(s.fromGrid((v.lo+v.hi)/2), s.Min), s.Max)
		return value, value
	}
	return s.fromGrid(v.lo), s.fromGrid(v.hi)
}

// Plies returns within how many plies the game ends at the node at slot, if the value of a player
// is known, and that is.
func (s *Solver) Plies(slot uint32) (plies int, known bool) {
	plies = s.pliesOf(s.load(slot))
	return plies, plies < mostPlies
}

// Check verifies that the proof of a node follows from the proofs of its children.
func (s *Solver) Check(e tree.Checked, found *tree.Findings) {
	b := s.tree.Below(e.Slot)
	if b.Count() == 0 || b.Player < 0 || s.graph != nil && s.graph.IsStale(e.Slot, e.Player) {
		return
	}
	want := Proof(0)
	if s.loadProofs(b) {
		want = s.choice(b.Player)
	}
	if got := *s.proofs.At(e.Slot); got != want {
		found.Fail(e.Slot, "its proof is %#x, and %#x follows from those of its children", got, want)
	}
}

const chance = game.Chance

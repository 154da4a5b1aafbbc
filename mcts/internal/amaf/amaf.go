// Package amaf keeps AMAF statistics, all moves as first (Gelly and Silver, "Monte-Carlo tree
// search and rapid action value estimation in computer Go", Artificial Intelligence 175, 2011), in
// the tables of the nodes that GRAVE reads (Cazenave, "Generalized Rapid Action Value Estimation",
// IJCAI 2015). It knows numbers of actions, not actions.
//
// A table has a cell per player and action number. A simulation updates the tables of the nodes on
// its path, and a selection reads the table of the nearest node with enough simulations. All
// untried actions are among the children that the strategy sees, so that they compete.
//
// Tables are stored next to the tree and count toward its memory limit, except for the table of the
// root. The number of a node's table stands in the column at the header of the node's block, so it
// moves with the block when the tree is compacted. Tables of dropped blocks are free again at the
// next Run.
//
// The plays of a simulation are listed once, from its end and without repetitions. What comes after
// a node is then the beginning of the list.
package amaf

import (
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// AMAF keeps the AMAF statistics for [policy.NeedAMAF]: for every player and action number, the
// mean return to the player of the simulations in which it played the action after a node, where an
// action counts once per simulation, for the player who played it. A node gets a table of them at
// its visit number ref, unless there is no room. The root has one from the beginning.
//
// As a column, it keeps a number per slot: at an edge the number of its action, plus 1, from the
// first time that the block is shown or on the path of a backup; at the header of a block the
// number of the node's table, or 0.
type AMAF struct {
	pass.Nop
	ids     *tree.Data[int32]
	tree    *tree.Tree
	ref     uint32
	numbers func(b tree.Block, out []int32) // writes the numbers of the actions of a block; -1: a pass
	scratch []int32
	tables

	current []policy.Stats // the table that the selection of the current simulation reads
	shown   []policy.Stats
	plays   []play   // of the simulation, the last one first, without repetitions
	ends    []int    // ends[i] is how many of plays come after step i of the path, or are step i
	seen    []uint32 // by cell of a table: the last simulation in which it was played
	stamp   uint32   // of the simulation
	nodes   []node   // those on the path with a table
}

// play is an action that a player played: the cell of its statistics, and the return to the player.
type play struct {
	cell  int32
	value float32
}

// node is a table and how many plays come after its node.
type node struct {
	table []policy.Stats
	n     int
}

// Ref returns when the statistics of a node begin, and whether any of the strategies needs them.
// The statistics of the root are enough for a strategy at the root.
func Ref(strategies ...policy.Selection) (ref int, needed bool) {
	for _, s := range strategies {
		if policy.NeedsOf(s).Has(policy.NeedAMAF) {
			if r, ok := s.(policy.AMAFReader); ok {
				return r.ReferenceVisits(), true
			}
			return policy.DefaultRef, true
		}
	}
	return 0, false
}

// New gives a tree AMAF statistics of so many actions. numbers writes the numbers of the actions of
// a block; a pass has -1.
func New(t *tree.Tree, ref, actions int, numbers func(b tree.Block, out []int32)) *AMAF {
	a := &AMAF{ids: tree.NewData[int32](t, true), tree: t, ref: uint32(ref), numbers: numbers}
	a.row = actions + 2
	a.size = a.row * t.Players()
	a.all = make([][]policy.Stats, rootTable+1)
	return a
}

// Fast returns the short way of a strategy that sees the statistics; nil if there is none.
func (a *AMAF) Fast(s policy.Selection) selection.Fast {
	switch s := s.(type) {
	case policy.GRAVE:
		return selection.GRAVE(s, a.read)
	case policy.RAVE:
		return selection.GRAVE(s.AsGRAVE(), a.read)
	}
	return nil
}

// Cell returns what is kept of a slot: at an edge the number of its action plus 1, at the header of
// a block the number of the node's table.
func (a *AMAF) Cell(slot uint32) *int32 { return a.ids.At(slot) }

// Begin implements [pass.Part].
func (a *AMAF) Begin(*pass.Pass) { a.current = a.Table(*a.ids.At(a.tree.Below(tree.Root).Slot())) }

// Prepare implements [tree.Keeper]. Advance has kept the tables of the blocks that it kept; the
// others are free again. A root without a table gets one.
func (a *AMAF) Prepare(rootChanged bool) error {
	root := a.ids.At(a.tree.Below(tree.Root).Slot())
	if rootChanged || *root == 0 {
		a.sweep()
	}
	if *root == 0 {
		*root = a.empty(rootTable)
	}
	return nil
}

// Show is a [selection.Column].
func (a *AMAF) Show(n *policy.Node, _ *pass.Pass, at tree.Edges) {
	row, numbers := a.read(at.Block(), n.Player)
	a.shown = a.shown[:0]
	for _, number := range tree.Pick(numbers, at, &a.scratch) {
		a.shown = append(a.shown, row[number])
	}
	n.AMAF = a.shown
}

// read returns the AMAF statistics that the selection reads at the node with a block, for a player,
// and the cells of the block's actions in it. If the node has enough simulations, its table is the
// one that the nodes below it read.
func (a *AMAF) read(block uint32, player int) (row []policy.Stats, cells []int32) {
	cells = a.ids.From(block)
	if cells[tree.Headers] == 0 {
		a.number(a.tree.Block(block))
	}
	if id := cells[0]; id != 0 {
		if table := a.Table(id); table[0].Visits >= a.ref {
			a.current = table
		}
	}
	return a.current[player*a.row:][:a.row], cells[tree.Headers:]
}

// number writes the action numbers of a block. A pass has the last one, which is never played.
func (a *AMAF) number(b tree.Block) {
	cells := a.ids.Of(b.Edges(b.Count()))
	a.numbers(b, cells)
	for k, number := range cells {
		if cells[k] = number + 1; number < 0 {
			cells[k] = int32(a.row - 1)
		}
	}
}

// BackedUp implements [pass.Part].
func (a *AMAF) BackedUp(p *pass.Pass) error {
	a.listPlays(p)
	a.findTables(p)
	for _, node := range a.nodes {
		node.table[0].Visits++
		for _, p := range a.plays[:node.n] {
			s := &node.table[p.cell]
			s.Visits++
			s.Mean += (p.value - s.Mean) / float32(s.Visits)
		}
	}
	return nil
}

// listPlays lists the plays of a simulation from its end to its beginning. Every other ply of a
// playout repeats an earlier one in some games. So a play is written in any case, and the next one
// takes its place: there is no branch to predict.
func (a *AMAF) listPlays(p *pass.Pass) {
	if a.stamp++; a.stamp == 0 || len(a.seen) == 0 {
		a.seen, a.plays, a.stamp = make([]uint32, a.size), make([]play, a.size+1), 1
	}
	row, stamp, seen, plays, n := a.row, a.stamp, a.seen, a.plays, 0 // The loop would load them again.
	for i := len(p.Plies) - 1; i >= p.Leaf; i-- {
		player := int(p.Plies[i].Player)
		cell := player*row + 1 + int(p.Plies[i].Action)
		plays[n] = play{int32(cell), float32(p.Relative[player])}
		if seen[cell] != stamp {
			n++
		}
		seen[cell] = stamp
	}
	a.ends = slices.Grow(a.ends[:0], len(p.Path)+1)[:len(p.Path)+1]
	a.ends[len(p.Path)] = n
	for i := len(p.Path) - 1; i >= 0; i-- {
		if e := p.Path[i]; e.Player >= 0 {
			if *a.ids.At(e.Slot) == 0 { // Another strategy chose it, which does not see the statistics.
				a.number(a.tree.Below(p.At(i)))
			}
			if number := int(*a.ids.At(e.Slot)); number < a.row-1 {
				cell := int(e.Player)*row + number
				plays[n] = play{int32(cell), float32(p.Relative[e.Player])}
				if seen[cell] != stamp {
					n++
				}
				seen[cell] = stamp
			}
		}
		a.ends[i] = n
	}
}

// findTables finds the tables of the nodes on the path of a simulation, and makes those that are
// due. Visits fall along the path, so the first node with too few ends the search.
func (a *AMAF) findTables(p *pass.Pass) {
	a.nodes = a.nodes[:0]
	for i := range len(p.Path) + 1 {
		visits, child := a.tree.Edge(p.At(i))
		if i > 0 && visits < a.ref || !tree.Leads(child) {
			return
		}
		if a.tree.Block(child).Player >= 0 {
			id := a.ids.At(child)
			if *id == 0 {
				*id = a.Take()
			}
			if *id != 0 {
				a.nodes = append(a.nodes, node{a.Table(*id), a.ends[i]})
			}
		}
	}
}

// Check verifies that no action has more visits than its table has simulations.
func (a *AMAF) Check(e tree.Checked, found *tree.Findings) {
	_, child := a.tree.Edge(e.Slot)
	if tree.Leads(child) {
		a.checkNumbers(a.tree.Block(child), found)
	}
	if !tree.Leads(child) || *a.ids.At(child) == 0 {
		return
	}
	table := a.Table(*a.ids.At(child))
	if table[0].Visits > e.Visits {
		found.Fail(e.Slot, "%d visits, its AMAF statistics have %d simulations", e.Visits, table[0].Visits)
	}
	for cell, s := range table {
		if s.Visits > table[0].Visits {
			found.Fail(e.Slot, "AMAF cell %d has %d of %d simulations", cell, s.Visits, table[0].Visits)
		}
	}
}

// checkNumbers verifies the action numbers of a block, if it has any.
func (a *AMAF) checkNumbers(b tree.Block, found *tree.Findings) {
	a.scratch = slices.Grow(a.scratch[:0], int(b.Count()))[:b.Count()]
	a.numbers(b, a.scratch)
	for k, number := range a.scratch {
		slot := b.First() + uint32(k)
		if cell := *a.ids.At(slot); cell != 0 && int(cell) < a.row-1 && cell != 1+number {
			found.Fail(slot, "AMAF statistics take action number %d for %d", number, cell-1)
		}
	}
}

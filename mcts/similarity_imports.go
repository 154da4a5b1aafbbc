package mcts

import (
	"math"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// imports are the columns of Config.Similarity: the statistics that an edge has imported, once,
// when it was first visited, and these together with its own, which the selection sees.
type imports[S any, A comparable] struct {
	imported columnOf[policy.Stats] // for the player who chose the edge
	seen     columnOf[policy.Stats]
	tree     *tree
	parent   similarity.ParentCount
}

// maxImport bounds the visits that an edge imports, so that its own have room beside them.
const maxImport = 1 << 31

func (m *imports[S, A]) grow() {
	m.imported.grow()
	m.seen.grow()
}

func (m *imports[S, A]) shrink(n int) {
	m.imported.shrink(n)
	m.seen.shrink(n)
}

func (m *imports[S, A]) clear(chunk, from, to int) {
	m.imported.clear(chunk, from, to)
	m.seen.clear(chunk, from, to)
}

func (m *imports[S, A]) move(toChunk, to, fromChunk, from, n int) {
	m.imported.move(toChunk, to, fromChunk, from, n)
	m.seen.move(toChunk, to, fromChunk, from, n)
}

func (m *imports[S, A]) swap(i, j uint32) {
	m.imported.swap(i, j)
	m.seen.swap(i, j)
}

func (m *imports[S, A]) bytes() int64 { return m.imported.bytes() + m.seen.bytes() }

// update brings what the selection sees of an edge up to date.
func (m *imports[S, A]) update(slot uint32) {
	c, i := m.tree.at(slot)
	*m.seen.at(slot) = withImported(c.stats[i], *m.imported.at(slot))
}

// backup implements [selectionColumn]. What an edge shows is updated later, when the simulation has
// stored its positions and a new node has imported statistics.
func (m *imports[S, A]) backup(*simulation[S, A], []float64) {}

// show implements [selectionColumn].
func (m *imports[S, A]) show(n *policy.Node, sim *simulation[S, A], at edges) {
	n.Children = m.seen.pick(at)
	visits := uint64(n.Visits)
	switch m.parent {
	case similarity.OwnImports:
		if d := len(sim.path); d > 0 {
			visits += uint64(m.imported.at(sim.path[d-1].slot).Visits)
		}
	case similarity.ChildImports:
		visits = 1
		for _, s := range n.Children {
			visits += uint64(s.Visits)
		}
	}
	n.Visits = uint32(min(visits, math.MaxUint32))
}

// withImported returns the statistics of an edge together with those that it has imported.
func withImported(own, imported policy.Stats) policy.Stats {
	if imported.Visits == 0 {
		return own
	}
	visits := min(uint64(own.Visits)+uint64(imported.Visits), math.MaxUint32)
	share := float64(imported.Visits) / float64(visits)
	return policy.Stats{
		Mean:   float32(float64(own.Mean) + float64(share*(float64(imported.Mean)-float64(own.Mean)))),
		Visits: uint32(visits),
	}
}

// check verifies that an edge has imported nothing before it was visited, and that the selection
// sees the sum.
func (m *imports[S, A]) check(c *checker, e checkedEdge) {
	at, i := m.tree.at(e.slot)
	own, imported, seen := at.stats[i], *m.imported.at(e.slot), *m.seen.at(e.slot)
	switch {
	case own.Visits == 0 && (imported.Visits > 0 || seen.Visits > 0):
		c.fail(e.slot, "it has imported %d visits and has none of its own, the selection sees %d", imported.Visits, seen.Visits)
	case own.Visits > 0 && seen != withImported(own, imported):
		c.fail(e.slot, "the selection sees %v, want the sum of %v and of %v, which it has imported", seen, own, imported)
	}
}

// report implements [reporter].
func (m *imports[S, A]) report(slot uint32, c *Child[A]) {
	c.ImportedVisits += int(m.imported.at(slot).Visits)
}

// ImportedVisits returns how many imported visits the selection counts beside Visits, with
// [Config.Similarity].
func (n Node[A]) ImportedVisits() int {
	var c Child[A]
	n.report(&c)
	return c.ImportedVisits
}

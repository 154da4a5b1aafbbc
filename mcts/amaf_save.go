package mcts

import (
	"math"

	"github.com/banyan-go/banyan/internal/wire"
)

// What belongs to a block.
const (
	noTable = iota
	rootTable
	pooledTable
)

// save saves the tables in the order of the blocks. The numbers of the actions follow from them.
func (a *amaf[S, A]) save(e *encoder, all savedBlocks) {
	e.uint(uint64(len(a.pages) + a.unheld))
	for b := range all {
		id := *a.at(b.first - 1)
		switch id {
		case 0:
			e.uint(noTable)
			continue
		case rootTableID:
			e.uint(rootTable)
		default:
			e.uint(pooledTable)
		}
		for _, s := range a.table(id) {
			e.stats(s)
		}
	}
}

// restore gives the tables new numbers. Pages that were free are not made until they are needed;
// the tree leaves room for them.
func (a *amaf[S, A]) restore(r *wire.Reader, all savedBlocks) {
	t := &a.w.tree
	chunks := a.pageChunks(t.chunkBytes())
	a.unheld = int(r.Upto(uint64((t.maxChunks - len(t.chunks)) / chunks)))
	t.besides, t.unheld = a.unheld*chunks, a.unheld*chunks
	hasRoot := false
	for b := range all {
		id := a.at(b.first - 1)
		switch r.Upto(pooledTable) {
		case noTable:
			continue
		case rootTable:
			if hasRoot {
				r.Fail("two nodes have the AMAF statistics of the root")
			}
			hasRoot = true
			*id = a.rootTable()
		case pooledTable:
			if len(a.free) == 0 && a.unheld == 0 || a.size > r.Len() {
				r.Fail("there are more AMAF statistics than there is room for")
				return
			}
			*id = a.take()
		}
		for i := range a.size {
			a.table(*id)[i] = loadStats(r, math.MaxUint32)
		}
		if r.Err() != nil {
			return
		}
	}
}

// drop implements [trimmer].
func (a *amaf[S, A]) drop() {
	chunks := a.pageChunks(a.w.tree.chunkBytes())
	a.w.tree.besides -= (len(a.pages) + a.unheld) * chunks
	a.w.tree.unheld -= a.unheld * chunks
	a.pages, a.free, a.unheld, a.current, a.nodes = nil, nil, 0, nil, nil
}

package amaf

import (
	"unsafe"

	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// rootTable is the number of the table that is reserved for the root, outside the pool.
const rootTable = 1

// tables are the tables of AMAF statistics of one tree. A table has a row per player, and in it
// a cell per action number plus 1. The first cell of the first row counts the simulations of the
// table, and the last cell of a row, for passes, stays zero. Tables have numbers from 1 on.
type tables struct {
	row, size int              // cells of a row, and of a table
	all       [][]policy.Stats // by number; nil where a table holds no memory
	free      []int32          // numbers; the last one is taken next
}

// Table returns the table of a number: the statistics of every player, a row each.
func (a *tables) Table(id int32) []policy.Stats { return a.all[id] }

// Pool returns how many tables there are besides the root's, and the numbers of the free ones.
func (a *tables) Pool() (n int, free []int32) { return len(a.all) - rootTable - 1, a.free }

// Bytes returns the memory that the pool holds.
func (a *tables) Bytes() (n int64) {
	for _, table := range a.all[rootTable+1:] {
		n += int64(len(table)) * int64(unsafe.Sizeof(policy.Stats{}))
	}
	return n
}

// empty empties a table and returns its number.
func (a *tables) empty(id int32) int32 {
	if a.all[id] == nil {
		a.all[id] = make([]policy.Stats, a.size)
	}
	clear(a.all[id])
	return id
}

// Take returns the number of a free table, or 0 if there is no room for more.
func (a *AMAF) Take() int32 {
	if n := len(a.free) - 1; n >= 0 {
		id := a.free[n]
		a.free = a.free[:n]
		return a.empty(id)
	}
	id := len(a.all)
	if !a.tree.Spare(int64(id-rootTable) * int64(a.size) * int64(unsafe.Sizeof(policy.Stats{}))) {
		return 0
	}
	a.all = append(a.all, nil)
	return a.empty(int32(id))
}

// sweep frees the tables that no block has.
func (a *AMAF) sweep() {
	inUse := make([]bool, len(a.all))
	a.tree.Blocks(func(b tree.Block) { inUse[*a.ids.At(b.Slot())] = true })
	a.free = a.free[:0]
	for id := len(a.all) - 1; id > rootTable; id-- {
		if !inUse[id] {
			a.free = append(a.free, int32(id))
		}
	}
}

// Trim gives back the memory of the tables that no block has. The tree keeps their room, so that it
// does not grow where it would not have grown before.
func (a *AMAF) Trim() {
	a.sweep()
	for _, id := range a.free {
		a.all[id] = nil
	}
	a.current, a.nodes = nil, nil
}

// Drop gives back all memory, and the room that it takes in the tree.
func (a *AMAF) Drop() {
	a.all, a.free, a.current, a.nodes = make([][]policy.Stats, rootTable+1), nil, nil, nil
	a.tree.Spare(0)
}

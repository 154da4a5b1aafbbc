package amaf

import (
	"unsafe"

	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// rootTableID is the number of the table that is there for the root alone, beside the pool.
const rootTableID = 1

// tables are the tables of AMAF statistics of one tree. A table has a row per player, and in it
// a cell per action number plus 1. The first cell of the first row counts the simulations of the
// table, and the last cell of a row, that of passes, stays zero. Tables have numbers from 1 on.
type tables struct {
	row, size int // cells of a row, and of a table
	root      []policy.Stats
	pages     [][]policy.Stats // each with perPage tables, from number rootTableID+1 on
	pageBits  int              // perPage is 1 << pageBits
	free      []int32          // numbers; the last one is taken next
	unheld    int              // pages beside these whose room is taken and which hold no memory
}

// Table returns the table of a number: the statistics of every player, a row each.
func (a *tables) Table(id int32) []policy.Stats {
	if id == rootTableID {
		return a.root
	}
	k := int(id) - rootTableID - 1
	page, i := k>>a.pageBits, k&(1<<a.pageBits-1)
	return a.pages[page][i*a.size:][:a.size]
}

// Pool returns how many tables there are beside that of the root, and the numbers of the free ones.
func (a *tables) Pool() (n int, free []int32) { return len(a.pages) << a.pageBits, a.free }

// Row returns the number of cells of a row: one per action number plus 1, and two more.
func (a *tables) Row() int { return a.row }

// rootTable empties the table of the root and returns its number.
func (a *tables) rootTable() int32 {
	if a.root == nil {
		a.root = make([]policy.Stats, a.size)
	}
	clear(a.root)
	return rootTableID
}

// tableBytes returns the size of a table.
func (a *tables) tableBytes() int64 { return int64(a.size) * int64(unsafe.Sizeof(policy.Stats{})) }

// fitPage makes a page about as large as a chunk of the tree, with at least one table.
func (a *tables) fitPage(chunkBytes int64) {
	for a.pageBits = 0; a.tableBytes()<<(a.pageBits+1) <= chunkBytes; {
		a.pageBits++
	}
}

// pageChunks returns how many chunks of the tree take as much memory as a page.
func (a *tables) pageChunks(chunkBytes int64) int {
	a.fitPage(chunkBytes)
	return int((a.tableBytes()<<a.pageBits + chunkBytes - 1) / chunkBytes)
}

// addPage adds a page of free tables.
func (a *tables) addPage(chunkBytes int64) {
	a.fitPage(chunkBytes)
	before := int32(len(a.pages) << a.pageBits)
	a.pages = append(a.pages, make([]policy.Stats, a.size<<a.pageBits))
	for k := int32(1)<<a.pageBits - 1; k >= 0; k-- {
		a.free = append(a.free, rootTableID+1+before+k)
	}
}

// pop empties a free table and returns its number.
func (a *tables) pop() int32 {
	id := a.free[len(a.free)-1]
	a.free = a.free[:len(a.free)-1]
	clear(a.Table(id))
	return id
}

// sweep frees the tables that are not in use. each calls used for every number that is.
func (a *tables) sweep(each func(used func(id int32))) {
	n := int32(len(a.pages)<<a.pageBits) + rootTableID + 1
	inUse := make([]bool, n)
	each(func(id int32) { inUse[id] = true })
	a.free = a.free[:0]
	for id := n - 1; id > rootTableID; id-- {
		if !inUse[id] {
			a.free = append(a.free, id)
		}
	}
}

// Take returns the number of a free table, or 0 if there is no room for more.
func (a *AMAF) Take() int32 {
	if len(a.free) == 0 {
		chunks := a.pageChunks(a.tree.ChunkBytes())
		switch {
		case a.unheld > 0:
			a.unheld--
			a.tree.Unhold(-chunks)
		case !a.tree.Spare(chunks):
			return 0
		}
		a.addPage(a.tree.ChunkBytes())
	}
	return a.pop()
}

// Trim moves the tables to as few pages as they need. The tree keeps the room of the others, so
// that it does not grow where it would not have grown before.
func (a *AMAF) Trim() {
	before, pages := a.tables, len(a.pages)
	a.pages, a.free, a.current, a.nodes = nil, nil, nil, nil
	a.tree.Blocks(func(b tree.Block) {
		if id := a.ids.At(b.Slot()); *id > rootTableID {
			if len(a.free) == 0 {
				a.addPage(a.tree.ChunkBytes())
			}
			table := before.Table(*id)
			*id = a.pop()
			copy(a.Table(*id), table)
		}
	})
	freed := pages - len(a.pages)
	a.unheld += freed
	a.tree.Unhold(freed * a.pageChunks(a.tree.ChunkBytes()))
}

// Drop gives back all memory, and the room that it takes in the tree.
func (a *AMAF) Drop() {
	chunks := a.pageChunks(a.tree.ChunkBytes())
	a.tree.GiveBack((len(a.pages)+a.unheld)*chunks, a.unheld*chunks)
	a.pages, a.free, a.unheld, a.current, a.nodes = nil, nil, 0, nil, nil
}

package gdl

import (
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
)

// cells describes what the bases mean for the places of all boards.
type cells struct {
	count   int
	places  []int32 // of each base: its cell, or none
	symbols []uint8 // of each base, from 1
}

// newCells returns the cells of the boards: column by column, each from the first row on. A board
// with more contents than a symbol can tell apart has none.
func newCells(boards []board, bases int) cells {
	c := cells{places: slices.Repeat([]int32{none}, bases), symbols: make([]uint8, bases)}
	for _, b := range boards {
		contents := []string{""}
		for _, p := range b.places {
			contents = append(contents, p.content)
		}
		slices.Sort(contents)
		contents = slices.Compact(contents)
		const symbols = 1 << 8
		if len(contents) > symbols {
			continue
		}
		for i, p := range b.places {
			if p.content != "" {
				symbol, _ := slices.BinarySearch(contents, p.content)
				c.symbols[i] = uint8(symbol)
				c.places[i] = int32(c.count + p.column*len(b.rows) + p.row)
			}
		}
		c.count += len(b.columns) * len(b.rows)
	}
	return c
}

// AppendCells implements [game.CellBoard]: the places of the boards that Text draws, each board
// column by column. A cell has one of the contents of its place, if there are several. Propositions
// that are on no board, such as a counter of steps, are left out: with them, hardly any position
// would be similar to an earlier one.
func (g *Game) AppendCells(dst []uint8, s *State) []uint8 {
	n := len(dst)
	dst = slices.Grow(dst, g.cells.count)[:n+g.cells.count]
	clear(dst[n:])
	for i := range bitset.All(s.bases) {
		if k := g.cells.places[i]; k != none {
			dst[n+int(k)] = g.cells.symbols[i]
		}
	}
	return dst
}

// NumActions implements [game.Indexer].
func (g *Game) NumActions() int { return len(g.numbers) }

// ActionIndex implements [game.Indexer].
func (g *Game) ActionIndex(a Action) int { return int(a.move.number) }

// AppendIndices implements [game.IndexLister].
func (g *Game) AppendIndices(dst []int32, s *State) []int32 {
	if s.over {
		return dst
	}
	role := g.roles[s.toMove]
	for k := range bitset.All(g.legal(s, role)) {
		dst = append(dst, g.moves[role][k].number)
	}
	return dst
}

// IsLegalIndex implements [game.IndexLister].
func (g *Game) IsLegalIndex(s *State, i int32) bool {
	return !s.over && g.isLegal(s, g.roles[s.toMove], i)
}

// isLegal reports whether a role has the move with a number.
func (g *Game) isLegal(s *State, role int, number int32) bool {
	k := g.places[role][number]
	return k != none && g.legal(s, role)[k/64]>>(k%64)&1 == 1
}

// IndexAction implements [game.IndexLister].
func (g *Game) IndexAction(i int32) Action { return Action{g.numbers[i]} }

package gametest

import "slices"

// checkCells compares the cells of a position with those of its copy, and their number with that of
// earlier positions.
func (k *kit[S, A]) checkCells(p *position[S, A]) {
	if k.Cells == nil {
		return
	}
	mark := []uint8{171, 17}
	cells := k.Cells.AppendCells(slices.Clone(mark), p.state)
	if len(cells) < len(mark) || !slices.Equal(cells[:len(mark)], mark) {
		k.find(lawCells, "AppendCells does not append: it returns %v for dst %v", cells, mark)
		return
	}
	cells = cells[len(mark):]
	k.Copy(&k.scratch, p.state)
	if again := k.Cells.AppendCells(nil, &k.scratch); !slices.Equal(again, cells) {
		k.find(lawCells, "the cells of a state are %v, and %v of its copy", cells, again)
	}
	if k.cells == 0 {
		k.cells = len(cells)
	}
	if n := len(cells); n != k.cells || n == 0 {
		k.find(lawCells, "there are %d cells, want %d as before, and at least 1", n, k.cells)
	}
}

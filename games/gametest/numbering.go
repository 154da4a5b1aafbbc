package gametest

import (
	"cmp"
	"slices"
)

// checkIndex checks the numbers of the legal actions.
func (k *kit[S, A]) checkIndex(p *position[S, A]) {
	if k.Indexer == nil || p.isChance() {
		return
	}
	if n := k.Indexer.NumActions(); n != k.numActions {
		k.find(lawIndex, "NumActions is %d, and was %d before", n, k.numActions)
		k.numActions = n
	}
	for _, a := range p.actions {
		k.checkActionIndex(a)
	}
}

func (k *kit[S, A]) checkActionIndex(a A) {
	i := k.Indexer.ActionIndex(a)
	if i < 0 || i >= k.numActions {
		k.find(lawIndex, "ActionIndex(%v) is %d, want 0 to %d", a, i, k.numActions-1)
	}
	if old, ok := k.indexOf[a]; ok {
		if i != old {
			k.find(lawIndex, "ActionIndex(%v) is %d, and was %d before", a, i, old)
		}
		return
	}
	if other, ok := k.actionOf[i]; ok {
		k.find(lawIndex, "ActionIndex is %d both for %v and for %v", i, a, other)
	}
	k.indexOf[a], k.actionOf[i] = i, a
}

// checkPasses checks that IsPass of each legal action does not change.
func (k *kit[S, A]) checkPasses(p *position[S, A]) {
	if k.Passer == nil || p.isChance() {
		return
	}
	for _, a := range p.actions {
		is := k.Passer.IsPass(a)
		if old, ok := k.passOf[a]; ok && is != old {
			k.find(lawPass, "IsPass(%v) is %t, and was %t before", a, is, old)
		}
		k.passOf[a] = is
	}
}

// checkCells compares the cells of a position and its copy, and their number with earlier
// positions.
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
	k.cells = cmp.Or(k.cells, len(cells))
	if n := len(cells); n != k.cells || n == 0 {
		k.find(lawCells, "there are %d cells, want %d as before, and at least 1", n, k.cells)
	}
}

package gametest

import (
	"cmp"
	"slices"

	"github.com/banyan-go/banyan/rng"
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

// stored is a state to compare with later states of the same hash.
type stored[S any] struct {
	state  S
	digest uint64
}

// maxCompared is the number of pairs of states with the same hash from which the kit plays on to
// find a difference.
const maxCompared = 50

func (k *kit[S, A]) checkHash(p *position[S, A]) {
	if k.Hasher == nil {
		return
	}
	h, d := k.Hasher.Hash(p.state), digest(p.state)
	k.Copy(&k.scratch, p.state)
	if again := k.Hasher.Hash(&k.scratch); again != h {
		k.find(lawHash, "the hash of a state is %#x, and %#x of its copy", h, again)
	}
	if old, ok := k.hashOf[d]; ok && old != h {
		k.find(lawHash, "the hash is %#x, and was %#x for an equal state before", h, old)
	}
	k.hashOf[d] = h
	other, ok := k.stateOf[h]
	if !ok {
		other.digest = d
		k.Copy(&other.state, p.state)
		k.stateOf[h] = other
	} else if other.digest != d && k.playDifferently(&other.state, p.state) {
		k.find(lawHash, "the hash %#x is also that of another state: %+v", h, other.state)
	}
}

// playDifferently looks for a difference that players can observe, now or later. States that differ
// only in fields without effect, such as a count of plies, may share a hash.
func (k *kit[S, A]) playDifferently(a, b *S) bool {
	if k.compared++; k.compared > maxCompared {
		return k.lookDifferent(a, b)
	}
	for seed := range uint64(4) {
		r, s, t := rng.New(seed), k.copyOf(a), k.copyOf(b)
		for range maxSaved {
			if k.lookDifferent(s, t) {
				return true
			}
			var p position[S, A]
			if k.look(&p, s); p.isTerminal() {
				break
			}
			chosen := p.draw(r)
			k.apply(s, chosen)
			k.apply(t, chosen)
			if !slices.Equal(k.rewards(s), k.rewards(t)) {
				return true
			}
		}
	}
	return false
}

func (k *kit[S, A]) lookDifferent(s, t *S) bool {
	var p, q position[S, A]
	k.look(&p, s)
	k.look(&q, t)
	if !slices.Equal(p.actions, q.actions) || !slices.Equal(p.ends, q.ends) || !slices.Equal(p.probs, q.probs) {
		return true
	}
	if k.Texter != nil && k.Texter.Text(s) != k.Texter.Text(t) {
		return true
	}
	if !p.isTerminal() {
		return p.mover != q.mover
	}
	return p.isOver() && q.isOver() && !slices.Equal(k.returns(s), k.returns(t))
}

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
	k.cells = cmp.Or(k.cells, len(cells))
	if n := len(cells); n != k.cells || n == 0 {
		k.find(lawCells, "there are %d cells, want %d as before, and at least 1", n, k.cells)
	}
}

package gametest

import "slices"

// maxSaved is how many copies of one game are kept until its end.
const maxSaved = 1000

// saved is a copy made on the way, with its digest of that time.
type saved[S any] struct {
	state  S
	digest uint64
	ply    int
}

// checkCopy copies to new memory and to memory that held another state.
func (k *kit[S, A]) checkCopy(p *position[S, A]) {
	want := digest(p.state)
	if len(k.saved) < maxSaved {
		k.saved = append(k.saved, saved[S]{digest: want, ply: len(k.path)})
		fresh := &k.saved[len(k.saved)-1].state
		k.copy(fresh, p.state)
		if digest(fresh) != want {
			k.find(lawCopy, "the copy %+v differs from its original %+v", *fresh, *p.state)
		}
	}
	k.copy(&k.scratch, p.state)
	if digest(&k.scratch) != want {
		k.find(lawCopy, "the copy %+v to memory used before differs from its original %+v", k.scratch, *p.state)
		var none S
		k.scratch = none
	}
}

// checkSaved looks at the copies that were kept while their originals played on.
func (k *kit[S, A]) checkSaved() {
	for i := range k.saved {
		if digest(&k.saved[i].state) != k.saved[i].digest {
			k.find(lawCopy, "playing on from ply %d changed a copy that was made there", k.saved[i].ply)
			return
		}
	}
}

// checkApply plays what was chosen, first on a copy, and reports whether the original was still what it had been.
func (k *kit[S, A]) checkApply(p *position[S, A], chosen ply[A]) bool {
	method := "Apply"
	if p.isJoint() {
		method = "ApplyJoint"
	}
	before, given := digest(p.state), slices.Clone(chosen)
	k.copy(&k.scratch, p.state)
	k.apply(&k.scratch, given)
	if digest(p.state) != before {
		k.find(lawCopy, "%s(%v) on a copy changed the original", method, chosen)
		return false
	}
	k.checkGiven(given, chosen)
	k.apply(p.state, slices.Clone(chosen))
	if digest(p.state) != digest(&k.scratch) {
		k.find(lawApply, "%s(%v) on equal states gives %+v and %+v", method, chosen, k.scratch, *p.state)
		var none S
		k.scratch = none
	}
	return true
}

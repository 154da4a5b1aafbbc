package gametest

import "slices"

// maxSaved is the number of copies of one game that are kept until its end.
const maxSaved = 1000

// saved is a copy made during the game, with its digest at that time.
type saved[S any] struct {
	state  S
	digest uint64
	ply    int
}

// checkCopy copies to new memory and to memory that holds an earlier copy.
func (k *kit[S, A]) checkCopy(p *position[S, A]) {
	want := digest(p.state)
	if len(k.saved) < maxSaved {
		k.saved = append(k.saved, saved[S]{digest: want, ply: len(k.path)})
		fresh := &k.saved[len(k.saved)-1].state
		k.Copy(fresh, p.state)
		if digest(fresh) != want {
			k.find(lawCopy, "the copy %+v differs from its original %+v", *fresh, *p.state)
		}
	}
	k.Copy(&k.scratch, p.state)
	if digest(&k.scratch) != want {
		k.find(lawCopy, "the copy %+v over an earlier copy differs from its original %+v", k.scratch, *p.state)
		k.scratch = *new(S)
	}
}

// checkSaved checks that the copies did not change while their originals played on.
func (k *kit[S, A]) checkSaved() {
	for i := range k.saved {
		if digest(&k.saved[i].state) != k.saved[i].digest {
			k.find(lawCopy, "playing on from ply %d changed a copy that was made there", k.saved[i].ply)
			return
		}
	}
}

// checkApply plays the chosen ply, first on a copy, and reports whether that left the original
// unchanged.
func (k *kit[S, A]) checkApply(p *position[S, A], chosen ply[A]) bool {
	method := "Apply"
	if p.isJoint() {
		method = "ApplyJoint"
	}
	before, given := digest(p.state), slices.Clone(chosen)
	k.Copy(&k.scratch, p.state)
	k.apply(&k.scratch, given)
	if digest(p.state) != before {
		k.find(lawCopy, "%s(%v) on a copy changed the original", method, chosen)
		return false
	}
	k.checkGiven(given, chosen)
	brought := k.rewards(k.copyOf(&k.scratch))
	k.apply(p.state, slices.Clone(chosen))
	if digest(p.state) != digest(&k.scratch) {
		k.find(lawApply, "%s(%v) on equal states gives %+v and %+v", method, chosen, k.scratch, *p.state)
		k.scratch = *new(S)
		return true
	}
	if again := k.rewards(k.copyOf(p.state)); !slices.Equal(brought, again) && !k.found(lawRewards) {
		k.find(lawRewards, "%s(%v) brings %v, and then %v from an equal state", method, chosen, brought, again)
	}
	return true
}

package gametest

import (
	"slices"

	"github.com/banyan-go/banyan/game"
)

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
	// The earlier copy is one of any ply of the game.
	k.Copy(&k.scratch, &k.saved[k.plies%len(k.saved)].state)
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
	keeps := k.lists(p.state)
	k.apply(&k.scratch, given)
	k.lists(&k.scratch)
	keeps(method, chosen)
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

// lists calls AppendActions or AppendOutcomes at s. The function that it returns checks that
// nothing has happened to the list since, which belongs to the caller.
func (k *kit[S, A]) lists(s *S) (keeps func(method string, chosen ply[A])) {
	switch mover := k.ToMove(s); {
	case mover == game.Chance && k.Chance != nil:
		return kept(k, "AppendOutcomes", k.Chance.AppendOutcomes(nil, s))
	case mover >= 0:
		return kept(k, "AppendActions", k.AppendActions(nil, s))
	}
	return func(string, ply[A]) {}
}

// kept returns what lists returns, for the list of one method.
func kept[S any, A, T comparable](k *kit[S, A], lister string, returned []T) func(method string, chosen ply[A]) {
	was := slices.Clone(returned)
	return func(method string, chosen ply[A]) {
		if !slices.Equal(returned, was) {
			k.find(lawAppend, "%s returned [%s], and that list has become [%s] after %s(%v) and another call", lister, list(was), list(returned), method, chosen)
		}
	}
}

package gametest

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// stored is a state to compare with later states of the same hash.
type stored[S any, A comparable] struct {
	state  S
	digest uint64
	at     place[A]
}

// maxCompared is the number of pairs of states with the same hash from which the kit plays on to
// find a difference: as many in the games, and as many in transpositions.
const maxCompared = 50

// checkHash compares the hashes of a position and a copy, and the position with an earlier one of
// the same hash.
func (k *kit[S, A]) checkHash(p *position[S, A]) {
	if k.Hasher == nil {
		return
	}
	h := k.Hasher.Hash(p.state)
	k.Copy(&k.scratch, p.state)
	if again := k.Hasher.Hash(&k.scratch); again != h {
		k.find(lawHash, "the hash of a state is %#x, and %#x of its copy", h, again)
	}
	k.identify(p.state)
}

// identify checks that the states equal to s have its hash, and that a state of the same hash plays
// as s does. It keeps the first state of a hash.
func (k *kit[S, A]) identify(s *S) {
	h, d := k.Hasher.Hash(s), digest(s)
	if old, ok := k.hashOf[d]; ok && old != h {
		k.find(lawHash, "the hash is %#x, and was %#x for an equal state before", h, old)
	}
	k.hashOf[d] = h
	other, ok := k.stateOf[h]
	if !ok {
		other.digest, other.at = d, k.place
		other.at.line = slices.Clone(k.line)
		k.Copy(&other.state, s)
		k.stateOf[h] = other
	} else if other.digest != d {
		k.sameHash(&other.state, s, other.at, k.playRandomly(&other.state, s))
	}
}

// sameHash reports two states of the same hash, the first of which was met at a place, if there is
// a difference in how they play.
func (k *kit[S, A]) sameHash(a, b *S, at place[A], differ string) {
	if differ != "" {
		k.find(lawHash, "the hash %#x is also that of another state, with %s; they differ in %s; the other state: %v",
			k.Hasher.Hash(b), differ, difference(a, b), at)
	}
}

// playRandomly plays random games from both of two states and returns how they differ, or "". The
// states may differ in what has no effect from there on, such as a count of plies, the reward of
// the ply before, or points that were paid: whatever Text shows of these.
func (k *kit[S, A]) playRandomly(a, b *S) string {
	if k.compared++; k.compared > maxCompared {
		return k.lookDifferent(a, b)
	}
	for seed := range uint64(4) {
		r := rng.New(seed)
		if differ := k.playBoth(a, b, maxSaved, func(p *position[S, A], _ int) ply[A] { return p.draw(r) }); differ != "" {
			return differ
		}
	}
	return ""
}

// playBoth plays the same plies from both of two states, and returns how these differ and after
// which plies, or "". It ends with the game, or before a ply that is nil.
func (k *kit[S, A]) playBoth(a, b *S, plies int, choose func(p *position[S, A], n int) ply[A]) string {
	s, t := k.copyOf(a), k.copyOf(b)
	var p position[S, A]
	var played []ply[A]
	for n := range plies {
		if differ := k.lookDifferent(s, t); differ != "" {
			return differ + after(played)
		}
		if k.look(&p, s); p.isTerminal() {
			break
		}
		chosen := slices.Clone(choose(&p, n))
		if chosen == nil {
			break
		}
		k.apply(s, chosen)
		k.apply(t, chosen)
		played = append(played, chosen)
		if !slices.Equal(k.rewards(s), k.rewards(t)) {
			return "other rewards" + after(played)
		}
	}
	return ""
}

// after names the last plies.
func after[A comparable](played []ply[A]) string {
	const most = 20
	switch n := len(played); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf(" after %d plies, the last of them %s", n, list(played[n-most:]))
	}
	return " after " + list(played)
}

// lookDifferent names what the rules say differently of two states, or returns "".
func (k *kit[S, A]) lookDifferent(s, t *S) string {
	var p, q position[S, A]
	k.look(&p, s)
	k.look(&q, t)
	switch {
	case !slices.Equal(p.actions, q.actions) || !slices.Equal(p.ends, q.ends):
		if p.isChance() && q.isChance() {
			return "other outcomes"
		}
		return "other actions"
	case !slices.Equal(p.probs, q.probs):
		return "other probabilities"
	case p.mover != q.mover && !p.isTerminal():
		return "another player to move"
	case p.isOver() && q.isOver() && !slices.Equal(k.returns(s), k.returns(t)):
		return "other returns"
	}
	return ""
}

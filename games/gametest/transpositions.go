package gametest

import (
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// How much the kit plays for the law of hashes, in which random games of large boards hardly meet a
// position twice.
const (
	maxLines    = 60 // lines whose plies it plays in every order
	shortest    = 3  // plies of the shortest line
	lineLengths = 3  // and how many lengths there are
	maxLoops    = 16 // lines from whose first position it looks for ways back
	maxReturns  = 64 // plies that it tries for each of the last two plies of a way back
	maxRepeats  = 4  // how often it plays a way back again
)

// checkTranspositions plays short lines from positions of the games, more often from early ones,
// in which most is still possible.
func (k *kit[S, A]) checkTranspositions() {
	if k.Hasher == nil || len(k.games) == 0 || k.found(lawMover) || k.found(lawJoint) || k.found(lawCopy) {
		return // without a Hash, or the rules cannot be played on copies
	}
	k.compared = 0
	r := rng.New(1)
	for i := range maxLines {
		if k.found(lawHash) {
			return
		}
		g := k.games[i%len(k.games)]
		k.transpose(g, r.IntN(1+r.IntN(len(g.path))), i, r)
	}
}

// transpose plays lines from the position after the first plies of a game.
func (k *kit[S, A]) transpose(g record[A], plies, i int, r *rng.Rand) {
	k.place = place[A]{seed: g.seed, path: g.path[:plies]}
	defer func() { k.line = nil }()
	defer k.catch()
	s := k.copyOf(&k.start)
	for _, chosen := range k.path {
		k.apply(s, chosen)
	}
	k.playOrders(s, k.randomLine(s, shortest+i%lineLengths, r))
	if i < maxLoops {
		k.playLoops(s, r)
	}
}

// randomLine returns plies from s on: as many as told, or fewer at the end of the game and where
// the outcomes of chance cannot be listed.
func (k *kit[S, A]) randomLine(s *S, plies int, r *rng.Rand) (line []ply[A]) {
	s = k.copyOf(s)
	var p position[S, A]
	for range plies {
		if k.look(&p, s); p.isTerminal() || p.sample != nil {
			break
		}
		chosen := slices.Clone(p.draw(r))
		k.apply(s, chosen)
		line = append(line, chosen)
	}
	return line
}

// playOrders plays the plies of a line in every order in which they are legal, and identifies each
// position. In games of two players, some orders exchange the actions of a player: a x b and b x a.
func (k *kit[S, A]) playOrders(s *S, line []ply[A]) {
	var p position[S, A]
	k.look(&p, s)
	for i, chosen := range line {
		if !p.lists(chosen) || slices.ContainsFunc(line[:i], func(c ply[A]) bool { return slices.Equal(c, chosen) }) {
			continue
		}
		next := k.copyOf(s)
		k.apply(next, chosen)
		k.line = append(k.line, chosen)
		k.identify(next)
		k.playOrders(next, slices.Delete(slices.Clone(line), i, i+1))
		k.line = k.line[:len(k.line)-1]
	}
}

// playLoops plays two random plies from s, and from there one or two of many others. If these lead
// back to the hash of s, it compares the position with s.
func (k *kit[S, A]) playLoops(s *S, r *rng.Rand) {
	k.line = k.randomLine(s, 2, r)
	there := k.copyOf(s)
	for _, chosen := range k.line {
		k.apply(there, chosen)
	}
	k.playBack(s, there, 2, r)
}

// playBack looks for ways of a number of plies or fewer from a position to the hash of s.
func (k *kit[S, A]) playBack(s, there *S, plies int, r *rng.Rand) {
	var p position[S, A]
	if k.look(&p, there); p.sample != nil {
		return // Its outcomes cannot be listed.
	}
	hash := k.Hasher.Hash(s)
	for _, chosen := range p.some(maxReturns, r) {
		next := k.copyOf(there)
		k.apply(next, chosen)
		k.line = append(k.line, chosen)
		if k.Hasher.Hash(next) == hash {
			k.compareLoop(s, next)
		} else if plies > 1 {
			k.playBack(s, next, plies-1, r)
		}
		k.line = k.line[:len(k.line)-1]
	}
}

// compareLoop compares a position with the one before the current line, which has led back to the
// same hash. To play the line again shows what the rules remember of repetitions.
func (k *kit[S, A]) compareLoop(before, now *S) {
	if digest(before) == digest(now) {
		return
	}
	again := func(p *position[S, A], n int) ply[A] {
		if chosen := k.line[n%len(k.line)]; p.lists(chosen) {
			return chosen
		}
		return nil
	}
	differ := k.playBoth(before, now, maxRepeats*len(k.line), again)
	if differ == "" {
		differ = k.playRandomly(before, now)
	}
	k.sameHash(before, now, place[A]{seed: k.seed, path: k.path}, differ)
}

// lists reports whether a ply is one of those to choose from. It is false for outcomes of chance
// that cannot be listed or have probability 0.
func (p *position[S, A]) lists(chosen ply[A]) bool {
	if p.sample != nil || len(chosen) != len(p.ends) {
		return false
	}
	for chooser, a := range chosen {
		i := slices.Index(p.of(chooser), a)
		if i < 0 || p.isChance() && p.probs[i] <= 0 {
			return false
		}
	}
	return true
}

// some returns all plies to choose from, or n random ones if there are more or if they cannot be
// listed.
func (p *position[S, A]) some(n int, r *rng.Rand) (plies []ply[A]) {
	if p.sample != nil || p.count() > uint64(n) {
		for range n {
			plies = append(plies, slices.Clone(p.draw(r)))
		}
		return plies
	}
	p.each(func(c ply[A]) {
		if p.lists(c) {
			plies = append(plies, slices.Clone(c))
		}
	})
	return plies
}

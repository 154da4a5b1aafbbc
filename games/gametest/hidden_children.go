package gametest

import (
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// maxChildren is the number of plies that the kit compares at one position.
const maxChildren = 24

// child is a state that one ply leads to.
type child[S any, A comparable] struct {
	ply   ply[A]
	state *S
}

// children returns the states after the plies of p. Without InformationState, only chance has
// children: there is no telling which actions look the same.
func (h *hidden[S, A]) children(p *position[S, A]) []child[S, A] {
	if p.isTerminal() || !p.isChance() && h.Informer == nil {
		return nil
	}
	return h.after(p)
}

// after returns the states after the plies of p, or after some random ones if there are more than
// maxChildren.
func (h *hidden[S, A]) after(p *position[S, A]) (children []child[S, A]) {
	for _, chosen := range p.some(maxChildren, rng.New(uint64(h.plies))) {
		c := child[S, A]{chosen, h.copyOf(p.state)}
		h.apply(c.state, slices.Clone(chosen))
		children = append(children, c)
	}
	return children
}

// checkChildren compares the children of p that look the same to an observer.
func (h *hidden[S, A]) checkChildren(p *position[S, A], children []child[S, A], observer int) {
	first := map[sight]child[S, A]{}
	for _, c := range children {
		h.meet(c.state)
		if h.Informer != nil {
			h.compareKnown(c.state, observer)
		}
		looks := h.sightOf(c.state, observer)
		was, ok := first[looks]
		if !ok {
			first[looks] = c
			continue
		}
		h.checkForgets(was, c, observer)
		if p.mover != observer {
			h.checkTell(p, was, c, observer)
		}
	}
}

// checkForgets compares the determinizations of two states that look the same to an observer.
func (h *hidden[S, A]) checkForgets(a, b child[S, A], observer int) {
	seed := uint64(h.plies)
	if digest(h.determinize(a.state, observer, seed)) != digest(h.determinize(b.state, observer, seed)) {
		h.find(lawForgets, "player %d cannot tell %v from %v, and Determinize after them makes two different states from equal streams", observer, a.ply, b.ply)
	}
}

// checkTell compares what people are told of two plies that look the same to another player.
func (h *hidden[S, A]) checkTell(p *position[S, A], a, b child[S, A], observer int) {
	if h.Teller == nil || h.Informer == nil || p.isJoint() {
		return
	}
	was, is := h.Teller.Tell(p.state, a.ply[0], a.state), h.Teller.Tell(p.state, b.ply[0], b.state)
	if was != is {
		h.find(lawTell, "player %d cannot tell %v from %v, and Tell says %q and %q", observer, a.ply, b.ply, was, is)
	}
}

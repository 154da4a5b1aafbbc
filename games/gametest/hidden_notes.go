package gametest

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// moversPlies is how far the kit follows two determinizations.
const moversPlies = 8

// remark adds the first note of a law. A note is no finding: the game may be right.
func (h *hidden[S, A]) remark(law, format string, args ...any) {
	if h.notes == nil {
		h.notes = map[string]string{}
	}
	h.notes[law] = fmt.Sprintf("gametest: %s: %s (%s)", law, fmt.Sprintf(format, args...), h.place)
}

// lacks reports whether a law that asks for InformationState has nothing to say yet.
func (h *hidden[S, A]) lacks(law string) bool {
	_, noted := h.notes[law]
	return h.Informer == nil && !noted
}

// checkUnseen notes two actions of one player that lead to the same view for an observer.
func (h *hidden[S, A]) checkUnseen(p *position[S, A], observer int) {
	if !h.lacks(lawUnseen) || p.isOver() || p.isChance() || p.isJoint() || p.mover == observer {
		return
	}
	first := map[string]child[S, A]{}
	for _, c := range h.after(p) {
		looks := h.view(c.state, observer)
		was, ok := first[looks]
		if !ok {
			first[looks] = c
			continue
		}
		if digest(was.state) != digest(c.state) {
			h.remark(lawUnseen, "player %d sees the same after %v and %v of player %d; if it does not see the action, implement "+
				"InformationState, because searches take all actions for seen without it", observer, was.ply, c.ply, p.mover)
			return
		}
	}
}

// checkMovers plays the same actions from two determinizations, and notes a place where they differ
// in who is to move.
func (h *hidden[S, A]) checkMovers(p *position[S, A], observer int) {
	if !h.lacks(lawMovers) || p.isTerminal() {
		return
	}
	a, b := h.determinize(p.state, observer, uint64(2*h.plies)), h.determinize(p.state, observer, uint64(2*h.plies+1))
	r := rng.New(uint64(h.plies))
	var (
		here, there position[S, A]
		path        []ply[A]
	)
	for range moversPlies {
		h.look(&here, a)
		h.look(&there, b)
		if here.isTerminal() || there.isTerminal() {
			return
		}
		if here.mover != there.mover {
			if len(path) > 0 { // Otherwise Determinize is wrong, which another law says.
				h.remark(lawMovers, "after the actions %s from two determinizations for player %d, ToMove is %d and %d; "+
					"implement InformationState, so that searches tell such positions apart by what the mover knows",
					list(path), observer, here.mover, there.mover)
			}
			return
		}
		chosen, ok := here.drawCommon(&there, r)
		if !ok {
			return
		}
		h.apply(a, slices.Clone(chosen))
		h.apply(b, slices.Clone(chosen))
		path = append(path, chosen)
	}
}

// drawCommon draws a ply that is also possible at q, which has the same mover. It reports false if
// it finds none.
func (p *position[S, A]) drawCommon(q *position[S, A], r *rng.Rand) (ply[A], bool) {
	if p.sample != nil {
		return nil, false
	}
	for range maxChildren {
		if chosen := p.draw(r); q.lists(chosen) {
			return slices.Clone(chosen), true
		}
	}
	return nil, false
}

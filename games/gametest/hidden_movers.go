package gametest

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// moversPlies is how far the kit follows two determinizations.
const moversPlies = 8

// checkMovers plays the same actions from two determinizations, and notes a place where they differ
// in who is to move.
func (h *hidden[S, A]) checkMovers(p *position[S, A], observer int) {
	if h.Informer != nil || h.note != nil || p.isTerminal() {
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
				h.note = fmt.Errorf("gametest: %s: after the actions %s from two determinizations for player %d, ToMove is %d and %d; "+
					"implement InformationState, so that searches tell such positions apart by what the mover knows (%s)",
					lawMovers, list(path), observer, here.mover, there.mover, h.place())
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
		chosen := p.draw(r)
		isCommon := true
		for chooser, a := range chosen {
			isCommon = isCommon && slices.Contains(q.of(chooser), a)
		}
		if isCommon {
			return slices.Clone(chosen), true
		}
	}
	return nil, false
}

package playout

import (
	"cmp"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Widen bounds the outcomes of a chance node with n visits by k * n^alpha, where the game can only
// draw them. Zero stands for a default.
func (m *Maker[S, A]) Widen(k, alpha float64) {
	m.Use(game.HasSamplingGame)
	m.widening.k, m.widening.alpha = cmp.Or(k, 10), cmp.Or(alpha, 0.5)
}

// widening is the bound of the outcomes.
type widening struct{ k, alpha float64 }

func (w widening) allows(outcomes, visits uint32) bool {
	return outcomes == 0 || float64(outcomes) < w.k || float64(outcomes) < w.k*math.Pow(float64(visits), w.alpha)
}

// WalkSampled draws an outcome at the state of sim, at the chance node at slot, which has so many
// visits, plays it, and returns its edge, or None if there is no room for it.
func (m *Maker[S, A]) WalkSampled(sim *Simulation[S, A], t *tree.Tree, slot, visits uint32) (edge uint32) {
	k := m.drawSampled(sim, t, slot, visits)
	if k == tree.None {
		return tree.None
	}
	b := t.Below(slot)
	a := tree.ActionOf[A](b, k)
	sim.Path = append(sim.Path, tree.Step{Slot: b.First() + k, Player: game.Chance})
	m.Play(sim, a, game.Chance)
	return b.First() + k
}

// drawSampled returns the index of the edge of an outcome. If the node has as many outcomes as it
// may have, it is one of them, by their visits.
func (m *Maker[S, A]) drawSampled(sim *Simulation[S, A], t *tree.Tree, slot, visits uint32) uint32 {
	b := t.Below(slot)
	if m.widening.allows(b.Count(), visits) {
		return tree.AddOutcome(t, slot, m.Sampling.SampleOutcome(&sim.State, &sim.Rand))
	}
	sum := 0
	for k := range b.Count() {
		n, _ := b.Edge(k)
		sum += int(n)
	}
	left := sim.Rand.IntN(max(sum, 1))
	for k := range b.Count() {
		n, _ := b.Edge(k)
		if left -= int(n); left < 0 {
			return k
		}
	}
	return 0
}

package gdl

import (
	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/mcts"
)

// try looks at a state of the random games that [Load] plays. It returns the error of the sheet
// that shows in the state, and notes which moves are choices and whether some are simultaneous.
func (g *Game) try(m *net.Machine) error {
	if m.Terminal() {
		return g.readGoals(m, make([]float64, len(g.roles)))
	}
	for role := range g.moves {
		if bitset.Count(m.Legal(role)) == 0 {
			return g.stuck(m.State())
		}
	}
	choices := 0
	for _, role := range g.roles {
		legal := m.Legal(role)
		if bitset.Count(legal) == 1 {
			continue
		}
		choices++
		for k := range bitset.All(legal) {
			g.noops[g.moves[role][k].number] = false
		}
	}
	g.simultaneous = g.simultaneous || choices > 1
	return nil
}

// Supports implements [mcts.Supporter].
func (g *Game) Supports(c mcts.Capability) bool {
	switch c {
	case mcts.HasSimultaneousGame:
		return g.simultaneous
	case mcts.HasChanceGame:
		return g.chance >= 0
	}
	return true
}

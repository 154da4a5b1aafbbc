package gdl

import (
	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/net"
)

// trial looks at the states of the random games that [Load] plays.
type trial struct {
	game   *Game
	waits  []bool // of each move: a role had no other one while a player had a choice
	choice []bool // of each move: a role had another one, too
	ended  bool   // one of the games
}

// visit looks at a state. It returns the error of the sheet that shows there.
func (t *trial) visit(m *net.Machine) error {
	g := t.game
	if m.Terminal() {
		t.ended = true
		return g.readGoals(m, make([]float64, len(g.roles)))
	}
	choices := 0
	for role := range g.moves {
		switch legal := m.Legal(role); bitset.Count(legal) {
		case 0:
			return g.stuck(m.State())
		case 1:
		default:
			t.mark(t.choice, role, legal)
			if role != g.chance {
				choices++
			}
		}
	}
	if choices > 0 {
		for role := range g.moves {
			if legal := m.Legal(role); bitset.Count(legal) == 1 {
				t.mark(t.waits, role, legal)
			}
		}
	}
	g.simultaneous = g.simultaneous || choices > 1
	return nil
}

// mark marks moves of a role in a list of all moves.
func (t *trial) mark(list []bool, role int, moves []uint64) {
	for k := range bitset.All(moves) {
		list[t.game.moves[role][k].number] = true
	}
}

// noops returns which moves are no-ops.
func (t *trial) noops() []bool {
	for i := range t.waits {
		t.waits[i] = t.waits[i] && !t.choice[i]
	}
	return t.waits
}

// Package infoset walks through a tree of information sets, with a determinization of its own in
// every simulation (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
// TCIAIG 4(2), 2012).
package infoset

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Walker walks through the tree of information sets of a worker.
type Walker[S any, A comparable] struct {
	tree.Nop
	play      *playout.Maker[S, A]
	tree      *tree.Tree
	actions   *tree.Actions[A]
	chooser   *selection.Chooser
	available *tree.Data[uint32] // how often each edge was available

	// Scratch memory of one node.
	untried []A
	places  []uint32 // the indices in the block of the available children
	stats   []policy.Stats
	counts  []uint32
}

// New makes a tree one of information sets and returns who walks through it.
func New[S any, A comparable](play *playout.Maker[S, A], t *tree.Tree, actions *tree.Actions[A], choose *selection.Chooser) *Walker[S, A] {
	t.Growing = true
	return &Walker[S, A]{play: play, tree: t, actions: actions, chooser: choose, available: tree.NewData[uint32](t, true)}
}

// Check verifies how often an edge was available.
func (m *Walker[S, A]) Check(e tree.Checked, found *tree.Findings) {
	if e.Player == game.Chance {
		return
	}
	if n := *m.available.At(e.Slot); n < e.Visits || n > e.Parent {
		found.Fail(e.Slot, "it was available %d times, chosen %d times, in %d visits of its node", n, e.Visits, e.Parent)
	}
}

// SelectLeaf walks from the root, with the determinization in sim, to the node that this simulation
// adds to the tree, and returns it, or None if the tree has no room for it.
func (m *Walker[S, A]) SelectLeaf(sim *playout.Simulation[S, A]) (slot uint32, err error) {
	slot = tree.Root
	for {
		visits, child := m.tree.Edge(slot)
		if child == tree.Unexpanded && visits == 0 {
			if !sim.AddNode(m.tree) {
				slot = tree.None
			}
			return slot, nil
		}
		player, err := m.play.List(&sim.State)
		if err != nil {
			return slot, err
		}
		if len(m.play.Actions) == 0 {
			sim.Ended = true
			return slot, nil
		}
		if child == tree.Unexpanded && !m.tree.ExpandGrowing(slot, int32(player)) {
			return slot, nil
		}
		if err := m.fits(slot, player); err != nil {
			return slot, err
		}
		k, err := m.choose(sim, slot, player)
		if k == tree.None || err != nil {
			return slot, err
		}
		slot = m.tree.Below(slot).First() + k
		a := *m.actions.At(slot)
		sim.Path = append(sim.Path, tree.Step{Slot: slot, Player: int32(player)})
		if m.play.Apply(&sim.State, a); m.play.Follows() {
			m.play.Follow(sim, a, int32(player))
		}
	}
}

// fits returns an error if the player to move and the actions in the current determinization
// contradict the node at slot.
func (m *Walker[S, A]) fits(slot uint32, player int) error {
	switch b := m.tree.Below(slot); {
	case slot == tree.Root && (int(b.Player) != player || int(b.Count()) != len(m.play.Actions)):
		return Contradiction(m.play.Game)
	case int(b.Player) != player && b.Count() > 0:
		return fmt.Errorf("mcts: %T: after the same actions player %d is to move in one determinization and player %d in another (%d is chance), and an ISMCTS has one player to a node", m.play.Game, b.Player, player, game.Chance)
	}
	return nil
}

// choose returns the index of the edge to walk from the node at slot, where the listed actions are
// legal. It returns None if the walk ends there for lack of room. Among untried actions the playout
// policy chooses. The new edge counts as available.
func (m *Walker[S, A]) choose(sim *playout.Simulation[S, A], slot uint32, player int) (k uint32, err error) {
	b := m.tree.Below(slot)
	tried := tree.ActionsOf[A](b)[:b.Tried()]
	if player == game.Chance {
		a := m.play.Actions[game.DrawOutcome(m.play.Outcomes, &sim.Rand)]
		if k := slices.Index(tried, a); k >= 0 {
			return uint32(k), nil
		}
		return m.addEdge(slot, a)
	}
	m.untried, m.places = m.untried[:0], m.places[:0]
	for _, a := range m.play.Actions {
		if k := slices.Index(tried, a); k >= 0 {
			m.places = append(m.places, uint32(k))
		} else {
			m.untried = append(m.untried, a)
		}
	}
	k = tree.None
	if len(m.untried) > 0 {
		j, err := m.play.Choose(sim, player, m.untried)
		if err != nil {
			return tree.None, err
		}
		if k, err = m.addEdge(slot, m.untried[j]); err != nil {
			return tree.None, err
		}
		b = m.tree.Below(slot) // It may be at a new place.
	}
	if k != tree.None {
		m.places = append(m.places, k)
	} else if len(m.places) > 0 { // Config.Selection chooses among the available children.
		m.stats, m.counts = m.stats[:0], m.counts[:0]
		for _, k := range m.places {
			m.stats = append(m.stats, b.StatsOf(k))
			m.counts = append(m.counts, *m.available.At(b.First() + k))
		}
		visits, _ := m.tree.Edge(slot)
		at := tree.Edges{First: b.First(), Places: &m.places}
		if k, err = m.chooser.ChooseAvailable(&sim.Pass, int32(player), at, m.stats, m.counts, visits); err != nil {
			return tree.None, err
		}
	}
	for _, k := range m.places {
		*m.available.At(b.First() + k)++
	}
	return k, nil
}

// addEdge returns the index of a new edge of the node at slot, or None if there is no room.
func (m *Walker[S, A]) addEdge(slot uint32, a A) (uint32, error) {
	k, isNew := tree.AddGrowing(m.tree, slot, a)
	if !isNew {
		return tree.None, Contradiction(m.play.Game)
	}
	return k, nil
}

// Contradiction is the error of a game whose determinizations differ in what the player to move
// knows.
func Contradiction(game any) error {
	return fmt.Errorf("mcts: %T: Determinize contradicts what the player knows: the player to move, or the legal actions, at the root are not the same after all determinizations", game)
}

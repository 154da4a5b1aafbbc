package mcts

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// ISMCTS grows one tree of information sets. Every simulation walks through it with a
// determinization of its own. The search picks one action for all determinizations, so it does not
// suffer from strategy fusion at the root (Cowling, Powley and Whitehouse, "Information Set Monte
// Carlo Tree Search", IEEE TCIAIG 4(2), 2012: SO-ISMCTS, for a single observer, the player to move
// at the root).
//
// A node stands for the actions that lead to it, not for a state, and its statistics are means over
// determinizations. The legal actions depend on the determinization, and an action that is rarely
// legal must not appear under-explored. The selection must therefore have policy.NeedAvailable, as
// [policy.UCT] has: it uses how often each child was available in place of the visits of the node.
// All players choose by these means, so the other players seem to know as little as the observer.
// Trees of several observers (MO-ISMCTS) and partially visible actions are not supported.
//
// The children of the root are all its actions; those of another node are the actions tried there.
// An action may end the game in one determinization and not in another. Outcomes of chance are
// children as well. After the same actions, the same player must be to move in all
// determinizations.
//
// ISMCTS works with a nil Config.Parallel and with [RootParallel], whose trees have
// determinizations of their own. Games with simultaneous moves are refused.
type ISMCTS struct{}

func (ISMCTS) validate(c Config) error {
	var errs []error
	switch c.Parallel.(type) {
	case nil, RootParallel:
	default:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel is a %T, and the tree of an ISMCTS grows with nil or RootParallel", c.Parallel))
	}
	for _, s := range []policy.Selection{c.Selection, c.Root} {
		if _, mixed := s.(policy.MixedSelection); mixed {
			errs = append(errs, fmt.Errorf("mcts: Config.Selection: %T is a mixed strategy, whose sampling probabilities an ISMCTS does not keep", s))
		}
		if s != nil && !policy.NeedsOf(s).Has(policy.NeedAvailable) {
			errs = append(errs, fmt.Errorf("mcts: Config.Selection: %T takes every action for available all the time, and an ISMCTS needs a policy.NeedAvailable, like that of policy.UCT", s))
		}
	}
	return errors.Join(errs...)
}

func (i ISMCTS) withDefaults(c *Config) { c.Hidden = i }

// infoset walks through the tree of information sets of a worker.
type infoset[S any, A comparable] struct {
	w         *worker[S, A]
	available *tree.Data[uint32] // how often each edge was available

	// Scratch memory of one node.
	untried []A
	places  []uint32 // the indices in the block of the available children
	stats   []policy.Stats
	counts  []uint32
}

// newInfoset makes the tree of a worker one of information sets.
func newInfoset[S any, A comparable](w *worker[S, A]) *infoset[S, A] {
	m := &infoset[S, A]{w: w, available: tree.NewData[uint32](&w.tree, true)}
	w.tree.Growing = true
	return m
}

func (m *infoset[S, A]) check(e tree.Checked, found *tree.Findings) {
	if e.Player == Chance {
		return
	}
	if n := *m.available.At(e.Slot); n < e.Visits || n > e.Parent {
		found.Fail(e.Slot, "it was available %d times, chosen %d times, in %d visits of its node", n, e.Visits, e.Parent)
	}
}

// selectLeaf walks from the root, with the determinization in sim, to the node that this simulation
// adds to the tree.
func (m *infoset[S, A]) selectLeaf(sim *simulation[S, A]) error {
	w, slot := m.w, uint32(tree.Root)
	for {
		visits, child := w.tree.Edge(slot)
		if child == tree.Unexpanded && visits == 0 {
			if !w.addNode(sim) {
				slot = tree.None
			}
			break
		}
		player, err := w.play.List(&sim.State)
		if err != nil {
			return err
		}
		if len(w.play.Actions) == 0 {
			sim.Ended = true
			break
		}
		if child == tree.Unexpanded && !w.tree.ExpandGrowing(slot, int32(player)) {
			break
		}
		if err := m.fits(slot, player); err != nil {
			return err
		}
		k, err := m.choose(sim, slot, player)
		if err != nil {
			return err
		} else if k == tree.None {
			break
		}
		slot = w.tree.Below(slot).First() + k
		a := *w.actions.At(slot)
		sim.Path = append(sim.Path, tree.Step{Slot: slot, Player: int32(player)})
		if w.play.Apply(&sim.State, a); w.play.Follows() {
			w.play.Follow(sim, a, int32(player))
		}
	}
	return w.arrive(sim, slot)
}

// fits returns an error if the player to move and the actions in the current determinization
// contradict the node at slot.
func (m *infoset[S, A]) fits(slot uint32, player int) error {
	switch b := m.w.tree.Below(slot); {
	case slot == tree.Root && (int(b.Player) != player || int(b.Count()) != len(m.w.play.Actions)):
		return m.w.contradiction()
	case int(b.Player) != player && b.Count() > 0:
		return fmt.Errorf("mcts: %T: after the same actions player %d is to move in one determinization and player %d in another (%d is chance), and an ISMCTS has one player to a node", m.w.play.Game, b.Player, player, Chance)
	}
	return nil
}

// choose returns the index of the edge to walk from the node at slot, where the listed actions are
// legal. It returns None if the walk ends there for lack of room.
func (m *infoset[S, A]) choose(sim *simulation[S, A], slot uint32, player int) (k uint32, err error) {
	w := m.w
	b := w.tree.Below(slot)
	tried := tree.ActionsOf[A](b)[:b.Tried()]
	if player == Chance {
		a := w.play.Actions[game.DrawOutcome(w.play.Outcomes, &sim.Rand)]
		if k := slices.Index(tried, a); k >= 0 {
			return uint32(k), nil
		}
		return m.addEdge(slot, a)
	}
	m.untried, m.places = m.untried[:0], m.places[:0]
	for _, a := range w.play.Actions {
		if k := slices.Index(tried, a); k >= 0 {
			m.places = append(m.places, uint32(k))
		} else {
			m.untried = append(m.untried, a)
		}
	}
	k = tree.None
	if len(m.untried) > 0 {
		k, err = m.tryAction(sim, slot, player)
	}
	if k == tree.None && err == nil && len(m.places) > 0 {
		k, err = m.chooseAvailable(sim, slot, player)
	}
	if err != nil {
		return tree.None, err
	}
	first := w.tree.Below(slot).First() // The block may be at a new place.
	for _, k := range m.places {
		*m.available.At(first + k)++
	}
	return k, nil
}

// tryAction lets the playout policy choose among the untried actions and returns the new edge,
// which counts as available. It returns None if there is no room.
func (m *infoset[S, A]) tryAction(sim *simulation[S, A], slot uint32, player int) (uint32, error) {
	j, err := m.w.play.Choose(sim, player, m.untried)
	if err != nil {
		return tree.None, err
	}
	k, err := m.addEdge(slot, m.untried[j])
	if k != tree.None {
		m.places = append(m.places, k)
	}
	return k, err
}

// chooseAvailable lets the selection strategy choose among the available children.
func (m *infoset[S, A]) chooseAvailable(sim *simulation[S, A], slot uint32, player int) (uint32, error) {
	t := &m.w.tree
	b := t.Below(slot)
	m.stats, m.counts = m.stats[:0], m.counts[:0]
	for _, k := range m.places {
		m.stats = append(m.stats, b.StatsOf(k))
		m.counts = append(m.counts, *m.available.At(b.First() + k))
	}
	visits, _ := t.Edge(slot)
	at := tree.Edges{First: b.First(), Places: &m.places}
	return m.w.choose.ChooseAvailable(&sim.Pass, int32(player), at, m.stats, m.counts, visits)
}

// addEdge returns the index of a new edge of the node at slot, or None if there is no room.
func (m *infoset[S, A]) addEdge(slot uint32, a A) (uint32, error) {
	k, isNew := tree.AddGrowing(&m.w.tree, slot, a)
	if !isNew {
		return tree.None, m.w.contradiction()
	}
	return k, nil
}

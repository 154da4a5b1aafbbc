package mcts

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
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

// validateISMCTS reports games and settings that do not work with an ISMCTS.
func validateISMCTS[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	if _, ok := cfg.Hidden.(ISMCTS); !ok {
		return nil
	}
	if r.Simultaneous != nil {
		return fmt.Errorf("mcts: Config.Hidden is an ISMCTS, which has one player to a node, and %T has simultaneous moves", r.Game)
	}
	return nil
}

// firstRoom is the number of edges that a new block has room for.
//
// The blocks of a tree of information sets grow: an action gets an edge when it is tried. When a
// block is full, its edges move to a new block with twice the room. The old block stays unused
// until the tree is reset. A block may therefore lie before the slots that lead to its nodes, and
// such a tree is never compacted. The header's link.low is the number of edges that there is room
// for. The block of the root has all actions from the beginning.
const firstRoom = 4

// informationSets is the [descent] through a tree of information sets.
type informationSets[S any, A comparable] struct {
	*determinizing[S, A]
	nothingSaved
	w         *worker[S, A]
	available *availability

	// Scratch memory of one node.
	untried []A
	places  []uint32 // the indices in the block of the available children
	stats   []policy.Stats
	counts  []uint32
}

// availability is a column of how often each edge was available.
type availability struct {
	columnOf[uint32]
	nothingSaved // Every Run begins with a new tree.
}

func (a *availability) check(c *checker, e checkedEdge) {
	if e.player == Chance {
		return
	}
	if n := *a.at(e.slot); n < e.visits || n > e.parent {
		c.fail(e.slot, "it was available %d times, chosen %d times, in %d visits of its node", n, e.visits, e.parent)
	}
}

// addISMCTS makes the worker's tree one of information sets if Config.Hidden is an ISMCTS.
func addISMCTS[S any, A comparable](w *worker[S, A], cfg Config) {
	if _, ok := cfg.Hidden.(ISMCTS); !ok {
		return
	}
	m := &informationSets[S, A]{determinizing: w.determinizing, w: w, available: &availability{}}
	w.tree.addColumn(m.available, true)
	w.tree.growing = true
	w.plainUCT = false
	w.descent, w.hooks, w.beginners = m, append(w.hooks, m), append(w.beginners, m)
}

// begin implements [beginner]: it gives the simulation a determinization of the root.
func (m *informationSets[S, A]) begin(sim *simulation[S, A]) {
	m.Determinize(&sim.state, m.observer, &sim.rand)
}

// The methods below implement [hook].

func (m *informationSets[S, A]) selected(*simulation[S, A]) error { return nil }

func (m *informationSets[S, A]) backedUp(*simulation[S, A]) error { return nil }

func (m *informationSets[S, A]) reset(uint64) {}

// unjudged says why the leaves cannot be judged; see the function of that name.
func (m *informationSets[S, A]) unjudged() string {
	return "Config.Hidden is an ISMCTS, whose nodes are no positions"
}

// prepare implements [hook]: it turns the block of the root, which lists all actions, into one that
// has no room to grow.
func (m *informationSets[S, A]) prepare(bool) error {
	c, h := m.w.tree.below(rootSlot)
	c.links[h].low = c.block(h).count
	return nil
}

// descend implements [descent].
func (m *informationSets[S, A]) descend(sim *simulation[S, A], slot uint32) (edge uint32, action A, player int32, err error) {
	w := m.w
	t := &w.tree
	c, i := t.at(slot)
	if c.links[i].child == unexpanded && c.stats[i].Visits == 0 {
		w.addNode(sim)
		return noEdge, action, 0, nil
	}
	now, err := w.list(sim)
	if now.count == 0 || err != nil {
		sim.ended = true
		return noEdge, action, 0, err
	}
	if c.links[i].child == unexpanded && !t.placeGrowing(slot, block{player: now.player}, firstRoom) {
		return noEdge, action, 0, nil
	}
	if err := m.fits(slot, now); err != nil {
		return noEdge, action, 0, err
	}
	k, err := m.choose(sim, slot, now.player)
	if k == noEdge || err != nil {
		return noEdge, action, 0, err
	}
	edge = c.links[i].child + 1 + k
	return edge, *m.w.edges.at(edge), now.player, nil
}

// fits returns an error if the block now, of the current determinization, contradicts the node at
// slot.
func (m *informationSets[S, A]) fits(slot uint32, now block) error {
	c, h := m.w.tree.below(slot)
	switch b := c.block(h); {
	case slot == rootSlot && (b.player != now.player || b.count != now.count):
		return m.contradiction()
	case b.player != now.player && b.count > 0:
		return fmt.Errorf("mcts: %T: after the same actions player %d is to move in one determinization and player %d in another (%d is chance), and an ISMCTS has one player to a node", m.w.Game, b.player, now.player, Chance)
	}
	return nil
}

// choose returns the index of the edge to walk from the node at slot, where the actions in
// w.actions are legal. It returns noEdge if the walk ends there for lack of room.
func (m *informationSets[S, A]) choose(sim *simulation[S, A], slot uint32, player int32) (k uint32, err error) {
	w := m.w
	c, h := w.tree.below(slot)
	_, block := w.tree.edge(slot)
	edges := w.edges.of(block+1, c.block(h).tried)
	if player == Chance {
		a := w.actions[game.DrawOutcome(w.outcomes, &sim.rand)]
		if k := slices.Index(edges, a); k >= 0 {
			return uint32(k), nil
		}
		return m.addEdge(slot, a)
	}
	m.untried, m.places = m.untried[:0], m.places[:0]
	for _, a := range w.actions {
		if k := slices.Index(edges, a); k >= 0 {
			m.places = append(m.places, uint32(k))
		} else {
			m.untried = append(m.untried, a)
		}
	}
	k = noEdge
	if len(m.untried) > 0 {
		k, err = m.tryAction(sim, slot, player)
	}
	if k == noEdge && err == nil && len(m.places) > 0 {
		k, err = m.chooseAvailable(sim, slot, player)
	}
	if err != nil {
		return noEdge, err
	}
	first := w.tree.childOf(slot) + 1 // The block may be at a new place.
	for _, k := range m.places {
		*m.available.at(first + k)++
	}
	return k, nil
}

// tryAction lets the playout policy choose among the untried actions and returns the new edge,
// which counts as available. It returns noEdge if there is no room.
func (m *informationSets[S, A]) tryAction(sim *simulation[S, A], slot uint32, player int32) (uint32, error) {
	j, err := m.w.choose(sim, &m.w.playing, int(player), m.untried)
	if err != nil {
		return noEdge, err
	}
	k, err := m.addEdge(slot, m.untried[j])
	if k != noEdge {
		m.places = append(m.places, k)
	}
	return k, err
}

// chooseAvailable lets the selection strategy choose among the available children.
func (m *informationSets[S, A]) chooseAvailable(sim *simulation[S, A], slot uint32, player int32) (uint32, error) {
	w := m.w
	c, h := w.tree.below(slot)
	first := w.tree.childOf(slot) + 1
	m.stats, m.counts = m.stats[:0], m.counts[:0]
	for _, k := range m.places {
		m.stats = append(m.stats, c.stats[h+1+k])
		m.counts = append(m.counts, *m.available.at(first + k))
	}
	c, i := w.tree.at(slot)
	n := &w.node
	n.Player, n.Visits = int(player), c.stats[i].Visits
	n.Children, n.Available = m.stats, m.counts
	k, err := w.ask(sim, w.selector(sim), n, edges{first: first, places: &m.places})
	if err != nil {
		return noEdge, err
	}
	return m.places[k], nil
}

// addEdge returns the index of a new edge of the node at slot, or noEdge if there is no room.
func (m *informationSets[S, A]) addEdge(slot uint32, a A) (uint32, error) {
	t := &m.w.tree
	if t.nodes >= t.maxNodes {
		t.full = true
		return noEdge, nil
	}
	c, h := t.below(slot)
	b := c.block(h)
	_, block := t.edge(slot)
	actions := m.w.edges.of(block+1, b.count)
	if slot == rootSlot {
		k := slices.Index(actions[:b.count], a)
		if k < int(b.tried) {
			return noEdge, m.contradiction()
		}
		actions[b.tried], actions[k] = a, actions[b.tried]
		c.stats[h].Visits += 1 << countBits
		return b.tried, nil
	}
	if b.count == c.links[h].low {
		if !t.growBlock(slot) {
			return noEdge, nil
		}
		c, h = t.below(slot)
	}
	_, block = t.edge(slot)
	*m.w.edges.at(block + 1 + b.count) = a
	c.stats[h].Visits += 1 + 1<<countBits
	return b.count, nil
}

// childOf returns the slot of the header of the block of the node at slot.
func (t *tree) childOf(slot uint32) uint32 {
	c, i := t.at(slot)
	return c.links[i].child
}

// below returns the chunk of that header and its index there.
func (t *tree) below(slot uint32) (c *chunk, header uint32) { return t.at(t.childOf(slot)) }

// growBlock moves the edges of the node at slot to a block with twice the room. It reports whether
// the tree had space for it.
func (t *tree) growBlock(slot uint32) bool {
	old := t.childOf(slot)
	from, h := t.at(old)
	b, room := from.block(h), int(from.links[h].low)
	if room == maxActions {
		t.full = true
		return false
	}
	if !t.placeGrowing(slot, b, min(2*room, maxActions)) {
		return false
	}
	t.dead++
	t.move(t.childOf(slot)+1, old+1, room)
	return true
}

// placeGrowing makes a block for the node at slot. It reports whether the tree had space for it.
func (t *tree) placeGrowing(slot uint32, b block, room int) bool {
	to, h, ok := t.alloc(room)
	if !ok {
		t.full = true
		return false
	}
	to.setBlock(uint32(h), b)
	to.links[h].low = uint32(room)
	c, i := t.at(slot)
	c.links[i].child = uint32(t.current<<chunkBits | h)
	return true
}

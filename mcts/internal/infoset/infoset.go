// Package infoset walks through a tree of information sets, with its own determinization in every
// simulation (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
// TCIAIG 4(2), 2012).
package infoset

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Walker walks through the tree of information sets of a worker.
//
// A node belongs to what its mover knows, if the game can tell: then all players choose at their
// own information sets, whatever led to them, as in MO-ISMCTS of the paper, whose trees are one
// here. Otherwise it belongs to the actions that led to it and to the mover. The node of an
// information set is found by its number, and has the actions that are legal in all its states; the
// link of an edge leads to one of the nodes behind it. The other nodes get an edge for an action
// when they try it.
type Walker[S any, A comparable] struct {
	tree.Nop
	play      *playout.Maker[S, A]
	informer  game.Informer[S] // nil: nodes belong to actions
	tree      *tree.Tree
	actions   *tree.Actions[A]
	chooser   *selection.Chooser
	available *tree.Data[uint32] // how often each edge was available and, at headers, each node passed
	nodes     map[node]uint32    // blocks of nodes that belong to more than an edge
	room      int                // how many nodes there is memory for
	beliefs   *beliefs[S]        // nil without any
	sum       uint64             // scratch of Check

	// Scratch memory of one node.
	untried []A
	places  []uint32 // the indices in the block of the available children
	stats   []policy.Stats
	counts  []uint32
}

// node is what a node belongs to: its mover, and what that player knows or the edge that leads to
// it.
type node struct {
	player int32
	known  uint64
}

// New makes a tree one of information sets and returns the walker that walks through it.
func New[S any, A comparable](
	play *playout.Maker[S, A], t *tree.Tree, actions *tree.Actions[A], choose *selection.Chooser, believes bool,
) *Walker[S, A] {
	t.Grow()
	m := &Walker[S, A]{
		play: play, informer: play.Informer, tree: t, actions: actions, chooser: choose,
		available: tree.NewData[uint32](t, true), nodes: map[node]uint32{},
	}
	if believes {
		m.beliefs = new(beliefs[S])
		m.Reset(0)
	}
	return m
}

// Prepare implements [tree.Keeper].
func (m *Walker[S, A]) Prepare(bool) error {
	b := m.tree.Below(tree.Root)
	if m.tree.Complete(b); m.beliefs != nil && m.beliefs.root != noSet {
		m.nodes[m.beliefs.root] = b.Slot()
	}
	return nil
}

// Check verifies how often an edge was available.
func (m *Walker[S, A]) Check(e tree.Checked, found *tree.Findings) {
	passed := *m.available.At(e.Block)
	if e.Index == 0 {
		m.sum = 0
	}
	if m.sum += uint64(e.Visits); m.sum > uint64(passed) {
		found.Fail(e.Slot, "it and the edges before it have %d visits, the node was passed %d times", m.sum, passed)
	}
	if n := *m.available.At(e.Slot); e.Player != game.Chance && (n < e.Visits || n > passed) {
		found.Fail(e.Slot, "it was available %d times, chosen %d times, in %d visits of its node", n, e.Visits, passed)
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
		if m.play.Brake.Pulled() {
			return slot, brake.ErrPulled
		}
		player, err := m.play.List(&sim.State)
		if err != nil {
			return slot, err
		}
		if len(m.play.Actions) == 0 {
			sim.Ended = true
			return slot, nil
		}
		b, err := m.enter(sim, slot, int32(player))
		if b.First() == 0 || err != nil {
			return slot, err
		}
		passed := m.available.At(b.Slot())
		if m.belongs(b.Player) && slot != tree.Root {
			visits = *passed
		}
		*passed++
		k, err := m.choose(sim, slot, &b, visits)
		if k == tree.None || err != nil {
			return slot, err
		}
		slot = b.First() + k
		sim.Path = append(sim.Path, tree.Step{Slot: slot, Player: int32(player)})
		m.play.Play(sim, *m.actions.At(slot), int32(player))
	}
}

// belongs reports whether nodes of a player belong to what it knows.
func (m *Walker[S, A]) belongs(player int32) bool { return m.informer != nil && player != game.Chance }

// enter returns the block of the node below slot for the current state, in which player is to move.
// It is the zero Block if there is no room for it.
func (m *Walker[S, A]) enter(sim *playout.Simulation[S, A], slot uint32, player int32) (tree.Block, error) {
	b := m.tree.Below(slot)
	switch {
	case slot == tree.Root:
		if b.Player != player || int(b.Count()) != len(m.play.Actions) {
			return b, Contradiction(m.play.Game)
		}
		return b, nil
	case m.belongs(player):
		known := m.informer.InformationState(&sim.State, int(player))
		if m.beliefs != nil && int(player) == m.beliefs.observer {
			m.keep(&sim.State, known)
		}
		return m.enterSet(slot, player, known)
	case b.First() == 0:
		if b = m.tree.MakeGrowing(player); b.First() > 0 {
			m.tree.Link(slot, b)
		}
		return b, nil
	case b.Player == player:
		return b, nil
	}
	return m.enterOther(slot, player)
}

// enterSet returns the block of an information set.
func (m *Walker[S, A]) enterSet(slot uint32, player int32, known uint64) (b tree.Block, err error) {
	key := node{player, known}
	if at, ok := m.nodes[key]; ok {
		if b = m.tree.Block(at); int(b.Count()) != len(m.play.Actions) {
			return b, m.differ(player, tree.ActionsOf[A](b))
		}
	} else {
		if !m.remember() {
			return b, nil
		}
		if b = tree.Make(m.tree, player, m.play.Actions); b.First() == 0 {
			return b, nil
		}
		m.tree.Complete(b)
		m.nodes[key] = b.Slot()
	}
	// The edge shows the node to which it has led most often, or nearly so.
	if shown := m.tree.Below(slot); shown.First() == 0 ||
		shown.Player != game.Chance && *m.available.At(shown.Slot()) < *m.available.At(b.Slot()) {
		m.tree.Link(slot, b)
	}
	return b, nil
}

// differ returns the error of a player who has not the same actions in two states of one
// information set.
func (m *Walker[S, A]) differ(player int32, before []A) error {
	return fmt.Errorf("mcts: %T: InformationState says that player %d cannot tell two states apart in which it has different legal actions, %v and %v", m.play.Game, player, before, m.play.Actions)
}

// enterOther returns the block of the node below slot for a player other than the player of the
// linked node: the player to move after the same actions depends on what is hidden.
func (m *Walker[S, A]) enterOther(slot uint32, player int32) (b tree.Block, err error) {
	key := node{player, uint64(slot)}
	if at, ok := m.nodes[key]; ok {
		return m.tree.Block(at), nil
	}
	if m.remember() {
		if b = m.tree.MakeGrowing(player); b.First() > 0 {
			m.nodes[key] = b.Slot()
		}
	}
	return b, nil
}

// nodeBytes is how much memory the map takes for a node, with room to grow.
const nodeBytes = 64

// Bytes returns the memory that is held in addition to the tree.
func (m *Walker[S, A]) Bytes() int64 {
	bytes := int64(m.room) * nodeBytes
	if m.beliefs != nil {
		var s S
		bytes += int64(m.beliefs.room) * int64(unsafe.Sizeof(s))
	}
	return bytes
}

// remember reports whether there is memory for one more node in the map.
func (m *Walker[S, A]) remember() bool {
	if len(m.nodes) < m.room {
		return true
	}
	states := 0
	if m.beliefs != nil {
		states = m.beliefs.room
	}
	if room := max(2*m.room, firstRoom); m.spare(room, states) {
		m.room = room
		return true
	}
	return false
}

// moved notes that the block of the node below slot has moved, with its edges.
func (m *Walker[S, A]) moved(slot uint32, from, to tree.Block) {
	*m.available.At(to.Slot()) = *m.available.At(from.Slot())
	if len(m.nodes) == 0 {
		m.tree.Link(slot, to)
		return
	}
	key := node{to.Player, uint64(slot)}
	if m.nodes[key] == from.Slot() {
		m.nodes[key] = to.Slot()
	} else {
		m.tree.Link(slot, to)
	}
	for k := range to.Count() {
		for player := int32(game.Chance); int(player) < m.tree.Players(); player++ {
			if m.belongs(player) {
				break
			}
			old := node{player, uint64(from.First() + k)}
			if at, ok := m.nodes[old]; ok {
				delete(m.nodes, old)
				m.nodes[node{player, uint64(to.First() + k)}] = at
			}
		}
	}
}

// choose returns the index of the edge to walk from a node, of whose actions the listed ones are
// legal, after so many visits. It returns None if the walk ends there
// for lack of room. Among untried actions the playout policy chooses. The new edge counts as
// available.
func (m *Walker[S, A]) choose(sim *playout.Simulation[S, A], slot uint32, b *tree.Block, visits uint32) (k uint32, err error) {
	tried := tree.ActionsOf[A](*b)[:b.Tried()]
	if b.Player == game.Chance {
		a := m.play.Actions[game.DrawOutcome(m.play.Outcomes, &sim.Rand)]
		if k := slices.Index(tried, a); k >= 0 {
			return uint32(k), nil
		}
		return m.addEdge(slot, b, a)
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
		j, err := m.play.Choose(sim, int(b.Player), m.untried)
		if err != nil {
			return tree.None, err
		}
		if k, err = m.addEdge(slot, b, m.untried[j]); err != nil {
			return tree.None, err
		}
	}
	if k != tree.None {
		m.places = append(m.places, k)
	} else if len(m.places) > 0 { // Config.Selection chooses among the available children.
		m.stats, m.counts = m.stats[:0], m.counts[:0]
		for _, k := range m.places {
			m.stats = append(m.stats, b.StatsOf(k))
			m.counts = append(m.counts, *m.available.At(b.First() + k))
		}
		at := tree.Edges{First: b.First(), Places: &m.places}
		if k, err = m.chooser.ChooseAvailable(&sim.Pass, b.Player, at, m.stats, m.counts, visits); err != nil {
			return tree.None, err
		}
	}
	for _, k := range m.places {
		*m.available.At(b.First() + k)++
	}
	return k, nil
}

// addEdge returns the index of an edge of the node below slot that is tried for the first time, or
// None if there is no room. The block may move.
func (m *Walker[S, A]) addEdge(slot uint32, b *tree.Block, a A) (uint32, error) {
	complete := slot == tree.Root || m.belongs(b.Player)
	if complete && b.Tried() == b.Count() {
		return tree.None, m.contradicts(slot, *b)
	}
	at, k, isNew := tree.AddGrowing(m.tree, *b, a)
	if !isNew {
		return tree.None, m.contradicts(slot, *b)
	}
	if at.Slot() != b.Slot() {
		m.moved(slot, *b, at)
	}
	*b = at
	return k, nil
}

// contradicts returns the error of a node that should list all actions and lacks one.
func (m *Walker[S, A]) contradicts(slot uint32, b tree.Block) error {
	if slot == tree.Root {
		return Contradiction(m.play.Game)
	}
	return m.differ(b.Player, tree.ActionsOf[A](b))
}

// Contradiction is the error of a game whose determinizations differ in what the player to move
// knows.
func Contradiction(game any) error {
	return fmt.Errorf("mcts: %T: Determinize contradicts what the player knows: the player to move, or the legal actions, at the root are not the same after all determinizations", game)
}

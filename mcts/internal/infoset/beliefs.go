package infoset

import (
	"unsafe"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

const (
	fresh     = 0.05  // the share of the simulations that begin at a new determinization, whatever is believed
	mostKept  = 1_000 // states of one information set
	firstRoom = 1_024 // of the first information sets, and of the first states, in their memory
)

// beliefs are the states in which the observer may find itself at its next decision. A simulation
// reaches such a state with a probability that depends on what the others chose on the way, so
// their actions reveal what they hold. The observer finds them again by what it knows itself.
type beliefs[S any] struct {
	root     node // its information set, or noSet
	observer int
	roots    []S            // where simulations of this Run begin
	next     map[uint64][]S // the states of the observer's next decisions, by what it knows there
	kept     int            // how many these are,
	room     int            // and may be
	passed   bool           // the simulation has been at one of them
	stale    bool           // the tree is to be dropped
}

// noSet is no node of a player.
var noSet = node{player: game.Chance}

// Reset forgets what is believed, and the tree with the next Run.
func (m *Walker[S, A]) Reset(uint64) {
	if m.beliefs != nil {
		*m.beliefs = beliefs[S]{stale: true}
	}
}

// Keeps reports whether the tree is kept from Run to Run.
func (m *Walker[S, A]) Keeps() bool { return m.beliefs != nil }

// Drop notes that the tree has been emptied.
func (m *Walker[S, A]) Drop() {
	clear(m.nodes)
	m.room = 0
}

// Start makes the tree ready for a Run from root, which is a determinization for the observer. With
// beliefs, the tree keeps its nodes, and the one of the root is found again.
func (m *Walker[S, A]) Start(observer int, root *S) {
	own := m.beliefs
	if own == nil {
		m.Drop()
		m.tree.Spare(0)
		return
	}
	own.root, own.roots = noSet, nil
	if m.play.ToMove(root) == observer {
		own.root = node{int32(observer), m.informer.InformationState(root, observer)}
		if own.observer == observer {
			own.roots = own.next[own.root.known]
		}
	}
	own.observer, own.next, own.kept, own.room = observer, map[uint64][]S{}, 0, 0
	if own.stale || m.tree.Full() || own.root == noSet {
		m.tree.Reset()
		m.Drop()
		own.stale = false
	}
	m.spare(m.room, 0)
	at := m.nodes[own.root]
	visits := uint32(0)
	if at != tree.Unexpanded {
		visits = *m.available.At(at)
	}
	m.tree.SetRoot(at, visits)
}

// Begin puts a simulation that is at the root where it begins: at a state that is believed in, or
// at a new determinization.
func (m *Walker[S, A]) Begin(sim *playout.Simulation[S, A], observer int) {
	if own := m.beliefs; own != nil {
		own.passed = false
		if len(own.roots) > 0 && sim.Rand.Float64() >= fresh {
			m.play.Copy(&sim.State, &own.roots[sim.Rand.IntN(len(own.roots))])
			return
		}
	}
	m.play.Determinizer.Determinize(&sim.State, observer, &sim.Rand)
}

// keep keeps a state in which the observer is to move, if it is the first one after the root.
func (m *Walker[S, A]) keep(s *S, known uint64) {
	own := m.beliefs
	if own.passed {
		return
	}
	own.passed = true
	states := own.next[known]
	if len(states) == mostKept {
		return
	}
	if own.kept == own.room {
		room := max(2*own.room, firstRoom)
		if !m.spare(m.room, room) {
			return
		}
		own.room = room
	}
	own.kept++
	states = append(states, *new(S))
	m.play.Copy(&states[len(states)-1], s)
	own.next[known] = states
}

// spare makes room for so many nodes and states in the memory outside the tree.
func (m *Walker[S, A]) spare(nodes, states int) bool {
	var s S
	return m.tree.Spare(int64(nodes)*nodeBytes + int64(states)*int64(unsafe.Sizeof(s)))
}

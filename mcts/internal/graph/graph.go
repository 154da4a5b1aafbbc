// Package graph makes a search tree a graph, in which a position is one node however it is reached
// (Saffidine, Cazenave and Méhat, "UCD: Upper Confidence Bound for Rooted Directed Acyclic Graphs",
// Knowledge-Based Systems 34, 2012; Czech, Korus and Kersting, "Improving AlphaZero Using
// Monte-Carlo Graph Search", ICAPS 2021). It knows the hashes of positions, not positions.
//
// A node has its own visits and values: what is to come from it on, for every player. An edge has
// visits, by which the selection explores, and a mean, by which it judges: the reward of its ply
// and the value of the node behind it.
//
//	graph.go   nodes, and the links between them
//	walk.go    the walk of a simulation, which ends at a node that it has passed before
//	backup.go  visits and values, from the leaf to the root
//	index.go   the node of a hash
//	carried.go what features keep of nodes
//	keep.go    what is kept at a new root; Check
//	codec.go   saves and loads
//
// The blocks of nodes are blocks of a tree. Several edges may lead to one, and a block may lie
// before them. A node knows the edges that lead to it, so a new value is passed to all of them:
// there are far fewer than edges of the nodes on a path, which would have to look for new values.
package graph

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Graph is what a tree needs in addition to its edges to be a graph.
type Graph struct {
	tree.Nop
	Predicted bool         // predictions give leaves their values and blocks
	Mean      bool         // the value of a node is the mean of its simulations
	Brake     *brake.Brake // of the Run

	engine   Engine
	tree     *tree.Tree
	choose   *selection.Chooser
	seen     *returns.Seen
	players  int
	discount float64 // of what comes after a ply of a player
	pays     bool    // plies bring rewards
	chances  bool    // chance moves in the game

	root     uint32            // its node
	more     int64             // how many more visits than the root a node has at most
	nodes    []node            // by number; the first is none
	values   []float64         // of the nodes; see value and sum
	links    []link            // by number; the first is none
	at       *tree.Data[place] // of edges and, at their headers, of blocks
	rewards  []float64         // what plies bring the players; see link
	paid     map[uint64]uint32 // where in rewards some are, by their digest
	paidRoom int               // how many of them there is memory for
	index    index
	room     int    // how many nodes there is memory for, and links for each
	isFull   bool   // there is no memory for more
	limit    int    // the limit of the nodes of the tree, if there is some
	passes   uint32 // simulations since the marks of nodes were cleared
	carried  []carried

	arrived arrival
	changes []float64 // scratch of update: of a node, for every player
	drawn   []float64 // scratch of update: of nodes at which chance moves
	coding  coding    // scratch of CodeNodes
}

// node is a position.
type node struct {
	hash    uint64
	block   uint32 // or Unexpanded or Terminal
	visits  uint32 // visits of its edges, and evaluations of the position itself
	passed  uint32 // the last pass that came through; see Graph.passes
	parents uint32 // the first of the links that lead to it, with several if there are more
}

// several is a bit that no number of a link has.
const several = 1 << 31

// firstParent returns the first of the links that lead to a node.
func (n *node) firstParent() uint32 { return n.parents &^ several }

// link is an edge that has been walked.
type link struct {
	from    uint32 // the node before it
	slot    uint32 // of the edge
	next    uint32 // the next link to the same node
	rewards uint32 // where in Graph.rewards the rewards of its ply begin
	player  int32  // who chooses the edge
}

// place has the link of an edge and the node behind it. In the header of a block, the node is the
// one that has the block.
type place struct{ link, node uint32 }

// arrival is what the simulation in progress has found, before it is backed up.
type arrival struct {
	value   []float64 // of the leaf, for every player
	rewards []float64 // per ply of the path: rewards of all players, and a factor; nil without any
}

// New makes a tree a graph. What comes after a ply of a player is multiplied by discount; the flags
// report whether plies bring rewards and whether chance moves in the game.
func New(engine Engine, t *tree.Tree, choose *selection.Chooser, seen *returns.Seen, discount float64, pays, chances bool) *Graph {
	g := &Graph{Brake: &brake.Brake{}, engine: engine, tree: t, choose: choose, seen: seen, players: t.Players(), discount: discount, pays: pays, chances: chances}
	t.Graph = true
	g.at = tree.NewData[place](t, false)
	g.arrived.value, g.changes = make([]float64, g.players), make([]float64, g.players)
	g.clear()
	return g
}

// clear forgets all nodes.
func (g *Graph) clear() {
	g.nodes = append(g.nodes[:0], node{})
	g.links = append(g.links[:0], link{})
	g.values = append(g.values[:0], make([]float64, 2*g.players)...)
	g.rewards = append(g.rewards[:0], make([]float64, g.players)...)
	g.paid, g.paidRoom = map[uint64]uint32{}, firstRoom
	clear(g.index.table)
	g.root, g.passes, g.more = 0, 0, 0
	g.setFull(false)
	for _, c := range g.carried {
		c.resize(1)
	}
}

// value returns the values of a node: the mean of the evaluations of the position itself and of
// what is to come from its edges on, each of them as often as it was visited, unless Mean is set.
// It is brought up to date when a simulation passes.
func (g *Graph) value(at uint32) []float64 {
	i := 2 * g.players * int(at)
	return g.values[i : i+g.players]
}

// sum returns the sum of which the value of a node is the mean. It is always up to date.
func (g *Graph) sum(at uint32) []float64 {
	i := 2*g.players*int(at) + g.players
	return g.values[i : i+g.players]
}

// Value writes the values of a node.
func (g *Graph) Value(at uint32, out []float64) { copy(out, g.value(at)) }

// behind returns the node behind an edge, 0 if it is not known.
func (g *Graph) behind(slot uint32) uint32 {
	if slot == tree.Root {
		return g.root
	}
	return g.at.At(slot).node
}

// Position returns the number of the node behind an edge, and its visits; 0 if the edge has none.
func (g *Graph) Position(slot uint32) (number, visits int) {
	if n, _ := g.tree.Edge(slot); n == 0 {
		return 0, 0
	}
	at := g.behind(slot)
	return int(at), int(g.nodes[at].visits)
}

// add makes a node for a hash, for which there is room.
func (g *Graph) add(hash uint64) uint32 {
	at := uint32(len(g.nodes))
	g.nodes = append(g.nodes, node{hash: hash})
	for range 2 * g.players {
		g.values = append(g.values, 0)
	}
	for _, c := range g.carried {
		c.resize(len(g.nodes))
	}
	g.index.add(g.nodes)
	return at
}

// connect makes a link of an edge to a node, and lets the edge lead to what the node has.
func (g *Graph) connect(l link, at uint32) {
	n, to := uint32(len(g.links)), &g.nodes[at]
	l.next = to.firstParent()
	if to.parents = n; l.next != 0 {
		to.parents |= several
	}
	g.links = append(g.links, l)
	*g.at.At(l.slot) = place{n, at}
	g.tree.Lead(l.slot, to.block)
}

// firstRoom is the least number of nodes, and of rewards, that there is memory for.
const firstRoom = 1024

// What a node takes with its links, apart from its values, and what the rewards of a ply take.
const (
	nodeBytes = 24 + 2*20
	paidBytes = 40
)

// Bytes returns the memory that is held in addition to the tree.
func (g *Graph) Bytes() int64 { return g.bytesOf(g.room) }

func (g *Graph) bytesOf(room int) int64 {
	if room == 0 {
		return 0
	}
	each := nodeBytes + 16*g.players
	for _, c := range g.carried {
		each += c.size()
	}
	bytes := int64(room)*int64(each) + 4*int64(placesFor(room))
	if g.pays {
		bytes += int64(g.paidRoom) * int64(paidBytes+8*g.players)
	}
	return bytes
}

// used returns how many nodes there must be memory for, and links for each.
func (g *Graph) used() int { return max(len(g.nodes), len(g.links)/2) }

// roomFor returns the room for so many nodes, which grows to twice as much when it is used up.
func roomFor(nodes int) (room int) {
	for room = firstRoom; room < nodes; {
		room *= 2
	}
	return room
}

// makeRoom makes room for one more node and its link. If the limit of memory leaves none, the graph
// grows no more until some is dropped.
func (g *Graph) makeRoom() {
	if g.used() < g.room {
		if g.isFull {
			g.setFull(false)
		}
		return
	}
	room := roomFor(g.used() + 1)
	isFull := room > several/2 || !g.tree.Spare(g.bytesOf(room))
	if g.setFull(isFull); !isFull {
		g.room = room
	}
}

// setFull makes the tree refuse more nodes, or take as many as before.
func (g *Graph) setFull(isFull bool) {
	switch {
	case isFull:
		if !g.isFull {
			g.limit = g.tree.MaxNodes()
		}
		g.tree.LimitNodes(g.tree.Nodes())
	case g.isFull:
		g.tree.LimitNodes(g.limit)
	}
	g.isFull = isFull
}

// Drop gives back all memory.
func (g *Graph) Drop() {
	g.nodes, g.values, g.links, g.rewards, g.index.table, g.room = nil, nil, nil, nil, nil, 0
	for _, c := range g.carried {
		c.resize(0)
		c.trim()
	}
	g.clear()
}

// SetRoot makes the position with a hash the root, whose block has just been made.
func (g *Graph) SetRoot(hash uint64) {
	if visits, _ := g.tree.Edge(tree.Root); visits == 0 {
		g.clear() // The tree is new.
		g.makeRoom()
		g.root = g.add(hash)
	}
	g.adopt(g.root, tree.Root)
}

// adopt notes what the edge at slot has come to lead to, of a node that had no block, and makes all
// edges to the node lead there. If it has got a block by another simulation of a batch, the edge
// leads to that one.
func (g *Graph) adopt(at, slot uint32) {
	n := &g.nodes[at]
	if n.block != tree.Unexpanded {
		g.tree.Lead(slot, n.block)
		return
	}
	if _, n.block = g.tree.Edge(slot); tree.Leads(n.block) {
		g.at.At(n.block).node = at
	}
	for l := n.firstParent(); l != 0; l = g.links[l].next {
		g.tree.Lead(g.links[l].slot, n.block)
	}
}

// factor returns how much less counts what comes after a ply of a player, or of chance, which takes
// no time.
func (g *Graph) factor(player int32) float64 {
	if player == game.Chance {
		return 1
	}
	return g.discount
}

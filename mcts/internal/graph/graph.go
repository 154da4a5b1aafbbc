// Package graph makes a search tree a graph, in which a position is one node however it is reached
// (Saffidine, Cazenave and Méhat, "UCD: Upper Confidence Bound for Rooted Directed Acyclic Graphs",
// Knowledge-Based Systems 34, 2012; Czech, Korus and Kersting, "Improving AlphaZero Using
// Monte-Carlo Graph Search", ICAPS 2021). It knows the hashes of positions, not positions.
//
// A node has visits and values of its own: what is to come from it on, for every player. Edges have
// visits, by which the selection explores, and the rewards of their plies. The mean of an edge is
// its reward and what the node behind it is worth, as far as the node before it knows: it looks
// when a simulation passes.
//
//	graph.go   nodes, and what they are worth
//	walk.go    the walk of a simulation, which ends at a node that it has passed before
//	backup.go  visits and values, from the leaf to the root
//	index.go   the node of a hash
//	carried.go what features keep of nodes
//	keep.go    what is kept at a new root; Check
//
// The blocks of nodes are those of a tree. Several edges may lead to one, and a block may lie
// before them.
package graph

import (
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Graph is what a tree needs beside its edges to be a graph.
type Graph struct {
	tree.Nop
	Predicted bool // predictions give leaves their values and blocks

	engine   Engine
	tree     *tree.Tree
	choose   *selection.Chooser
	seen     *returns.Seen
	players  int
	chances  bool    // chance moves in the game
	discount float64 // of what comes after a ply of a player

	numbers *tree.Data[uint32]    // of the nodes behind edges and, at headers, of the nodes themselves; 0: not known
	rewards []*tree.Data[float64] // what the ply of an edge brings, by player; nil: nothing
	nodes   []node                // by number; the first is none
	values  []float64             // of the nodes; see value and own
	index   index
	room    int    // how many nodes there is memory for
	passes  uint32 // simulations since the marks of nodes were cleared
	carried []carried

	arrived arrival
}

// node is a position.
type node struct {
	hash   uint64
	block  uint32 // or Unexpanded or Terminal
	visits uint32 // those of its edges, and the evaluations of the position itself
	passed uint32 // the last pass that came through; see Graph.passes
}

// arrival is what the simulation under way has found, before it is backed up.
type arrival struct {
	value   []float64 // of the leaf, for every player
	rewards []float64 // of every ply of the path: those of all players, and a factor; nil without any
}

// New makes a tree a graph. What comes after a ply of a player is worth discount times as much;
// pays tells whether plies bring rewards, and chances whether chance moves in the game.
func New(engine Engine, t *tree.Tree, choose *selection.Chooser, seen *returns.Seen, discount float64, pays, chances bool) *Graph {
	g := &Graph{engine: engine, tree: t, choose: choose, seen: seen, players: t.Players(), discount: discount, chances: chances}
	t.Graph = true
	g.numbers = tree.NewData[uint32](t, false)
	if pays {
		for range g.players {
			g.rewards = append(g.rewards, tree.NewData[float64](t, false))
		}
	}
	g.arrived.value = make([]float64, g.players)
	g.clear()
	return g
}

// clear forgets all nodes.
func (g *Graph) clear() {
	g.nodes = append(g.nodes[:0], node{})
	g.values = append(g.values[:0], make([]float64, 2*g.players)...)
	g.index.clear()
	g.passes = 0
	for _, c := range g.carried {
		c.resize(1)
	}
}

// value returns what a node is worth: the mean of its own evaluations and of what is to come from
// its edges on, each of them as often as it was visited.
func (g *Graph) value(at uint32) []float64 {
	i := 2 * g.players * int(at)
	return g.values[i : i+g.players]
}

// own returns the mean of the evaluations of the position itself.
func (g *Graph) own(at uint32) []float64 {
	i := 2*g.players*int(at) + g.players
	return g.values[i : i+g.players]
}

// Position returns the number of the node behind an edge, and its visits.
func (g *Graph) Position(slot uint32) (number, visits int) {
	at := *g.numbers.At(slot)
	return int(at), int(g.nodes[at].visits)
}

// Below returns the block of the node behind an edge, which the edge may not know yet. It is the
// zero Block if there is none.
func (g *Graph) Below(slot uint32) tree.Block {
	if block := g.nodes[*g.numbers.At(slot)].block; tree.Leads(block) {
		return g.tree.Block(block)
	}
	return tree.Block{}
}

// Value writes what a node is worth.
func (g *Graph) Value(at uint32, out []float64) { copy(out, g.value(at)) }

// add makes a node for a hash, for which there is room.
func (g *Graph) add(hash uint64) uint32 {
	at := uint32(len(g.nodes))
	g.nodes = append(g.nodes, node{hash: hash})
	g.values = append(g.values, make([]float64, 2*g.players)...)
	for _, c := range g.carried {
		c.resize(len(g.nodes))
	}
	g.index.add(g.nodes, at)
	return at
}

// The least number of nodes that there is memory for, and how much one takes with its place in the
// index, apart from its values.
const (
	firstRoom = 1024
	nodeBytes = 24 + 8
)

// Bytes returns the memory that is held beside the tree.
func (g *Graph) Bytes() int64 { return g.bytesOf(g.room) }

func (g *Graph) bytesOf(room int) int64 {
	each := nodeBytes + 16*g.players
	for _, c := range g.carried {
		each += c.size()
	}
	return int64(room) * int64(each)
}

// makeRoom makes room for one more node. If the limit of memory leaves none, the tree grows no
// more.
func (g *Graph) makeRoom() {
	if len(g.nodes) < g.room {
		return
	}
	room := max(firstRoom, 2*g.room)
	if room > math.MaxInt32 || !g.tree.Spare(g.bytesOf(room)) {
		g.tree.LimitNodes(g.tree.Nodes())
		return
	}
	g.room = room
}

// SetRoot makes the position with a hash that of the root, whose block has just been made.
func (g *Graph) SetRoot(hash uint64) {
	root := g.numbers.At(tree.Root)
	if *root == 0 { // The tree is new.
		g.clear()
		g.makeRoom()
		*root = g.add(hash)
	}
	g.adopt(*root, tree.Root)
}

// adopt notes what the edge at slot has come to lead to, of a node that had no block. If it has got
// one by another simulation of a batch, the edge leads there.
func (g *Graph) adopt(at, slot uint32) {
	n := &g.nodes[at]
	if n.block != tree.Unexpanded {
		g.tree.Lead(slot, n.block)
		return
	}
	if _, n.block = g.tree.Edge(slot); tree.Leads(n.block) {
		*g.numbers.At(n.block) = at
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

// worth returns what is to come for a player from an edge on, at which chooser chooses.
func (g *Graph) worth(slot uint32, at uint32, player int, factor float64) float64 {
	v := float64(factor * g.value(at)[player])
	if g.rewards != nil {
		v += *g.rewards[player].At(slot)
	}
	return v
}

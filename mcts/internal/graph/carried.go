package graph

import (
	"slices"
	"unsafe"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// carried is a column of what a feature keeps of the nodes behind edges. A node has it, too, and
// every edge to the node gets it when a simulation passes.
type carried interface {
	bring(b tree.Block, k, at uint32) (changed bool) // gives an edge what the node has
	take(slot uint32, player int32, at uint32)       // gives the node what an edge of a player has
	isStale(slot uint32, player int32, at uint32) bool
	move(to, from uint32)
	resize(n int)
	size() int
	trim()
	code(c *wire.Coder, at uint32)
}

// Column is such a column. If the zero value is nothing, a node without anything takes what an edge
// has.
type Column[T comparable] struct {
	Data    *tree.Data[T]
	Nothing bool                        // The zero value is nothing.
	Turned  func(v T, from, to int32) T // what it is for another player than from; nil: the same
	Changed func(b tree.Block)          // An edge of a block got another value; may be nil
	Code    func(c *wire.Coder, v *T)   // saves a value or loads it
	nodes   []T                         // for player 0, if it matters
}

// Carry makes nodes have what a feature keeps of them.
func Carry[T comparable](g *Graph, c Column[T]) {
	g.carried = append(g.carried, &c)
	c.resize(len(g.nodes))
}

func (c *Column[T]) turned(v T, from, to int32) T {
	if c.Turned == nil {
		return v
	}
	return c.Turned(v, from, to)
}

func (c *Column[T]) bring(b tree.Block, k, at uint32) (changed bool) {
	var nothing T
	is := c.Data.At(b.First() + k)
	if c.Nothing && c.nodes[at] == nothing {
		c.nodes[at] = *is
		return false
	}
	want := c.turned(c.nodes[at], 0, b.Player)
	if *is == want {
		return false
	}
	if *is = want; c.Changed != nil {
		c.Changed(b)
	}
	return true
}

func (c *Column[T]) take(slot uint32, player int32, at uint32) {
	c.nodes[at] = c.turned(*c.Data.At(slot), player, 0)
}

func (c *Column[T]) isStale(slot uint32, player int32, at uint32) bool {
	return *c.Data.At(slot) != c.turned(c.nodes[at], 0, player)
}

func (c *Column[T]) move(to, from uint32) { c.nodes[to] = c.nodes[from] }

func (c *Column[T]) resize(n int) {
	for len(c.nodes) < n {
		var nothing T
		c.nodes = append(c.nodes, nothing)
	}
	c.nodes = c.nodes[:n]
}

func (c *Column[T]) trim() { c.nodes = slices.Clone(c.nodes) }

func (c *Column[T]) size() int {
	var v T
	return int(unsafe.Sizeof(v))
}

func (c *Column[T]) code(coder *wire.Coder, at uint32) { c.Code(coder, &c.nodes[at]) }

// bring gives an edge what features keep of the node behind it, which is nothing before its first
// visit. What follows from that is found out when the simulation is backed up.
func (g *Graph) bring(p *pass.Pass, b tree.Block, k, at uint32) {
	if g.nodes[at].visits == 0 {
		return
	}
	for _, c := range g.carried {
		if c.bring(b, k, at) {
			p.Probed = true
		}
	}
}

// bringAll is bring for all edges of a block.
func (g *Graph) bringAll(p *pass.Pass, b tree.Block) {
	for k := range b.Tried() {
		g.bring(p, b, k, g.behind(b.First()+k))
	}
}

// Take gives the nodes of a path what features have found out about them. A walk that has come back
// to a node has found out more where it was first.
func (g *Graph) Take(p *pass.Pass) {
	for _, step := range slices.Backward(p.Path) {
		at := g.behind(step.Slot)
		for _, c := range g.carried {
			c.take(step.Slot, step.Player, at)
		}
	}
}

// IsStale reports whether an edge of a player has not got what features keep of the node behind it.
func (g *Graph) IsStale(slot uint32, player int32) bool {
	at := g.behind(slot)
	for _, c := range g.carried {
		if at != 0 && c.isStale(slot, player, at) {
			return true
		}
	}
	return false
}

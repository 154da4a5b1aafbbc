package graph

import (
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Engine plays the simulation of a walk.
type Engine interface {
	Hash() uint64                                                // of the position where the simulation stands
	Expand(slot uint32) error                                    // makes the node at slot, which is that position, lead to a block
	Choose(b tree.Block, visits uint32) (edge uint32, err error) // chooses an edge, or draws one; None: there is no room
	Play(b tree.Block, edge uint32)                              // plays the action of an edge
}

// SelectLeaf walks from the root to a node without visits, which the simulation adds to the graph.
// It returns the edge by which it has come there, or None if the graph has no room for the node. A
// walk that comes back to a node ends there, with its value so far; see [pass.Pass].Known.
func (g *Graph) SelectLeaf(p *pass.Pass) (slot uint32, err error) {
	g.nextPass()
	slot = tree.Root
	for at := g.root; ; {
		n := &g.nodes[at]
		switch {
		case n.visits == 0 && len(p.Path) > 0:
			return slot, nil
		case g.Brake.Pulled():
			return slot, brake.ErrPulled
		case n.passed == g.passes:
			p.Known = at
			return tree.None, nil
		case n.block == tree.Terminal:
			p.Ended = true
			return slot, nil
		case n.block == tree.Unexpanded:
			if g.Predicted && n.visits > 0 {
				return slot, nil // There is no room for its block.
			}
			if err := g.engine.Expand(slot); err != nil {
				return slot, err
			}
			if g.adopt(at, slot); !tree.Leads(n.block) {
				p.Ended = n.block == tree.Terminal
				return slot, nil
			}
		}
		n.passed = g.passes
		if len(g.carried) > 0 {
			g.bringAll(p, g.tree.Block(n.block))
		}
		b := g.tree.Block(n.block) // Something may have been proven.
		g.makeRoom()
		k, err := g.chooseEdge(b, n)
		if k == tree.None || err != nil {
			return slot, err
		}
		slot = b.First() + k
		p.Path = append(p.Path, tree.Step{Slot: slot, Player: b.Player})
		g.engine.Play(b, k)
		if at = g.enter(p, b, k, at); at == 0 {
			return tree.None, nil
		}
	}
}

// nextPass begins a pass, whose number no node has.
func (g *Graph) nextPass() {
	if g.passes++; g.passes == 0 {
		g.passes = 1
		for i := range g.nodes {
			g.nodes[i].passed = 0
		}
	}
}

// chooseEdge chooses in the shortest way that leads to the choice.
func (g *Graph) chooseEdge(b tree.Block, n *node) (uint32, error) {
	visits := n.visits
	if g.tree.Virtual { // The edges have more than has come back.
		visits = max(visits, uint32(b.Visits()))
	}
	switch {
	case g.choose.IsPlainUCT(b):
		return g.choose.UCT(b, visits), nil
	case g.choose.IsFast(b):
		return g.choose.Fast(b, visits), nil
	}
	return g.engine.Choose(b, visits)
}

// enter returns the node behind edge k of the block of a node, where the simulation stands, or 0 if
// there is no room for it.
func (g *Graph) enter(p *pass.Pass, b tree.Block, k, from uint32) uint32 {
	slot := b.First() + k
	if at := g.behind(slot); at != 0 {
		return at
	}
	hash := g.engine.Hash()
	at := g.index.find(g.nodes, hash)
	if (at == 0 || g.isFull) && !p.AddNode(g.tree) {
		return 0
	}
	if at == 0 {
		at = g.add(hash)
	}
	g.connect(link{from: from, slot: slot, player: b.Player}, at)
	g.bring(p, b, k, at)
	return at
}

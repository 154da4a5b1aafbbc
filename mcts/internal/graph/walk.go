package graph

import (
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
// walk that comes back to a node ends there, with what is known of it; see [pass.Pass].Known.
func (g *Graph) SelectLeaf(p *pass.Pass) (slot uint32, err error) {
	g.makeRoom()
	g.nextPass()
	slot = tree.Root
	for at := *g.numbers.At(slot); ; {
		n := &g.nodes[at]
		switch {
		case n.visits == 0 && len(p.Path) > 0:
			return slot, nil
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
		b := g.tree.Block(n.block)
		g.look(p, b)
		visits := n.visits
		if g.tree.Virtual { // The edges have more than has come back.
			visits = max(visits, g.edgeVisits(n.block))
		}
		k, err := g.chooseEdge(b, visits)
		if k == tree.None || err != nil {
			return slot, err
		}
		slot = b.First() + k
		p.Path = append(p.Path, tree.Step{Slot: slot, Player: b.Player})
		g.engine.Play(b, k)
		if at = g.behind(p, b, k); at == 0 {
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
func (g *Graph) chooseEdge(b tree.Block, visits uint32) (uint32, error) {
	switch {
	case g.choose.IsPlainUCT(b):
		return uint32(g.choose.UCT(b, visits)), nil
	case g.choose.IsFast(b):
		return g.choose.Fast(b, visits), nil
	}
	return g.engine.Choose(b, visits)
}

// look brings the means of the edges of a block up to date, which other edges to the same nodes may
// have changed, and what features keep of them.
func (g *Graph) look(p *pass.Pass, b tree.Block) {
	n := b.Tried()
	numbers := g.numbers.From(b.First())[:n]
	if b.Player >= 0 {
		player, factor := int(b.Player), g.factor(b.Player)
		origin := g.seen.Origin(player)
		for k, at := range numbers {
			if at == 0 {
				continue
			}
			if g.chances {
				g.lookBehind(at)
			}
			b.SetMean(uint32(k), g.worth(b.First()+uint32(k), at, player, factor)-origin)
		}
	}
	if len(g.carried) > 0 {
		for k, at := range numbers {
			if at != 0 {
				g.bring(p, b, uint32(k), at)
			}
		}
	}
}

// lookBehind brings a chance node up to date. Only one edge leads to it as a rule, and its outcomes
// are where edges meet.
func (g *Graph) lookBehind(at uint32) {
	if block := g.nodes[at].block; tree.Leads(block) && g.tree.Block(block).Player < 0 {
		g.recompute(at)
	}
}

// behind returns the node behind edge k of a block, where the simulation stands, or 0 if there is
// no room for it. The edge then leads to what the node has.
func (g *Graph) behind(p *pass.Pass, b tree.Block, k uint32) uint32 {
	slot := b.First() + k
	number := g.numbers.At(slot)
	if *number == 0 {
		hash := g.engine.Hash()
		at := g.index.find(g.nodes, hash)
		if at == 0 {
			if !p.AddNode(g.tree) {
				return 0
			}
			at = g.add(hash)
		}
		*number = at
		g.bring(p, b, k, at)
	}
	if _, child := g.tree.Edge(slot); child == tree.Unexpanded {
		g.tree.Lead(slot, g.nodes[*number].block)
	}
	return *number
}

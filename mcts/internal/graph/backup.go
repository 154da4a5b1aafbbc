package graph

import (
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Arrive notes what a simulation has found, before rewards are added to its returns: those, and
// what each ply of its path has brought. What it has found after the leaf is in toCome, if plies
// bring something and there were any.
func (g *Graph) Arrive(p *pass.Pass) {
	copy(g.arrived.value, p.Returns)
	size := (g.players + 1) * len(p.Path)
	g.arrived.rewards = append(g.arrived.rewards[:0], p.Paid[:min(size, len(p.Paid))]...)
}

// Collected notes what the plies after the path have brought, once they are added up.
func (g *Graph) Collected(p *pass.Pass) {
	if size := (g.players + 1) * len(p.Path); size < len(p.Paid) {
		copy(g.arrived.value, p.Paid[size:])
	}
}

// Backup adds a simulation: a visit to every edge of its path, and to every node what follows from
// its edges then.
func (g *Graph) Backup(p *pass.Pass) {
	if len(g.carried) > 0 {
		g.bringAgain(p)
	}
	n := len(p.Path)
	if slot := p.At(n); p.Known == 0 {
		at := *g.numbers.At(slot)
		if p.Node != tree.None {
			g.adopt(at, slot)
		}
		g.evaluated(at)
	}
	for ; n > 0; n-- {
		step := p.Path[n-1]
		g.tree.Visit(step.Slot)
		for player, column := range g.rewards {
			*column.At(step.Slot) = g.arrived.rewards[(n-1)*(g.players+1)+player]
		}
		at := *g.numbers.At(p.At(n - 1))
		g.nodes[at].visits++
		g.recompute(at)
	}
	g.tree.SetVisits(tree.Root, g.nodes[*g.numbers.At(tree.Root)].visits)
}

// bringAgain gives the edges of a path what their nodes have, which other simulations of its batch
// may have changed. A new leaf has nothing yet.
func (g *Graph) bringAgain(p *pass.Pass) {
	at := *g.numbers.At(tree.Root)
	for _, step := range p.Path {
		b := g.tree.Block(g.nodes[at].block)
		if at = *g.numbers.At(step.Slot); g.nodes[at].visits > 0 {
			g.bring(p, b, step.Slot-b.First(), at)
		}
	}
}

// evaluated adds what a simulation has found at its leaf.
func (g *Graph) evaluated(at uint32) {
	n, own := &g.nodes[at], g.own(at)
	times := float64(n.visits - g.edgeVisits(n.block) + 1)
	for p, v := range g.arrived.value {
		own[p] += (v - own[p]) / times
	}
	n.visits++
	g.recompute(at)
}

// edgeVisits returns the visits of the edges of a block, if it is one.
func (g *Graph) edgeVisits(block uint32) (sum uint32) {
	if !tree.Leads(block) {
		return 0
	}
	b := g.tree.Block(block)
	for _, s := range b.Stats(b.Tried()) {
		sum += s.Visits
	}
	return sum
}

// recompute derives the value of a node from its own evaluations and its edges, which it gives
// their means.
func (g *Graph) recompute(at uint32) {
	value, own := g.value(at), g.own(at)
	n := &g.nodes[at]
	if !tree.Leads(n.block) {
		copy(value, own)
		return
	}
	b := g.tree.Block(n.block)
	tried := b.Tried()
	numbers, stats, factor := g.numbers.From(b.First())[:tried], b.Stats(tried), g.factor(b.Player)
	mover, evaluations := int(max(0, b.Player)), n.visits-g.edgeVisits(n.block)
	times := n.visits
	if b.Player < 0 && times > evaluations {
		times, evaluations = times-evaluations, 0 // Outcomes that were drawn are better than a playout.
	}
	origin := g.seen.Origin(mover)
	for p := range value {
		sum := float64(float64(evaluations) * own[p])
		for k, child := range numbers {
			if child == 0 {
				continue
			}
			v := g.worth(b.First()+uint32(k), child, p, factor)
			sum += float64(float64(stats[k].Visits) * v)
			if p == mover {
				b.SetMean(uint32(k), v-origin)
			}
		}
		value[p] = sum / float64(times)
	}
}

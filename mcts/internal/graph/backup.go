package graph

import (
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/rng"
)

// Arrive notes what a simulation has found, before rewards are added to its returns: those, and
// what each ply of its path has brought.
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
	if slot := p.At(n); p.Known != 0 {
		g.Value(p.Known, g.arrived.value)
	} else {
		at := g.behind(slot)
		if p.Node != tree.None {
			g.adopt(at, slot)
		}
		sum := g.sum(at)
		for player, v := range g.arrived.value {
			sum[player] += v
		}
		g.nodes[at].visits++
		g.update(at)
	}
	for ; n > 0; n-- {
		l := &g.links[*g.at.At(p.Path[n-1].Slot)]
		if g.pays && l.rewards == 0 {
			l.rewards = g.pay(g.arrived.rewards[(n-1)*(g.players+1):][:g.players])
		}
		g.visit(l)
	}
	g.tree.SetRoot(g.nodes[g.root].block, g.nodes[g.root].visits)
}

// visit adds a visit to an edge, and to the node before it.
func (g *Graph) visit(l *link) {
	n, sum := &g.nodes[l.from], g.sum(l.from)
	if l.player == game.Chance && n.visits > 0 && g.tree.Block(n.block).Visits() == 0 {
		n.visits = 0 // Outcomes that are drawn take the place of the playout.
		clear(sum)
	}
	g.tree.Visit(l.slot)
	n.visits++
	for player := range sum {
		if g.Mean {
			back := &g.arrived.value[player]
			*back = g.worthOf(l, player, *back)
			sum[player] += *back
		} else {
			sum[player] += g.worth(l, player)
		}
	}
	g.judge(l)
	g.update(l.from)
}

// judge gives an edge its mean.
func (g *Graph) judge(l *link) {
	player := int(max(0, l.player))
	g.tree.SetMean(l.slot, g.worth(l, player)-g.seen.Origin(player))
}

// update brings the value of a node up to date. The edges that lead to it learn of that, and so do
// the sums of the nodes before them. Those of them at which chance moves are brought up to date at
// once, because as a rule only one edge leads to them, and their outcomes are where lines meet.
func (g *Graph) update(at uint32) {
	g.changes = g.changes[:0]
	if g.change(at) {
		g.tellParents(at, g.changes)
	}
	if !g.chances || g.Mean {
		return
	}
	for n := g.nodes[at].parents; n != 0; n = g.links[n].next {
		if l := &g.links[n]; g.isDrawn(l) {
			g.change(l.from)
		}
	}
	told := g.players
	for n := g.nodes[at].parents; n != 0; n = g.links[n].next {
		if l := &g.links[n]; g.isDrawn(l) {
			g.tellParents(l.from, g.changes[told:])
			told += g.players
		}
	}
}

// isDrawn reports whether chance has drawn an edge.
func (g *Graph) isDrawn(l *link) bool {
	visits, _ := g.tree.Edge(l.slot)
	return l.player == game.Chance && visits > 0
}

// change brings the value of a node up to date. It reports whether that changes the value, and
// appends to g.changes by how much.
func (g *Graph) change(at uint32) (changed bool) {
	value, sum, visits := g.value(at), g.sum(at), float64(g.nodes[at].visits)
	for player := range value {
		now := sum[player] / visits
		g.changes = append(g.changes, now-value[player])
		changed = changed || now != value[player]
		value[player] = now
	}
	return changed
}

// tellParents tells the edges that lead to a node by how much its value has changed.
func (g *Graph) tellParents(at uint32, changes []float64) {
	for n := g.nodes[at].parents; n != 0; n = g.links[n].next {
		g.tell(&g.links[n], changes)
	}
}

// tell adds what has changed behind an edge to the sum of the node before it, and gives the edge
// its mean.
func (g *Graph) tell(l *link, changes []float64) {
	visits, _ := g.tree.Edge(l.slot)
	weight := float64(visits) * g.factor(l.player)
	for player, d := range changes[:g.players] {
		if !g.Mean {
			g.sum(l.from)[player] += float64(weight * d)
		}
	}
	g.judge(l)
}

// pay returns where in g.rewards some are.
func (g *Graph) pay(rewards []float64) uint32 {
	digest := uint64(0)
	for _, v := range rewards {
		digest = rng.Mix(digest ^ math.Float64bits(v))
	}
	at, ok := g.paid[digest]
	if !ok {
		at = uint32(len(g.rewards))
		g.rewards = append(g.rewards, rewards...)
		g.paid[digest] = at
	}
	return at
}

// bringAgain gives the edges of a path what their nodes have, which other simulations of its batch
// may have changed. A new leaf has nothing yet.
func (g *Graph) bringAgain(p *pass.Pass) {
	at := g.root
	for _, step := range p.Path {
		b := g.tree.Block(g.nodes[at].block)
		if at = g.behind(step.Slot); g.nodes[at].visits > 0 {
			g.bring(p, b, step.Slot-b.First(), at)
		}
	}
}

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
	at, s := g.behind(p.At(n)), g.stepTo(p, n)
	if p.Known != 0 {
		g.Value(p.Known, g.arrived.value)
	} else {
		if p.Node != tree.None {
			g.adopt(at, p.At(n))
		}
		sum := g.sum(at)
		for player, v := range g.arrived.value {
			sum[player] += v
		}
		g.nodes[at].visits++
		g.update(at, s)
	}
	for ; n > 0; n-- {
		if g.pays {
			if l := &g.links[g.at.At(s.Slot).link]; l.rewards == 0 {
				l.rewards = g.pay(g.arrived.rewards[(n-1)*(g.players+1):][:g.players])
			}
		}
		g.visit(s, at)
		at, s = s.from, g.stepTo(p, n-1)
		g.update(at, s)
	}
	g.tree.SetRoot(g.nodes[g.root].block, g.nodes[g.root].visits)
}

// step is an edge of the path.
type step struct {
	tree.Step
	from uint32 // the node before it
}

// noStep is the step to the root.
var noStep = step{tree.Step{Slot: tree.None}, 0}

// stepTo returns the step to the n-th node of the path.
func (g *Graph) stepTo(p *pass.Pass, n int) step {
	if n == 0 {
		return noStep
	}
	return step{p.Path[n-1], g.behind(p.At(n - 1))}
}

// visit adds a visit to an edge that leads to a node, and to the node before it.
func (g *Graph) visit(s step, at uint32) {
	n, sum, value := &g.nodes[s.from], g.sum(s.from), g.value(at)
	if s.Player == game.Chance && n.visits > 0 && g.tree.Block(n.block).Visits() == 0 {
		n.visits = 0 // Outcomes that are drawn replace the playout.
		clear(sum)
	}
	n.visits++
	g.tree.Visit(s.Slot, g.mean(s.Slot, s.Player, value))
	if g.Mean {
		value = g.arrived.value
	}
	factor, rewards := g.factor(s.Player), g.rewardsOf(s.Slot)
	for player := range sum {
		worth := rewards[player] + float64(factor*value[player])
		sum[player] += worth
		if g.Mean {
			value[player] = worth
		}
	}
}

// mean returns the mean of an edge, if this is the value of the node behind it.
func (g *Graph) mean(slot uint32, chooser int32, value []float64) float64 {
	player := max(0, chooser)
	return g.rewardsOf(slot)[player] + float64(g.factor(chooser)*value[player]) - g.seen.Origin(int(player))
}

// update brings the value of a node up to date, to which a step has led. The edges that lead to it
// learn of that, and so do the sums of the nodes before them. Nodes at which chance moves
// are brought up to date at once, because as a rule only one edge leads to them, and their outcomes
// are where lines meet.
func (g *Graph) update(at uint32, s step) {
	if g.change(at, g.changes) {
		g.tellParents(at, g.changes, s)
	}
	if !g.chances || g.Mean {
		return
	}
	g.drawn = g.drawn[:0]
	for n := g.nodes[at].firstParent(); n != 0; n = g.links[n].next {
		if l := &g.links[n]; g.isDrawn(l) {
			g.change(l.from, g.changes)
			g.drawn = append(g.drawn, g.changes...)
		}
	}
	told := 0
	for n := g.nodes[at].firstParent(); n != 0; n = g.links[n].next {
		if l := &g.links[n]; g.isDrawn(l) {
			g.tellParents(l.from, g.drawn[told:], noStep)
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
// writes by how much.
func (g *Graph) change(at uint32, changes []float64) (changed bool) {
	value, sum, visits := g.value(at), g.sum(at), float64(g.nodes[at].visits)
	for player := range value {
		now := sum[player] / visits
		changes[player] = now - value[player]
		changed = changed || now != value[player]
		value[player] = now
	}
	return changed
}

// tellParents tells the edges that lead to a node by how much its value has changed, which adds to
// the sums of the nodes before them. The step that has led there is visited next, and gets its mean
// then; often no other edge leads there.
func (g *Graph) tellParents(at uint32, changes []float64, s step) {
	n := g.nodes[at].parents
	if n&several == 0 && s.Slot != tree.None {
		g.tell(s.from, s.Slot, s.Player, changes)
		return
	}
	for n &^= several; n != 0; n = g.links[n].next {
		l := &g.links[n]
		if g.tell(l.from, l.slot, l.player, changes); l.slot != s.Slot {
			g.tree.SetMean(l.slot, g.mean(l.slot, l.player, g.value(at)))
		}
	}
}

// tell adds what has changed behind an edge to the sum of the node before it.
func (g *Graph) tell(from, slot uint32, chooser int32, changes []float64) {
	if g.Mean {
		return
	}
	visits, _ := g.tree.Edge(slot)
	weight, sum := float64(visits)*g.factor(chooser), g.sum(from)
	for player := range sum {
		sum[player] += float64(weight * changes[player])
	}
}

// rewardsOf returns what the ply of an edge brings the players.
func (g *Graph) rewardsOf(slot uint32) []float64 {
	if !g.pays {
		return g.rewards // none
	}
	return g.rewards[g.links[g.at.At(slot).link].rewards:]
}

// pay returns the index of the given rewards in g.rewards.
func (g *Graph) pay(rewards []float64) uint32 {
	digest := uint64(0)
	for _, v := range rewards {
		digest = rng.Mix(digest ^ math.Float64bits(v))
	}
	at, ok := g.paid[digest]
	if !ok {
		at = uint32(len(g.rewards))
		g.rewards = append(g.rewards, rewards...)
		if g.paid[digest] = at; len(g.paid) > g.paidRoom {
			g.paidRoom *= 2
			g.tree.Spare(g.Bytes()) // If there is no room, the next simulation finds none either.
		}
	}
	return at
}

// bringAgain gives the edges of a path what their nodes have, which other simulations of its batch
// may have changed.
func (g *Graph) bringAgain(p *pass.Pass) {
	at := g.root
	for _, step := range p.Path {
		b := g.tree.Block(g.nodes[at].block)
		at = g.behind(step.Slot)
		g.bring(p, b, step.Slot-b.First(), at)
	}
}

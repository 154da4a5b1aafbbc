package playout

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// best is the simulation with the greatest return of all that came through the root since the last
// new tree, of a game with one player and without chance.
type best[A comparable] struct {
	line   game.Line[A]
	toCome []float64 // from every action on, if plies bring something
	known  bool
}

// KeepLines makes m keep the best line. The plies of all playouts have to be seen.
func (m *Maker[S, A]) KeepLines() {
	m.KeepsLines = true
	m.follow()
	m.PlayByPly("Config.Final follows the best line, which has to be seen")
}

// KeepBest keeps a simulation if it is the best one. Its edges are in a tree.
func (m *Maker[S, A]) KeepBest(sim *Simulation[S, A], actions *tree.Actions[A]) {
	b, v := &m.best, sim.Returns[0]
	if !sim.Complete || b.known && v <= b.line.Return {
		return
	}
	b.known, b.line.Return = true, v
	b.line.Actions, b.toCome = b.line.Actions[:0], b.toCome[:0]
	for _, e := range sim.Path {
		b.line.Actions = append(b.line.Actions, *actions.At(e.Slot))
	}
	b.line.Actions = append(b.line.Actions, sim.line...)
	if m.Pays {
		for n := 0; n < len(sim.Paid); n += m.players + 1 {
			b.toCome = append(b.toCome, sim.Paid[n])
		}
	}
}

// Best returns the best line from the root on, which shares memory with m, or false if there is
// none.
func (m *Maker[S, A]) Best() (game.Line[A], bool) { return m.best.line, m.best.known }

// TakeBest takes the best line of another worker if it is better.
func (m *Maker[S, A]) TakeBest(other *Maker[S, A]) {
	if b := &other.best; b.known && (!m.best.known || b.line.Return > m.best.line.Return) {
		m.best, other.best = other.best, m.best
	}
}

// ForgetBest forgets the best line.
func (m *Maker[S, A]) ForgetBest() { m.best.known = false }

// FollowBest takes notice of an action that was played for real. The best line is what is left of
// it, or none if the action is another one.
func (m *Maker[S, A]) FollowBest(a A) {
	b := &m.best
	if b.known = b.known && len(b.line.Actions) > 1 && b.line.Actions[0] == a; !b.known {
		return
	}
	b.line.Actions = slices.Delete(b.line.Actions, 0, 1)
	if m.Pays {
		b.toCome = slices.Delete(b.toCome, 0, 1)
		b.line.Return = b.toCome[0]
	}
}

// CodeBest codes the best line from a root, every action as its place in the list of the game.
func (m *Maker[S, A]) CodeBest(c *wire.Coder, root *S, most float64) {
	b := &m.best
	c.Bool(&b.known)
	if !b.known {
		return
	}
	n := len(b.line.Actions)
	c.Count(&n, 1)
	wire.Float(c, &b.line.Return, most)
	if c.Reads() {
		b.line.Actions, b.toCome = make([]A, n), make([]float64, n)
	}
	var s S
	m.Copy(&s, root)
	for i := range n {
		m.Actions = m.AppendActions(m.Actions[:0], &s)
		place := slices.Index(m.Actions, b.line.Actions[i])
		if !c.Reads() && place < 0 {
			c.Stop(fmt.Errorf("the game lists %v now, and the best line has %v there", m.Actions, b.line.Actions[i]))
			return
		}
		if wire.Int(c, &place, 0, len(m.Actions)-1); c.Err() != nil {
			b.known = false
			return
		}
		b.line.Actions[i] = m.Actions[place]
		if m.Apply(&s, b.line.Actions[i]); m.Pays {
			wire.Float(c, &b.toCome[i], most)
		}
	}
}

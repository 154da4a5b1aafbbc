package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// replay walks through a tree and plays its actions, so that the game lists again what the tree has
// at every node. It is how a saved search does without states and without the actions of the tree:
// Save writes the place of every action in the list of the game, and Load takes the actions from
// the lists. So Load needs no encoding of actions, and a tree that is loaded has legal actions
// only.
type replay[S any, A comparable] struct {
	w      *worker[S, A]
	state  S
	frames []frame[S] // from the root to the current block

	// visit is called for every block in depth-first order, with the list of the game. claim is
	// called before, if it is not nil, and says whether there is such a block.
	visit func(b tree.Block, listed []A) error
	claim func(block uint32) error

	nodes  int // the visited edges that lead to states
	walked []A // scratch
}

// frame is a block on the way, or a block of components.
type frame[S any] struct {
	state S
	block tree.Block
	next  uint32 // the edge to walk next
}

// run visits all blocks.
func (p *replay[S, A]) run() error {
	w := p.w
	w.play.Copy(&p.state, &w.root)
	if err := p.enter(tree.Root); err != nil {
		return err
	}
	for len(p.frames) > 0 {
		f := &p.frames[len(p.frames)-1]
		if f.next == f.block.Tried() {
			p.frames = p.frames[:len(p.frames)-1]
			continue
		}
		f.next++
		if err := p.walk(f, f.next-1); err != nil {
			return err
		}
	}
	return nil
}

// walk goes on to what edge k of a block leads to.
func (p *replay[S, A]) walk(f *frame[S], k uint32) error {
	w, b := p.w, f.block
	visits, child := b.Edge(k)
	if visits > 0 && w.tree.LeadsToState(b) {
		p.nodes++
	}
	if child == tree.Unexpanded {
		return nil
	}
	w.play.Copy(&p.state, &f.state)
	player := int(Simultaneous - b.Player) // of a component
	switch {
	case b.Player > Simultaneous:
		w.play.Apply(&p.state, tree.ActionOf[A](b, k))
	case player < len(w.sums)-1:
		return p.enterComponents(child, player+1)
	default:
		w.play.Simultaneous.ApplyJoint(&p.state, p.actions(len(w.sums)))
	}
	return p.enter(b.First() + k)
}

// enter visits the block of the node at slot, whose state is that of p.
func (p *replay[S, A]) enter(slot uint32) error {
	w := p.w
	_, child := w.tree.Edge(slot)
	switch child {
	case tree.Unexpanded:
		return nil
	case tree.Terminal:
		if ended, err := w.play.IsEnd(&p.state); err != nil || ended {
			return err
		}
		return p.contradiction("goes on", "was over")
	}
	player, err := w.play.List(&p.state)
	if err != nil {
		return err
	}
	if player != Simultaneous {
		err = p.show(child, int32(player), w.play.Actions)
		p.push(child)
		return err
	}
	block, listed := child, w.play.Actions
	for player, n := range w.play.Counts {
		if !tree.SameChunk(block, child) {
			return p.contradiction("has simultaneous moves", "had none")
		}
		if err := p.show(block, Simultaneous-int32(player), listed[:n]); err != nil {
			return err
		}
		block, listed = block+1+uint32(n), listed[n:]
	}
	p.push(child)
	return nil
}

// enterComponents visits a block with the components of a player, at the state of p.
func (p *replay[S, A]) enterComponents(block uint32, player int) error {
	w := p.w
	w.play.Actions = w.play.Simultaneous.AppendPlayerActions(w.play.Actions[:0], &p.state, player)
	err := p.show(block, Simultaneous-int32(player), w.play.Actions)
	p.push(block)
	return err
}

// show verifies that the block lists as many actions of the same player as the game does, and
// visits it.
func (p *replay[S, A]) show(block uint32, player int32, listed []A) error {
	if p.claim != nil {
		if err := p.claim(block); err != nil {
			return err
		}
	}
	b := p.w.tree.Block(block)
	if b.Player != player || int(b.Count()) != len(listed) {
		return p.contradiction(fmt.Sprintf("lists %d actions of %s", len(listed), chooser(int(player))),
			fmt.Sprintf("listed %d of %s", b.Count(), chooser(int(b.Player))))
	}
	return p.visit(b, listed)
}

// push makes a block, whose state is that of p, the one to walk on from.
func (p *replay[S, A]) push(block uint32) {
	n := len(p.frames)
	if n < cap(p.frames) {
		p.frames = p.frames[:n+1] // with the memory of the state
	} else {
		p.frames = append(p.frames, frame[S]{})
	}
	f := &p.frames[n]
	f.block, f.next = p.w.tree.Block(block), 0
	p.w.play.Copy(&f.state, &p.state)
}

// actions returns the actions that lead from the last n blocks on the way.
func (p *replay[S, A]) actions(n int) []A {
	p.walked = p.walked[:0]
	for _, f := range p.frames[len(p.frames)-n:] {
		p.walked = append(p.walked, tree.ActionOf[A](f.block, f.next-1))
	}
	return p.walked
}

// contradiction says in what the game and the tree differ.
type contradiction string

func (c contradiction) Error() string { return string(c) }

func (p *replay[S, A]) contradiction(now, before string) error {
	return contradiction(fmt.Sprintf("after the actions %v from the root, %T %s, and it %s", p.actions(len(p.frames)), p.w.play.Game, now, before))
}

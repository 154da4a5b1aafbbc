package mcts

import "fmt"

// replay walks through a tree and plays its actions, so that the game lists again what the tree has
// at every node. It is how a saved search does without states and without the actions of the tree:
// Save writes the place of every action in the list of the game, and Load takes the actions from
// the lists. So Load needs no encoding of actions, and a tree that is loaded has legal actions
// only.
type replay[S any, A comparable] struct {
	w      *worker[S, A]
	sim    simulation[S, A] // has the state
	frames []frame[S]       // from the root to the current block

	// visit is called for every block in depth-first order, with the list of the game. claim is
	// called before, if it is not nil, and says whether there is such a block.
	visit func(block uint32, listed []A) error
	claim func(block uint32) error

	nodes  int // the visited edges that lead to states
	walked []A // scratch
}

// frame is a block on the way, or a block of components.
type frame[S any] struct {
	state S
	block uint32
	next  uint32 // the edge to walk next
}

// run visits all blocks.
func (p *replay[S, A]) run() error {
	w := p.w
	w.Copy(&p.sim.state, &w.root)
	if err := p.enter(rootSlot); err != nil {
		return err
	}
	for len(p.frames) > 0 {
		f := &p.frames[len(p.frames)-1]
		c, i := w.tree.at(f.block)
		b := c.block(i)
		if f.next == b.tried {
			p.frames = p.frames[:len(p.frames)-1]
			continue
		}
		f.next++
		if err := p.walk(f, b, f.block+f.next); err != nil {
			return err
		}
	}
	return nil
}

// walk goes on to what an edge of a block leads to.
func (p *replay[S, A]) walk(f *frame[S], b block, edge uint32) error {
	w := p.w
	c, i := w.tree.at(edge)
	child := c.links[i].child
	if c.stats[i].Visits > 0 && b.leads(w.tree.players) {
		p.nodes++
	}
	if child == unexpanded {
		return nil
	}
	w.Copy(&p.sim.state, &f.state)
	player := int(Simultaneous - b.player) // of a component
	switch {
	case b.player > Simultaneous:
		w.Apply(&p.sim.state, *w.edges.at(f.block + f.next))
	case player < w.tree.players-1:
		return p.enterComponents(child, player+1)
	default:
		w.Simultaneous.ApplyJoint(&p.sim.state, p.actions(w.tree.players))
	}
	return p.enter(edge)
}

// enter visits the block of the node at slot, whose state is that of p.sim.
func (p *replay[S, A]) enter(slot uint32) error {
	w := p.w
	c, i := w.tree.at(slot)
	child := c.links[i].child
	switch child {
	case unexpanded:
		return nil
	case terminal:
		if ended, err := w.isEnd(&p.sim); err != nil || ended {
			return err
		}
		return p.contradiction("goes on", "was over")
	}
	now, err := w.list(&p.sim)
	if err != nil {
		return err
	}
	if now.player != Simultaneous {
		err = p.show(child, now.player, w.actions)
		p.push(child)
		return err
	}
	block, listed := child, w.actions
	for player, n := range w.counts {
		if block>>chunkBits != child>>chunkBits {
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

// enterComponents visits a block with the components of a player, at the state of p.sim.
func (p *replay[S, A]) enterComponents(block uint32, player int) error {
	p.w.actions = p.w.Simultaneous.AppendPlayerActions(p.w.actions[:0], &p.sim.state, player)
	err := p.show(block, Simultaneous-int32(player), p.w.actions)
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
	c, i := p.w.tree.at(block)
	if b := c.block(i); b.player != player || int(b.count) != len(listed) {
		return p.contradiction(fmt.Sprintf("lists %d actions of %s", len(listed), chooser(int(player))),
			fmt.Sprintf("listed %d of %s", b.count, chooser(int(b.player))))
	}
	return p.visit(block, listed)
}

// push makes a block, whose state is that of p.sim, the one to walk on from.
func (p *replay[S, A]) push(block uint32) {
	n := len(p.frames)
	if n < cap(p.frames) {
		p.frames = p.frames[:n+1] // with the memory of the state
	} else {
		p.frames = append(p.frames, frame[S]{})
	}
	f := &p.frames[n]
	f.block, f.next = block, 0
	p.w.Copy(&f.state, &p.sim.state)
}

// actions returns the actions that lead from the last n blocks on the way.
func (p *replay[S, A]) actions(n int) []A {
	p.walked = p.walked[:0]
	for _, f := range p.frames[len(p.frames)-n:] {
		p.walked = append(p.walked, *p.w.edges.at(f.block + f.next))
	}
	return p.walked
}

// contradiction says in what the game and the tree differ.
type contradiction string

func (c contradiction) Error() string { return string(c) }

func (p *replay[S, A]) contradiction(now, before string) error {
	return contradiction(fmt.Sprintf("after the actions %v from the root, %T %s, and it %s", p.actions(len(p.frames)), p.w.Game, now, before))
}

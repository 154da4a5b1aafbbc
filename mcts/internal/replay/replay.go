// Package replay saves the actions of a tree, of any type, and loads them.
package replay

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Save saves the place of every action of the tree in the list of the game. Outcomes of
// chance are in the order of the list.
func Save[S any, A comparable](e *wire.Writer, play *playout.Maker[S, A], t *tree.Tree, root *S) error {
	places := map[A]int{}
	p := &replay[S, A]{play: play, tree: t, root: root, visit: func(b tree.Block, listed []A) error {
		clear(places)
		for k, a := range listed {
			places[a] = k
		}
		actions := tree.ActionsOf[A](b)
		for i, a := range actions {
			k, ok := places[a]
			if !ok || b.Player == game.Chance && k != i {
				return fmt.Errorf("the game lists %v now and listed %v before, for the same state", listed, actions)
			}
			if b.Player != game.Chance {
				e.Uint(uint64(k))
			}
		}
		return nil
	}}
	return p.run()
}

// Load takes the actions of all blocks from the game, in the order that was saved.
func Load[S any, A comparable](r *wire.Reader, play *playout.Maker[S, A], t *tree.Tree, root *S) error {
	p := &replay[S, A]{play: play, tree: t, root: root, claim: func(block uint32) error {
		if err := t.Claim(block); err != nil {
			r.Fail("%w", err)
		}
		return r.Err()
	}}
	p.visit = func(b tree.Block, listed []A) error {
		places := make([]int, len(listed))
		seen := make([]bool, len(listed))
		for k := range places {
			place := k
			if b.Player != game.Chance {
				place = int(r.Upto(uint64(len(listed) - 1)))
			}
			if r.Err() == nil && seen[place] {
				r.Fail("an action is in a block twice")
			}
			if r.Err() != nil {
				return r.Err()
			}
			places[k], seen[place] = place, true
		}
		tree.SetActions(b, listed, places)
		return nil
	}
	if err := p.run(); err != nil {
		return err
	}
	if err := t.Claimed(1 + p.nodes); err != nil {
		r.Fail("%w", err)
	}
	return r.Err()
}

// replay walks through a tree and plays its actions, so that the game lists again what the tree has
// at every node. It is how a saved search does without states and without the actions of the tree:
// Save writes the place of every action in the list of the game, and Load takes the actions from
// the lists. So Load needs no encoding of actions, and a tree that is loaded has legal actions
// only.
type replay[S any, A comparable] struct {
	play   *playout.Maker[S, A]
	tree   *tree.Tree
	root   *S
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
	p.play.Copy(&p.state, p.root)
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
	b := f.block
	visits, child := b.Edge(k)
	if visits > 0 && p.tree.LeadsToState(b) {
		p.nodes++
	}
	if child == tree.Unexpanded {
		return nil
	}
	p.play.Copy(&p.state, &f.state)
	player := int(game.Simultaneous - b.Player) // of a component
	switch {
	case b.Player > game.Simultaneous:
		p.play.Apply(&p.state, tree.ActionOf[A](b, k))
	case player < p.tree.Players()-1:
		return p.enterComponents(child, player+1)
	default:
		p.play.Simultaneous.ApplyJoint(&p.state, p.actions(p.tree.Players()))
	}
	return p.enter(b.First() + k)
}

// enter visits the block of the node at slot, whose state is that of p.
func (p *replay[S, A]) enter(slot uint32) error {
	_, child := p.tree.Edge(slot)
	switch child {
	case tree.Unexpanded:
		return nil
	case tree.Terminal:
		if ended, err := p.play.IsEnd(&p.state); err != nil || ended {
			return err
		}
		return p.contradiction("goes on", "was over")
	}
	player, err := p.play.List(&p.state)
	if err != nil {
		return err
	}
	if player != game.Simultaneous {
		err = p.show(child, int32(player), p.play.Actions)
		p.push(child)
		return err
	}
	block, listed := child, p.play.Actions
	for player, n := range p.play.Counts {
		if !tree.SameChunk(block, child) {
			return p.contradiction("has simultaneous moves", "had none")
		}
		if err := p.show(block, game.Simultaneous-int32(player), listed[:n]); err != nil {
			return err
		}
		block, listed = block+1+uint32(n), listed[n:]
	}
	p.push(child)
	return nil
}

// enterComponents visits a block with the components of a player, at the state of p.
func (p *replay[S, A]) enterComponents(block uint32, player int) error {
	p.play.Actions = p.play.Simultaneous.AppendPlayerActions(p.play.Actions[:0], &p.state, player)
	err := p.show(block, game.Simultaneous-int32(player), p.play.Actions)
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
	b := p.tree.Block(block)
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
	f.block, f.next = p.tree.Block(block), 0
	p.play.Copy(&f.state, &p.state)
}

// actions returns the actions that lead from the last n blocks on the way.
func (p *replay[S, A]) actions(n int) []A {
	p.walked = p.walked[:0]
	for _, f := range p.frames[len(p.frames)-n:] {
		p.walked = append(p.walked, tree.ActionOf[A](f.block, f.next-1))
	}
	return p.walked
}

// Contradiction says in what the game and the tree differ.
type Contradiction string

func (c Contradiction) Error() string { return string(c) }

func (p *replay[S, A]) contradiction(now, before string) error {
	return Contradiction(fmt.Sprintf("after the actions %v from the root, %T %s, and it %s", p.actions(len(p.frames)), p.play.Game, now, before))
}

// chooser names the player that chooses at a node.
func chooser(player int) string {
	switch player {
	case game.Chance:
		return "chance"
	case game.Simultaneous:
		player = 0 // The component of player 0 comes first.
	}
	return fmt.Sprintf("player %d", player)
}

// Package replay saves trees whose actions may be of any type, and loads them.
//
// It walks through a tree and plays its actions, so that the game lists again what the tree has at
// every node. So a saved tree needs neither states nor actions, but the place of every action in
// the list of the game, and a tree that is loaded has legal actions only.
package replay

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Code saves a tree that has root at its root, or loads it into one that is empty. For every block,
// once its actions and their statistics are coded, it calls each, which codes what features keep of
// the edges. Saving leaves out what [tree.Tree.Loadable] says.
//
// In a graph, locate is called with the positions of nodes whose blocks come next, and when loading
// with the positions of all edges. It returns the hash of a position and what it was before, which
// must be equal. It is nil in a tree.
func Code[S any, A comparable](c *wire.Coder, play *playout.Maker[S, A], t *tree.Tree, root *S, each func(b tree.Block), locate func(slot uint32, state *S) (now, before uint64)) {
	p := &replay[S, A]{c: c, play: play, tree: t, each: each, locate: locate, places: map[A]int{}, saved: map[uint32]bool{}}
	if !c.Reads() {
		p.least = t.Loadable()
	}
	t.CodeHead(c, p.least > 0)
	play.Copy(&p.state, root)
	kind := p.codeKind(tree.Root)
	if visits, _ := t.Edge(tree.Root); locate != nil && (visits > 0 || kind != toNothing) {
		p.find(tree.Root)
	}
	if kind != toNothing && c.Err() == nil {
		p.enter(tree.Root)
	}
	for len(p.frames) > 0 && c.Err() == nil {
		if f := &p.frames[len(p.frames)-1]; f.next < f.block.Tried() {
			f.next++
			p.walk(f, f.next-1)
		} else {
			p.frames = p.frames[:len(p.frames)-1]
		}
	}
}

// replay is a walk through a tree in depth-first order.
type replay[S any, A comparable] struct {
	c      *wire.Coder
	play   *playout.Maker[S, A]
	tree   *tree.Tree
	each   func(b tree.Block)
	locate func(slot uint32, state *S) (now, before uint64)
	least  uint32          // visits of a node whose block is saved
	saved  map[uint32]bool // the addresses of the blocks of a graph that have been saved

	state  S          // at the node that is entered
	frames []frame[S] // from the root to the current block
	places map[A]int  // of the listed actions, to save them

	ordered, walked []A // scratch
}

// frame is a block on the way, or a block of components.
type frame[S any] struct {
	state S
	block tree.Block
	next  uint32 // the edge to walk next
}

// What an edge leads to.
const (
	toNothing = iota
	toEnd
	toBlock
	toKnown // in a graph: a block that has come before
)

// codeKind codes what the edge at slot leads to.
func (p *replay[S, A]) codeKind(slot uint32) (kind int) {
	most := toBlock
	if p.locate != nil {
		most = toKnown
	}
	switch _, child := p.tree.Edge(slot); {
	case child == tree.Unexpanded:
	case child == tree.Terminal:
		kind = toEnd
	case p.saved[child]:
		kind = toKnown
	case p.tree.IsSaved(slot, p.least):
		kind = toBlock
	}
	if wire.Int(p.c, &kind, toNothing, most); kind == toEnd && p.c.Reads() {
		p.tree.End(slot)
	}
	return kind
}

// walk continues to what edge k of a block leads to.
func (p *replay[S, A]) walk(f *frame[S], k uint32) {
	b, slot := f.block, f.block.First()+k
	if p.c.Reads() {
		p.tree.CountNode(b, k)
	}
	kind := p.codeKind(slot)
	enters := kind == toEnd || kind == toBlock
	visits, _ := p.tree.Edge(slot)
	locates := p.locate != nil && (enters || p.c.Reads() && visits > 0)
	if !enters && !locates {
		return
	}
	p.play.Copy(&p.state, &f.state)
	player := int(game.Simultaneous - b.Player) // of a component
	switch {
	case b.Player > game.Simultaneous:
		p.play.Apply(&p.state, tree.ActionOf[A](b, k))
		if locates {
			p.find(slot)
		}
		if enters && p.c.Err() == nil {
			p.enter(slot)
		}
	case player < p.tree.Players()-1:
		p.play.Actions = p.play.Simultaneous.AppendPlayerActions(p.play.Actions[:0], &p.state, player+1)
		p.blocks(slot, int(b.Player)-1, len(p.play.Actions))
	default:
		p.play.Simultaneous.ApplyJoint(&p.state, p.actions(p.tree.Players()))
		p.enter(slot)
	}
}

// find locates the node at slot, whose state is in p.
func (p *replay[S, A]) find(slot uint32) {
	if now, before := p.locate(slot, &p.state); now != before {
		p.contradict(fmt.Sprintf("gives the hash %016x", now), fmt.Sprintf("gave %016x", before))
	}
}

// enter codes the blocks of the node at slot, whose state is in p.
func (p *replay[S, A]) enter(slot uint32) {
	if _, child := p.tree.Edge(slot); child == tree.Terminal {
		ended, err := p.play.IsEnd(&p.state)
		if p.c.Stop(err); err == nil && !ended {
			p.contradict("goes on", "was over")
		}
		return
	}
	player, err := p.play.List(&p.state)
	p.c.Stop(err)
	switch {
	case err != nil:
	case player == game.Simultaneous:
		p.blocks(slot, player, p.play.Counts...)
	default:
		p.blocks(slot, player, len(p.play.Actions))
	}
}

// blocks codes the block to which the edge at slot leads, and at simultaneous moves those behind
// it, one for each player. counts has how many of the listed actions each of them has.
func (p *replay[S, A]) blocks(slot uint32, player int, counts ...int) {
	b, listed := p.tree.Below(slot), p.play.Actions
	p.ordered = p.ordered[:0]
	for i, n := range counts {
		if !p.agrees(b, player-i, n) {
			return
		}
		if p.order(b, listed[:n], player == game.Chance); !p.c.Reads() {
			b = b.Next()
		}
		listed = listed[n:]
	}
	if p.c.Reads() {
		if player == game.Simultaneous {
			b = tree.MakeJoint(p.tree, counts, p.ordered)
		} else {
			b = tree.Make(p.tree, int32(player), p.ordered)
		}
		if b.Count() == 0 {
			p.c.Stop(fmt.Errorf("the limit of memory leaves no room for a block with %v actions", counts))
			return
		}
		p.tree.Link(slot, b)
	}
	b = p.tree.Below(slot)
	if p.locate != nil && !p.c.Reads() {
		p.saved[b.Slot()] = true
	}
	for range counts {
		p.each(p.tree.CodeBlock(p.c, b))
		b = b.Next()
	}
	p.push(slot)
}

// agrees codes who chooses at a block and how many actions there are, and reports whether it is
// this player and so many.
func (p *replay[S, A]) agrees(b tree.Block, player, n int) bool {
	was, count := int(b.Player), int(b.Count())
	wire.Int(p.c, &was, game.Simultaneous-p.tree.Players()+1, p.tree.Players()-1)
	wire.Int(p.c, &count, 0, tree.MaxActions)
	if p.c.Err() == nil && (was != player || count != n) {
		p.contradict(fmt.Sprintf("lists %d actions of %s", n, chooser(player)), fmt.Sprintf("listed %d of %s", count, chooser(was)))
	}
	return p.c.Err() == nil
}

// order appends the actions of a block, which the game has listed, to those in order. It codes the
// exchanges that put the list into this order; outcomes of chance are in the order of the list.
func (p *replay[S, A]) order(b tree.Block, listed []A, areOutcomes bool) {
	n := len(p.ordered)
	p.ordered = append(p.ordered, listed...)
	own := p.ordered[n:]
	var actions []A
	if !p.c.Reads() {
		actions = tree.ActionsOf[A](b)
		clear(p.places)
		for k, a := range own {
			p.places[a] = k
		}
	}
	for i := range own {
		place, ok := i, true
		if !p.c.Reads() {
			place, ok = p.places[actions[i]]
		}
		if !ok || place < i || areOutcomes && place != i {
			p.c.Stop(fmt.Errorf("the game lists %v now and listed %v before, for the same state", listed, actions))
			return
		}
		if areOutcomes {
			continue
		}
		if wire.Int(p.c, &place, i, len(own)-1); !p.c.Reads() {
			p.places[own[i]] = place
		}
		own[i], own[place] = own[place], own[i]
	}
}

// push makes the node at slot, whose state is in p, the one to walk on from.
func (p *replay[S, A]) push(slot uint32) {
	n := len(p.frames)
	p.frames = slices.Grow(p.frames, 1)[:n+1] // with the memory of the state
	f := &p.frames[n]
	f.block, f.next = p.tree.Below(slot), 0
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

// ErrContradiction is wrapped by the error of a game that differs from the tree.
var ErrContradiction = errors.New("the game contradicts the tree")

// contradict ends the walk at a state where the game and the tree differ.
func (p *replay[S, A]) contradict(now, before string) {
	p.c.Stop(fmt.Errorf("after the actions %v from the root, %T %s, and it %s: %w", p.actions(len(p.frames)), p.play.Game, now, before, ErrContradiction))
}

// chooser names who chooses at a block: a player, perhaps along with the others, or chance.
func chooser(player int) string {
	if player == game.Chance {
		return "chance"
	}
	return fmt.Sprintf("player %d", max(player, game.Simultaneous-player))
}

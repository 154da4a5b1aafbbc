package mcts

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/policy"
)

// noEdge is returned where a walk ends: at the leaf, for lack of room, or after an error.
const noEdge = math.MaxUint32

// selectLeaf walks from the root to the node that this simulation adds to the tree. At a node whose
// actions have all been tried Config.Selection chooses; among untried actions Config.Playout does.
// It leaves the leaf's state and the path in sim, and sim.ended tells whether the leaf is known to
// be the end of the game.
//
// Little is kept from step to step, and the link of the next node is read before the action is
// played: what a search waits for most is the memory of the tree.
func (w *worker[S, A]) selectLeaf(sim *simulation[S, A]) error {
	w.Copy(&sim.state, &w.root)
	sim.begin(w.history)
	for _, b := range w.beginners {
		b.begin(sim)
	}
	slot := uint32(rootSlot)
	var visits, child uint32 // of slot; a descent looks by itself
	if w.descent == nil {
		visits, child = w.tree.edge(slot)
	}
walk:
	for {
		for child-1 < terminal-1 { // It is neither unexpanded nor terminal.
			c, i := w.tree.at(child)
			b := c.header(i)
			first := child + 1
			var k uint32
			switch {
			case w.plainUCT && b.tried == b.count && b.player >= 0: // Most nodes are like this.
				k = uint32(w.uct.Best(c.stats[first&chunkMask:][:b.count], visits))
			case w.direct != nil && b.tried == b.count && b.player >= 0:
				k = uint32(w.direct.best(c.stats[first&chunkMask:][:b.count], first, visits))
			default:
				var err error
				if b.player == Simultaneous {
					if slot, err = w.chooseJoint(sim, child, visits); err != nil {
						return err
					} else if slot == noEdge {
						break walk
					}
					visits, child = w.tree.edge(slot)
					continue
				}
				if k, err = w.chooseEdge(sim, c, i, child, b, visits); err != nil {
					return err
				} else if k == noEdge {
					break walk
				}
			}
			slot = first + k
			i = slot & chunkMask // A block lies in one chunk.
			sim.path = append(sim.path, step{slot, b.player})
			visits, child = c.stats[i].Visits, c.links[i].child
			if w.Apply(&sim.state, actionsOf[A](c)[i]); w.chooser != nil || w.observer != nil {
				w.follow(sim, actionsOf[A](c)[i], b.player)
			}
		}
		switch {
		case w.descent != nil:
			edge, a, player, err := w.descent.descend(sim, slot)
			if err != nil {
				return err
			} else if edge == noEdge {
				break walk
			}
			slot = edge
			sim.path = append(sim.path, step{slot, player})
			if w.Apply(&sim.state, a); w.chooser != nil || w.observer != nil {
				w.follow(sim, a, player)
			}
			if sim.arrived {
				break walk
			}
		case child == terminal:
			sim.ended = true
			break walk
		case visits == 0:
			if !w.addNode(sim) {
				slot = noEdge
			}
			break walk
		case w.judge != nil:
			break walk // Either it is to be judged, or there is no room for its block.
		default:
			var err error
			if child, err = w.expand(sim, slot); err != nil {
				return err
			} else if child == unexpanded {
				break walk
			}
		}
	}
	sim.node, sim.leaf = slot, len(sim.plies)
	for _, h := range w.hooks {
		if err := h.selected(sim); err != nil {
			return err
		}
	}
	return nil
}

// follow shows an action of the tree, which has just been played, to those who follow a simulation.
func (w *worker[S, A]) follow(sim *simulation[S, A], a A, player int32) {
	if w.chooser != nil {
		w.note(sim, a, int(player))
	}
	if w.observer != nil {
		w.observer.observe(&sim.state)
	}
}

// edge returns the visits of an edge and the link to the block below it.
func (t *tree) edge(slot uint32) (visits, child uint32) {
	c, i := t.at(slot)
	return c.stats[i].Visits, c.links[i].child
}

// descent says which edge a simulation walks next, for trees in which a node's children are not
// simply those of its block.
type descent[S any, A comparable] interface {
	// descend returns the edge to walk from the node at slot, its action and the player who chose
	// it, or noEdge if the simulation leaves the tree there. It may walk several edges, and return
	// the last of them for its caller to walk. If that leads to the leaf, it sets sim.arrived.
	descend(sim *simulation[S, A], slot uint32) (edge uint32, action A, player int32, err error)
}

// addNode counts the unvisited node at the end of the path. If the tree is full, which can only be
// after an outcome of chance, the node is left out of it, and addNode returns false.
func (w *worker[S, A]) addNode(sim *simulation[S, A]) bool {
	t := &w.tree
	if t.nodes < t.maxNodes {
		t.nodes++
		return true
	}
	t.full = true
	sim.path = sim.path[:len(sim.path)-1]
	sim.unstored = 1
	return false
}

// chooseEdge returns the index of the edge to walk from the node whose block has the header b at
// slot, which is index header of chunk c.
func (w *worker[S, A]) chooseEdge(sim *simulation[S, A], c *chunk, header, slot uint32, b block, visits uint32) (k uint32, err error) {
	isDetour := b.tried >= detour
	b.tried %= detour
	untried := b.tried < b.count && w.tree.nodes < w.tree.maxNodes
	by := w.selector(sim)
	switch {
	case b.player == Chance:
		w.sample(sim, 1)
		return w.chooseOutcome(sim, actionsOf[A](c)[header+1:][:b.count])
	case untried && (by.shows == onlyTried || by.shows == oneUntried && b.tried == 0):
		return w.tryAction(sim, c, slot, b, isDetour)
	case b.tried == 0 && !untried:
		w.tree.full = true
		return noEdge, nil
	}
	shown := b.tried
	switch {
	case untried && by.shows == allUntried:
		shown = b.count
	case untried:
		shown++
	case b.tried < b.count:
		w.tree.full = true
	}
	children := c.stats[header+1:][:shown]
	if w.direct != nil && !isDetour && by == &w.interior {
		k = uint32(w.direct.best(children, slot+1, visits))
	} else {
		n := &w.node
		n.Player, n.Visits, n.Children = int(b.player), visits, children
		at := edges{first: slot + 1, n: int(shown)}
		if isDetour && w.filter != nil {
			at = w.filter.filter(n, at, b.tried)
		}
		if k, err = w.ask(sim, by, n, at); err == nil && at.places != nil {
			k = (*at.places)[k]
		}
	}
	if untried && k >= b.tried && err == nil {
		actions := actionsOf[A](c)[header+1:]
		actions[b.tried], actions[k] = actions[k], actions[b.tried]
		w.tree.swapUntried(slot+1+b.tried, slot+1+k, isDetour)
		w.countTried(c, header, b)
		if w.arranger != nil {
			w.arrangeNext(slot, b)
		}
		k = b.tried
	}
	return k, err
}

// filter leaves out children of a node that need no simulation. It is asked at the nodes whose
// header has detour.
type filter interface {
	// filter returns those of the edges that may be chosen, of which the first so many have been
	// tried, and makes n.Children their statistics. It leaves out some, or returns at as it is.
	filter(n *policy.Node, at edges, tried uint32) edges
}

// direct chooses among children without a [policy.Node], which takes time to fill.
type direct interface {
	// best returns the index of the child to choose. first is the slot of the first child.
	best(children []policy.Stats, first, visits uint32) int
}

// selector is a selection strategy, resolved.
type selector struct {
	policy.Selection
	mixed policy.MixedSelection // the same, nil if it is none
	shows shown                 // what it sees of a node
}

// selector returns the strategy that chooses at the end of the path.
func (w *worker[S, A]) selector(sim *simulation[S, A]) *selector {
	if w.atRoot.Selection != nil && sim.depth() == 0 {
		return &w.atRoot
	}
	return &w.interior
}

// ask lets a strategy choose among the children of n, which are some edges of a block.
func (w *worker[S, A]) ask(sim *simulation[S, A], by *selector, n *policy.Node, at edges) (k uint32, err error) {
	n.Depth, n.Rand = sim.depth(), &sim.rand
	for _, column := range w.columns {
		column.show(n, sim, at)
	}
	chosen, p := 0, 1.0
	if by.mixed == nil {
		chosen = by.Select(n)
	} else if chosen, p = by.mixed.Sample(n); !(p > 0 && p <= 1) {
		return noEdge, fmt.Errorf("mcts: Selection %T sampled child %d with probability %v, want more than 0 and up to 1", by.Selection, chosen, p)
	}
	if uint(chosen) >= uint(len(n.Children)) {
		return noEdge, fmt.Errorf("mcts: Selection %T chose child %d of %d", by.Selection, chosen, len(n.Children))
	}
	w.sample(sim, p)
	return uint32(chosen), nil
}

// sample records the sampling probability of the next edge of the path, for a mixed strategy.
func (w *worker[S, A]) sample(sim *simulation[S, A], p float64) {
	if w.samples {
		sim.sampled = append(sim.sampled[:len(sim.path)], p)
	}
}

// tryAction takes one of the untried actions, which lie behind the tried ones, and moves it to
// their boundary. If the block is in the order of trial already, it takes the next one.
func (w *worker[S, A]) tryAction(sim *simulation[S, A], c *chunk, slot uint32, b block, isDetour bool) (uint32, error) {
	header := slot & chunkMask
	if !w.ordered {
		untried := actionsOf[A](c)[header+1+b.tried:][:b.count-b.tried]
		j, err := w.choose(sim, &w.playing, int(b.player), untried)
		if err != nil {
			return noEdge, err
		}
		untried[0], untried[j] = untried[j], untried[0]
		w.tree.swapUntried(slot+1+b.tried, slot+1+b.tried+uint32(j), isDetour)
	}
	if w.samples {
		w.sample(sim, 1/float64(b.count)) // Over the trial of all of them, each has its turn once.
	}
	w.countTried(c, header, b)
	if w.arranger != nil {
		w.arrangeNext(slot, b)
	}
	return b.tried, nil
}

// swapColumns exchanges what the features keep of two edges.
func (t *tree) swapColumns(i, j uint32) {
	for _, column := range t.columns {
		column.swap(i, j)
	}
}

// swapUntried is swapColumns for two edges that have not been tried. In a block with detour, every
// column may hold something of them.
func (t *tree) swapUntried(i, j uint32, isDetour bool) {
	if isDetour {
		t.swapColumns(i, j)
		return
	}
	for _, column := range t.untried {
		column.swap(i, j)
	}
}

// countTried moves the boundary of the tried edges of a block behind the next one.
func (w *worker[S, A]) countTried(c *chunk, header uint32, b block) {
	if w.tree.virtual {
		c.expectMean(header, b.tried)
	}
	c.stats[header].Visits += 1 << countBits
}

// arrangeNext lets the arranger find the action to try after the next one of a block.
func (w *worker[S, A]) arrangeNext(slot uint32, b block) {
	if rest := int(b.count-b.tried) - 1; rest > 1 {
		w.arranger.next(edges{first: slot + 2 + b.tried, n: rest})
	}
}

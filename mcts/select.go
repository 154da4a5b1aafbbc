package mcts

import (
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// selectLeaf walks from the root to the node that this simulation adds to the tree. At a node whose
// actions have all been tried Config.Selection chooses; among untried actions Config.Playout does.
// It leaves the leaf's state and the path in sim, and sim.Ended reports whether the leaf is known
// to be the end of the game.
//
// Little is kept from step to step, and the link of the next node is read before the action is
// played: what a search waits for most is the memory of the tree. While the brake is on, no short
// way is taken, so the loop asks it where the long way begins.
func (w *worker[S, A]) selectLeaf(sim *simulation[S, A]) error {
	if isOn := w.play.Brake.On(); isOn != w.choose.Detours {
		w.choose.Detour(isOn)
		w.shorten()
	}
	if w.choose.Detours && w.play.Brake.Pulled() {
		return brake.ErrPulled
	}
	w.play.Copy(&sim.State, &w.root)
	if sim.Begin(w.play.History); !w.isBare {
		if w.begin(sim); w.infoset != nil || w.shared != nil || w.graph != nil {
			return w.walkOtherwise(sim)
		}
	}
	slot := uint32(tree.Root)
	visits, child := w.tree.Edge(slot)
walk:
	for {
		for tree.Leads(child) {
			b := w.tree.Block(child)
			var k uint32
			switch {
			case w.choose.IsPlainUCT(b): // Most nodes are like this.
				isAgain := false
				if !w.choose.MayHaveFavorite(b, visits) {
					k = w.choose.UCT(b, visits)
				} else if k, isAgain = w.tree.Again(b, visits); !isAgain {
					k = w.choose.ChooseOften(b, visits)
				}
			case w.triesAtRandom && b.HasUntried() && w.tree.HasRoom():
				k = b.Tried()
				k = tree.Try[A](&w.tree, b, k+uint32(sim.Rand.IntN(int(b.Count()-k))))
			case w.choose.IsFast(b):
				k = w.choose.Fast(b, visits)
			default:
				if w.choose.Detours && w.play.Brake.Pulled() {
					return brake.ErrPulled
				}
				var err error
				if b.Player == Simultaneous {
					if slot, err = w.chooseJoint(sim, b, visits); err != nil {
						return err
					} else if slot == tree.None {
						break walk
					}
					visits, child = w.tree.Edge(slot)
					continue
				}
				if w.tree.Sampled && b.Player == Chance {
					if slot = w.drawOutcome(sim, slot, visits); slot == tree.None {
						break walk
					}
					visits, child = w.tree.Edge(slot)
					continue
				}
				if k, err = w.chooseEdge(sim, b, visits); err != nil {
					return err
				} else if k == tree.None {
					break walk
				}
			}
			slot = b.First() + k
			sim.Path = append(sim.Path, tree.Step{Slot: slot, Player: b.Player})
			visits, child = b.Edge(k)
			if w.play.Apply(&sim.State, tree.ActionOf[A](b, k)); w.play.Follows() {
				w.play.Follow(sim, tree.ActionOf[A](b, k), b.Player)
			}
		}
		switch {
		case child == tree.Terminal:
			sim.Ended = true
			break walk
		case visits == 0:
			if !sim.AddNode(&w.tree) {
				slot = tree.None
			}
			break walk
		case w.prior != nil && w.prior.HasValues:
			break walk // Either it is to be predicted, or there is no room for its block.
		case w.choose.Detours && w.play.Brake.Pulled():
			return brake.ErrPulled
		default:
			var err error
			if child, err = w.expand(sim, slot); err != nil {
				return err
			} else if child == tree.Unexpanded {
				break walk
			}
		}
	}
	if sim.Node, sim.Leaf = slot, len(sim.Plies); w.isBare {
		return nil
	}
	return w.arrive(sim)
}

// walkOtherwise is the walk of selectLeaf through information sets, through a graph, or through a
// tree that others change.
func (w *worker[S, A]) walkOtherwise(sim *simulation[S, A]) (err error) {
	var slot uint32
	switch {
	case w.infoset != nil:
		slot, err = w.infoset.SelectLeaf(sim)
	case w.graph != nil:
		slot, err = w.graph.selectLeaf(sim)
	default:
		slot, err = w.shared.SelectLeaf()
	}
	if err != nil {
		return err
	}
	sim.Node, sim.Leaf = slot, len(sim.Plies)
	return w.arrive(sim)
}

// begin prepares the features for a simulation that is at the root.
func (w *worker[S, A]) begin(sim *simulation[S, A]) {
	for _, part := range w.known.Parts {
		part.Begin(&sim.Pass)
	}
	if w.infoset != nil {
		w.infoset.Begin(sim, w.observer)
	}
	if w.play.Switches() {
		w.play.Switch(sim)
	}
}

// arrive lets the features look at the selected leaf.
func (w *worker[S, A]) arrive(sim *simulation[S, A]) error {
	if w.ends != nil {
		if err := w.lookForEnd(sim); err != nil {
			return err
		}
	}
	for _, part := range w.known.Parts {
		if err := part.Selected(&sim.Pass); err != nil {
			return err
		}
	}
	return nil
}

// chooseEdge returns the index of the edge to walk from a block, or None if the tree has no room
// for any. An action that is tried for the first time moves behind those that have been tried, and
// predictions put the one that is to be tried next behind it.
func (w *worker[S, A]) chooseEdge(sim *simulation[S, A], b tree.Block, visits uint32) (k uint32, err error) {
	if b.Player == Chance {
		if w.choose.Samples {
			sim.Sample(1)
		}
		return w.play.DrawOutcome(sim, tree.ActionsOf[A](b))
	}
	tried, by := b.Tried(), w.choose.At(&sim.Pass)
	switch untried := tried < b.Count() && w.tree.HasRoom(); {
	case untried && (by.Shows == selection.OnlyTried || by.Shows == selection.OneUntried && tried == 0):
		k, err = w.untried(sim, b)
	case untried && by.Shows == selection.AllUntried:
		k, err = w.choose.Choose(&sim.Pass, by, b, b.Count(), visits)
	case untried:
		k, err = w.choose.Choose(&sim.Pass, by, b, tried+1, visits)
	default:
		if tried == 0 {
			return tree.None, nil
		}
		return w.choose.Choose(&sim.Pass, by, b, tried, visits)
	}
	if k < tried || err != nil {
		return k, err
	}
	k = tree.Try[A](&w.tree, b, k)
	if w.prior != nil && w.prior.HasPriors {
		w.prior.Next(b, k+1)
	}
	return k, nil
}

// untried returns the index of the untried action to take. If the block is in the order of trial
// already, it is the next one.
func (w *worker[S, A]) untried(sim *simulation[S, A], b tree.Block) (k uint32, err error) {
	if k = b.Tried(); !w.choose.Ordered {
		j, err := w.play.Choose(sim, int(b.Player), tree.ActionsOf[A](b)[k:])
		if err != nil {
			return tree.None, err
		}
		k += uint32(j)
	}
	if w.choose.Samples {
		sim.Sample(1 / float64(b.Count())) // Over the trial of all of them, each has its turn once.
	}
	return k, nil
}

// drawOutcome walks on from the chance node at slot, whose outcomes can only be drawn. It returns
// the edge, or None if the tree ends there.
func (w *worker[S, A]) drawOutcome(sim *simulation[S, A], slot, visits uint32) uint32 {
	if w.choose.Samples {
		sim.Sample(1)
	}
	return w.play.WalkSampled(sim, &w.tree, slot, visits)
}

// chooseJoint lets every player choose at the node with the first block b, none of them seeing what
// the others choose, and plays the joint action. It returns the edge of the joint action, or None
// if the tree ends there. If the tree is full, a simulation ends after a joint action that has no
// edge, and still counts in the statistics of the players.
func (w *worker[S, A]) chooseJoint(sim *simulation[S, A], b tree.Block, visits uint32) (uint32, error) {
	if b.Tried() == 0 && !w.tree.HasRoom() {
		return tree.None, nil
	}
	joint := w.play.Joint[:0]
	sim.Joints = append(sim.Joints, len(sim.Path))
	own := b
	for p := range w.tree.Players() {
		own.Player = int32(p)
		k, err := w.chooseEdge(sim, own, visits)
		if err != nil {
			return tree.None, err
		}
		sim.Path = append(sim.Path, tree.Step{Slot: own.First() + k, Player: own.Player})
		sim.Joined++ // All components are chosen at the same depth.
		joint = append(joint, tree.ActionOf[A](own, k))
		own = own.Next()
	}
	sim.Joined--
	w.play.Joint = joint
	edge := tree.AddJoint(&w.tree, b, &sim.Walk, joint)
	w.play.PlayJoint(sim)
	return edge, nil
}

// Package pass describes one simulation without its state: what is selected, evaluated and backed
// up.
package pass

import (
	"iter"

	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Pass is one pass through the tree. Everything that belongs to a single pass is here, so that a
// batch is a slice of them.
type Pass struct {
	Rand rng.Rand
	tree.Walk
	Joined    int          // edges on the path beyond the first of each joint action
	Sampled   []float64    // sampling probabilities of the edges, for a policy.MixedSelection
	Plies     []policy.Ply // of the tree and the playout; the first are those before the root
	Leaf      int          // index into Plies where the playout begins
	Node      uint32       // slot of the leaf, tree.None if the tree has no room for it
	Ended     bool         // the leaf is the end of the game
	Probed    bool         // something was proven before the leaf: ends among the edges of a new block, or by other paths
	Known     uint32       // the node of a graph whose value the leaf takes; 0: none
	Returns   []float64
	Relative  []float64 // the returns relative to the origins of the players, once they are backed up
	Paid      []float64 // what every ply has brought every player, and a discount; see playout.Maker.Collect
	Predicted []float64 // returns that a prediction expects at the leaf; empty if it expects none
	Joints    []int     // where in the path the joint actions begin
	Unstored  int       // plies in the tree without an edge there, for lack of room
	Played    int       // plies of the playout, if it went ply by ply
	Chooser   int       // 1 more than the index of the chooser of a policy.Switcher; 0 without one
}

// Begin forgets the last pass. So many plies are those before the root.
func (p *Pass) Begin(history int) {
	p.Path, p.Components, p.Joints = p.Path[:0], p.Components[:0], p.Joints[:0]
	p.Plies, p.Paid = p.Plies[:history], p.Paid[:0]
	p.Joined, p.Unstored, p.Played = 0, 0, 0
	p.Ended, p.Probed, p.Known = false, false, 0
}

// CopyLeaf lets a pass begin its playout at the leaf of another.
func (p *Pass) CopyLeaf(from *Pass) {
	p.Ended, p.Probed, p.Known, p.Node, p.Leaf = from.Ended, from.Probed, from.Known, from.Node, from.Leaf
	p.Path = append(p.Path[:0], from.Path...)
	p.Components = append(p.Components[:0], from.Components...)
	p.Sampled = append(p.Sampled[:0], from.Sampled...)
	p.Plies = append(p.Plies[:0], from.Plies...)
	p.Paid = append(p.Paid[:0], from.Paid...)
	p.Joints, p.Joined = append(p.Joints[:0], from.Joints...), from.Joined
	p.Unstored, p.Chooser = from.Unstored, from.Chooser
}

// Depth returns the number of plies from the root to the end of the path.
func (p *Pass) Depth() int { return len(p.Path) - p.Joined }

// Moves returns the first n steps of the path, one at a time, or one for each of so many players if
// that is a joint action.
func (p *Pass) Moves(n, players int) iter.Seq2[[]tree.Step, bool] {
	return func(yield func(steps []tree.Step, areJoint bool) bool) {
		joints := p.Joints
		for i, end := 0, 0; i < n; i = end {
			areJoint := len(joints) > 0 && joints[0] == i
			if end = i + 1; areJoint {
				end, joints = i+players, joints[1:]
			}
			if !yield(p.Path[i:end], areJoint) {
				return
			}
		}
	}
}

// At returns the slot of the node to which the first n steps of the path lead. After a joint action
// that is not the last step, which counts what a player chose, but the edge of the joint action.
func (p *Pass) At(n int) uint32 {
	if n == 0 {
		return tree.Root
	}
	for i := len(p.Components) - 1; i >= 0 && p.Components[i].Step >= n-1; i-- {
		if p.Components[i].Step == n-1 {
			return p.Components[i].Slot
		}
	}
	return p.Path[n-1].Slot
}

// AddNode counts the unvisited node at the end of the path. If the tree is full, which can only be
// after an outcome of chance, the node is left out of it, and AddNode returns false.
func (p *Pass) AddNode(t *tree.Tree) bool {
	if t.AddNode() {
		return true
	}
	p.Path = p.Path[:len(p.Path)-1]
	p.Unstored = 1
	return false
}

// Sample records the sampling probability of the next edge of the path, for a mixed strategy.
func (p *Pass) Sample(probability float64) {
	p.Sampled = append(p.Sampled[:len(p.Path)], probability)
}

// Part takes part in every simulation of a worker. It is how a feature that is more than a strategy
// gets its share; a worker without such a feature has none. [Nop] has methods that do nothing.
type Part interface {
	tree.Keeper
	Begin(p *Pass)          // The simulation is at the root, and nothing is selected.
	Selected(p *Pass) error // The leaf is selected and not yet evaluated.
	BackedUp(p *Pass) error // The statistics are in the tree.
}

// Nop is a [Part] that does nothing.
type Nop struct{ tree.Nop }

// Begin does nothing.
func (Nop) Begin(*Pass) {}

// Selected does nothing.
func (Nop) Selected(*Pass) error { return nil }

// BackedUp does nothing.
func (Nop) BackedUp(*Pass) error { return nil }

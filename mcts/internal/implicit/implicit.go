// Package implicit keeps implicit minimax values (Lanctot, Winands, Pepels and Sturtevant, "Monte
// Carlo Tree Search with Heuristic Evaluations using Implicit Minimax Backups", CIG 2014). It knows
// the values of positions, not positions.
//
// The backup recomputes the nodes of the path from their children until one of them keeps its
// value, which is soon in most simulations. With chance it continues to the root, because the value
// of a chance node depends on visits.
package implicit

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/graph"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Values keeps an implicit minimax value per edge, for [policy.NeedEvaluations]: the value of the
// node behind an edge for the player who chooses the edge, or for player 0 where chance does. A
// node without visited children has its own evaluation, or its returns if the game ends there.
// Every other value follows from the values of the children. The value of the root is not kept.
//
// A leaf is evaluated when it is selected, so that other simulations of a batch see its value. If
// a prediction evaluates leaves, its value is known after the batch is selected; until then it
// counts as an average sibling. The other values of the path are brought up to date in the backup,
// because the values of chance nodes depend on visits.
type Values struct {
	tree.Nop
	data      *tree.Data[float32]
	tree      *tree.Tree
	seen      *returns.Seen // Values are relative to its origins.
	predicted bool          // predictions give the values of leaves
	hasChance bool          // chance moves in the game
	graph     *graph.Graph  // which may bring values to any node of a path; nil: it is a tree
	sum       float64       // of the values of both players, the same everywhere
	hasSum    bool          // it is known, from the first leaf
	relative  float64       // the sum relative to the origins of both players
}

// New gives a tree implicit minimax values, which the selection sees. predicted reports whether
// predictions evaluate the leaves, and hasChance whether chance moves in the game.
func New(t *tree.Tree, choose *selection.Chooser, seen *returns.Seen, predicted, hasChance bool) *Values {
	v := &Values{data: tree.NewData[float32](t, true), tree: t, seen: seen, predicted: predicted, hasChance: hasChance}
	choose.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Evaluations = v.data.Of(at) })
	return v
}

// In makes the values belong to the nodes of a graph.
func (v *Values) In(g *graph.Graph) {
	v.graph = g
	graph.Carry(g, graph.Column[float32]{Data: v.data, Turned: v.turned, Code: func(c *wire.Coder, value *float32) {
		wire.Float(c, value, tree.MaxMean)
	}})
}

// Reset forgets the sum of the values.
func (v *Values) Reset(uint64) { v.hasSum = false }

// WantsValue reports whether the leaf of a simulation is to be given its value by Store now, which
// is at its first visit unless predictions do it.
func (v *Values) WantsValue(p *pass.Pass) bool {
	if len(p.Path) == 0 || p.Node == tree.None {
		return false
	}
	if visits, _ := v.tree.Edge(p.Node); visits > 0 {
		return false
	}
	if v.predicted && v.tree.Virtual {
		*v.data.At(p.Node) = v.Expected(p)
	}
	return !v.predicted
}

// Store gives the leaf of a simulation the value of its chooser.
func (v *Values) Store(p *pass.Pass, values []float64) error {
	sum := values[0] + values[1]
	if !(math.Abs(values[0]) <= tree.MaxMean && math.Abs(values[1]) <= tree.MaxMean) {
		return fmt.Errorf("the values of a position are %v, want numbers of magnitude up to %g",
			values, float64(tree.MaxMean))
	}
	if !v.hasSum {
		if !v.predicted { // There has been no return.
			v.seen.Anchor(values)
		}
		v.sum, v.hasSum = sum, true
		v.relate()
	}
	if math.Abs(sum-v.sum) > 1e-6*(math.Abs(values[0])+math.Abs(values[1])+math.Abs(v.sum)) {
		return fmt.Errorf("the values %v add up to another number than those of an earlier position, %v; implicit minimax values need a constant sum",
			values, v.sum)
	}
	player := max(0, p.Path[len(p.Path)-1].Player)
	*v.data.At(p.Node) = float32(values[player] - v.seen.Origin(int(player)))
	return nil
}

// Expected returns the value of a leaf that is not evaluated yet: the mean of its siblings or, if
// it is the first of them, the value of its parent.
func (v *Values) Expected(p *pass.Pass) float32 {
	n := len(p.Path)
	parent := p.At(n - 1)
	b := v.tree.Below(parent)
	sum, siblings := 0.0, 0
	for k := range b.Tried() {
		slot := b.First() + k
		if visits, _ := b.Edge(k); slot != p.Node && visits > 0 {
			sum += float64(*v.data.At(slot))
			siblings++
		}
	}
	switch {
	case siblings > 0:
		return float32(sum / float64(siblings))
	case n == 1:
		return float32(v.relative / 2)
	}
	return v.turned(*v.data.At(parent), p.Path[n-2].Player, p.Path[n-1].Player)
}

// turned returns for one player what a value is for another, or chance.
func (v *Values) turned(value float32, from, to int32) float32 {
	if max(0, from) == max(0, to) {
		return value
	}
	return float32(v.relative - float64(value))
}

// relate computes the sum of values relative to the origins, which are known.
func (v *Values) relate() { v.relative = v.sum - v.seen.Origin(0) - v.seen.Origin(1) }

// BackedUp backs up what a simulation has found out: values are backed up until nothing changes.
// With chance, the values of all nodes on the path may change, since visits do.
func (v *Values) BackedUp(p *pass.Pass) error {
	if len(p.Path) == 0 {
		return nil
	}
	if v.predicted && p.Node != tree.None {
		values := p.Predicted
		if len(values) == 0 {
			values = p.Returns
		}
		if err := v.Store(p, values); err != nil {
			return err
		}
	}
	last := len(p.Path) - 2
	for i := last; i >= 0; i-- {
		now := v.data.At(p.Path[i].Slot)
		value, known := v.recompute(p.Path[i].Slot, p.Path[i].Player)
		if known && value != *now {
			*now = value
		} else if !v.hasChance && v.graph == nil {
			break
		}
	}
	return nil
}

// recompute derives the value of the node at slot from the values of its children, for the player
// who chooses the edge to it. It reports false if no child has been visited.
func (v *Values) recompute(slot uint32, chooser int32) (value float32, known bool) {
	b := v.tree.Below(slot)
	if b.Count() > 0 && b.Player == game.Chance {
		sum, visits := 0.0, 0.0
		for k := range b.Count() {
			n, _ := b.Edge(k)
			sum += float64(float64(n) * float64(*v.data.At(b.First() + k)))
			visits += float64(n)
		}
		return v.turned(float32(sum/visits), game.Chance, chooser), visits > 0
	}
	if b.Tried() == 0 {
		return 0, false
	}
	values := v.data.Of(b.Edges(b.Tried()))
	best := values[0]
	for _, v := range values[1:] {
		if v > best {
			best = v
		}
	}
	return v.turned(best, b.Player, chooser), true
}

// Check verifies that the value of a node follows from the values of its children.
func (v *Values) Check(e tree.Checked, found *tree.Findings) {
	if v.graph != nil && v.graph.IsStale(e.Slot, e.Player) {
		return
	}
	if value, known := v.recompute(e.Slot, e.Player); known && value != *v.data.At(e.Slot) {
		found.Fail(e.Slot, "its implicit minimax value is %v, and %v follows from those of its children", *v.data.At(e.Slot), value)
	}
}

// Of returns the value of the node behind an edge, relative to the origin of its player.
func (v *Values) Of(slot uint32) float64 { return float64(*v.data.At(slot)) }

// Code codes the sum of the values of all players, before the tree.
func (v *Values) Code(c *wire.Coder) {
	c.Bool(&v.hasSum)
	wire.Float(c, &v.sum, 2*tree.MaxMean)
	v.relate()
}

// CodeBlock codes the values of a block.
func (v *Values) CodeBlock(c *wire.Coder, b tree.Block) {
	tree.CodeData(c, v.data, b, b.Tried(), tree.MaxMean)
}

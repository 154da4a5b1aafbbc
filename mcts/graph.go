package mcts

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/graph"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Graph makes a search tree a graph, in which a position is one node: what a search learns of it on
// one line counts on all others (Saffidine, Cazenave and Méhat, "UCD: Upper Confidence Bound for
// Rooted Directed Acyclic Graphs", Knowledge-Based Systems 34, 2012). An edge has visits, by which
// the selection explores, and by its mean the selection judges: what its ply brings, and the value
// of the node behind it. A simulation that comes back to a position ends there, with the value so
// far, so that games may have cycles; games that continue forever need a Discount below 1, or
// values that are not won by playouts.
//
// It helps where many lines lead to a position, in puzzles, plans and games like Dots and Boxes.
// The best constant of the selection may differ from the best one for a tree. Visits and means of a
// [Node] belong to the edge; see Node.Position.
type Graph struct {
	// Mean makes the value of a node the mean of what all its simulations have brought from it on,
	// as in a tree. Otherwise its value is the mean of the evaluations of its position and the
	// current values of its edges, each weighted by its visits. That suits games for points,
	// puzzles and plans; in a game that is only won or lost, a mean may be better.
	Mean bool
}

// positions is the graph of a worker, whose walk it plays.
type positions[S any, A comparable] struct {
	*graph.Graph
	w   *worker[S, A]
	sim *simulation[S, A] // in progress
}

// addGraph makes the tree of a worker a graph if Config.Graph is set.
func addGraph[S any, A comparable](w *worker[S, A], cfg Config) {
	if cfg.Graph == nil {
		return
	}
	w.play.Use(game.HasHasher)
	discount := 1.0
	if cfg.Discount != 0 {
		discount = cfg.Discount
	}
	w.graph = &positions[S, A]{w: w}
	w.graph.Graph = graph.New(w.graph, &w.tree, &w.choose, &w.seen, discount, w.play.Pays, w.play.HasChance)
	w.graph.Mean = cfg.Graph.Mean
	w.graph.Predicted = w.predicts()
	w.known.Graph = w.graph.Graph
	w.known.Add(w.graph.Graph)
	if w.known.Solver != nil {
		w.known.Solver.In(w.graph.Graph)
	}
	if w.known.Implicit != nil {
		w.known.Implicit.In(w.graph.Graph)
	}
}

func (g *positions[S, A]) selectLeaf(sim *simulation[S, A]) (slot uint32, err error) {
	g.sim = sim
	return g.SelectLeaf(&sim.Pass)
}

// Hash implements [graph.Engine].
func (g *positions[S, A]) Hash() uint64 { return g.w.play.Hasher.Hash(&g.sim.State) }

// Expand implements [graph.Engine].
func (g *positions[S, A]) Expand(slot uint32) error {
	_, err := g.w.expand(g.sim, slot)
	return err
}

// Choose implements [graph.Engine].
func (g *positions[S, A]) Choose(b tree.Block, visits uint32) (edge uint32, err error) {
	return g.w.chooseEdge(g.sim, b, visits)
}

// Play implements [graph.Engine].
func (g *positions[S, A]) Play(b tree.Block, edge uint32) {
	g.w.play.Play(g.sim, tree.ActionOf[A](b, edge), b.Player)
}

package mcts

import (
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// evaluations is a column of implicit minimax values, for [policy.NeedEvaluations]: the value of
// the node behind an edge for the player who chooses the edge, or for player 0 where chance does. A
// node without visited children has its own evaluation, or its returns if the game ends there.
// Every other value follows from those of the children. The value of the root is not kept.
//
// A leaf is evaluated when it is selected, so that other simulations of a batch see its value. With
// a judge its value is known after the batch is selected; until then it counts as an average
// sibling. The other values of the path are brought up to date in the backup, because those of
// chance nodes depend on visits.
type evaluations[S any, A comparable] struct {
	columnOf[float32]
	shownOnly[S, A]
	w      *worker[S, A]
	judged bool      // the judge gives the values of leaves
	sum    float64   // of the values of both players, the same everywhere
	hasSum bool      // it is known, from the first leaf
	values []float64 // scratch
}

// addEvaluations installs the column if a selection strategy needs it.
func addEvaluations[S any, A comparable](w *worker[S, A], cfg Config) {
	if !w.needs.Has(policy.NeedEvaluations) {
		return
	}
	e := &evaluations[S, A]{w: w, judged: w.judge != nil, values: make([]float64, len(w.sums))}
	w.addColumn(e)
	w.hooks = append(w.hooks, e)
	if !e.judged {
		w.use(game.HasEvaluator)
		w.use(game.HasSampler) // See isEnd.
	}
}

func (e *evaluations[S, A]) show(n *policy.Node, _ *simulation[S, A], at edges) {
	n.Evaluations = e.pick(at)
}

func (e *evaluations[S, A]) prepare(bool) error { return nil }

func (e *evaluations[S, A]) reset(uint64) { e.hasSum = false }

// selected implements [hook]: a leaf gets its value at its first visit.
func (e *evaluations[S, A]) selected(sim *simulation[S, A]) error {
	w := e.w
	if len(sim.path) == 0 || sim.node == noEdge {
		return nil
	}
	c, i := w.tree.at(sim.node)
	switch {
	case c.stats[i].Visits > 0:
		return nil
	case e.judged:
		if w.tree.virtual {
			*e.at(sim.node) = e.expected(sim)
		}
		return nil
	case !sim.ended && w.filter == nil: // A filter has to know the ends before.
		ended, err := w.isEnd(sim)
		if err != nil {
			return err
		}
		if ended {
			w.markEnd(sim)
		}
	}
	if sim.ended {
		w.score(sim)
		return e.store(sim, sim.returns)
	}
	forget(e.values)
	w.Evaluator.Evaluate(&sim.state, e.values)
	return e.store(sim, e.values)
}

// store gives the leaf of sim the value of its chooser.
func (e *evaluations[S, A]) store(sim *simulation[S, A], values []float64) error {
	sum := values[0] + values[1]
	if !(math.Abs(values[0]) <= maxReturn && math.Abs(values[1]) <= maxReturn) {
		return fmt.Errorf("mcts: %T: the values of a position are %v, want numbers of magnitude up to %g, after %s",
			e.w.Game, values, float64(maxReturn), e.w.walked(sim))
	}
	if !e.hasSum {
		e.sum, e.hasSum = sum, true
	}
	if math.Abs(sum-e.sum) > 1e-6*(math.Abs(values[0])+math.Abs(values[1])+math.Abs(e.sum)) {
		return fmt.Errorf("mcts: %T: the values %v add up to another number than those of an earlier position, %v; implicit minimax values need a constant sum, after %s",
			e.w.Game, values, e.sum, e.w.walked(sim))
	}
	*e.at(sim.node) = float32(values[max(0, sim.path[len(sim.path)-1].player)])
	return nil
}

// expected returns the value of a leaf that is not judged yet: the mean of its siblings or, if it
// is the first of them, the value of its parent.
func (e *evaluations[S, A]) expected(sim *simulation[S, A]) float32 {
	n := len(sim.path)
	chooser, parent := sim.path[n-1].player, uint32(rootSlot)
	if n > 1 {
		parent = sim.path[n-2].slot
	}
	_, block := e.w.tree.edge(parent)
	c, i := e.w.tree.at(block)
	sum, siblings := 0.0, 0
	for k := range c.block(i).tried {
		if slot := block + 1 + k; slot != sim.node && c.stats[i+1+k].Visits > 0 {
			sum += float64(*e.at(slot))
			siblings++
		}
	}
	switch {
	case siblings > 0:
		return float32(sum / float64(siblings))
	case n == 1:
		return float32(e.sum / 2)
	}
	return e.turned(*e.at(parent), sim.path[n-2].player, chooser)
}

// turned returns for one player what a value is for another, or chance.
func (e *evaluations[S, A]) turned(value float32, from, to int32) float32 {
	if max(0, from) == max(0, to) {
		return value
	}
	return float32(e.sum - float64(value))
}

// backedUp implements [hook]: values are backed up until nothing changes. With chance, those of all
// nodes on the path may change, since visits do.
func (e *evaluations[S, A]) backedUp(sim *simulation[S, A]) error {
	if len(sim.path) == 0 {
		return nil
	}
	if e.judged && sim.node != noEdge {
		values := sim.predicted
		if len(values) == 0 {
			values = sim.returns
		}
		if err := e.store(sim, values); err != nil {
			return err
		}
	}
	last := len(sim.path) - 2
	if last >= 0 && !e.judged && !e.w.tree.virtual && e.w.Chance == nil && e.keepsValue(sim.path[last], sim.path[last+1]) {
		return nil
	}
	for i := last; i >= 0; i-- {
		now := e.at(sim.path[i].slot)
		value, known := e.recompute(sim.path[i].slot, sim.path[i].player)
		if known && value != *now {
			*now = value
		} else if e.w.Chance == nil {
			break
		}
	}
	return nil
}

// keepsValue reports whether the value of a node stays as it is when a leaf that no simulation has
// passed through is added below it, since it has a child that is as good. Most leaves are like
// this. Where several leaves are selected together, the value may lack more than this one.
func (e *evaluations[S, A]) keepsValue(parent, leaf step) bool {
	_, child := e.w.tree.edge(parent.slot)
	c, i := e.w.tree.at(child)
	value := e.turned(*e.at(leaf.slot), leaf.player, parent.player)
	if c.block(i).tried < 2 {
		return false
	}
	if leaf.player == parent.player {
		return value <= *e.at(parent.slot)
	}
	return value >= *e.at(parent.slot)
}

// recompute derives the value of the node at slot from those of its children, for the player who
// chooses the edge to it. It reports false if no child has been visited.
func (e *evaluations[S, A]) recompute(slot uint32, chooser int32) (value float32, known bool) {
	_, child := e.w.tree.edge(slot)
	if child == unexpanded || child == terminal {
		return 0, false
	}
	c, i := e.w.tree.at(child)
	b := c.block(i)
	if b.player == Chance {
		sum, visits := 0.0, 0.0
		for k := range b.count {
			n := float64(c.stats[i+1+k].Visits)
			sum += float64(n * float64(*e.at(child + 1 + k)))
			visits += n
		}
		return e.turned(float32(sum/visits), Chance, chooser), visits > 0
	}
	if b.tried == 0 {
		return 0, false
	}
	values := e.pick(edges{first: child + 1, n: int(b.tried)})
	best := values[0]
	for _, v := range values[1:] {
		if v > best {
			best = v
		}
	}
	return e.turned(best, b.player, chooser), true
}

// check implements [column]: the value of a node follows from those of its children.
func (e *evaluations[S, A]) check(c *checker, at checkedEdge) {
	if value, known := e.recompute(at.slot, at.player); known && value != *e.at(at.slot) {
		c.fail(at.slot, "its implicit minimax value is %v, and %v follows from those of its children", *e.at(at.slot), value)
	}
}

// evaluated is a column with implicit minimax values.
type evaluated interface {
	evaluationOf(slot uint32) float64
}

func (e *evaluations[S, A]) evaluationOf(slot uint32) float64 { return float64(*e.at(slot)) }

// Evaluation returns the implicit minimax value of the node for the player who chose the action
// that leads to it, or for player 0 after an outcome of chance; see [policy.NeedEvaluations]. It
// reports false if the search keeps none, at the root, and at nodes without visits.
func (n Node[A]) Evaluation() (value float64, known bool) {
	if n.tree == nil || n.slot == rootSlot || n.Visits() == 0 {
		return 0, false
	}
	for _, column := range n.tree.columns {
		if c, ok := column.(evaluated); ok {
			return c.evaluationOf(n.slot), true
		}
	}
	return 0, false
}

// validateEvaluations reports a selection strategy that needs evaluations where there are none.
func validateEvaluations[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	for _, s := range []policy.Selection{cfg.Selection, cfg.Root} {
		if !policy.NeedsOf(s).Has(policy.NeedEvaluations) {
			continue
		}
		valued := r.Evaluator != nil
		valued = valued || cfg.Prediction != nil && cfg.Prediction.Playouts < 1
		switch {
		case r.NumPlayers() != 2:
			return fmt.Errorf("mcts: %T needs evaluations, and %T.NumPlayers is %d, want 2", s, r.Game, r.NumPlayers())
		case r.Simultaneous != nil:
			return fmt.Errorf("mcts: %T needs evaluations, and %T has simultaneous moves, for which there are none", s, r.Game)
		case !valued:
			return fmt.Errorf("mcts: %T needs evaluations, and %T has no Evaluate; want that or values of Config.Prediction", s, r.Game)
		}
		if _, ok := cfg.Parallel.(TreeParallel); ok {
			return fmt.Errorf("mcts: %T needs evaluations, and Config.Parallel is a TreeParallel, whose workers do not share them; want nil, RootParallel, LeafParallel or LockStep", s)
		}
	}
	return nil
}

// startEvaluations reports a search in whose tree a node stands for several positions.
func startEvaluations[S any, A comparable](s *Search[S, A]) error {
	if !s.w.needs.Has(policy.NeedEvaluations) {
		return nil
	}
	if s.w.tree.growing {
		return fmt.Errorf("mcts: the selection needs evaluations, and Config.Hidden is %T, in whose tree one node stands for many states; want an Ensemble", s.cfg.Hidden)
	}
	if why := unjudged(s.w); why != "" {
		return errors.New("mcts: the selection needs evaluations, and " + why)
	}
	return nil
}

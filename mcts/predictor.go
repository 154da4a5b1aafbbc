package mcts

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// predictor is Config.Prediction at work in one worker.
type predictor[S any, A comparable] struct {
	Predictor[S, A]
	w         *worker[S, A]
	weigher   Weigher[S, A] // gives priors alone, without a batch; nil for other predictors
	methods   [2]string     // whose priors and values these are, for errors
	playouts  float64
	hasPriors bool             // the source gives priors
	priors    *priors[S, A]    // nil if no strategy needs them
	placing   []float32        // the priors of w.actions, for the next block
	sorts     bool             // all actions of a block are put into order at once
	atRoot    *perturbed[S, A] // nil without a policy.Perturber

	one    [1]Position[S, A] // whose priors alone are asked; Actions is that of w
	batch  []Position[S, A]
	sims   []*simulation[S, A] // of batch
	twins  []twin[S, A]
	leaves map[uint32]*simulation[S, A] // by the slot of the leaf
}

// twin is a simulation that ends at the leaf of another one of its batch.
type twin[S any, A comparable] struct{ sim, of *simulation[S, A] }

// priors is a column of the priors of the actions.
type priors[S any, A comparable] struct {
	columnOf[float32]
	shownOnly[S, A]
}

func (c *priors[S, A]) show(n *policy.Node, _ *simulation[S, A], at edges) { n.Priors = c.pick(at) }

// Prior returns the prior of the action that leads to the node; 0 if the search keeps no priors.
func (n Node[A]) Prior() float64 {
	var c Child[A]
	n.report(&c)
	return c.Prior
}

// report implements [reporter].
func (c *priors[S, A]) report(slot uint32, to *Child[A]) {
	if to.Prior == 0 { // Of several trees, the first with a prior above 0 counts.
		to.Prior = float64(*c.at(slot))
	}
}

// addPrediction prepares the worker for Config.Prediction.
func addPrediction[S any, A comparable](w *worker[S, A], cfg Config) {
	if cfg.Prediction == nil {
		return
	}
	p := &predictor[S, A]{w: w, playouts: cfg.Prediction.Playouts, hasPriors: true, leaves: map[uint32]*simulation[S, A]{}}
	var ok bool
	if p.Predictor, ok = cfg.Prediction.Source.(Predictor[S, A]); ok {
		method := fmt.Sprintf("Predict of %T", p.Predictor)
		p.methods = [2]string{method, method}
	} else {
		p.addKnowledge(w.Rules, cfg.Prediction.Source)
	}
	if w.needs.Has(policy.NeedPriors) {
		p.priors = &priors[S, A]{}
		w.addColumn(p.priors)
		// Columns that features add later are for a Config.Root.
		if puct, ok := cfg.Selection.(policy.PUCT); ok && !w.samples && len(w.columns) == 1 {
			w.direct = &plainPUCT{PUCT: puct, priors: &p.priors.columnOf}
		}
	}
	_, uniform := cfg.Playout.(policy.Uniform)
	tree, _ := cfg.Parallel.(TreeParallel)
	// Only actions in random order may change places later, and none of a shared tree.
	p.sorts = p.priors == nil || !uniform || tree.Workers > 1
	if p.playouts < 1 {
		w.judge = p
	}
	if p.hasPriors {
		w.arranger, w.ordered = p, true
	}
	p.addPerturbed(cfg)
	if p.playouts == 0 && w.Simultaneous == nil { // Leaves with simultaneous moves get playouts.
		const why = "leaves are judged by Config.Prediction"
		w.avoid(game.HasPlayouter, why)
		w.avoid(game.HasSampler, why)
	}
}

func (p *predictor[S, A]) clear() {
	p.batch, p.sims, p.twins = p.batch[:0], p.sims[:0], p.twins[:0]
	if len(p.leaves) > 0 {
		clear(p.leaves)
	}
}

// add appends the state of sim, whose actions are in w.actions, to the batch.
func (p *predictor[S, A]) add(sim *simulation[S, A], player int) {
	n := len(p.batch)
	if n < cap(p.batch) {
		p.batch = p.batch[:n+1] // with the memory of its slices
	} else {
		p.batch = append(p.batch, Position[S, A]{})
	}
	p.fill(&p.batch[n], sim, player, true)
	p.sims = append(p.sims, sim)
}

// fill describes the state of sim, whose actions are in w.actions, and says whether values are
// wanted.
func (p *predictor[S, A]) fill(at *Position[S, A], sim *simulation[S, A], player int, values bool) {
	at.State, at.Player = &sim.state, player
	actions, priors, returns := 0, 0, 0
	if player >= 0 {
		actions = len(p.w.actions)
	}
	if p.hasPriors {
		priors = actions
	}
	if values {
		returns = len(p.w.sums)
	}
	at.Actions = resized(at.Actions, actions)
	copy(at.Actions, p.w.actions)
	at.Priors, at.Values = unwritten(at.Priors, priors), resized(at.Values, returns)
	forget(at.Values)
}

// unwritten returns n priors in the memory of s. They are not numbers, so that one that Predict
// does not write is seen.
func unwritten(s []float32, n int) []float32 {
	s = resized(s, n)
	nan := float32(math.NaN())
	for i := range s {
		s[i] = nan
	}
	return s
}

// ask lets the Predictor judge positions, those of p.sims, and normalizes the priors.
func (p *predictor[S, A]) ask(batch []Position[S, A]) error {
	if len(batch) == 0 {
		return nil
	}
	if err := p.Predict(p.w.ctx, batch); err != nil {
		return fmt.Errorf("mcts: %s: %w", p.methods[0], err)
	}
	for i := range batch {
		if _, err := p.normalize(&batch[i], p.sims[i]); err != nil {
			return err
		}
		if err := batch[i].checkValues(); err != nil {
			return fmt.Errorf("mcts: %s: %w, after %s", p.methods[1], err, p.w.walked(p.sims[i]))
		}
	}
	return nil
}

// normalize verifies the priors at the leaf of a simulation and makes them sum to 1. It returns the
// index of the greatest.
func (p *predictor[S, A]) normalize(at *Position[S, A], sim *simulation[S, A]) (greatest int, err error) {
	sum := sumOf(at.Priors)
	if !(sum > 0 && sum <= maxReturn) {
		if sum, err = at.total(); err != nil {
			return 0, fmt.Errorf("mcts: %s: %w, after %s", p.methods[0], err, p.w.walked(sim))
		}
	}
	return scale(at.Priors, 1/sum), nil
}

// sumOf returns the sum of priors, which is not a number if any of them is negative.
func sumOf(priors []float32) (sum float64) {
	signs := uint32(0)
	for _, prior := range priors {
		signs |= math.Float32bits(prior)
		sum += float64(prior)
	}
	if int32(signs) < 0 {
		return math.NaN()
	}
	return sum
}

// scale multiplies priors by a factor and returns the index of the greatest, the first of equals.
// Numbers >= 0 have the order of their bits, which are compared without a branch.
func scale(priors []float32, factor float64) (greatest int) {
	most := int32(-1)
	for i := range priors {
		prior := float32(float64(priors[i]) * factor)
		priors[i] = prior
		if b := int32(math.Float32bits(prior)); b > most {
			greatest, most = i, b
		}
	}
	return greatest
}

// total verifies the priors and returns their sum.
func (p *Position[S, A]) total() (sum float64, err error) {
	for i, prior := range p.Priors {
		if !(prior >= 0 && float64(prior) <= maxReturn) {
			return 0, fmt.Errorf("the prior of %v is %v, want a finite number >= 0", p.Actions[i], prior)
		}
		sum += float64(prior)
	}
	if len(p.Priors) > 0 && sum == 0 {
		return 0, fmt.Errorf("all %d priors are 0", len(p.Priors))
	}
	return sum, nil
}

func (p *Position[S, A]) checkValues() error {
	for player, v := range p.Values {
		if !(math.Abs(v) <= maxReturn) {
			return fmt.Errorf("the value for player %d is %v, want a number of magnitude up to %g", player, v, float64(maxReturn))
		}
	}
	return nil
}

// judgeOne implements [judge].
func (p *predictor[S, A]) judgeOne(sim *simulation[S, A]) error {
	p.clear()
	if err := p.addLeaf(sim); err != nil {
		return err
	}
	return p.finish()
}

// judgeAll implements [judge]: all leaves are judged by one call.
func (p *predictor[S, A]) judgeAll(sims []simulation[S, A]) error {
	p.clear()
	for i := range sims {
		if err := p.addLeaf(&sims[i]); err != nil {
			return err
		}
	}
	return p.finish()
}

// startPrediction reports a search whose leaves cannot be judged.
func startPrediction[S any, A comparable](s *Search[S, A]) error {
	if s.cfg.Prediction == nil {
		return nil
	}
	if why := unjudged(s.w); why != "" {
		return fmt.Errorf("mcts: Config.Prediction is set, and %s", why)
	}
	return nil
}

// finish judges the batch and stores the predictions.
func (p *predictor[S, A]) finish() error {
	if err := p.ask(p.batch); err != nil {
		return err
	}
	for i, sim := range p.sims {
		if err := p.store(sim, &p.batch[i]); err != nil {
			return err
		}
	}
	for _, t := range p.twins {
		t.sim.predicted = append(t.sim.predicted[:0], t.of.predicted...)
		t.sim.ended = t.of.ended
	}
	return nil
}

// addLeaf adds the leaf of a simulation to the batch, unless the game is over there, all players
// move, or an earlier simulation of the batch has the same leaf.
func (p *predictor[S, A]) addLeaf(sim *simulation[S, A]) error {
	sim.predicted = sim.predicted[:0]
	if sim.ended {
		return nil
	}
	slot, stored := sim.node, sim.node != noEdge
	if of := p.leaves[slot]; stored && of != nil {
		p.twins = append(p.twins, twin[S, A]{sim, of})
		return nil
	}
	b, err := p.w.list(sim)
	if err != nil {
		return err
	}
	switch {
	case b.count == 0:
		p.w.markEnd(sim)
	case b.player == Simultaneous:
		if stored && p.w.tree.isUnexpanded(slot) {
			_, err = p.w.place(sim, slot, b)
		}
	default:
		if b.player >= 0 && p.w.ordered {
			err = p.w.arrangeByPolicy(sim, int(b.player))
		}
		p.add(sim, int(b.player))
	}
	if stored {
		p.leaves[slot] = sim
	}
	return err
}

// store keeps the values of a leaf in its simulation, and its actions and priors in the tree.
func (p *predictor[S, A]) store(sim *simulation[S, A], at *Position[S, A]) error {
	sim.predicted = append(sim.predicted[:0], at.Values...)
	w := p.w
	slot, stored := sim.node, sim.node != noEdge
	if !stored || !w.tree.isUnexpanded(slot) {
		return nil
	}
	b := block{player: int32(at.Player), count: uint32(len(at.Actions))}
	w.actions = w.actions[:0]
	if at.Player == Chance {
		b, _ = w.list(sim) // It had no error when the leaf was added.
	} else {
		if p.hasPriors {
			p.order(at, greatestPrior(at.Priors))
		}
		w.actions = append(w.actions, at.Actions...)
	}
	p.placing = at.Priors
	_, err := w.place(sim, slot, b) // Without room the leaf stays one.
	return err
}

// playsOut implements [judge]. Leaves with simultaneous moves are not predicted.
func (p *predictor[S, A]) playsOut() bool { return p.playouts > 0 || p.w.Simultaneous != nil }

// evaluate implements [judge]: it mixes the prediction with a playout.
func (p *predictor[S, A]) evaluate(sim *simulation[S, A]) error {
	if p.playouts == 0 && len(sim.predicted) > 0 {
		copy(sim.returns, sim.predicted)
		return nil
	}
	if err := p.w.evaluate(sim); err != nil {
		return err
	}
	for i, v := range sim.predicted {
		sim.returns[i] = float64(p.playouts*sim.returns[i]) + float64((1-p.playouts)*v)
	}
	return nil
}

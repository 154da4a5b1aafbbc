package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// predictor is Config.Prediction at work in one worker.
type predictor[S any, A comparable] struct {
	Predictor[S, A]
	w         *worker[S, A]
	ctx       context.Context // of the Run
	weigher   Weigher[S, A]   // gives priors alone, without a batch; nil for other predictors
	methods   [2]string       // whose priors and values these are, for errors
	playouts  float64
	hasValues bool                // leaves get their values by predictions
	hasPriors bool                // the source gives priors
	priors    *tree.Data[float32] // nil if no strategy needs them
	placing   []float32           // the priors of the listed actions, for the next block
	sorts     bool                // all actions of a block are put into order at once
	noise     *noise              // nil without a policy.Perturber

	one    [1]Position[S, A] // whose priors alone are asked; Actions is the list of the worker
	batch  []Position[S, A]
	sims   []*simulation[S, A] // of batch
	twins  []twin[S, A]
	leaves map[uint32]*simulation[S, A] // by the slot of the leaf
}

// twin is a simulation that ends at the leaf of another one of its batch.
type twin[S any, A comparable] struct{ sim, of *simulation[S, A] }

// shownPriors shows the priors of the actions.
type shownPriors struct{ *tree.Data[float32] }

// Show implements [selection.Column].
func (c shownPriors) Show(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Priors = c.Of(at) }

// addPrediction prepares the worker for Config.Prediction.
func (w *worker[S, A]) addPrediction(cfg Config) {
	if cfg.Prediction == nil {
		return
	}
	share := cfg.Prediction.Playouts
	p := &predictor[S, A]{w: w, playouts: share, hasValues: share < 1, hasPriors: true, leaves: map[uint32]*simulation[S, A]{}}
	w.prior = p
	var ok bool
	if p.Predictor, ok = cfg.Prediction.Source.(Predictor[S, A]); ok {
		method := fmt.Sprintf("Predict of %T", p.Predictor)
		p.methods = [2]string{method, method}
	} else {
		p.addKnowledge(w.play.Rules, cfg.Prediction.Source)
	}
	if w.choose.Needs.Has(policy.NeedPriors) {
		p.priors = &tree.Data[float32]{}
		w.tree.Add(p.priors, true)
		w.known.priors = p.priors
		w.choose.Add(shownPriors{p.priors})
		if puct, ok := cfg.Selection.(policy.PUCT); ok { // Columns that features add later are for a Config.Root.
			w.choose.SetFast(selection.PUCT(puct, p.priors))
		}
	}
	_, uniform := cfg.Playout.(policy.Uniform)
	p.sorts = p.priors == nil || !uniform // Only actions in random order may change places later.
	w.choose.Ordered = w.choose.Ordered || p.hasPriors
	p.addNoise(cfg)
	if p.playouts == 0 && w.play.Simultaneous == nil { // Leaves with simultaneous moves get playouts.
		const why = "leaves are judged by Config.Prediction"
		w.play.Avoid(game.HasPlayouter, why)
		w.play.Avoid(game.HasSampler, why)
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
	at.State, at.Player = &sim.State, player
	actions, priors, returns := 0, 0, 0
	if player >= 0 {
		actions = len(p.w.play.Actions)
	}
	if p.hasPriors {
		priors = actions
	}
	if values {
		returns = len(p.w.sums)
	}
	at.Actions = resized(at.Actions, actions)
	copy(at.Actions, p.w.play.Actions)
	at.Priors, at.Values = unwritten(at.Priors, priors), resized(at.Values, returns)
	playout.Forget(at.Values)
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
	if err := p.Predict(p.ctx, batch); err != nil {
		return fmt.Errorf("mcts: %s: %w", p.methods[0], err)
	}
	for i := range batch {
		if _, err := p.normalize(&batch[i], p.sims[i]); err != nil {
			return err
		}
		if err := batch[i].checkValues(); err != nil {
			return fmt.Errorf("mcts: %s: %w, after %s", p.methods[1], err, p.w.walked(p.sims[i].Path))
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
			return 0, fmt.Errorf("mcts: %s: %w, after %s", p.methods[0], err, p.w.walked(sim.Path))
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

// predictOne predicts the selected leaf of a simulation. It leaves the expected returns in
// sim.Predicted, which is empty for a leaf that cannot be predicted.
func (p *predictor[S, A]) predictOne(sim *simulation[S, A]) error {
	p.clear()
	if err := p.addLeaf(sim); err != nil {
		return err
	}
	return p.finish()
}

// predictAll is predictOne of several simulations, by one call.
func (p *predictor[S, A]) predictAll(sims []simulation[S, A]) error {
	p.clear()
	for i := range sims {
		if err := p.addLeaf(&sims[i]); err != nil {
			return err
		}
	}
	return p.finish()
}

// finish predicts the batch and stores the predictions.
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
		t.sim.Predicted = append(t.sim.Predicted[:0], t.of.Predicted...)
		t.sim.Ended = t.of.Ended
	}
	return nil
}

// addLeaf adds the leaf of a simulation to the batch, unless the game is over there, all players
// move, or an earlier simulation of the batch has the same leaf.
func (p *predictor[S, A]) addLeaf(sim *simulation[S, A]) error {
	sim.Predicted = sim.Predicted[:0]
	if sim.Ended {
		return nil
	}
	slot, stored := sim.Node, sim.Node != tree.None
	if of := p.leaves[slot]; stored && of != nil {
		p.twins = append(p.twins, twin[S, A]{sim, of})
		return nil
	}
	player, err := p.w.play.List(&sim.State)
	if err != nil {
		return err
	}
	switch {
	case len(p.w.play.Actions) == 0:
		p.w.markEnd(sim)
	case player == Simultaneous:
		if stored && p.w.tree.IsUnexpanded(slot) {
			_, err = p.w.place(sim, slot, player)
		}
	default:
		if player >= 0 && p.w.choose.Ordered {
			err = p.w.play.Order(sim, player)
		}
		p.add(sim, player)
	}
	if stored {
		p.leaves[slot] = sim
	}
	return err
}

// store keeps the values of a leaf in its simulation, and its actions and priors in the tree.
func (p *predictor[S, A]) store(sim *simulation[S, A], at *Position[S, A]) error {
	sim.Predicted = append(sim.Predicted[:0], at.Values...)
	w := p.w
	if sim.Node == tree.None || !w.tree.IsUnexpanded(sim.Node) {
		return nil
	}
	w.play.Actions = w.play.Actions[:0]
	if at.Player == Chance {
		_, _ = w.play.List(&sim.State) // It had no error when the leaf was added.
	} else {
		if p.hasPriors {
			p.order(at, greatestPrior(at.Priors))
		}
		w.play.Actions = append(w.play.Actions, at.Actions...)
	}
	p.placing = at.Priors
	_, err := w.place(sim, sim.Node, at.Player) // Without room the leaf stays one.
	return err
}

// evaluate leaves the value of a leaf that was predicted, if it can be, in sim.Returns: it mixes
// the prediction with a playout.
func (p *predictor[S, A]) evaluate(sim *simulation[S, A]) error {
	if p.playouts == 0 && len(sim.Predicted) > 0 {
		copy(sim.Returns, sim.Predicted)
		return nil
	}
	if err := p.w.play.Evaluate(sim); err != nil {
		return err
	}
	for i, v := range sim.Predicted {
		sim.Returns[i] = float64(p.playouts*sim.Returns[i]) + float64((1-p.playouts)*v)
	}
	return nil
}

// resized returns a slice of n elements in the memory of s, if that is enough. It is nil if n is 0.
func resized[T any](s []T, n int) []T {
	if n == 0 {
		return nil
	}
	return slices.Grow(s[:0], n)[:n]
}

// Package prior asks who judges positions before they are searched: a Predictor, or what a game
// knows. It puts the actions of new blocks into the order of their priors, and gives leaves values.
package prior

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Judge asks for the predictions of one worker.
type Judge[S any, A comparable] struct {
	Ctx       context.Context // of the Run
	Playouts  float64         // the share of the playout in the value of a leaf
	HasValues bool            // leaves get their values by predictions
	HasPriors bool            // the source gives priors
	Sorts     bool            // all actions of a block are put into order at once
	Noise     *Noise          // nil without a policy.Perturber

	// Place makes a block for the leaf at slot with the listed actions, MarkEnd notes that the game
	// is over at the leaf, and Describe describes a path, for errors.
	Place    func(sim *playout.Simulation[S, A], slot uint32, player int) (child uint32, err error)
	MarkEnd  func(sim *playout.Simulation[S, A])
	Describe func(path []tree.Step) string

	source  game.Predictor[S, A]
	weigher game.Weigher[S, A] // gives priors alone, without a batch; nil for other predictors
	methods [2]string          // whose priors and values these are, for errors
	play    *playout.Maker[S, A]
	tree    *tree.Tree
	choose  *selection.Chooser
	priors  *tree.Data[float32] // nil if no strategy needs them
	placing []float32           // the priors of the listed actions, for the next block

	one    [1]game.Position[S, A] // requested for priors alone; Actions is the list of the worker
	batch  []game.Position[S, A]
	sims   []*playout.Simulation[S, A]          // of batch
	twins  []*playout.Simulation[S, A]          // that end at the leaf of another one of their batch
	leaves map[uint32]*playout.Simulation[S, A] // by the slot of the leaf
}

// New returns a judge by a source, which gives a leaf all of its value but the share of the
// playout. Either the source is a Predictor, or it stands for what the game knows.
func New[S any, A comparable](play *playout.Maker[S, A], t *tree.Tree, choose *selection.Chooser, source any, playouts float64) *Judge[S, A] {
	p := &Judge[S, A]{
		Playouts: playouts, HasValues: playouts < 1, HasPriors: true,
		play: play, tree: t, choose: choose, leaves: map[uint32]*playout.Simulation[S, A]{},
	}
	var ok bool
	if p.source, ok = source.(game.Predictor[S, A]); ok {
		method := fmt.Sprintf("Predict of %T", p.source)
		p.methods = [2]string{method, method}
	} else {
		p.addKnowledge(source)
	}
	choose.Ordered = choose.Ordered || p.HasPriors
	p.Sorts = true
	if playouts == 0 && play.Simultaneous == nil { // Leaves with simultaneous moves get playouts.
		const why = "leaves are judged by Config.Prediction"
		play.Avoid(game.HasPlayouter, why)
		play.Avoid(game.HasSampler, why)
	}
	return p
}

// KeepPriors gives the tree a column of the priors, which the selection sees, and returns it.
// inRandomOrder tells that the actions of a block are, so that they may change places later.
func (p *Judge[S, A]) KeepPriors(by policy.Selection, inRandomOrder bool) Priors {
	p.priors = tree.NewData[float32](p.tree, true)
	p.Sorts = !inRandomOrder
	p.choose.Add(func(n *policy.Node, _ *pass.Pass, at tree.Edges) { n.Priors = p.priors.Of(at) })
	if puct, ok := by.(policy.PUCT); ok { // Columns that features add later are for a Config.Root.
		p.choose.SetFast(selection.PUCT(puct, p.priors))
	}
	return Priors{Data: p.priors}
}

// Priors are the column of the priors.
type Priors struct {
	tree.Nop
	*tree.Data[float32]
}

// CodeBlock implements [tree.Keeper].
func (p Priors) CodeBlock(c *wire.Coder, b tree.Block) {
	tree.CodeData(c, p.Data, b, b.Count(), 2) // They sum to 1.
}

// add appends the state of sim, whose actions are in p.play.Actions, to the batch.
func (p *Judge[S, A]) add(sim *playout.Simulation[S, A], player int) {
	n := len(p.batch)
	if n < cap(p.batch) {
		p.batch = p.batch[:n+1] // with the memory of its slices
	} else {
		p.batch = append(p.batch, game.Position[S, A]{})
	}
	p.sims = append(p.sims, sim)
	at, actions, priors := &p.batch[n], 0, 0
	if player >= 0 {
		actions = len(p.play.Actions)
	}
	if p.HasPriors {
		priors = actions
	}
	at.State, at.Player, at.Actions = &sim.State, player, resized(at.Actions, actions)
	copy(at.Actions, p.play.Actions)
	at.Priors, at.Values = unwritten(at.Priors, priors), resized(at.Values, p.tree.Players())
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

// ask lets the Predictor judge the positions of p.sims, and normalizes the priors.
func (p *Judge[S, A]) ask(batch []game.Position[S, A]) error {
	if len(batch) == 0 {
		return nil
	}
	if err := p.source.Predict(p.Ctx, batch); err != nil {
		return fmt.Errorf("mcts: %s: %w", p.methods[0], err)
	}
	for i := range batch {
		if err := p.normalize(&batch[i], p.sims[i]); err != nil {
			return err
		}
		if err := checkValues(&batch[i]); err != nil {
			return fmt.Errorf("mcts: %s: %w, after %s", p.methods[1], err, p.Describe(p.sims[i].Path))
		}
	}
	return nil
}

// normalize verifies the priors at the leaf of a simulation and makes them sum to 1.
func (p *Judge[S, A]) normalize(at *game.Position[S, A], sim *playout.Simulation[S, A]) error {
	sum, err := total(at)
	if err != nil {
		return fmt.Errorf("mcts: %s: %w, after %s", p.methods[0], err, p.Describe(sim.Path))
	}
	factor := 1 / sum
	for i, prior := range at.Priors {
		at.Priors[i] = float32(float64(prior) * factor)
	}
	return nil
}

// total verifies the priors and returns their sum.
func total[S any, A comparable](p *game.Position[S, A]) (sum float64, err error) {
	for i, prior := range p.Priors {
		if !(prior >= 0 && float64(prior) <= tree.MaxMean) {
			return 0, fmt.Errorf("the prior of %v is %v, want a finite number >= 0", p.Actions[i], prior)
		}
		sum += float64(prior)
	}
	if len(p.Priors) > 0 && sum == 0 {
		return 0, fmt.Errorf("all %d priors are 0", len(p.Priors))
	}
	return sum, nil
}

func checkValues[S any, A comparable](p *game.Position[S, A]) error {
	for player, v := range p.Values {
		if !(math.Abs(v) <= tree.MaxMean) {
			return fmt.Errorf("the value for player %d is %v, want a number of magnitude up to %g", player, v, float64(tree.MaxMean))
		}
	}
	return nil
}

// Predict predicts the selected leaves of simulations, by one call. It leaves the expected returns
// in Predicted of each of them, which is empty for a leaf that cannot be predicted.
func (p *Judge[S, A]) Predict(sims ...*playout.Simulation[S, A]) error {
	p.batch, p.sims, p.twins = p.batch[:0], p.sims[:0], p.twins[:0]
	clear(p.leaves)
	for _, sim := range sims {
		if p.play.Brake.Pulled() {
			return brake.ErrPulled
		}
		if err := p.addLeaf(sim); err != nil {
			return err
		}
	}
	if p.play.Brake.Pulled() {
		return brake.ErrPulled
	}
	if err := p.ask(p.batch); err != nil {
		return err
	}
	for i, sim := range p.sims {
		if err := p.store(sim, &p.batch[i]); err != nil {
			return err
		}
	}
	for _, sim := range p.twins {
		of := p.leaves[sim.Node]
		sim.Predicted, sim.Ended = append(sim.Predicted[:0], of.Predicted...), of.Ended
	}
	return nil
}

// addLeaf adds the leaf of a simulation to the batch, unless the game is over there, all players
// move, its value is known, or an earlier simulation of the batch has the same leaf.
func (p *Judge[S, A]) addLeaf(sim *playout.Simulation[S, A]) error {
	sim.Predicted = sim.Predicted[:0]
	if sim.Ended || sim.Known != 0 {
		return nil
	}
	slot, stored := sim.Node, sim.Node != tree.None
	if stored && p.leaves[slot] != nil {
		p.twins = append(p.twins, sim)
		return nil
	}
	player, err := p.play.List(&sim.State)
	if err != nil {
		return err
	}
	switch {
	case len(p.play.Actions) == 0:
		p.MarkEnd(sim)
	case player == game.Simultaneous:
		if stored && p.tree.IsUnexpanded(slot) {
			_, err = p.Place(sim, slot, player)
		}
	default:
		if player >= 0 && p.choose.Ordered {
			err = p.play.Order(sim, player)
		}
		p.add(sim, player)
	}
	if stored {
		p.leaves[slot] = sim
	}
	return err
}

// store keeps the values of a leaf in its simulation, and its actions and priors in the tree.
func (p *Judge[S, A]) store(sim *playout.Simulation[S, A], at *game.Position[S, A]) error {
	sim.Predicted = append(sim.Predicted[:0], at.Values...)
	if sim.Node == tree.None || !p.tree.IsUnexpanded(sim.Node) {
		return nil
	}
	p.play.Actions = p.play.Actions[:0]
	if at.Player == game.Chance {
		_, _ = p.play.List(&sim.State) // It had no error when the leaf was added.
	} else {
		if p.HasPriors {
			p.order(at)
		}
		p.play.Actions = append(p.play.Actions, at.Actions...)
	}
	p.placing = at.Priors
	_, err := p.Place(sim, sim.Node, at.Player) // Without room the leaf stays one.
	return err
}

// Evaluate leaves the value of a leaf that was predicted, if it can be, in sim.Returns: it mixes
// the prediction with a playout.
func (p *Judge[S, A]) Evaluate(sim *playout.Simulation[S, A]) error {
	if p.Playouts == 0 && len(sim.Predicted) > 0 {
		copy(sim.Returns, sim.Predicted)
		return nil
	}
	if err := p.play.Evaluate(sim); err != nil {
		return err
	}
	for i, v := range sim.Predicted {
		sim.Returns[i] = float64(p.Playouts*sim.Returns[i]) + float64((1-p.Playouts)*v)
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

package mcts

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// batches is the scheduler of [LockStep] and [LeafParallel], and the engine of its batches.
type batches[S any, A comparable] struct {
	*parallel.Batches
	team[S, A]
	w      *worker[S, A]       // the first, which has the tree
	sims   []*simulation[S, A] // of the batch in progress
	known  int                 // actions that had numbers when the batch was selected
	spread bool                // LockStep: every simulation selects a leaf, and those selected count as virtual visits
}

func newBatches[S any, A comparable](rules game.Rules[S, A], cfg Config, workers, size int, spread bool) *batches[S, A] {
	b := &batches[S, A]{spread: spread}
	b.Batches = parallel.NewBatches(b, workers, size)
	var all []*worker[S, A]
	for range workers {
		all = append(all, newWorker(rules, cfg))
	}
	b.team, b.w = teamOf(all...), all[0]
	for range size {
		sim := &simulation[S, A]{}
		sim.Returns = playout.FloatsApart(rules.NumPlayers())
		b.sims = append(b.sims, sim)
	}
	b.w.tree.Virtual = b.spread
	if !b.spread && !b.w.predicts() {
		b.w.tree.Ends = uint32(size)
	}
	return b
}

func (b *batches[S, A]) reset(seed uint64) {
	b.team.reset(seed)
	b.Reset(seed)
}

func (b *batches[S, A]) streams() ([]*rng.Rand, *uint64) { return []*rng.Rand{&b.w.sim.Rand}, &b.Used }

func (b *batches[S, A]) renew() {
	for _, w := range b.all {
		w.play.ShareNumbers(&b.w.play)
	}
	b.Renew()
}

func (b *batches[S, A]) run(r *run, n int) (ran int, err error) {
	for _, sim := range b.sims {
		sim.Plies = append(sim.Plies[:0], b.w.sim.Plies[:b.w.play.History]...)
	}
	return b.Run(&r.Limits, n)
}

// Select implements [parallel.Engine].
func (b *batches[S, A]) Select(i int, seed uint64) error {
	sim := b.sims[i]
	sim.Rand.Seed(seed)
	if i > 0 && !b.spread {
		b.w.play.Copy(&sim.State, &b.sims[0].State)
		if sim.CopyLeaf(&b.sims[0].Pass); sim.Known != 0 {
			b.w.evaluateKnown(sim)
		}
		return nil
	}
	err := b.w.selectLeaf(sim)
	if sim.Known != 0 && err == nil {
		b.w.evaluateKnown(sim)
	}
	if b.spread && err == nil {
		b.w.tree.AddVirtual(&sim.Walk, 1)
	}
	return err
}

// Predict implements [parallel.Engine]. Leaves with simultaneous moves are not predicted.
func (b *batches[S, A]) Predict(n int) (playsOut bool, err error) {
	if b.w.predicts() {
		err = b.w.prior.Predict(b.sims[:n]...)
	}
	b.known = b.w.play.Numbered()
	return !b.w.predicts() || b.w.prior.Playouts > 0 || b.w.play.Simultaneous != nil, err
}

// Evaluate implements [parallel.Engine].
func (b *batches[S, A]) Evaluate(worker, i int) error {
	w, sim := b.all[worker], b.sims[i]
	if !sim.Ended && sim.Known == 0 && w.play.Brake.Pulled() {
		return brake.ErrPulled
	}
	err := w.play.EvaluateFrozen(sim, w.evaluatePredicted)
	if fault := w.play.TakeFault(); err == nil && fault != nil {
		err = b.w.wrong(fault, sim)
	}
	return err
}

// Release implements [parallel.Engine].
func (b *batches[S, A]) Release(n int) {
	if b.spread {
		for _, sim := range b.sims[:n] {
			b.w.tree.AddVirtual(&sim.Walk, -1)
		}
	}
}

// BackUp implements [parallel.Engine].
func (b *batches[S, A]) BackUp(i int) (*policy.Trace, error) {
	sim := b.sims[i]
	if err := b.w.backup(sim); err != nil || b.w.play.Learner() == nil {
		return nil, err
	}
	b.w.play.NumberPlies(sim, b.known)
	return b.w.traceOf(sim), nil
}

// CutOff implements [parallel.Engine].
func (b *batches[S, A]) CutOff(i int, err error) error { return b.w.cutOff(b.sims[i], err) }

// Learner implements [parallel.Engine].
func (b *batches[S, A]) Learner(worker int) policy.Learner { return b.all[worker].play.Learner() }

// Decided implements [parallel.Engine].
func (b *batches[S, A]) Decided() bool { return b.w.decided() }

// forest is the scheduler of [RootParallel].
type forest[S any, A comparable] struct {
	*parallel.Forest
	team[S, A]
}

func newForest[S any, A comparable](rules game.Rules[S, A], cfg Config, p RootParallel) *forest[S, A] {
	n := p.Trees
	f := &forest[S, A]{}
	f.Forest = parallel.NewForest(n, p.Workers, func(tree int) (decided bool, err error) {
		w := f.all[tree]
		err = w.simulate(&w.sim)
		return w.decided(), err
	})
	if cfg.MaxNodes > 0 {
		cfg.MaxNodes = max(1, cfg.MaxNodes/n)
	}
	cfg.MaxBytes /= int64(n)
	seed := cfg.Seed
	for t := range n {
		cfg.Seed = TreeSeed(seed, t)
		f.all = append(f.all, newWorker(rules, cfg))
	}
	f.grow = f.all
	return f
}

func (f *forest[S, A]) run(r *run, n int) (int, error) {
	f.Begun = r.begun
	return f.Run(&r.Limits, r.simulations, n)
}

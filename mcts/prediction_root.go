package mcts

import (
	"fmt"
	"sort"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// perturbed are the priors of the root that a [policy.Perturber] has changed. It is a column, so
// that it sees what the others see, which has values at the root only.
type perturbed[S any, A comparable] struct {
	shownOnly[S, A]
	by     policy.Perturber
	of     *predictor[S, A]
	w      *worker[S, A]
	rand   rng.Rand
	first  uint32    // slot of the first edge of the root
	values []float32 // by edge of the root
	picked []float32
}

// validatePredictionAtRoot reports what does not fit a policy.Perturber.
func validatePredictionAtRoot[S any, A comparable](_ game.Rules[S, A], cfg Config) error {
	if p, ok := cfg.Selection.(policy.Perturber); ok {
		return fmt.Errorf("mcts: Config.Selection is a %T, which is for Config.Root alone", p)
	}
	p, ok := cfg.Root.(policy.Perturber)
	_, isShared := cfg.Parallel.(TreeParallel)
	switch {
	case !ok:
		return nil
	case !policy.NeedsOf(p).Has(policy.NeedPriors | policy.NeedUntried):
		return fmt.Errorf("mcts: Config.Root is a %T, which perturbs priors and does not need them and untried actions", p)
	case isShared:
		return fmt.Errorf("mcts: Config.Root is a %T, and Config.Parallel is a TreeParallel, whose workers would each perturb the priors; want nil, RootParallel or LockStep", p)
	case policy.NeedsOf(p).Has(policy.NeedSimulations) && cfg.Prediction != nil && cfg.Prediction.Playouts == 1:
		return fmt.Errorf("mcts: Config.Root is a %T, which needs values, and Config.Prediction.Playouts is 1; want less", p)
	}
	return nil
}

// addPerturbed prepares the worker for a policy.Perturber.
func (p *predictor[S, A]) addPerturbed(cfg Config) {
	by, ok := cfg.Root.(policy.Perturber)
	if !ok {
		return
	}
	p.atRoot = &perturbed[S, A]{by: by, of: p, w: p.w}
	p.atRoot.reset(cfg.Seed)
	p.w.addColumn(p.atRoot)
	p.w.hooks = append(p.w.hooks, p.atRoot)
}

// reset implements [hook]. The random stream is not that of the simulations, so that noise of no
// size changes nothing.
func (p *perturbed[S, A]) reset(seed uint64) { p.rand.Seed(rng.Mix(seed) ^ rng.Mix(1)) }

// prepare implements [hook]: it perturbs the priors of the root and puts the untried actions into
// order.
func (p *perturbed[S, A]) prepare(bool) error {
	b, first := p.w.rootNode().block()
	switch {
	case b.player == Chance:
		return nil // Run reports it.
	case b.player < 0:
		return fmt.Errorf("mcts: Config.Root is a %T, and all players move at the root, where there are no priors", p.by)
	}
	p.first = first
	p.values = append(p.values[:0], p.of.priors.pick(edges{first: first, n: int(b.count)})...)
	p.by.Perturb(p.values, &p.rand)
	actions := p.w.edges.of(first, b.count)
	perturbed := Position[S, A]{Actions: actions, Priors: p.values}
	if _, err := perturbed.total(); err != nil {
		return fmt.Errorf("mcts: Perturb of %T: %w", p.by, err)
	}
	if !p.of.sorts {
		if b.tried < b.count {
			p.of.next(edges{first: first + b.tried, n: int(b.count - b.tried)})
		}
		return nil
	}
	sort.Stable(&untriedByPrior[S, A]{p, actions, b.tried, b.count})
	return nil
}

// untriedByPrior sorts the untried actions of the root by descending perturbed prior.
type untriedByPrior[S any, A comparable] struct {
	*perturbed[S, A]
	actions      []A
	tried, count uint32
}

func (u *untriedByPrior[S, A]) Len() int { return int(u.count - u.tried) }

func (u *untriedByPrior[S, A]) Less(i, j int) bool {
	return u.values[int(u.tried)+i] > u.values[int(u.tried)+j]
}

func (u *untriedByPrior[S, A]) Swap(i, j int) {
	i, j = i+int(u.tried), j+int(u.tried)
	u.actions[i], u.actions[j] = u.actions[j], u.actions[i]
	u.w.tree.swapColumns(u.first+uint32(i), u.first+uint32(j))
}

// show implements [selectionColumn].
func (p *perturbed[S, A]) show(n *policy.Node, _ *simulation[S, A], at edges) {
	if at.first != p.first {
		return
	}
	if at.places == nil {
		n.Priors = p.values[:at.n]
		return
	}
	p.picked = p.picked[:0]
	for _, k := range *at.places {
		p.picked = append(p.picked, p.values[k])
	}
	n.Priors = p.picked
}

// report implements [reporter].
func (p *perturbed[S, A]) report(slot uint32, to *Child[A]) {
	if to.Perturbed == 0 && p.isAtRoot(slot) {
		to.Perturbed = float64(p.values[slot-p.first])
	}
}

func (p *perturbed[S, A]) isAtRoot(slot uint32) bool {
	return slot >= p.first && int(slot-p.first) < len(p.values)
}

// swap implements [column].
func (p *perturbed[S, A]) swap(i, j uint32) {
	if p.isAtRoot(i) {
		p.values[i-p.first], p.values[j-p.first] = p.values[j-p.first], p.values[i-p.first]
	}
}

// The other methods of [column] and [hook] have nothing to do.

func (*perturbed[S, A]) grow()                            {}
func (*perturbed[S, A]) shrink(int)                       {}
func (*perturbed[S, A]) clear(int, int, int)              {}
func (*perturbed[S, A]) move(int, int, int, int, int)     {}
func (*perturbed[S, A]) bytes() int64                     { return 0 }
func (*perturbed[S, A]) check(*checker, checkedEdge)      {}
func (*perturbed[S, A]) selected(*simulation[S, A]) error { return nil }
func (*perturbed[S, A]) backedUp(*simulation[S, A]) error { return nil }

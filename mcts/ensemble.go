package mcts

import (
	"cmp"
	"errors"
	"fmt"
)

// Ensemble grows independent trees from one root, each from a determinization of its own, and
// merges what they know of the root's actions (Cowling, Ward and Powley, "Ensemble Determinization
// in Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering", IEEE
// TCIAIG 4(4), 2012). The simulations of a Budget are shared out evenly, those that are left over
// to the first trees, one each.
//
// Within a tree the state is fully known, so an Ensemble suffers from strategy fusion and assigns
// no value to gaining or concealing information. It takes at least one chunk of memory per tree;
// see Config.MaxBytes. In the principal variation, the actions of other players are those that most
// of the trees know.
//
// If Config.Parallel is nil, one worker grows all trees; with RootParallel{Workers: n}, several do,
// and find the same. Other kinds, and the Trees and Merge of RootParallel, are refused.
type Ensemble struct {
	Trees int   // determinizations; if zero, DefaultTrees
	Merge Merge // how the trees agree on the final action
}

// DefaultTrees is how many determinizations the paper's Ensemble has.
const DefaultTrees = 40

func (e Ensemble) withDefaults(c *Config) {
	e.Trees = cmp.Or(e.Trees, DefaultTrees)
	c.Hidden, c.Parallel = e, e.parallel(c.Parallel)
}

// parallel returns how the trees grow if the user has asked for p.
func (e Ensemble) parallel(p Parallel) Parallel {
	root, ok := p.(RootParallel)
	if !ok {
		root.Workers = 1
	}
	root.Trees, root.Merge = e.Trees, e.Merge
	return root
}

func (e Ensemble) validate(c Config) error {
	errs := []error{e.Merge.validate("Config.Hidden: Ensemble.Merge")}
	if e.Trees < 0 || e.Trees > maxWorkers {
		errs = append(errs, fmt.Errorf("mcts: Config.Hidden: Ensemble.Trees is %d, want 0..%d", e.Trees, maxWorkers))
	}
	switch p := c.Parallel.(type) {
	case nil:
	case RootParallel:
		if p.Trees != 0 || p.Merge != MergeSum {
			errs = append(errs, errors.New("mcts: Config.Parallel: RootParallel has Trees or Merge, and an Ensemble has its own; want neither"))
		}
	default:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel is a %T, and the trees of an Ensemble grow with nil or RootParallel", p))
	}
	return errors.Join(errs...)
}

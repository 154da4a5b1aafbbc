package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"sync/atomic"
)

// Hidden is how a search treats what the player who chooses cannot see: an Ensemble or an InformationSet. The game must be a
// Determinizer.
//
// What the search finds depends on nothing that this player cannot see: before anything else looks at the root, its hidden
// part is replaced. The player is the one to move at the root, or Config.Player where all players choose at the same
// time. For that reason the search cannot tell whether a root is one that it knows, and every Run starts a new tree:
// Advance keeps nothing, but what the playout policy has learned stays, and it is told of a move (policy.Ager) at every Run. The
// memory is used again.
type Hidden interface {
	validate(c Config) error
}

// Ensemble grows independent trees from one root, each from a determinization of its own, and adds up what they know of
// the root's actions (Cowling, Ward and Powley, "Ensemble Determinization in Monte Carlo Tree Search for the Imperfect
// Information Card Game Magic: The Gathering", IEEE TCIAIG 4(4), 2012). The simulations of a Budget are shared out evenly,
// those that are left over to the first trees, one each.
//
// Within a tree everything is known to everybody, so that it plays as if it could choose by what it cannot see later on,
// and does not value what is learned or given away about hidden cards. It takes one chunk of memory per tree at
// least; see Config.MaxBytes. In the principal variation, the actions of others are those that most of the trees know.
//
// With Config.Parallel zero, one worker grows all trees; with Parallel{Mode: Root, Workers: n}, several do, and find the
// same. Other modes, and the Trees and Merge of Parallel, are refused.
type Ensemble struct {
	Trees       int         // determinizations; if 0, DefaultTrees
	Merge       Merge       // how the trees agree on an answer
	Interesting Interesting // which determinizations are worth a tree; if zero, any
}

// DefaultTrees is how many determinizations the paper's Ensemble has.
const DefaultTrees = 40

// validateHidden reports what is wrong with Config.Hidden, of a Config without defaults.
func validateHidden(c Config) error {
	switch c.Hidden.(type) {
	case nil:
		return nil
	case Ensemble, InformationSet:
		return c.Hidden.validate(c)
	}
	return fmt.Errorf("mcts: Config.Hidden is %T, want an Ensemble or an InformationSet, not a pointer to it or another type", c.Hidden)
}

func (e Ensemble) withDefaults() Ensemble {
	e.Trees = cmp.Or(e.Trees, DefaultTrees)
	e.Interesting = e.Interesting.withDefaults()
	return e
}

// parallel returns how the trees grow, where the user has asked for p.
func (e Ensemble) parallel(p Parallel) Parallel {
	if p.Mode == Serial {
		p.Workers = 1
	}
	return Parallel{Mode: Root, Workers: p.Workers, Trees: e.Trees, Merge: e.Merge}
}

func (e Ensemble) validate(c Config) error {
	p := c.Parallel
	errs := []error{e.Interesting.validate(), p.validate()}
	if e.Trees < 0 || e.Trees > maxWorkers {
		errs = append(errs, fmt.Errorf("mcts: Config.Hidden: Ensemble.Trees is %d, want 0..%d", e.Trees, maxWorkers))
	}
	if e.Merge != Sum && e.Merge != MajorityVote {
		errs = append(errs, fmt.Errorf("mcts: Config.Hidden: Ensemble.Merge is %v, want Sum or MajorityVote", e.Merge))
	}
	switch {
	case p.Mode != Serial && p.Mode != Root:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Mode is %v, and the trees of an Ensemble grow in the mode Serial or Root", p.Mode))
	case p.Trees != 0:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Trees is %d, and with an Ensemble its own Trees count, want 0", p.Trees))
	case p.Merge != Sum:
		errs = append(errs, fmt.Errorf("mcts: Config.Parallel.Merge is %v, and with an Ensemble its own Merge counts, want Sum", p.Merge))
	}
	return errors.Join(errs...)
}

// deals is how a worker draws determinizations.
type deals[S any, A comparable] struct {
	Determinizer[S]
	sets     sets[A]
	observer int
	interest *interest[S, A] // nil: any deal will do
	atLeaves bool
}

// hide prepares the trees for Config.Hidden.
func (s *Search[S, A]) hide(g Game[S, A]) error {
	determinizer, ok := As[Determinizer[S]](g)
	if !ok {
		return fmt.Errorf("mcts: Config.Hidden is %T, and %T has no Determinize", s.cfg.Hidden, g)
	}
	if _, sets := s.cfg.Hidden.(InformationSet); sets && s.w.joints != nil {
		return fmt.Errorf("mcts: Config.Hidden is an InformationSet, which has one player to a node, and in %T players choose at the same time", g)
	}
	for _, w := range s.trees {
		w.deals = &deals[S, A]{Determinizer: determinizer}
		e, _ := s.cfg.Hidden.(Ensemble)
		if !e.Interesting.on() {
			continue
		}
		if w.joints != nil {
			return fmt.Errorf("mcts: Config.Hidden: Ensemble.Interesting compares what one player may do, and in %T players choose at the same time", g)
		}
		var err error
		if w.deals.interest, err = newInterest(w, e.Interesting); err != nil {
			return err
		}
		w.deals.atLeaves = e.Interesting.AtLeaves
	}
	return nil
}

// observer returns from whose point of view root is searched.
func (s *Search[S, A]) observer(root *S) (int, error) {
	switch p := s.w.game.ToMove(root); {
	case p == Chance:
		return 0, errChanceAtRoot
	case p == Simultaneous:
		return s.cfg.Player, nil
	case uint(p) >= uint(len(s.w.returns)):
		return 0, fmt.Errorf("mcts: %T.ToMove is %d, want 0..%d", s.w.game, p, len(s.w.returns)-1)
	default:
		return p, nil
	}
}

// deal gives every tree, whose root is what Run was given, a determinization of it. What comes of it depends on the
// random streams of the trees, not on which worker does it.
func (s *Search[S, A]) deal(r *run[A]) error {
	observer, err := s.observer(&s.w.root)
	if err != nil {
		return err
	}
	var next atomic.Int64
	work := func(int) error {
		for t := next.Add(1); int(t) <= len(s.trees); t = next.Add(1) {
			if err := s.trees[t-1].dealRoot(observer); err != nil {
				return err
			}
		}
		return nil
	}
	if s.engine == nil {
		err = work(0)
	} else {
		err = together(r.ctx, min(s.cfg.Parallel.Workers, len(s.trees)), r.lookout.halt, work)
	}
	if err != nil {
		return err
	}
	return s.agree()
}

// agree reports whether all determinizations have the same actions at the root.
func (s *Search[S, A]) agree() error {
	player, _ := s.root().Player()
	first := s.root().choices(s.answering())
	actions := make(map[A]bool, len(first))
	for _, n := range first {
		actions[n.Action()] = true
	}
	for _, w := range s.trees[1:] {
		root := w.tree.node()
		same := len(root.choices(s.answering())) == len(actions)
		for _, n := range root.choices(s.answering()) {
			same = same && actions[n.Action()]
		}
		if p, _ := root.Player(); p != player || !same {
			return s.w.contradiction()
		}
	}
	return nil
}

// dealRoot puts a determinization in the place of the root, and makes the tree ready for a Run.
func (w *worker[S, A]) dealRoot(observer int) error {
	d := w.deals
	d.observer = observer
	if d.interest == nil || d.atLeaves {
		d.Determinize(&w.root, observer, w.rand)
	} else {
		if err := w.seek(&w.root); err != nil {
			return err
		}
		w.copyState(&w.root, &d.interest.deal)
	}
	err := w.settle()
	if err == nil && w.tree.sets {
		w.tree.settleSet()
	}
	return err
}

// selectDeal is selectLeaf with Config.Hidden.
func (w *worker[S, A]) selectDeal() (ended bool, err error) {
	if w.tree.sets {
		return w.selectSet()
	}
	ended, err = w.selectLeaf()
	if ended || err != nil || !w.deals.atLeaves {
		return ended, err
	}
	if err := w.seek(&w.state); err != nil {
		return false, err
	}
	w.copyState(&w.state, &w.deals.interest.deal)
	return false, nil
}

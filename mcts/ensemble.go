package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"sync/atomic"
)

// HiddenInformation says how a search treats what the player who chooses cannot see. It is an
// [Ensemble] or an [ISMCTS]. The game must be a [Determinizer].
//
// The result depends on nothing that this player cannot see: before anything else looks at the
// root, its hidden part is replaced by a determinization. The player is the one to move at the root
// or, at simultaneous moves, Budget.Player. For the same reason the search cannot tell whether it
// knows a root, and every Run starts a new tree: Advance keeps nothing. What the playout policy has
// learned stays, and decays at every Run. The memory is used again.
type HiddenInformation interface {
	validate(c Config) error
}

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
	Trees       int         // determinizations; if zero, DefaultTrees
	Merge       Merge       // how the trees agree on the final action
	Interesting Interesting // which determinizations are worth a tree; the zero value accepts any
}

// DefaultTrees is how many determinizations the paper's Ensemble has.
const DefaultTrees = 40

// validateHidden reports what is wrong with Config.Hidden, of a Config without defaults.
func validateHidden(c Config) error {
	switch c.Hidden.(type) {
	case nil:
		return nil
	case Ensemble, ISMCTS:
		return c.Hidden.validate(c)
	}
	return fmt.Errorf("mcts: Config.Hidden is a %T, want an Ensemble or an ISMCTS, not a pointer to it or another type", c.Hidden)
}

func (e Ensemble) withDefaults() Ensemble {
	e.Trees = cmp.Or(e.Trees, DefaultTrees)
	e.Interesting = e.Interesting.withDefaults()
	return e
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
	errs := []error{e.Interesting.validate(), e.Merge.validate("Config.Hidden: Ensemble.Merge")}
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

// determinizing is how a worker draws determinizations.
type determinizing[S any, A comparable] struct {
	Determinizer[S]
	w        *worker[S, A]
	observer int
	interest *interest[S, A] // nil: any determinization will do
	timeUp   func() bool     // whether the time of the Run is over
	atLeaves bool
}

// hide prepares the trees for Config.Hidden.
func (s *Search[S, A]) hide() error {
	if s.w.Determinizer == nil {
		return fmt.Errorf("mcts: Config.Hidden is %T, and %T has no Determinize", s.cfg.Hidden, s.w.Game)
	}
	if _, sets := s.cfg.Hidden.(ISMCTS); sets && s.w.Simultaneous != nil {
		return fmt.Errorf("mcts: Config.Hidden is an ISMCTS, which has one player to a node, and %T has simultaneous moves", s.w.Game)
	}
	e, _ := s.cfg.Hidden.(Ensemble)
	for _, w := range s.trees {
		d := &determinizing[S, A]{Determinizer: w.Determinizer, w: w}
		w.determinizing = d
		if m, ok := w.descent.(*informationSets[S, A]); ok {
			m.determinizing, w.hook = d, m
		}
		if !e.Interesting.on() {
			continue
		}
		if w.Simultaneous != nil {
			return fmt.Errorf("mcts: Config.Hidden: Ensemble.Interesting compares what one player may do, and %T has simultaneous moves", w.Game)
		}
		var err error
		if d.interest, err = newInterest(w, e.Interesting); err != nil {
			return err
		}
		if d.atLeaves = e.Interesting.AtLeaves; d.atLeaves {
			w.hook = d
		}
	}
	return nil
}

// observer returns from whose point of view root is searched.
func (s *Search[S, A]) observer(root *S) (int, error) {
	switch p := s.w.ToMove(root); {
	case p == Chance:
		return 0, ErrChanceAtRoot
	case p == Simultaneous:
		return s.player, nil
	case uint(p) >= uint(len(s.w.sums)):
		return 0, fmt.Errorf("mcts: %T.ToMove is %d, want 0..%d", s.w.Game, p, len(s.w.sums)-1)
	default:
		return p, nil
	}
}

// determinizeRoots gives every tree, whose root is what Run was given, a determinization of it. The
// result depends on the random streams of the trees, not on which worker does it.
func (s *Search[S, A]) determinizeRoots(r *run[A]) error {
	observer, err := s.observer(&s.w.root)
	if err != nil {
		return err
	}
	for _, w := range s.trees {
		w.determinizing.timeUp = r.timeUp
	}
	var next atomic.Int64
	work := func(int) error {
		for t := next.Add(1); int(t) <= len(s.trees); t = next.Add(1) {
			if err := s.trees[t-1].determinizeRoot(observer); err != nil {
				return err
			}
		}
		return nil
	}
	if p, ok := s.cfg.Parallel.(RootParallel); ok {
		err = together(r.ctx, min(p.Workers, len(s.trees)), r.signal.stop, work)
	} else {
		err = work(0)
	}
	if err != nil {
		return err
	}
	return s.agree()
}

// agree reports whether all determinizations have the same actions at the root.
func (s *Search[S, A]) agree() error {
	player, _ := s.root().Player()
	first := s.root().choices(s.observing())
	actions := make(map[A]bool, len(first))
	for _, n := range first {
		actions[n.Action()] = true
	}
	for _, w := range s.trees[1:] {
		root := w.tree.node()
		same := len(root.choices(s.observing())) == len(actions)
		for _, n := range root.choices(s.observing()) {
			same = same && actions[n.Action()]
		}
		if p, _ := root.Player(); p != player || !same {
			return s.w.determinizing.contradiction()
		}
	}
	return nil
}

func (d *determinizing[S, A]) contradiction() error {
	return fmt.Errorf("mcts: %T: Determinize contradicts what the player knows: the player to move, or the legal actions, at the root are not the same after all determinizations", d.w.Game)
}

// determinizeRoot puts a determinization in the place of the root and prepares the tree for a Run.
func (w *worker[S, A]) determinizeRoot(observer int) error {
	d := w.determinizing
	d.observer = observer
	if d.interest == nil || d.atLeaves {
		d.Determinize(&w.root, observer, &w.sim.rand)
	} else if err := d.seek(&w.sim, &w.root); err != nil {
		return err
	} else {
		w.Copy(&w.root, &d.interest.candidate)
	}
	if err := w.prepareTree(); err != nil {
		return err
	}
	if m, ok := w.descent.(*informationSets[S, A]); ok {
		m.prepare()
	}
	return nil
}

// begin, selected and backedUp implement [hook] for an Ensemble with Interesting.AtLeaves.
func (d *determinizing[S, A]) begin(*simulation[S, A]) {}

func (d *determinizing[S, A]) selected(sim *simulation[S, A]) error {
	if sim.ended {
		return nil
	}
	if err := d.seek(sim, &sim.state); err != nil {
		return err
	}
	d.w.Copy(&sim.state, &d.interest.candidate)
	return nil
}

func (d *determinizing[S, A]) backedUp(*simulation[S, A]) {}

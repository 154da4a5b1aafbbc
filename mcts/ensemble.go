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
	if _, sets := s.cfg.Hidden.(InformationSet); sets && s.w.Simultaneous != nil {
		return fmt.Errorf("mcts: Config.Hidden is an InformationSet, which has one player to a node, and in %T players choose at the same time", s.w.Game)
	}
	e, _ := s.cfg.Hidden.(Ensemble)
	for _, w := range s.trees {
		d := &determinizing[S, A]{Determinizer: w.Determinizer, w: w}
		w.determinizing = d
		if m, ok := w.descent.(*ismcts[S, A]); ok {
			m.determinizing, w.hook = d, m
		}
		if !e.Interesting.on() {
			continue
		}
		if w.Simultaneous != nil {
			return fmt.Errorf("mcts: Config.Hidden: Ensemble.Interesting compares what one player may do, and in %T players choose at the same time", w.Game)
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
		return 0, errChanceAtRoot
	case p == Simultaneous:
		return s.cfg.Player, nil
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
	if s.cfg.Parallel.Mode == Serial {
		err = work(0)
	} else {
		err = together(r.ctx, min(s.cfg.Parallel.Workers, len(s.trees)), r.signal.stop, work)
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
	return fmt.Errorf("mcts: %T: Determinize contradicts what the player knows: who is to move, or the legal actions, at the root are not the same after all determinizations", d.w.Game)
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
	if m, ok := w.descent.(*ismcts[S, A]); ok {
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

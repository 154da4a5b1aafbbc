package mcts

import (
	"errors"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Check verifies the invariants of every tree and returns what is wrong, or nil. It serves tests,
// also those of strategies and games: whatever they do, the tree must stay sound. It takes time
// proportional to the size of the trees.
func (s *Search[S, A]) Check() error {
	s.idle("Check")
	s.inspection.acquire()
	defer s.inspection.release()
	if !s.phase.hasTree() {
		return nil
	}
	var errs []error
	for _, w := range s.trees {
		errs = append(errs, w.check())
	}
	return errors.Join(errs...)
}

// check verifies the tree and what features keep of it.
func (w *worker[S, A]) check() error {
	return errors.Join(w.tree.Check(func(e tree.Checked, found *tree.Findings) {
		f := &w.known
		if f.solver != nil {
			f.solver.Check(e, found)
		}
		if f.implicit != nil {
			f.implicit.Check(e, found)
		}
		if f.amaf != nil {
			f.amaf.Check(e, found)
		}
		if f.similar != nil {
			f.similar.Check(e, found)
		}
		if w.infoset != nil {
			w.infoset.check(e, found)
		}
	})...)
}

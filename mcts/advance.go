package mcts

import (
	"errors"
	"fmt"
	"slices"
)

// Advance plays an action at the root and keeps the part of the tree below it for the next
// [Search.Run]. The action may be an outcome of chance. At simultaneous moves, Advance takes one
// action of every player, in the order of the players. It reports whether any statistics are kept.
// None are before the first Run, after an error, with Config.FreshTree, with Config.Hidden, and
// with Config.Similarity unless its KeepTree is set; the next Run then starts a new tree.
//
// An action that is not legal at the root is an error, and leaves the search as it was. After
// another error, such as one in the game, the next Run starts a new tree.
//
// Call Advance for every action that is played, whoever chooses it. It does not touch the caller's
// state and only reads actions. It takes time proportional to the size of the tree.
func (s *Search[S, A]) Advance(actions ...A) (kept bool, err error) {
	defer s.hold("Advance")()
	isKnown := s.phase.hasTree() && s.cfg.Hidden == nil
	if isKnown {
		if err := s.validateActions(actions); err != nil {
			return false, err
		}
	}
	s.inspection.setRoot()
	s.advances++
	if s.phase.hasTree() {
		s.phase = stale // In case of an error, or of a panic in the game.
	}
	if !isKnown {
		return false, nil
	}
	s.beginAll()
	for _, w := range s.trees { // No simulation may have been run.
		if _, err := w.expandRoot(listed{}); err != nil {
			return false, err
		}
	}
	player := s.w.play.ToMove(&s.w.root)
	for _, w := range s.workers {
		w.play.FollowBest(actions[0])
	}
	for _, w := range s.trees {
		child := below([]Node[A]{w.rootNode()}, actions...)
		w.play.ApplyAll(&w.root, actions, player == Simultaneous)
		if w.play.Pays {
			w.seen.Advance(w.play.Payment(&w.root, player))
		}
		w.play.Remember(&w.sim, player, actions)
		switch {
		case w.disposable:
			w.tree.Reset()
		case w.graph != nil:
			w.graph.MoveRoot(w.play.Hasher.Hash(&w.root))
		case len(child) == 0:
			w.tree.Reset()
		default:
			w.tree.MoveRoot(child[0].slot)
		}
		if w.known.Noise != nil {
			w.known.Noise.Forget()
		}
	}
	s.phase = advanced
	for _, root := range s.roots() {
		kept = kept || root.Visits() > 0
	}
	return kept, nil
}

// validateActions checks that actions are legal at the root.
func (s *Search[S, A]) validateActions(actions []A) error {
	play := &s.w.play
	player, err := s.list(&s.w.root)
	if err != nil {
		return err
	}
	counts := s.counts(player)
	if player == Chance && play.Sampling != nil {
		counts = nil // The outcomes cannot be listed.
	}
	if want := max(1, len(counts)); len(actions) != want {
		return fmt.Errorf("mcts: Advance got %d actions, want %d", len(actions), want)
	}
	first := 0
	for p, n := range counts {
		if !slices.Contains(play.Actions[first:first+n], actions[p]) {
			return fmt.Errorf("mcts: Advance: %v is not a legal action at the root", actions[p])
		}
		first += n
	}
	return nil
}

// Trim gives the memory that the trees hold and do not use back to the garbage collector, so that
// Result.Bytes falls to what they use. A tree keeps its memory for the next Run: after Advance,
// what the dropped part took, and after an error or Reset, all of it. Call Trim after Advance if
// other programs or other searches need the memory more than this one needs the time to allocate it
// again.
//
// Trim changes nothing in what the search finds, with Config.MaxBytes, too. It takes time
// proportional to the size of the trees with [TreeParallel], with AMAF statistics and with
// Config.Graph, and hardly any otherwise. What playout policies and [Similarity] have learned stays
// as it is. Trim panics if the search is running.
func (s *Search[S, A]) Trim() {
	defer s.hold("Trim")()
	for _, w := range s.trees {
		if w.tree.Bytes() == 0 {
			continue // There has been no Run.
		}
		if !s.phase.hasTree() {
			w.empty()
		}
		if w.graph != nil {
			w.graph.Trim()
		} else {
			w.tree.Compact()
		}
		if w.known.AMAF != nil {
			w.known.AMAF.Trim()
		}
		w.tree.Shrink(false)
	}
	if len(s.trees) == 1 {
		for _, w := range s.workers { // They share the tree, or have none.
			w.tree.ShrinkLike(&s.w.tree)
		}
	}
}

// Check verifies the invariants of every tree and returns what is wrong, or nil. It is meant for
// tests, including tests of strategies and games: whatever they do, the tree must stay sound. It
// takes time proportional to the size of the trees.
func (s *Search[S, A]) Check() error {
	defer s.hold("Check")()
	if !s.phase.hasTree() {
		return nil
	}
	var errs []error
	for _, w := range s.trees[:s.begun] {
		errs = append(errs, w.check())
	}
	return errors.Join(errs...)
}

// check verifies the tree and what features keep of it.
func (w *worker[S, A]) check() error {
	err := errors.Join(w.tree.Check(w.known.Check)...)
	if w.graph != nil {
		err = errors.Join(err, w.graph.CheckNodes())
	}
	return err
}

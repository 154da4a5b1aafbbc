package mcts

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// phase is what a search knows between two Runs.
//
//	          Run         Advance     error before the first simulation     later error or panic
//	fresh     rooted      fresh       fresh                                 broken
//	rooted    rooted      advanced    stale                                 broken
//	advanced  rooted      advanced    stale                                 broken
//	stale     rooted      stale       stale                                 broken
//	broken    rooted      broken      broken                                broken
//
// An Advance that keeps nothing leads from rooted or advanced to stale. Reset leads to fresh. A
// root or an action that is refused changes nothing.
type phase int

const (
	fresh    phase = iota // Nothing is known.
	rooted                // The trees belong to the root of the last Run.
	advanced              // The trees belong to a root that was reached by Advance since the last Run.
	stale                 // The trees belong to no root. Playout policies have learned.
	broken                // After an error or a panic, neither trees nor playout policies are sound.
)

// hasTree reports whether the trees belong to a root.
func (p phase) hasTree() bool { return p == rooted || p == advanced }

// prepare makes the trees ready to run simulations from root.
func (s *Search[S, A]) prepare(r *run, root *S) error {
	before := s.phase
	isNew := !before.hasTree() || s.cfg.Hidden != nil || s.w.choose.Needs.Has(policy.NeedSimulations) || !reflect.DeepEqual(&s.w.root, root)
	rootList, err := s.refuse(root, isNew) // the list is of the first tree
	if err != nil {
		return err
	}
	rootChanged := before == advanced || before == stale // since the policies have learned
	if s.phase = stale; before == fresh || before == broken {
		s.phase = before
	}
	if isNew {
		s.begun = 0
		s.w.renew(root)
		for _, w := range s.workers {
			w.play.ForgetBest()
		}
		s.inspection.setRoot()
		rootChanged = rootChanged || before == rooted
		s.moves++
	} else if before == advanced {
		s.moves++
	}
	if before == broken {
		if err := s.forget(); err != nil {
			return err
		}
		s.phase = fresh
	}
	for _, w := range s.workers {
		if d, ok := w.play.Chooser().(policy.Decayer); ok && rootChanged {
			d.Decay(max(s.advances, 1))
		}
	}
	s.advances = 0
	if s.cfg.Hidden != nil {
		err = s.determinizeRoots(r, root)
	} else {
		err = s.beginTrees(r, root, rootList)
	}
	if err != nil {
		return err
	}
	for t, w := range s.trees {
		if w.newRoot = w.newRoot || rootChanged; t >= s.begun {
			if w.tree.Bytes() > 0 {
				w.empty()
			}
			continue
		}
		if w.newRoot {
			w.seen.NewRoot()
		}
		if err := w.known.Prepare(w.newRoot); err != nil {
			return err
		}
		w.newRoot = false
	}
	for _, w := range s.workers {
		w.shorten()
	}
	if s.cfg.MaxNodes > 0 {
		// There is room for as many simulations as try all actions of the root: one for each action
		// or, at simultaneous moves, for each action of the player with the most.
		most := 0
		for p := range s.w.tree.Players() {
			most = max(most, int(s.root().choicesOf(p).Count()))
		}
		for _, w := range s.trees {
			w.tree.LimitNodes(max(s.cfg.MaxNodes/len(s.trees), 1+most))
		}
	}
	return nil
}

// beginTrees makes the trees ready for a Run, with the actions of the root in them. If there is too
// little time for all of them, some have no root, the last ones.
func (s *Search[S, A]) beginTrees(r *run, root *S, l listed) error {
	for t, w := range s.trees {
		if t >= s.begun {
			if t > 0 {
				if r.beginsNoMore() {
					break
				}
				w.renew(root)
			}
			s.begun++
		}
		if err := w.prepareTree(l); err != nil {
			return err
		}
		l = listed{}
	}
	return nil
}

// beginAll gives a root to the trees that have none.
func (s *Search[S, A]) beginAll() {
	for _, w := range s.trees[s.begun:] {
		w.renew(&s.w.root)
	}
	s.begun = len(s.trees)
}

// empty drops the nodes of the tree.
func (w *worker[S, A]) empty() {
	if w.tree.Reset(); w.infoset != nil {
		w.infoset.Drop()
	}
}

// renew gives the worker a new tree.
func (w *worker[S, A]) renew(root *S) {
	if w.infoset == nil || !w.infoset.Keeps() {
		w.tree.Reset()
	}
	w.play.Copy(&w.root, root)
	w.play.History = 0
}

// refuse returns an error if there is nothing to choose at root, or if the game lists an action
// twice there or, at the root of the trees, other actions than these have.
func (s *Search[S, A]) refuse(root *S, isNew bool) (l listed, err error) {
	player, known := Chance, false
	if !isNew {
		player, known = s.root().Player()
	}
	if before := player; !known || before != Chance {
		if player, err = s.list(root); err == nil && known && player != before {
			err = fmt.Errorf("mcts: %T: player %d chooses at the root now, and %d did before", s.rules.Game, player, before)
		}
	}
	switch {
	case err != nil:
	case player != Chance:
		if err = s.refuseRepeated(player); err == nil && known {
			err = s.refuseOthers(player)
		}
	case s.foresees < 0:
		err = ErrChanceAtRoot
	}
	return listed{!known, player}, err
}

// list lists what can be played at root, and returns who moves there.
func (s *Search[S, A]) list(root *S) (player int, err error) {
	player, err = s.w.play.List(root)
	if err == nil && player != Chance && len(s.w.play.Actions) == 0 {
		err = ErrTerminal
	}
	return player, err
}

// counts returns how many of the actions that were listed last belong to each player, or to the
// only one who moves.
func (s *Search[S, A]) counts(player int) []int {
	if player == Simultaneous {
		return s.w.play.Counts
	}
	return []int{len(s.w.play.Actions)}
}

// refuseRepeated returns an error if a player has an action twice among those that were listed
// last.
func (s *Search[S, A]) refuseRepeated(player int) error {
	actions := s.w.play.Actions
	for _, n := range s.counts(player) {
		if a, twice := repeated(actions[:n]); twice {
			return fmt.Errorf("mcts: %T: %v is listed twice among the actions at the root", s.rules.Game, a)
		}
		actions = actions[n:]
	}
	return nil
}

// refuseOthers returns an error if the actions that were listed last are others than the root of
// the trees has.
func (s *Search[S, A]) refuseOthers(player int) error {
	actions := s.w.play.Actions
	for p, n := range s.counts(player) {
		if player >= 0 {
			p = player
		}
		known := tree.ActionsOf[A](s.root().choicesOf(p))
		if a, ok := missing(actions[:n], known); ok {
			return fmt.Errorf("mcts: %T: %v is listed among the actions at the root now, and was not before", s.rules.Game, a)
		}
		if a, ok := missing(known, actions[:n]); ok {
			return fmt.Errorf("mcts: %T: %v was listed among the actions at the root before, and is not now", s.rules.Game, a)
		}
		actions = actions[n:]
	}
	return nil
}

// few is the length of lists for which a map is slower than a look at all elements.
const few = 32

// missing returns the first element of a list that another one has not.
func missing[A comparable](list, other []A) (a A, ok bool) {
	var known map[A]bool
	if len(other) > few {
		known = make(map[A]bool, len(other))
		for _, a := range other {
			known[a] = true
		}
	}
	for i, a := range list {
		if i < len(other) && a == other[i] || known[a] || known == nil && slices.Contains(other, a) {
			continue
		}
		return a, true
	}
	return a, false
}

// repeated returns the first element that is in a list twice.
func repeated[A comparable](list []A) (a A, ok bool) {
	if len(list) <= few {
		for i, a := range list {
			for _, b := range list[:i] {
				if a == b {
					return a, true
				}
			}
		}
		return a, false
	}
	known := make(map[A]bool, len(list))
	for _, a := range list {
		if known[a] {
			return a, true
		}
		known[a] = true
	}
	return a, false
}

// forget drops what the search has learned, except for its trees.
func (s *Search[S, A]) forget() error {
	for _, w := range s.workers {
		w.play.ForgetBest()
		w.seen.Reset()
		w.choose.Scale(w.seen.Units())
	}
	for t, w := range s.trees {
		w.known.Reset(TreeSeed(s.cfg.Seed, t))
	}
	return s.resetPolicies()
}

// resetPolicies makes the live playout policies, which know nothing yet, and forgets the numbers of
// the actions.
func (s *Search[S, A]) resetPolicies() error {
	_, uniform := s.cfg.Playout.(policy.Uniform)
	for _, w := range s.workers {
		if w.play.ForgetNumbers(); uniform && w.play.Chooser() == nil {
			continue
		}
		if err := w.play.SetPolicy(s.cfg.Playout); err != nil {
			return err
		}
	}
	s.scheduler.renew()
	return nil
}

// prepareTree makes the tree of the worker ready for a Run, with the actions of the root in it.
func (w *worker[S, A]) prepareTree(l listed) error {
	w.tree.BeginRun()
	w.seen.BeginRun()
	switch child, err := w.expandRoot(l); {
	case err != nil:
		return err
	case child == tree.Terminal:
		return ErrTerminal
	case child == tree.Unexpanded:
		return errors.New("mcts: Config.MaxBytes has no room for the actions of the root")
	default:
		// The walk must ask Config.Root at the root, where it would take a short way to
		// Config.Selection.
		if b := w.tree.Block(child); w.choose.NeedsMark() && b.Player >= 0 {
			w.tree.Mark(child)
		}
	}
	return nil
}

// visitsLeft returns how many more simulations the 32 bits of visits can count, if they are shared
// evenly.
func (s *Search[S, A]) visitsLeft() int {
	left := int64(math.MaxUint32)
	for _, w := range s.trees[:s.begun] {
		visits, _ := w.tree.Edge(tree.Root)
		if left = min(left, math.MaxUint32-int64(visits)); w.graph != nil {
			left = min(left, w.graph.VisitsLeft())
		}
	}
	return int(min(left*int64(s.begun), math.MaxInt))
}

package mcts

import (
	"fmt"
	"io"

	"github.com/banyan-go/banyan/policy"
)

// Save writes the search to w: its trees, its random streams, what playout policies and
// [Similarity] have learned, and the Seed. A search made with the same game and the same Config
// goes on, after [Search.Load], as this one would have done without interruption: if the budget
// counts simulations, equal calls give equal results, to the bit, except for Result.Elapsed and
// perhaps a smaller Result.Bytes; see [Search.Trim]. Equal searches write equal bytes. Save changes
// nothing in the search.
//
// The position at the root is not written, and actions are written as places in the lists of the
// game, so states and actions of any type can be saved. The game therefore has to list the actions
// of every node of the tree again, as in a simulation, when it is saved and when it is loaded. Only
// the numbers of actions in a game that is no [Indexer], if a strategy reads them, are saved with
// the actions: these must be numbers, texts, arrays and structs of exported fields, or implement
// [encoding.BinaryAppender], or [encoding.BinaryMarshaler], and [encoding.BinaryUnmarshaler].
//
// Not saved are the trees with Config.Hidden, which every Run replaces, what [Search.Inspect] shows
// of the last Run, and what belongs to the caller: the state of a [Predictor] and of Config.Clock.
// A search with [TreeParallel] can be saved, though no two of its Runs are the same.
//
// Save returns [ErrBusy] while the search is running, in the loop over Watch, too; to save a long
// search now and then, divide it into several Runs. The error of a playout policy that learns and
// is no [policy.Saver], and of actions that cannot be saved, wraps [errors.ErrUnsupported]. An
// error of w is wrapped. After any error, what is written is not complete. To replace a file such
// that it is complete at any time, write a temporary file first and rename it; see the example.
func (s *Search[S, A]) Save(w io.Writer) error {
	if !s.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	defer s.busy.Store(false)
	s.inspection.acquire()
	defer s.inspection.release()
	e := newEncoder(w)
	s.saveProperties(e)
	s.saveSearch(e)
	for _, w := range s.trees {
		if err := s.saveWorker(e, w); err != nil {
			return fmt.Errorf("mcts: Save: %w", err)
		}
	}
	if err := e.end(); err != nil {
		return fmt.Errorf("mcts: Save: %w", err)
	}
	return nil
}

// savedPhase is the phase of what is saved. Trees that every Run replaces are not saved.
func (s *Search[S, A]) savedPhase() phase {
	if s.phase.hasTree() && s.reroot != nil {
		return stale
	}
	return s.phase
}

// saveSearch saves what the trees have in common.
func (s *Search[S, A]) saveSearch(e *encoder) {
	phase := s.savedPhase()
	e.uint(uint64(phase))
	e.uint(s.cfg.Seed)
	e.uint(s.moves)
	e.uint(uint64(s.advances))
	e.uint(uint64(s.player))
	if phase.hasTree() {
		e.string(s.positionOf(&s.w.root))
	}
	s.scheduler.save(e)
}

// numbersOf returns the numbers of actions that the worker of a tree uses.
func (s *Search[S, A]) numbersOf(w *worker[S, A]) map[A]int32 {
	if h, ok := s.scheduler.(*sharedTree[S, A]); ok {
		return h.numbers
	}
	return w.numbers
}

// saveWorker saves a worker with its tree.
func (s *Search[S, A]) saveWorker(e *encoder, w *worker[S, A]) error {
	if s.phase == broken {
		return nil // The next Run forgets everything.
	}
	saveNumbers(e, s.numbersOf(w))
	if w.chooser != nil {
		var err error
		if e.buf, err = policy.AppendLearned(e.buf, w.chooser); err != nil {
			return fmt.Errorf("Config.Playout: %w", err)
		}
	}
	e.uint(uint64(w.history))
	for _, p := range w.sim.plies[:w.history] {
		e.uint(uint64(p.Action))
		e.uint(uint64(p.Player))
		e.uint(uint64(p.Joint))
	}
	blocks := savedBlocks(noBlocks)
	if s.savedPhase().hasTree() {
		if err := w.saveTree(e); err != nil {
			return err
		}
		blocks = w.tree.savedBlocks()
	}
	for _, f := range w.savers() {
		f.save(e, blocks)
	}
	return e.err
}

// savers returns the columns and the hooks, each of them once.
func (w *worker[S, A]) savers() (all []saver) {
	for _, c := range w.tree.columns {
		all = append(all, c)
	}
	for _, h := range w.hooks {
		if _, isColumn := h.(column); !isColumn {
			all = append(all, h)
		}
	}
	return all
}

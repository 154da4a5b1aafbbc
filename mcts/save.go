package mcts

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/banyan-go/banyan/internal/fingerprint"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/replay"
	"github.com/banyan-go/banyan/policy"
)

// Save writes the search to w: its trees, its random streams, what playout policies have learned,
// and the Seed. A search made with the same game and the same Config goes on, after [Search.Load],
// as this one would have done without interruption: if the budget counts simulations, equal calls
// give equal results, to the bit, except for Result.Elapsed and perhaps a smaller Result.Bytes; see
// [Search.Trim]. Equal searches write equal bytes. Save changes nothing in the search.
//
// The position at the root is not written, and actions are written as places in the lists of the
// game, so states and actions of any type can be saved. The game therefore has to list the actions
// of every node of the tree again, as in a simulation, when it is saved and when it is loaded.
//
// Not saved are the trees with Config.Hidden, which every Run replaces, what [Search.Inspect] shows
// of the last Run, and what belongs to the caller: the state of a [Predictor] and of Config.Clock.
// A search with [TreeParallel] can be saved, though no two of its Runs are the same.
//
// Three kinds of searches cannot be saved, because it would cost more than it is worth: those with
// [Config.Similarity], those that read AMAF statistics, and those with a strategy that reads the
// numbers of actions in a game that is no [Indexer]. Save then returns an error that says so and
// wraps [errors.ErrUnsupported], as does the error of a playout policy that learns and is no
// [policy.Saver].
//
// Save returns [ErrBusy] while the search is running, in the loop over Watch, too; to save a long
// search now and then, divide it into several Runs. An error of w is wrapped. After any error, what
// is written is not complete. To replace a file such that it is complete at any time, write a
// temporary file first and rename it; see the example.
func (s *Search[S, A]) Save(w io.Writer) error {
	if !s.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	defer s.busy.Store(false)
	s.inspection.acquire()
	defer s.inspection.release()
	e := wire.NewWriter(w, savedMagic, savedVersion)
	err := s.canSave()
	if err == nil {
		fingerprint.Save(e, s.properties())
		s.saveSearch(e)
	}
	for _, w := range s.trees {
		if err == nil && s.phase != broken { // Otherwise the next Run forgets everything.
			err = s.saveWorker(e, w)
		}
	}
	if err == nil {
		err = e.End()
	}
	if err != nil {
		return fmt.Errorf("mcts: Save: %w", err)
	}
	return nil
}

// canSave returns an error that says why the search cannot be saved.
func (s *Search[S, A]) canSave() error {
	switch {
	case s.cfg.Similarity != nil:
		return fmt.Errorf("Config.Similarity is set, whose signatures and positions are not saved: %w", errors.ErrUnsupported)
	case s.w.known.AMAF != nil:
		return fmt.Errorf("the selection reads AMAF statistics, which are not saved: %w", errors.ErrUnsupported)
	case s.rules.Indexer == nil && s.w.play.Numbered() > 0:
		return fmt.Errorf("actions have numbers in the order of their appearance, which are not saved; want NumActions and ActionIndex of %T: %w", s.rules.Game, errors.ErrUnsupported)
	}
	return nil
}

// savedPhase is the phase of what is saved. Trees that every Run replaces are not saved.
func (s *Search[S, A]) savedPhase() phase {
	if s.phase.hasTree() && s.cfg.Hidden != nil {
		return stale
	}
	return s.phase
}

// saveSearch saves what the trees have in common.
func (s *Search[S, A]) saveSearch(e *wire.Writer) {
	phase := s.savedPhase()
	e.Uint(uint64(phase))
	e.Uint(s.cfg.Seed)
	e.Uint(s.moves)
	e.Uint(uint64(s.advances))
	e.Uint(uint64(s.player))
	if phase.hasTree() {
		e.String(s.positionOf(&s.w.root))
	}
	streams, counted := s.scheduler.streams()
	for _, r := range streams {
		e.Marshal(r)
	}
	e.Uint(*counted)
}

// saveWorker saves a worker with its tree.
func (s *Search[S, A]) saveWorker(e *wire.Writer, w *worker[S, A]) error {
	if c := w.play.Chooser(); c != nil {
		if err := e.Append(func(b []byte) ([]byte, error) { return policy.AppendLearned(b, c) }); err != nil {
			return fmt.Errorf("Config.Playout: %w", err)
		}
	}
	e.Uint(uint64(w.play.History))
	for _, p := range w.sim.Plies[:w.play.History] {
		e.Uint(uint64(p.Action))
		e.Uint(uint64(p.Player))
		e.Uint(uint64(p.Joint))
	}
	hasTree := s.savedPhase().hasTree()
	if hasTree {
		w.tree.Save(e)
		if err := replay.Save(e, &w.play, &w.tree, &w.root); err != nil {
			return err
		}
	}
	w.known.Save(e, &w.tree, hasTree)
	return e.Err()
}

// properties are the game and the configuration as far as they decide what a search finds. Clock
// does not, Seed is saved, and Workers decides in TreeParallel only.
func (s *Search[S, A]) properties() []fingerprint.Property {
	all := []fingerprint.Property{
		{Name: "the game", Text: fingerprint.Of(reflect.ValueOf(s.rules.Game))},
		{Name: "the type of states", Text: reflect.TypeFor[S]().String()},
		{Name: "the type of actions", Text: reflect.TypeFor[A]().String()},
		{Name: "the whole playout"},
	}
	if f, ok := s.rules.Playouter.(playout.Whole[S]); ok {
		all[len(all)-1].Text = fingerprint.Of(reflect.ValueOf(f))
	}
	return append(all, s.cfg.properties()...)
}

func (c Config) properties() []fingerprint.Property {
	c.Seed, c.Clock = 0, nil
	switch p := c.Parallel.(type) {
	case RootParallel:
		p.Workers = 0
		c.Parallel = p
	case LeafParallel:
		p.Workers = 0
		c.Parallel = p
	case LockStep:
		p.Workers = 0
		c.Parallel = p
	}
	return fingerprint.Fields("Config.", reflect.ValueOf(c))
}

// positionOf describes a state, as far as that is possible; see [fingerprint.Of].
func (s *Search[S, A]) positionOf(state *S) string {
	text := fingerprint.Of(reflect.ValueOf(state).Elem())
	if s.rules.Hasher != nil {
		text += fmt.Sprintf(", hash %016x", s.rules.Hasher.Hash(state))
	}
	return text
}

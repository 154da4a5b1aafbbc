package mcts

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/banyan-go/banyan/internal/fingerprint"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/replay"
	"github.com/banyan-go/banyan/policy"
)

// What the bytes of a saved search begin with.
const (
	savedMagic   = "banyan\r\n"
	savedVersion = 2
)

// Errors of Load that a caller may want to recognise. The messages of the errors that wrap them say
// more.
var (
	ErrVersion  = errors.New("mcts: the search was saved in another version of the format")
	ErrDamaged  = errors.New("mcts: the data is damaged, incomplete or no saved search")
	ErrMismatch = errors.New("mcts: the search was saved with another game, configuration or position")
)

// Load reads to the end of r what [Search.Save] has written, and replaces everything that the
// search knows by it. root is the position that the saved search had at its root: that of its last
// Run, or the one that Advance calls since then have led to. It is only read. If the saved search
// had no tree, as before its first Run and with Config.Hidden, root is ignored and may be nil.
//
// The search must be made with the same game and the same Config. Clock and Seed may be others, and
// so may be the number of Workers, but not with TreeParallel, nor with a RootParallel whose Trees
// are as many as its Workers. Game, Config and root are compared as far as they are values:
// pointers, functions and channels in them count by their types only, and root by its Hash as well.
// The actions in the tree are compared with those of the game. Another version of the format is an
// [ErrVersion], a difference an [ErrMismatch], and data that Save cannot have written an
// [ErrDamaged], whose texts say what is wrong. An error of r is wrapped. An error leaves the search
// as it was, unless it is found after the game, the Config and the position were compared: then the
// search knows nothing, as after Reset with its old seed.
//
// Load does not trust the data. It never panics, as long as the game keeps its contract, and its
// memory is at most proportional to their length. Limits of the Config hold. But whoever can write
// the data decides what the search finds.
//
// Load returns [ErrBusy] while the search is running.
func (s *Search[S, A]) Load(r io.Reader, root *S) (err error) {
	if !s.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	defer s.busy.Store(false)
	s.inspection.acquire()
	defer s.inspection.release()
	data, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("mcts: Load: %w", err)
	}
	body, err := wire.Open(data, savedMagic, savedVersion)
	if errors.As(err, new(wire.VersionError)) {
		return fmt.Errorf("%w: %w", ErrVersion, err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	head, err := s.loadHead(body, root)
	if err != nil {
		return errorOf(body, err)
	}
	before, loaded := s.cfg.Seed, false
	defer func() {
		if !loaded { // The game may have panicked, too.
			err = errors.Join(err, s.forgetAll(before))
		}
	}()
	if err := s.loadBody(body, head, root); err != nil {
		return errorOf(body, err)
	}
	s.phase, loaded = head.phase, true
	return nil
}

// forgetAll is restart that drops the memory of the trees, too.
func (s *Search[S, A]) forgetAll(seed uint64) error {
	for _, w := range s.workers {
		if w.known.AMAF != nil {
			w.known.AMAF.Drop()
		}
		w.tree.Shrink(true)
	}
	return s.restart(seed)
}

// errorOf returns the error of what is read from r, or else err.
func errorOf(r *wire.Reader, err error) error {
	if c := replay.Contradiction(""); errors.As(err, &c) {
		return fmt.Errorf("%w: %w", ErrMismatch, err)
	}
	if r.Err() != nil && errors.Is(err, r.Err()) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// savedHead is what saveSearch saves, except for the random streams.
type savedHead struct {
	phase    phase
	seed     uint64
	moves    uint64
	advances int
	player   int
}

// loadHead reads everything up to the random streams, and verifies it. It changes nothing.
func (s *Search[S, A]) loadHead(r *wire.Reader, root *S) (h savedHead, err error) {
	if differences := fingerprint.Compare(r, s.properties()); len(differences) > 0 {
		return h, fmt.Errorf("%w: %s", ErrMismatch, strings.Join(differences, "; "))
	}
	if r.Err() != nil {
		return h, r.Err()
	}
	h.phase, h.seed, h.moves = phase(r.Upto(uint64(broken))), r.Uint(), r.Uint()
	h.advances, h.player = int(r.Upto(math.MaxInt32)), int(r.Upto(uint64(len(s.w.sums)-1)))
	if !h.phase.hasTree() {
		return h, r.Err()
	}
	position := r.String()
	if s.cfg.Hidden != nil {
		r.Fail("there is a tree, which Config.Hidden excludes")
	}
	switch {
	case r.Err() != nil:
		return h, r.Err()
	case root == nil:
		return h, fmt.Errorf("%w: the root is nil, want the position of the saved tree", ErrMismatch)
	}
	if now := s.positionOf(root); now != position {
		return h, fmt.Errorf("%w: the root was %s and is %s", ErrMismatch, position, now)
	}
	return h, r.Err()
}

// loadBody replaces what the search knows.
func (s *Search[S, A]) loadBody(r *wire.Reader, h savedHead, root *S) error {
	if err := s.forgetAll(h.seed); err != nil {
		return err
	}
	s.moves, s.advances, s.player = h.moves, h.advances, h.player
	streams, counted := s.scheduler.streams()
	for _, to := range streams {
		r.Unmarshal(to)
	}
	*counted = r.Uint()
	for t, w := range s.trees {
		if h.phase.hasTree() {
			w.play.Copy(&w.root, root)
		}
		if h.phase != broken {
			if err := s.loadWorker(r, h.phase.hasTree(), t); err != nil {
				return err
			}
		}
	}
	if err := r.End(); err != nil || !h.phase.hasTree() {
		return err
	}
	for _, w := range s.trees {
		if err := w.check(); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return nil
}

// loadWorker loads what saveWorker has saved into the t-th tree and its workers.
func (s *Search[S, A]) loadWorker(r *wire.Reader, hasTree bool, t int) error {
	w, workers := s.trees[t], s.workers
	if len(s.trees) > 1 {
		workers = s.trees[t : t+1]
	}
	if err := loadLearned(r, workers); err != nil {
		return err
	}
	loadHistory(r, w)
	if hasTree {
		w.tree.Load(r, len(workers), w.play.Simultaneous != nil)
		if r.Err() != nil {
			return r.Err()
		}
		if err := replay.Load(r, &w.play, &w.tree, &w.root); err != nil {
			return err
		}
	}
	w.known.Load(r, &w.tree, hasTree)
	return r.Err()
}

// loadLearned gives the playout policies of all workers what one of them has learned.
func loadLearned[S any, A comparable](r *wire.Reader, workers []*worker[S, A]) error {
	if workers[0].play.Chooser() == nil {
		return nil
	}
	framed := wire.AppendBytes(nil, r.Bytes())
	if r.Err() != nil {
		return r.Err()
	}
	for _, w := range workers {
		if _, err := policy.RestoreLearned(framed, w.play.Chooser()); err != nil {
			return fmt.Errorf("%w: Config.Playout: %w", ErrDamaged, err)
		}
	}
	return nil
}

// loadHistory loads the plies before the root.
func loadHistory[S any, A comparable](r *wire.Reader, w *worker[S, A]) {
	numbers := 0
	if w.play.Indexer != nil {
		numbers = w.play.Indexer.NumActions()
	}
	w.sim.Plies = w.sim.Plies[:0]
	for range r.Count(3) {
		p := policy.Ply{
			Action: int32(r.Upto(math.MaxInt32)), Player: int16(r.Upto(uint64(min(len(w.sums), math.MaxInt16) - 1))),
			Joint: uint16(r.Upto(math.MaxUint16)),
		}
		if int(p.Action) >= numbers || int(p.Joint) >= len(w.sums) {
			r.Fail("a ply before the root is %+v", p)
		}
		if r.Err() != nil {
			return
		}
		w.sim.Plies = append(w.sim.Plies, p)
	}
	w.play.History = len(w.sim.Plies)
}

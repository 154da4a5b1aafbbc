package mcts

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"github.com/banyan-go/banyan/internal/fingerprint"
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/replay"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// What the bytes of a saved search begin with.
const (
	savedMagic   = "banyan\r\n"
	savedVersion = 2
)

// Errors of Load that a caller may want to recognize. The messages of the errors that wrap them say
// more.
var (
	ErrVersion  = errors.New("mcts: the search was saved in another version of the format")
	ErrDamaged  = errors.New("mcts: the data is damaged, incomplete or no saved search")
	ErrMismatch = errors.New("mcts: the search was saved with another game, configuration or position")
)

// Save writes the search to w: its trees, its random streams, what playout policies have learned,
// and the Seed. A search made with the same game and the same Config continues, after
// [Search.Load], as this one would have done without interruption: if the budget counts
// simulations, equal calls give equal results, bit for bit, except for Result.Elapsed and perhaps a
// smaller Result.Bytes; see [Search.Trim]. A loaded tree is packed in another order. So if it has
// reached Config.MaxBytes, or reaches it later, it may have other nodes than without interruption:
// more of them, or a few less, those with the fewest visits. Equal searches write equal bytes. Save
// changes nothing in the search.
//
// The position at the root is not written, and actions are written as places in the lists of the
// game, so states and actions of any type can be saved. The game therefore has to list the actions
// of every node of the tree again, as in a simulation, when it is saved and when it is loaded. With
// Config.Graph, it also has to hash them: whatever line leads to a position, Load finds out again
// that it is the same.
//
// Not saved are the trees with Config.Hidden, which every Run replaces, what [Search.Inspect] shows
// of the last Run, and what belongs to the caller: the state of a [Predictor] and of Config.Clock.
// A search with [TreeParallel] can be saved, though no two of its Runs are the same.
//
// Five kinds of searches cannot be saved, because it would cost more than it gains: those with the
// Beliefs of an [ISMCTS], those with [Config.Similarity], those that read AMAF statistics, those
// with a strategy that reads the numbers of actions in a game that is no [Indexer], and searches of
// a [SamplingGame]. Save then returns an error that says so and wraps [errors.ErrUnsupported], as
// does the error of a playout policy that learns and is no [policy.Saver].
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
	c := wire.NewWriter(w, savedMagic, savedVersion)
	if err := s.canSave(); err != nil {
		return fmt.Errorf("mcts: Save: %w", err)
	}
	now := s.progress
	if now.phase.hasTree() && s.cfg.Hidden != nil {
		now.phase = stale // Every Run replaces the trees.
	}
	if len(s.trees) == 1 {
		for _, w := range s.workers[1:] {
			s.w.play.TakeBest(&w.play)
		}
	}
	if now.phase.hasTree() {
		s.beginAll()
	}
	seed := s.cfg.Seed
	s.codeHead(c, &now, &seed, &s.w.root)
	s.codeBody(c, now.phase)
	if err := c.End(); err != nil {
		return fmt.Errorf("mcts: Save: %w", err)
	}
	return nil
}

// canSave returns an error with the reason why the search cannot be saved.
func (s *Search[S, A]) canSave() error {
	sets, _ := s.cfg.Hidden.(ISMCTS)
	switch {
	case sets.Beliefs:
		return fmt.Errorf("Config.Hidden is an ISMCTS with Beliefs, whose states are not saved: %w", errors.ErrUnsupported)
	case s.rules.Sampling != nil:
		return fmt.Errorf("the outcomes of chance of %T cannot be listed, by which they are saved: %w", s.rules.Game, errors.ErrUnsupported)
	case s.cfg.Similarity != nil:
		return fmt.Errorf("Config.Similarity is set, whose signatures and positions are not saved: %w", errors.ErrUnsupported)
	case s.w.known.AMAF != nil:
		return fmt.Errorf("the selection reads AMAF statistics, which are not saved: %w", errors.ErrUnsupported)
	case s.rules.Indexer == nil && s.w.play.Numbered() > 0:
		return fmt.Errorf("actions have numbers in the order of their appearance, which are not saved; want NumActions and ActionIndex of %T: %w", s.rules.Game, errors.ErrUnsupported)
	}
	return nil
}

// Load reads to the end of r what [Search.Save] has written, and replaces everything that the
// search knows by it. root is the position that the saved search had at its root: the root of its
// last Run, or the one that Advance calls since then have led to. It is only read. If the saved
// search had no tree, as before its first Run and with Config.Hidden, root is ignored and may be
// nil.
//
// The search must be made with the same game and the same Config. Clock and Seed may be others, and
// so may be the number of Workers, but not with TreeParallel, nor with a RootParallel whose Trees
// are as many as its Workers. Game, Config and root are compared as far as they are values:
// pointers, functions and channels in them count by their types only, and root by its Hash as well.
// The actions in the tree are compared with the game's. Another version of the format is an
// [ErrVersion], a difference an [ErrMismatch], and data that Save cannot have written an
// [ErrDamaged], whose texts describe what is wrong. An error of r is wrapped. An error leaves the
// search as it was, unless it is found after the game, the Config and the position were compared:
// then the search knows nothing, as after Reset with its old seed.
//
// Load does not trust the data. It never panics, as long as the game keeps its contract, and its
// memory is at most proportional to their length, and at most Config.MaxBytes. But whoever can
// write the data decides what the search finds.
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
	c := wire.Open(data, savedMagic, savedVersion)
	var then progress
	var seed uint64
	if s.codeHead(c, &then, &seed, root); c.Err() != nil {
		return loadError(c)
	}
	before, loaded := s.cfg.Seed, false
	defer func() {
		if !loaded { // The game may have panicked, too.
			err = errors.Join(err, s.forgetAll(before))
		}
	}()
	if err := s.forgetAll(seed); err != nil {
		return err
	}
	s.begun = len(s.trees)
	for _, w := range s.trees {
		if then.phase.hasTree() {
			w.play.Copy(&w.root, root)
			w.tree.Reset()
		}
	}
	s.codeBody(c, then.phase)
	if err := c.End(); err == nil && then.phase.hasTree() {
		for _, w := range s.trees {
			if err := w.check(); err != nil {
				c.Fail("%w", err)
			}
		}
	}
	if c.Err() != nil {
		return loadError(c)
	}
	s.progress, loaded = then, true
	return nil
}

// loadError wraps the error of c in the error of its kind.
func loadError(c *wire.Coder) error {
	err := c.Err()
	switch {
	case errors.As(err, new(wire.VersionError)):
		return fmt.Errorf("%w: %w", ErrVersion, err)
	case c.IsBad():
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case errors.Is(err, replay.ErrContradiction):
		return fmt.Errorf("%w: %w", ErrMismatch, err)
	}
	return err
}

// forgetAll is restart that drops the memory of the trees, too.
func (s *Search[S, A]) forgetAll(seed uint64) error {
	for _, w := range s.workers {
		if w.known.AMAF != nil {
			w.known.AMAF.Drop()
		}
		if w.tree.Shrink(true); w.graph != nil {
			w.graph.Drop()
		}
	}
	return s.restart(seed)
}

// codeHead codes what a search must have in common with the saved one, and how far it is.
func (s *Search[S, A]) codeHead(c *wire.Coder, p *progress, seed *uint64, root *S) {
	if differences := fingerprint.Code(c, s.properties()); len(differences) > 0 {
		c.Stop(fmt.Errorf("%w: %s", ErrMismatch, strings.Join(differences, "; ")))
	}
	wire.Int(c, &p.phase, fresh, broken)
	wire.Int(c, seed, 0, math.MaxUint64)
	wire.Int(c, &p.moves, 0, math.MaxUint64)
	wire.Int(c, &p.advances, 0, math.MaxInt32)
	wire.Int(c, &p.player, 0, s.w.tree.Players()-1)
	switch {
	case !p.phase.hasTree() || c.Err() != nil:
	case s.cfg.Hidden != nil:
		c.Fail("there is a tree, which Config.Hidden excludes")
	case root == nil:
		c.Stop(fmt.Errorf("%w: the root is nil, want the position of the saved tree", ErrMismatch))
	default:
		now := s.positionOf(root)
		before := now
		if c.String(&before); before != now {
			c.Stop(fmt.Errorf("%w: the root was %s and is %s", ErrMismatch, before, now))
		}
	}
}

// codeBody codes what the search has found.
func (s *Search[S, A]) codeBody(c *wire.Coder, phase phase) {
	streams, counted := s.scheduler.streams()
	for _, r := range streams {
		c.Marshal(r)
	}
	wire.Int(c, counted, 0, math.MaxUint64)
	for t, w := range s.trees {
		if phase == broken {
			return // The next Run forgets everything.
		}
		workers := s.workers
		if len(s.trees) > 1 {
			workers = s.trees[t : t+1]
		}
		codeLearned(c, workers)
		w.codeHistory(c)
		if w.play.KeepsLines && phase.hasTree() {
			w.play.CodeBest(c, &w.root, returns.Max)
		}
		if w.seen.Code(c); c.Reads() {
			w.choose.Scale(w.seen.Units())
		}
		w.known.Code(c)
		if phase.hasTree() && c.Err() == nil {
			w.codeTree(c)
		}
	}
}

// codeLearned codes what the playout policy of a worker has learned, for all workers of its tree.
func codeLearned[S any, A comparable](c *wire.Coder, workers []*worker[S, A]) {
	var learned []byte
	if workers[0].play.Chooser() == nil {
		return
	}
	if !c.Reads() {
		var err error
		if learned, err = policy.AppendLearned(nil, workers[0].play.Chooser()); err != nil {
			c.Stop(fmt.Errorf("Config.Playout: %w", err))
		}
	}
	c.Bytes(&learned)
	for _, w := range workers {
		if !c.Reads() || c.Err() != nil {
			return
		}
		if rest, err := policy.RestoreLearned(learned, w.play.Chooser()); err != nil {
			c.Fail("Config.Playout: %w", err)
		} else if len(rest) > 0 {
			c.Fail("Config.Playout: %d bytes are left over", len(rest))
		}
	}
}

// codeHistory codes the plies before the root.
func (w *worker[S, A]) codeHistory(c *wire.Coder) {
	numbers := 0
	if w.play.Indexer != nil {
		numbers = w.play.Indexer.NumActions()
	}
	n := w.play.History
	if c.Count(&n, 3); c.Reads() {
		w.sim.Plies, w.play.History = make([]policy.Ply, n), n
	}
	players := min(w.tree.Players(), math.MaxInt16)
	for i := range n {
		p := &w.sim.Plies[i]
		wire.Int(c, &p.Action, 0, int32(numbers-1))
		wire.Int(c, &p.Player, 0, int16(players-1))
		wire.Int(c, &p.Joint, 0, uint16(players-1))
	}
}

// codeTree codes the tree, and what features keep of its edges.
func (w *worker[S, A]) codeTree(c *wire.Coder) {
	var locate func(slot uint32, state *S) (now, before uint64)
	if w.graph != nil {
		w.graph.CodeNodes(c)
		locate = func(slot uint32, state *S) (now, before uint64) {
			now = w.play.Hasher.Hash(state)
			return now, w.graph.Locate(c, slot, now)
		}
	}
	replay.Code(c, &w.play, &w.tree, &w.root, func(b tree.Block) { w.known.CodeBlock(c, b) }, locate)
	if w.graph != nil {
		w.graph.Coded(c)
	}
	if w.known.Solver != nil && c.Reads() && c.Err() == nil {
		if err := w.known.Solver.Prepare(false); err != nil {
			c.Fail("%w", err)
		}
	}
}

// properties are the game and the configuration as far as they decide what a search finds. Clock
// does not, Seed is saved, and Workers decides in TreeParallel only.
func (s *Search[S, A]) properties() []fingerprint.Property {
	cfg := s.cfg
	cfg.Seed, cfg.Clock = 0, nil
	if _, shared := cfg.Parallel.(TreeParallel); cfg.Parallel != nil && !shared {
		p := reflect.New(reflect.TypeOf(cfg.Parallel)).Elem()
		p.Set(reflect.ValueOf(cfg.Parallel))
		p.FieldByName("Workers").SetZero()
		cfg.Parallel, _ = p.Interface().(Parallel)
	}
	return append([]fingerprint.Property{
		{Name: "the game", Text: fingerprint.Of(s.rules.Game)},
		{Name: "the playouts", Text: fmt.Sprintf("%T", s.rules.Playouter)}, // perhaps a WholePlayout
	}, fingerprint.Fields("Config.", cfg)...)
}

// positionOf describes a state, as far as that is possible; see [fingerprint.Of].
func (s *Search[S, A]) positionOf(state *S) string {
	text := fingerprint.Of(*state)
	if s.rules.Hasher != nil {
		text += fmt.Sprintf(", hash %016x", s.rules.Hasher.Hash(state))
	}
	return text
}

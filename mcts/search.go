package mcts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/internal/reference"
	"github.com/banyan-go/banyan/policy"
)

// Errors of Run and Watch that a caller may want to recognise.
var (
	ErrTerminal = errors.New("mcts: the root is terminal, there is no action to choose")
	ErrNoLimit  = errors.New("mcts: Run without limit: Budget is empty and the context is never done")
	ErrBusy     = errors.New("mcts: the Search is running already; a Search is for one goroutine at a time")
)

var errChanceAtRoot = errors.New("mcts: chance moves at the root; apply an outcome first")

// forcedSimulations are enough where there is one action only, for its value.
const forcedSimulations = 100

// Search is a Monte Carlo tree search of one game, with the tree it has built. It is for one goroutine at a time: Run
// and Watch return ErrBusy while another of them is under way, and Advance, Reset and Check panic then.
type Search[S any, A comparable] struct {
	cfg    Config
	w      *worker[S, A]   // the only one, or the first
	trees  []*worker[S, A] // those with a tree: w, and with Root one for every tree
	live   []*worker[S, A] // those with a playout policy: all that search
	engine engine[A]       // who runs the simulations; nil if it is w alone
	rooted bool            // the trees are sound and belong to w.root
	ran    bool            // there may be something that the playout policy has learned
	spoilt bool            // what it has learned is not sound, after an error or a panic
	moved  bool            // the game has gone on since then
	busy   atomic.Bool
	final  []policy.Child // scratch of decide
}

// New returns a search for g that has not searched yet. It reports what is wrong with g or cfg.
func New[S any, A comparable](g Game[S, A], cfg Config) (*Search[S, A], error) {
	if err := errors.Join(validateGame(g), validateHidden(cfg)); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	if n := g.NumPlayers(); cfg.Player < 0 || cfg.Player >= n {
		return nil, fmt.Errorf("mcts: Config.Player is %d, want 0..%d", cfg.Player, n-1)
	}
	if err := errors.Join(validateShared(g, cfg), validateSimilarity(g, cfg)); err != nil {
		return nil, err
	}
	s := &Search[S, A]{cfg: cfg}
	s.hire(g)
	least := int64(len(s.trees)) * s.w.tree.chunkBytes()
	if cfg.Parallel.Mode == Tree {
		least *= int64(cfg.Parallel.Workers) // each has a chunk of its own to make blocks in
	}
	if cfg.MaxBytes > 0 && cfg.MaxBytes < least {
		return nil, fmt.Errorf("mcts: Config.MaxBytes is %d, want 0 or >= %d", cfg.MaxBytes, least)
	}
	if cfg.Hidden != nil {
		if err := s.hide(g); err != nil {
			return nil, err
		}
	}
	if _, uniform := cfg.Playout.(policy.Uniform); !uniform {
		if err := s.learnAnew(); err != nil {
			return nil, err
		}
	}
	if s.engine != nil {
		s.engine.reset()
	}
	return s, nil
}

// hire makes the workers and whoever leads them.
func (s *Search[S, A]) hire(g Game[S, A]) {
	s.w = newWorker(g, s.cfg, g.NumPlayers())
	s.trees = []*worker[S, A]{s.w}
	s.live = s.trees
	switch s.cfg.Parallel.Mode {
	case Root:
		s.engine = newForest(s, g)
	case Leaf, LockStep:
		s.engine = newBatch(s, g)
	case Tree:
		s.engine = newShared(s, g)
	}
}

// forget drops what the search has learned in play, but for its trees.
func (s *Search[S, A]) forget() error {
	for _, w := range s.trees {
		w.forgetSimilar()
	}
	if s.w.chooser == nil {
		return nil
	}
	return s.learnAnew()
}

// learnAnew makes the live playout policies, which know nothing yet.
func (s *Search[S, A]) learnAnew() error {
	for _, w := range s.live {
		if err := w.learnAnew(s.cfg.Playout); err != nil {
			return err
		}
	}
	return nil
}

// validateShared tells what the mode Tree cannot do.
func validateShared[S any, A comparable](g Game[S, A], cfg Config) error {
	if cfg.Parallel.Mode != Tree {
		return nil
	}
	const others = "want the mode Root, Leaf or LockStep"
	if _, ok := As[SimultaneousGame[S, A]](g); ok {
		return fmt.Errorf("mcts: Config.Parallel.Mode is Tree, and in %T players choose at the same time: a joint action is several edges, which workers cannot change at once; %s", g, others)
	}
	_, squares := cfg.Selection.(policy.SquareReader)
	_, draws := cfg.Selection.(policy.Drawer)
	if squares || draws {
		return fmt.Errorf("mcts: Config.Parallel.Mode is Tree, and %T reads sums beside means and visits, which workers cannot change at once; %s", cfg.Selection, others)
	}
	return nil
}

func validateGame[S any, A comparable](g Game[S, A]) error {
	if g == nil {
		return errors.New("mcts: the game is nil")
	}
	if n := g.NumPlayers(); n < 1 {
		return fmt.Errorf("mcts: %T.NumPlayers is %d, want >= 1", g, n)
	}
	if _, ok := As[Copier[S]](g); !ok {
		if err := reference.Check(g, reflect.TypeFor[S]()); err != nil {
			return fmt.Errorf("mcts: %w", err)
		}
	}
	return nil
}

// Run searches from root until the first limit of b is reached or ctx is done, and returns what it found. In the
// second case, the error is ctx.Err() and the Result is what was found till then, with Stop = StopContext.
//
// If root equals the state that the tree is rooted at, by the Run or Advance before, the search goes on with that
// tree; otherwise, and always with Config.Hidden, it starts a new one. What the playout policy has learned is kept in either case; Reset forgets it.
// root is only read. At least one simulation is run, unless ctx is done from the beginning, and at most 100 where root
// has a single action.
//
// Equal is meant as by reflect.DeepEqual. A budget or root that is refused leaves the search as it was. After any other
// error there is no Result, the tree and what the playout policy has learned are gone, but the Search may be used again. A
// panic of the game or of a strategy comes out of Run as it is, or with Config.Parallel or an Ensemble as a *Panic, with the
// same effect.
func (s *Search[S, A]) Run(ctx context.Context, root *S, b Budget) (Result[A], error) {
	return s.search(ctx, root, b, nil)
}

// Watch is Run with interim results: it returns an iterator that searches and yields what is found so far, with
// Stop = StopRunning, about once in the time every, and at last what Run would return. The search stands still
// while the loop body runs, which may look at Root; the time it takes counts. With every = 0, there is a result every
// tenth of a millisecond or so. Leaving the loop ends the search and keeps the tree.
func (s *Search[S, A]) Watch(ctx context.Context, root *S, b Budget, every time.Duration) iter.Seq2[Result[A], error] {
	return func(yield func(Result[A], error) bool) {
		left := false
		result, err := s.search(ctx, root, b, &watcher[A]{every: every, yield: func(r Result[A]) bool {
			left = !yield(r, nil)
			return !left
		}})
		if !left {
			yield(result, err)
		}
	}
}

// watcher is whom interim results go to.
type watcher[A any] struct {
	every time.Duration
	next  time.Time
	yield func(Result[A]) bool // false: stop the search
}

// Reset forgets the tree and what the playout policy has learned, and begins the random stream anew: the search is as
// New returned it, but for the memory it holds.
func (s *Search[S, A]) Reset() {
	s.idle("Reset")
	s.rooted = false
	s.w.rand.Seed(s.cfg.Seed)
	s.ran, s.moved = false, false
	if err := s.forget(); err != nil {
		panic(fmt.Sprintf("mcts: Config.Playout: New of %T worked once and then failed: %v", s.cfg.Playout, err))
	}
	if s.engine != nil {
		s.engine.reset()
	}
}

func (s *Search[S, A]) idle(method string) {
	if s.busy.Load() {
		panic("mcts: " + method + " of a Search that is running")
	}
}

func (s *Search[S, A]) search(ctx context.Context, root *S, b Budget, watch *watcher[A]) (Result[A], error) {
	if !s.busy.CompareAndSwap(false, true) {
		return Result[A]{}, ErrBusy
	}
	defer s.busy.Store(false)
	if err := b.validate(ctx); err != nil {
		return Result[A]{}, err
	}
	if root == nil {
		return Result[A]{}, errors.New("mcts: the root is nil")
	}
	sound, searching := false, false
	defer func() { s.rooted, s.spoilt = sound, s.spoilt || searching && !sound }()
	r := s.begin(ctx, b, watch)
	if err := s.settle(r, root); err != nil {
		return Result[A]{}, err
	}
	searching = true
	if err := s.loop(r); err != nil {
		return Result[A]{}, err
	}
	result, err := s.result(r)
	if err != nil {
		return Result[A]{}, err
	}
	sound = true
	if r.stop == StopContext {
		return result, cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
	return result, nil
}

// settle makes the trees ones of root, with the actions of root in them.
func (s *Search[S, A]) settle(r *run[A], root *S) error {
	if !s.rooted || s.cfg.Hidden != nil || !reflect.DeepEqual(&s.w.root, root) {
		for _, w := range s.trees {
			w.plant(root)
		}
		s.moved = s.ran
	}
	if s.spoilt {
		if err := s.forget(); err != nil {
			return err
		}
		s.spoilt, s.moved = false, false
	}
	for _, w := range s.live {
		if a, ok := w.chooser.(policy.Ager); ok && s.moved {
			a.Age()
		}
	}
	moved := s.moved
	s.moved, s.ran = false, true
	if err := s.settleTrees(r, moved); err != nil {
		return err
	}
	if player, _ := s.root().Player(); player == Chance {
		return errChanceAtRoot
	}
	if s.cfg.MaxNodes > 0 {
		most := s.mostActions()
		for _, w := range s.trees {
			w.tree.maxNodes = max(s.cfg.MaxNodes/len(s.trees), 1+most)
		}
	}
	return nil
}

// settleTrees makes the trees ready for a Run, before which the game may have moved on.
func (s *Search[S, A]) settleTrees(r *run[A], moved bool) error {
	if s.cfg.Hidden != nil {
		return s.deal(r)
	}
	for _, w := range s.trees {
		if err := w.settle(); err != nil {
			return err
		}
		if err := w.settleSimilar(moved); err != nil {
			return err
		}
	}
	return nil
}

// plant makes root the root of a new tree.
func (w *worker[S, A]) plant(root *S) {
	w.tree.reset()
	w.copyState(&w.root, root)
	w.history = 0
}

// settle makes the worker ready for a Run, with the actions of the root in its tree.
func (w *worker[S, A]) settle() error {
	w.tree.wasFull = w.tree.wasFull || w.tree.full
	w.tree.full = false
	clear(w.sums)
	for p := range w.returns {
		w.returns[p] = math.NaN() // so that checkSums sees what a game forgets to write
	}
	w.copyState(&w.state, &w.root)
	c := w.tree.chunks[0]
	if c.links[rootSlot].child == unexpanded {
		if _, err := w.expand(rootSlot); err != nil {
			return err
		}
	}
	switch c.links[rootSlot].child {
	case terminal:
		return ErrTerminal
	case unexpanded:
		return errors.New("mcts: Config.MaxBytes has no room for the actions of the root")
	}
	return nil
}

// mostActions returns how many actions the root has, where all players choose those of the player with the most: so many
// simulations try them all.
func (s *Search[S, A]) mostActions() int {
	most := len(s.root().Children())
	for p := range s.w.tree.players {
		most = max(most, len(s.root().choices(p)))
	}
	return most
}

// decide asks Config.Final for the index of the answer among the choices of the root, of one tree or of all together.
func (s *Search[S, A]) decide(choices []choice[A]) (index int, decided bool, err error) {
	s.final = s.final[:0]
	visited := false
	for _, c := range choices {
		s.final = append(s.final, policy.Child{Visits: c.Visits, Mean: c.Mean})
		visited = visited || c.Visits > 0
	}
	if !visited {
		return 0, false, nil
	}
	index, decided = s.cfg.Final.Pick(s.final)
	if uint(index) >= uint(len(s.final)) {
		return 0, false, fmt.Errorf("mcts: Final %T picked child %d of %d", s.cfg.Final, index, len(s.final))
	}
	if win, ok := winInOne(choices, s.final[index].Mean); ok {
		return win, true, nil
	}
	return index, decided, nil
}

// winInOne returns the index of an action that ends the game with a return of at least 1, a win by convention, and no
// less than atLeast. Its value is certain. Of actions that win anyway, sooner or later, a search sees no
// difference, and without this rule might put the win off for ever.
func winInOne[A any](choices []choice[A], atLeast float64) (int, bool) {
	for i, c := range choices {
		if c.ends && c.Mean >= max(1, atLeast) {
			return i, true
		}
	}
	return 0, false
}

// visitsLeft returns how many more simulations the 32 bits of the roots' visits can count, where they are shared evenly.
func (s *Search[S, A]) visitsLeft() int {
	left := int64(math.MaxUint32)
	for _, w := range s.trees {
		left = min(left, math.MaxUint32-int64(w.tree.chunks[0].stats[rootSlot].Visits))
	}
	return int(min(left*int64(len(s.trees)), math.MaxInt))
}

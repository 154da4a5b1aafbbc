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

// forcedSimulations are enough where there is one action only, for its value.
const forcedSimulations = 100

// Search is a Monte Carlo tree search of one game, with the tree it has built. It is for one goroutine at a time: Run
// and Watch return ErrBusy while another of them is under way, and Advance, Reset and Check panic then.
type Search[S any, A comparable] struct {
	cfg    Config
	w      *worker[S, A]
	rooted bool // the tree is sound and belongs to w.root
	ran    bool // there may be something that the playout policy has learned
	moved  bool // the game has gone on since then
	busy   atomic.Bool
	final  []policy.Child // scratch of decide
}

// New returns a search for g that has not searched yet. It reports what is wrong with g or cfg.
func New[S any, A comparable](g Game[S, A], cfg Config) (*Search[S, A], error) {
	cfg = cfg.withDefaults()
	if err := errors.Join(validateGame(g), cfg.validate()); err != nil {
		return nil, err
	}
	if n := g.NumPlayers(); cfg.Player < 0 || cfg.Player >= n {
		return nil, fmt.Errorf("mcts: Config.Player is %d, want 0..%d", cfg.Player, n-1)
	}
	w := newWorker(g, cfg, g.NumPlayers())
	if least := w.tree.chunkBytes(); cfg.MaxBytes > 0 && cfg.MaxBytes < least {
		return nil, fmt.Errorf("mcts: Config.MaxBytes is %d, want 0 or >= %d", cfg.MaxBytes, least)
	}
	if _, uniform := cfg.Playout.(policy.Uniform); !uniform {
		if err := w.learnAnew(cfg.Playout); err != nil {
			return nil, err
		}
	}
	return &Search[S, A]{cfg: cfg, w: w}, nil
}

func validateGame[S any, A comparable](g Game[S, A]) error {
	if g == nil {
		return errors.New("mcts: the game is nil")
	}
	if n := g.NumPlayers(); n < 1 {
		return fmt.Errorf("mcts: %T.NumPlayers is %d, want >= 1", g, n)
	}
	if _, ok := As[Copier[S]](g); !ok {
		if path := reference.Path(reflect.TypeFor[S]()); path != "" {
			return fmt.Errorf("mcts: %T has no Copy, and a state %v cannot be copied by assignment: state%s",
				g, reflect.TypeFor[S](), path)
		}
	}
	return nil
}

// Run searches from root until the first limit of b is reached or ctx is done, and returns what it found. In the
// second case, the error is ctx.Err() and the Result is what was found till then, with Stop = StopContext.
//
// If root equals the state that the tree is rooted at, by the Run or Advance before, the search goes on with that
// tree; otherwise it starts a new one. root is only read. At least one simulation is run, unless ctx is done from
// the beginning, and at most 100 where root has a single action.
//
// Equal is meant as by reflect.DeepEqual. A budget or root that is refused leaves the search as it was. After any other
// error there is no Result and the tree is gone, but the Search may be used again. A panic of the game or of a
// strategy comes out of Run as it is, with the same effect.
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
	if s.w.chooser != nil {
		if err := s.w.learnAnew(s.cfg.Playout); err != nil {
			panic(fmt.Sprintf("mcts: Config.Playout: New of %T worked once and then failed: %v", s.cfg.Playout, err))
		}
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
	sound := false
	defer func() { s.rooted = sound }()
	r := s.begin(ctx, b, watch)
	if err := s.settle(root); err != nil {
		return Result[A]{}, err
	}
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

// settle makes the tree one of root, with the actions of root in it.
func (s *Search[S, A]) settle(root *S) error {
	w := s.w
	if !s.rooted || !reflect.DeepEqual(&w.root, root) {
		w.tree.reset()
		w.copyState(&w.root, root)
		w.history = 0
		s.moved = s.ran
	}
	if a, ok := w.chooser.(policy.Ager); ok && s.moved {
		a.Age()
	}
	s.moved, s.ran = false, true
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
	switch child := c.links[rootSlot].child; child {
	case terminal:
		return ErrTerminal
	case unexpanded:
		return fmt.Errorf("mcts: Config.MaxBytes is %d: no room for the actions of the root", s.cfg.MaxBytes)
	default:
		if player, _ := s.root().Player(); player == Chance {
			return errors.New("mcts: chance moves at the root; apply an outcome first")
		}
		if s.cfg.MaxNodes > 0 {
			w.tree.maxNodes = max(s.cfg.MaxNodes, 1+s.mostActions())
		}
		return nil
	}
}

// mostActions returns how many actions the root has, where all players choose those of the player with the most: so many
// simulations try them all.
func (s *Search[S, A]) mostActions() int {
	most := len(s.choices())
	for p := range s.w.tree.players {
		most = max(most, len(s.root().choices(p)))
	}
	return most
}

// decide asks Config.Final for the index of the answer among children, the choices of the root.
func (s *Search[S, A]) decide(children []Node[A]) (index int, decided bool, err error) {
	s.final = s.final[:0]
	visited := false
	for _, n := range children {
		s.final = append(s.final, policy.Child{Visits: n.Visits(), Mean: n.Mean()})
		visited = visited || n.Visits() > 0
	}
	if !visited {
		return 0, false, nil
	}
	index, decided = s.cfg.Final.Pick(s.final)
	if uint(index) >= uint(len(s.final)) {
		return 0, false, fmt.Errorf("mcts: Final %T picked child %d of %d", s.cfg.Final, index, len(s.final))
	}
	if win, ok := winInOne(children, s.final[index].Mean); ok {
		return win, true, nil
	}
	return index, decided, nil
}

// winInOne returns the index of an action that ends the game with a return of at least 1, a win by convention, and no
// less than atLeast. Its value is certain. Of actions that win anyway, sooner or later, a search sees no
// difference, and without this rule might put the win off for ever.
func winInOne[A any](children []Node[A], atLeast float64) (int, bool) {
	for i, n := range children {
		if n.isTerminal() && n.Mean() >= max(1, atLeast) {
			return i, true
		}
	}
	return 0, false
}

// visitsLeft returns how many more simulations the 32 bits of the root's visits can count.
func (s *Search[S, A]) visitsLeft() int {
	return int(min(math.MaxUint32-int64(s.w.tree.chunks[0].stats[rootSlot].Visits), math.MaxInt))
}

package mcts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/policy"
)

// Errors of Run and Watch that a caller may want to recognize.
var (
	ErrTerminal     = errors.New("mcts: the root is terminal, there is no action to choose")
	ErrNoLimit      = errors.New("mcts: Run without limit: Budget is empty and the context is never done")
	ErrChanceAtRoot = errors.New("mcts: chance moves at the root; apply an outcome first")
	ErrBusy         = errors.New("mcts: the Search is running already; a Search is for one goroutine at a time")
)

// Search is a Monte Carlo tree search of one game, with the tree it has built. It is for one
// goroutine at a time: while a Run or Watch is in progress, Run, Watch, Save and Load return
// [ErrBusy], and Advance, Reset, Trim, Bytes, Check, RootStats and Merge panic. Other goroutines
// may call Inspect.
type Search[S any, A comparable] struct {
	cfg       Config
	rules     game.Rules[S, A]
	w         *worker[S, A]   // has the tree, or the first of several
	trees     []*worker[S, A] // all workers with a tree
	begun     int             // the trees that have a root, the first ones
	workers   []*worker[S, A] // all that run simulations
	scheduler scheduler[S, A]
	progress
	busy       atomic.Bool
	inspection inspection
	candidates policy.Candidates    // scratch of decide
	line       Line[A]              // the best one, when Config.Final is called,
	scale      Scale                // and of the player who chooses
	proven     *solver.Root         // nil without a Solver
	yield      func(Result[A]) bool // of the Watch in progress; false: stop the search
	round      int                  // how many simulations the scheduler runs at once at most
}

// progress is how far a search is.
type progress struct {
	phase    phase
	player   int    // Budget.Player
	foresees int    // the player of Foresee, or -1
	advances int    // since the playout policies were last told of real moves
	moves    uint64 // how many roots there were, each new tree counting, since New or Reset
}

// New returns a search for g that has not searched yet. It reports what is wrong with g or cfg.
func New[S any, A comparable](g Game[S, A], cfg Config) (*Search[S, A], error) {
	rules, err := game.NewRules(g)
	if err != nil {
		err = fmt.Errorf("mcts: %w", err)
	}
	if err := errors.Join(err, validateParallel(cfg.Parallel), validateHidden(cfg)); err != nil {
		return nil, err
	}
	_, open := cfg.Hidden.(PerfectInformation)
	if open {
		cfg.Hidden = nil
	}
	_, whole := cfg.Playout.(playout.Whole[S])
	if _, has := cfg.Root.(policy.Final); cfg.Final == nil && !has && !whole && factsOf(rules, cfg).hasLines() {
		cfg.Final = policy.BestLine{}
	}
	cfg = cfg.withDefaults(rangeOf(rules))
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	f := factsOf(rules, cfg)
	f.open = open
	if err := f.validate(); err != nil {
		return nil, err
	}
	rules, cfg = withWhole(rules, cfg)
	s := &Search[S, A]{cfg: cfg, rules: rules, scheduler: newScheduler(rules, cfg), round: math.MaxInt}
	s.inspection.owner, s.inspection.calls = make(chan struct{}, 1), make(chan func(*run))
	s.trees, s.workers = s.scheduler.members()
	s.w, s.begun = s.trees[0], len(s.trees)
	if err := errors.Join(s.validateBytes(), s.validateWhole()); err != nil {
		return nil, err
	}
	s.startSolver()
	if err := s.resetPolicies(); err != nil {
		return nil, err
	}
	s.needUnit()
	s.setContext(context.Background(), &brake.Brake{})
	s.scheduler.reset(s.streamSeed())
	return s, nil
}

// validateBytes reports whether Config.MaxBytes is too little for a chunk of every worker that
// needs one.
func (s *Search[S, A]) validateBytes() error {
	least := int64(len(s.trees)) * s.w.tree.ChunkBytes()
	if p, ok := s.cfg.Parallel.(TreeParallel); ok {
		least *= int64(p.Workers) // Each makes blocks in its own chunk.
	}
	return when(s.cfg.MaxBytes > 0 && s.cfg.MaxBytes < least, "Config.MaxBytes is %d, want 0 or >= %d", s.cfg.MaxBytes, least)
}

// Run searches from root until the first limit of b is reached or ctx is done, and returns what it
// found. In the second case, the error is ctx.Err() and the Result holds the best found so far,
// with Stop = StopContext.
//
// If root equals the state that the tree is rooted at, by the Run or Advance before, the search
// continues with that tree; otherwise, and always with Config.Hidden and policy.NeedSimulations, it
// starts a new one. What the playout policy has learned is kept in either case; Reset forgets it.
// root is only read. At least one simulation is run, unless ctx is done before it ends, and at most
// 100 if root has a single action.
//
// When ctx is done, Run returns after the calls of the rules that are in progress, and one or two
// more of every worker. Simulations that have added a node are then in the tree, as visits with the
// value that their path had before, and Result.Simulations does not count them.
//
// Run returns [ErrTerminal] if the game is over at root, [ErrChanceAtRoot] if chance moves there,
// [ErrNoLimit] if neither b nor ctx ends the search, and [ErrBusy] if it is running already.
//
// States are compared by reflect.DeepEqual. A budget or root that is refused leaves the search as
// it was. After any other error there is no Result, and the tree and what the playout policy has
// learned are gone, but the Search may be used again. A panic of the game or of a strategy comes
// out of Run as it is, or as a [*WorkerPanic] if several goroutines search, with the same effect.
func (s *Search[S, A]) Run(ctx context.Context, root *S, b Budget) (Result[A], error) {
	return s.search(ctx, root, b, 0, nil, -1)
}

// Watch is Run with interim results: it returns an iterator that searches and yields the best found
// so far, with Stop = StopUnfinished, about once in the time every, and at last what Run would
// return. The search stands still while the loop body runs, which may inspect Root; its run time
// counts against the budget. If every is zero, there is a result every tenth of a millisecond or
// so. Leaving the loop ends the search and keeps the tree.
func (s *Search[S, A]) Watch(ctx context.Context, root *S, b Budget, every time.Duration) iter.Seq2[Result[A], error] {
	return func(yield func(Result[A], error) bool) {
		left := false
		result, err := s.search(ctx, root, b, every, func(r Result[A]) bool {
			left = !yield(r, nil)
			return !left
		}, -1)
		if !left {
			yield(result, err)
		}
	}
}

// Reset forgets the tree and what the playout policy has learned, and restarts the random stream
// with seed: the search is as New returns it for a Config with that Seed, except for the memory it
// holds.
func (s *Search[S, A]) Reset(seed uint64) {
	defer s.hold("Reset")()
	if err := s.restart(seed); err != nil {
		panic(fmt.Sprintf("mcts: Config.Playout: New of %T worked once and then failed: %v", s.cfg.Playout, err))
	}
}

// restart is Reset of a search that is not in use.
func (s *Search[S, A]) restart(seed uint64) error {
	s.inspection.setRoot()
	s.phase = fresh
	s.cfg.Seed, s.moves, s.advances = seed, 0, 0
	if err := s.forget(); err != nil {
		return err
	}
	s.scheduler.reset(s.streamSeed())
	return nil
}

// setContext gives the workers the context of a Run, and its brake. Without one, as in Advance, it
// is the background.
func (s *Search[S, A]) setContext(ctx context.Context, b *brake.Brake) {
	for _, w := range s.workers {
		w.play.Brake = b
		w.choose.Detour(false)
		if w.prior != nil {
			w.prior.Ctx = ctx
		}
		if w.graph != nil {
			w.graph.Brake = b
		}
		if w.shared != nil {
			w.shared.Brake = b
		}
	}
}

// hold waits until no other goroutine looks at the search, and returns what lets them look again.
// It panics if the search is running.
func (s *Search[S, A]) hold(method string) (release func()) {
	s.idle(method)
	s.inspection.acquire()
	return s.inspection.release
}

// idle panics if the search is running.
func (s *Search[S, A]) idle(method string) {
	if s.busy.Load() {
		panic("mcts: " + method + " of a Search that is running")
	}
}

func (s *Search[S, A]) search(ctx context.Context, root *S, b Budget, every time.Duration, yield func(Result[A]) bool, foresees int) (Result[A], error) {
	if !s.busy.CompareAndSwap(false, true) {
		return Result[A]{}, ErrBusy
	}
	defer s.busy.Store(false)
	s.inspection.acquire()
	defer s.inspection.release()
	s.yield = yield
	defer func() { s.yield = nil }()
	if err := b.validate(ctx, s.w.tree.Players(), s.w.choose.Needs); err != nil {
		return Result[A]{}, err
	}
	if root == nil {
		return Result[A]{}, errors.New("mcts: the root is nil")
	}
	before := s.player
	s.player, s.foresees = b.Player, foresees
	s.w.choose.Node.Simulations = b.Simulations
	r := s.begin(ctx, b, every)
	s.setContext(ctx, r.Brake)
	defer s.setContext(context.Background(), &brake.Brake{})
	if ctx.Done() != nil {
		defer context.AfterFunc(ctx, r.Brake.Pull)()
	}
	if err := s.prepare(r, root); err != nil {
		s.player = before
		return Result[A]{}, err
	}
	s.phase = broken // unless all goes well, user code included
	if err := s.loop(r); err != nil {
		return Result[A]{}, err
	}
	if foresees >= 0 {
		s.phase, r.Ctx = stale, nil
		var err error
		if r.stop == StopContext {
			err = cmp.Or(ctx.Err(), context.DeadlineExceeded)
		}
		return Result[A]{Simulations: r.simulations}, err
	}
	result, err := s.result(r)
	if err != nil {
		return Result[A]{}, err
	}
	if s.phase = rooted; r.simulations+r.inherited == 0 && s.root().Visits() > 0 {
		s.phase = stale // All that is in the tree is what was cut off.
	}
	r.Ctx, r.elapsed, s.inspection.last = nil, result.Elapsed, r
	if r.stop == StopContext {
		return result, cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
	return result, nil
}

// Explanation lists the optional interfaces and what a search does with them. It is how to find a
// misspelt method, or a setting that makes a search slower than it could be.
type Explanation []InterfaceUse

// InterfaceUse is what a search does with one optional interface of its game.
type InterfaceUse struct {
	Name   string // of the interface, Playouter for example
	Found  bool   // the game has it
	Used   bool   // the search uses it
	Reason string // why it is not used, with the cost of that if it is known; empty if it is used
}

// String returns one line per optional interface.
func (e Explanation) String() string {
	var b strings.Builder
	for _, i := range e {
		switch {
		case i.Used:
			fmt.Fprintf(&b, "%-16s used\n", i.Name)
		case i.Found:
			fmt.Fprintf(&b, "%-16s found, not used: %s\n", i.Name, i.Reason)
		default:
			fmt.Fprintf(&b, "%-16s not found: %s\n", i.Name, i.Reason)
		}
	}
	return b.String()
}

// Explain reports which optional interfaces the game has, which of them this search uses, and why
// it does not use the others. It leaves out the interfaces that only show a game to people.
func (s *Search[S, A]) Explain() Explanation {
	_, uniform := s.cfg.Playout.(policy.Uniform)
	unused := func(c game.Capability) string {
		return s.w.play.Unused(c, uniform, s.w.choose.Needs.Has(policy.NeedActions))
	}
	var all Explanation
	for _, d := range game.Describe(s.rules.Game) {
		if d.Shows {
			continue
		}
		u := InterfaceUse{Name: string(d.Name), Found: d.Found, Used: d.Found && unused(d.Name) == ""}
		switch {
		case d.Mistake != "":
			u.Reason = d.Mistake
		case d.Found:
			u.Reason = unused(d.Name)
		default:
			u.Reason = d.Missing
			if d.Name == game.HasPlayouter && s.rules.Playouter != nil {
				u.Reason = unused(d.Name) // Config.Playout has one.
			}
		}
		all = append(all, u)
	}
	return all
}

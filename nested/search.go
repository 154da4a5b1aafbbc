package nested

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// ErrTerminal is returned if there is nothing to play at the root.
var ErrTerminal = errors.New("nested: the root is terminal, there is no line to find")

// Config configures a search. The zero Config is a search by NRPA with its default parameters.
type Config struct {
	Method Method // if nil, NRPA{} is used
	Seed   uint64

	// Clock tells the time, for Budget.Time; if nil, time.Now is used. It is called before each
	// playout except the first one.
	Clock func() time.Time
}

// Method is a nested search: [NRPA] or [NMCS].
type Method interface {
	validate() error
	usesPriors() bool
}

// Budget limits a search. The first limit that is reached ends it. If both are zero, the search
// ends when its method does, after one run.
type Budget struct {
	Playouts int // exactly so many, over all runs

	// Time is the time of the whole search. It ends with the playout in which the time is used up.
	Time time.Duration
}

// Result is what a search has found.
type Result[A any] struct {
	game.Line[A]     // the best line from the root to the end; without actions if ctx was done from the beginning
	Playouts     int // how many were played so far
	Found        int // the number of the playout that found the line, from 1 on
	Runs         int // how many runs of the method were finished
}

// Search looks for the best line from root to the end of the game, until a limit of b is reached or
// ctx is done. In the second case the error is ctx.Err(), and the Result has the best line so far.
// At least one playout is made, unless ctx is done from the beginning. root is only read.
//
// If a run of the method is finished earlier, another one begins, with a fresh policy and the
// random numbers that follow. The best line of all runs is kept.
//
// The game must be for one player, without chance and simultaneous moves. Search reports an error
// for other games, for parameters that are out of range, for a terminal root, for returns that are
// no numbers of magnitude up to 1e30, and for playouts that do not end within 1<<20 plies. A state
// that holds what the player cannot see is searched as if the player saw it.
func Search[S any, A comparable](ctx context.Context, g game.Game[S, A], root *S, c Config, b Budget) (Result[A], error) {
	s, err := newSearch(ctx, g, root, c, b)
	if err != nil {
		return Result[A]{}, err
	}
	s.run()
	return s.result(), s.err
}

// Watch is Search with interim results. It returns an iterator that searches and yields every line
// that is better than all before, as soon as it is found, and at last what Search would return. A
// loop that ends early ends the search. Each iteration over it is a separate search.
func Watch[S any, A comparable](ctx context.Context, g game.Game[S, A], root *S, c Config, b Budget) iter.Seq2[Result[A], error] {
	return func(yield func(Result[A], error) bool) {
		s, err := newSearch(ctx, g, root, c, b)
		if err != nil {
			yield(Result[A]{}, err)
			return
		}
		s.yield = func(r Result[A]) bool { return yield(r, nil) }
		s.run()
		if !s.quit {
			yield(s.result(), s.err)
		}
	}
}

// search is the state of one search. Its methods report false if the search is to end, by err or
// because a limit is reached.
type search[S any, A comparable] struct {
	game.Rules[S, A]
	root   *S
	cfg    Config
	budget Budget
	ctx    context.Context
	done   <-chan struct{} // of ctx
	start  time.Time
	rand   *rng.Rand
	out    []float64
	yield  func(Result[A]) bool // nil unless called by Watch

	best Result[A]
	err  error
	quit bool // yield has returned false
}

func newSearch[S any, A comparable](ctx context.Context, g game.Game[S, A], root *S, c Config, b Budget) (*search[S, A], error) {
	c = c.withDefaults()
	rules, err := rulesOf(g, c)
	switch {
	case err != nil:
		return nil, err
	case ctx == nil:
		return nil, errors.New("nested: the context is nil")
	case root == nil:
		return nil, errors.New("nested: the root is nil")
	case b.Playouts < 0:
		return nil, fmt.Errorf("nested: Budget.Playouts is %d, want >= 0", b.Playouts)
	case b.Time < 0:
		return nil, fmt.Errorf("nested: Budget.Time is %v, want >= 0", b.Time)
	}
	if _, err := rules.Mover(root); err != nil {
		return nil, fmt.Errorf("nested: %w", err)
	}
	if len(rules.AppendActions(nil, root)) == 0 {
		return nil, ErrTerminal
	}
	return &search[S, A]{
		Rules: rules, root: root, cfg: c, budget: b, ctx: ctx, done: ctx.Done(), start: c.Clock(), rand: rng.New(c.Seed),
		out: make([]float64, 1), best: Result[A]{Line: game.Line[A]{Return: math.Inf(-1)}},
	}, nil
}

func (c Config) withDefaults() Config {
	if c.Method == nil {
		c.Method = NRPA{}
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return c
}

// Validate returns the error with which Search refuses g or c, whatever the root, or nil.
func Validate[S any, A comparable](g game.Game[S, A], c Config) error {
	_, err := rulesOf(g, c.withDefaults())
	return err
}

// rulesOf returns the rules of a game, or an error if it cannot be searched.
func rulesOf[S any, A comparable](g game.Game[S, A], c Config) (r game.Rules[S, A], err error) {
	if r, err = game.NewRules(g); err != nil {
		return r, fmt.Errorf("nested: %w", err)
	}
	if err = c.Method.validate(); err != nil {
		return r, fmt.Errorf("nested: %w", err)
	}
	switch n := r.NumPlayers(); {
	case n != 1:
		err = fmt.Errorf("nested: %T has %d players, want a game for one", g, n)
	case r.Chance != nil, r.Sampling != nil:
		err = fmt.Errorf("nested: %T has chance, want a game without", g)
	case r.Simultaneous != nil:
		err = fmt.Errorf("nested: %T has simultaneous moves, want a game without", g)
	case c.Method.usesPriors() && r.Weigher == nil:
		err = fmt.Errorf("nested: %T.Prior is set, and %T has no method Weigh", c.Method, g)
	}
	return r, err
}

// run runs the method until the search ends.
func (s *search[S, A]) run() {
	var method interface{ run() bool }
	switch m := s.cfg.Method.(type) {
	case NRPA:
		method = newNRPA(s, m)
	case NMCS:
		method = newNMCS(s, m)
	}
	for method.run() {
		s.best.Runs++
		if s.budget == (Budget{}) {
			return
		}
	}
}

// result returns the best so far.
func (s *search[S, A]) result() Result[A] {
	r := s.best
	if r.Playouts == 0 {
		r.Return = 0
	}
	return r
}

// more reports whether another playout may begin.
func (s *search[S, A]) more() bool {
	if s.done != nil {
		select {
		case <-s.done:
			s.err = s.ctx.Err()
			return false
		default:
		}
	}
	return s.best.Playouts == 0 ||
		(s.budget.Playouts == 0 || s.best.Playouts < s.budget.Playouts) &&
			(s.budget.Time == 0 || s.cfg.Clock().Sub(s.start) < s.budget.Time)
}

// maxPlies is the length at which a playout is given up.
const maxPlies = 1 << 20

// check reports whether a playout may continue at a state, after so many plies.
func (s *search[S, A]) check(state *S, plies int) bool {
	if by := s.ToMove(state); by != 0 {
		s.err = fmt.Errorf("nested: %T.ToMove is %d, want 0 for the only player", s.Game, by)
	} else if plies >= maxPlies {
		s.err = fmt.Errorf("nested: %T: a playout goes on after %d plies", s.Game, plies)
	}
	return s.err == nil
}

// list appends the legal actions of a state after so many plies.
func (s *search[S, A]) list(dst []A, state *S, plies int) ([]A, bool) {
	if !s.check(state, plies) {
		return dst, false
	}
	return s.AppendActions(dst, state), true
}

// checkWeights returns an error if weights of a game, with that sum, are not as they should be.
func (s *search[S, A]) checkWeights(weights []float32, sum float64) error {
	if sum > 0 && sum < math.Inf(1) {
		return nil
	}
	return fmt.Errorf("nested: %T.Weigh wrote %v, want finite weights >= 0, not all 0", s.Game, weights)
}

// apply plays an action and returns the reward.
func (s *search[S, A]) apply(state *S, a A) float64 {
	s.Apply(state, a)
	if s.Rewarder == nil {
		return 0
	}
	s.Rewarder.Rewards(state, s.out)
	return s.out[0]
}

// finish adds the end of a playout to what was paid before, and keeps the line if it is the best
// one.
func (s *search[S, A]) finish(state *S, paid float64, actions []A) (sum float64, ok bool) {
	s.Returns(state, s.out)
	sum = paid + s.out[0]
	if s.err = s.checkReturn(sum); s.err != nil {
		return 0, false
	}
	s.best.Playouts++
	if sum <= s.best.Return {
		return sum, true
	}
	s.best.Line = game.Line[A]{Return: sum, Actions: append([]A(nil), actions...)}
	s.best.Found = s.best.Playouts
	s.quit = s.yield != nil && !s.yield(s.best)
	return sum, !s.quit
}

// maxReturn is the greatest magnitude of a return.
const maxReturn = 1e30

func (s *search[S, A]) checkReturn(sum float64) error {
	if !(math.Abs(sum) <= maxReturn) {
		return fmt.Errorf("nested: %T: the return of a line is %v, want a number of magnitude up to 1e30", s.Game, sum)
	}
	if s.Range == nil || s.Rewarder != nil { // The root may lie behind some rewards.
		return nil
	}
	if low, high := s.Range.ReturnRange(); sum < low || sum > high {
		return fmt.Errorf("nested: %T: the return of a line is %v, want one within its ReturnRange, %v to %v", s.Game, sum, low, high)
	}
	return nil
}

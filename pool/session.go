package pool

import (
	"container/list"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/mcts"
)

// Session is a game in play, with the search of its actions. Run and Do are for one goroutine at a
// time and return mcts.ErrBusy otherwise; Advance and Close may be called from any goroutine.
type Session[S any, A comparable] struct {
	pool *Pool[S, A]
	seed uint64
	busy atomic.Bool

	// These are guarded by the mutex of the pool.
	search *search[S, A] // nil without one
	place  *list.Element // in a list of the pool, while the search is not in use
	played [][]A         // what Advance was called with since the search was used
	closed bool

	// They count calls that the pool has admitted.
	last  uint64 // the last one of this session
	pause uint64 // from the one before to it
}

// Open returns a session that knows nothing yet. Its searches are the same as with a Search with
// this Seed, as long as no other session takes its tree. It takes no memory to speak of before its
// first search. Close it when the game ends.
func (p *Pool[S, A]) Open(seed uint64) *Session[S, A] {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Sessions++
	return &Session[S, A]{pool: p, seed: seed}
}

// Close gives the tree of the session to others. If a search is running, this happens when it ends.
// Run and Do return [ErrClosed] from now on. Closing a session again has no effect.
func (s *Session[S, A]) Close() {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	s.pool.stats.Sessions--
	if s.pool.unlist(s) {
		s.pool.release(s)
	}
}

// Advance reports what was played, like [mcts.Search.Advance]: an action, an outcome of chance or,
// at simultaneous moves, one action of every player. It returns at once; the tree follows when the
// session searches again, without actions that were not legal then.
func (s *Session[S, A]) Advance(actions ...A) {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	if s.search != nil {
		s.played = append(s.played, slices.Clone(actions))
	}
}

// Search returns the search that the session has at this moment, or nil. It is for
// mcts.Search.Inspect and package inspect only; for everything else, use Do. The search may pass to
// another session at any time, or to none: a caller that keeps it then keeps its tree, which the
// pool no longer counts.
func (s *Session[S, A]) Search() *mcts.Search[S, A] {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	if s.search == nil {
		return nil
	}
	return s.search.Search
}

// Request is what a session is to search.
type Request struct {
	mcts.Budget // Its Time counts from admission.

	// Deadline ends the search, too, unless it is zero: that is how the time to wait is made part
	// of the time that the search may take. The search is not admitted after it.
	Deadline time.Time
}

// Result is what a search found, and what it cost.
type Result[A any] struct {
	mcts.Result[A]
	Waited time.Duration // until the search was admitted
}

// Run waits for admission and searches from root, as [mcts.Search.Run] does. The error is [ErrLate]
// if the Deadline passed before, [ErrFull] if too many wait, [ErrClosed], or the cause for which
// ctx was done before; then there was no search. Otherwise it is the error of mcts.Search.Run, for
// which a context is cancelled without a cause. A session that had no tree has got one by then,
// perhaps the tree of another session.
func (s *Session[S, A]) Run(ctx context.Context, root *S, r Request) (Result[A], error) {
	var result Result[A]
	wait := ctx
	if !r.Deadline.IsZero() {
		var cancel context.CancelFunc
		wait, cancel = context.WithDeadlineCause(ctx, r.Deadline, ErrLate)
		defer cancel()
	}
	var err error
	result.Waited, err = s.Do(wait, func(search *mcts.Search[S, A]) (err error) {
		if !r.Deadline.IsZero() {
			left := time.Until(r.Deadline)
			if left <= 0 {
				return ErrLate
			}
			if r.Time == 0 || left < r.Time {
				r.Time = left
			}
		}
		result.Result, err = search.Run(ctx, root, r.Budget)
		return err
	})
	return result, err
}

// Do waits for admission and calls f with the search of the session, which has followed all calls
// of Advance; for [mcts.Search.Watch], for [mcts.Search.Foresee] before cards are known, Explain
// and whatever else a Search can do. It returns how long it waited, and the error of f, the cause
// for which ctx was done, or ErrFull or ErrClosed. f must not keep the search, nor wait for other
// sessions.
func (s *Session[S, A]) Do(ctx context.Context, f func(*mcts.Search[S, A]) error) (waited time.Duration, err error) {
	if !s.busy.CompareAndSwap(false, true) {
		return 0, mcts.ErrBusy
	}
	defer s.busy.Store(false)
	start := time.Now()
	s.pool.wait(s)
	err = s.pool.line.enter(ctx)
	waited = time.Since(start)
	if err != nil {
		s.pool.giveUp(s)
		return waited, err
	}
	defer s.pool.line.leave()
	fresh, err := s.pool.take(s)
	if err != nil {
		return waited, err
	}
	defer s.pool.put(s)
	if fresh {
		s.search.Reset(s.seed)
	}
	s.catchUp()
	return waited, f(s.search.Search)
}

// searches notes that the session is admitted as the n-th of the pool. Before it has searched
// twice, its turn is expected to come after all other sessions. The caller holds the mutex of the
// pool.
func (s *Session[S, A]) searches(n uint64, sessions int) {
	s.pause = uint64(sessions)
	if s.last > 0 {
		s.pause = n - s.last
	}
	s.last = n
}

// expected returns how many calls the pool will probably admit before the next of this session: as
// many as lay between the last ones. A session that is late is expected to take as long again as it
// is late. The caller holds the mutex of the pool.
func (s *Session[S, A]) expected(now uint64) uint64 {
	if due := s.last + s.pause; due > now {
		return due - now
	}
	return now - s.last - s.pause
}

// catchUp plays what Advance was called with.
func (s *Session[S, A]) catchUp() {
	s.pool.mu.Lock()
	played := s.played
	s.played = nil
	s.pool.mu.Unlock()
	for _, actions := range played {
		_, _ = s.search.Advance(actions...) // What is not legal changes nothing.
	}
}

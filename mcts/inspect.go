package mcts

import (
	"context"
	"sync/atomic"

	"github.com/banyan-go/banyan/game"
)

// Snapshot is a Search that stands still, as [Search.Inspect] shows it. It is valid until the
// function that gets it returns, except for Result, which shares no memory with the search. The
// rules, the state and the tree are only read.
type Snapshot[S any, A comparable] struct {
	Rules *game.Rules[S, A] // of the search
	Roots []Node[A]         // of all trees, as [Search.Roots] returns them
	State *S                // the state at the root; nil if there is no tree

	// Epoch tells roots apart: it is the same as long as the search continues with one root.
	Epoch uint64

	// Running reports whether Run or Watch is in progress. Result is then an interim result, with
	// Stop = StopUnfinished; otherwise it is the result of the last Run, or the zero Result if
	// there was none at this root.
	Running bool
	Result  Result[A]
}

// inspection is how other goroutines look at a search.
type inspection struct {
	owner   chan struct{}   // full while a goroutine uses the search
	calls   chan func(*run) // to be made between two batches of simulations
	waiting atomic.Int32    // calls of Inspect in progress
	used    atomic.Bool     // Inspect was called
	last    *run            // the last Run with this root, without its context; nil if there was none
	epoch   uint64          // Snapshot.Epoch
}

// acquire waits until no other goroutine uses the search.
func (i *inspection) acquire() { i.owner <- struct{}{} }

func (i *inspection) release() { <-i.owner }

// setRoot records that the root has changed.
func (i *inspection) setRoot() {
	i.epoch++
	i.last = nil
}

// serve makes the calls that wait for the search to stand still.
func (i *inspection) serve(r *run) {
	for i.waiting.Load() > 0 {
		select {
		case call := <-i.calls:
			call(r)
		default:
			return
		}
	}
}

// Inspect calls f while the search stands still. Unlike all other methods, it may be called from
// any goroutine: if another one is in Run, f is called there, between two batches of simulations,
// and otherwise in the goroutine of the caller, while the other methods wait. It returns when f has
// returned, or the error of ctx if the search did not stand still before ctx was done. In the body
// of a loop over Watch, the search does not stand still for Inspect.
//
// f must not call methods of the search. Its time counts against the budget of a Run. It changes
// nothing in the results of the search, unless the budget limits time.
//
// A Run of simulations alone, which does not read the clock, is interrupted only if Inspect was
// called before it began; so call it once early. Before the first call of Inspect, it costs
// nothing.
func (s *Search[S, A]) Inspect(ctx context.Context, f func(Snapshot[S, A])) (err error) {
	i := &s.inspection
	i.used.Store(true)
	i.waiting.Add(1)
	defer i.waiting.Add(-1)
	done := make(chan struct{})
	call := func(r *run) {
		defer close(done)
		var snapshot Snapshot[S, A]
		if snapshot, err = s.snapshot(r); err == nil {
			f(snapshot)
		}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case i.owner <- struct{}{}:
		defer i.release()
		call(nil)
	case i.calls <- call:
		<-done
	}
	return err
}

// snapshot returns what Inspect shows. r is nil if no Run is in progress.
func (s *Search[S, A]) snapshot(r *run) (Snapshot[S, A], error) {
	snapshot := Snapshot[S, A]{Rules: &s.rules, Epoch: s.inspection.epoch, Running: r != nil}
	if r == nil && !s.phase.hasTree() {
		return snapshot, nil
	}
	snapshot.Roots, snapshot.State = s.roots(), &s.w.root
	var err error
	if r != nil {
		snapshot.Result, err = s.result(r)
	} else if last := s.inspection.last; last != nil {
		snapshot.Result, err = s.result(last)
		snapshot.Result.Elapsed = last.elapsed
	}
	return snapshot, err
}

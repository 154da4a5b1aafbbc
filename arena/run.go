package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// Run plays the match and returns its records in the order of their numbers.
//
// When ctx ends, unfinished games are discarded, and the error wraps that of ctx. Any other error
// names the game, the ply and the entrant: a player failed or chose an illegal action
// ([ErrIllegal]), the game violated its contract, or the journal could not be written. With an
// error, the records are those of the games that finished before. A panic of a player, of the game
// or of a callback is passed on to the caller of Run with the stack of its origin. Run leaves no
// goroutines behind.
func (m Match[S, A]) Run(ctx context.Context) ([]Record, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	rules, err := newRules(m.Game)
	if err != nil {
		return nil, err
	}
	progress, err := newProgress(m.schedule(), m.Journal, m.Each, m.Stop)
	if err != nil {
		return nil, err
	}
	p := &pool[S, A]{match: m, rules: rules, progress: progress}
	p.ctx, p.cancel = context.WithCancel(ctx)
	defer p.cancel()
	if m.Elsewhere != nil {
		p.elsewhere()
	} else {
		p.run()
	}
	records, missing := progress.records()
	switch {
	case p.panicked != nil:
		panic(p.panicked)
	case p.err != nil:
		return records, p.err
	case missing > 0 && ended(ctx) != nil:
		return records, fmt.Errorf("arena: stopped after %d of %d games: %w", len(records), m.Games(), ended(ctx))
	case missing > 0:
		return records, errors.New("arena: a player or callback ended the goroutine that called it")
	}
	return records, nil
}

// ended returns the error of a context that has ended. On a busy machine, a deadline can pass
// before the timer of the context fires.
func ended(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ctx.Err() == nil && ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// pool is the worker pool of one Run.
type pool[S any, A comparable] struct {
	match    Match[S, A]
	rules    rules[S, A]
	progress *progress
	ctx      context.Context
	cancel   context.CancelFunc

	mu       sync.Mutex
	err      error // the first error that is not that of the context
	panicked any   // the first panic, with its stack
}

func (p *pool[S, A]) run() {
	workers := p.match.Workers
	workers = cmp.Or(workers, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for range min(workers, p.match.Games()) {
		group.Go(p.worker)
	}
	group.Wait()
}

// worker plays games until there are none or the match ends.
func (p *pool[S, A]) worker() {
	// A player of a test may have called runtime.Goexit, so this is not only for panics.
	clean := false
	defer func() {
		if clean {
			return
		}
		p.cancel()
		if v := recover(); v != nil {
			p.fail(nil, fmt.Sprintf("arena: %v\n\n%s", v, debug.Stack()))
		}
	}()
	for ended(p.ctx) == nil {
		number, ok := p.progress.next()
		if !ok {
			break
		}
		if !p.playGame(number) {
			p.cancel()
			break
		}
	}
	clean = true
}

// playGame plays one game. It reports whether the match continues.
func (p *pool[S, A]) playGame(number int) bool {
	record, err := p.match.play(p.ctx, &p.rules, p.progress.schedule.slot(number))
	if err != nil {
		if ended(p.ctx) == nil {
			p.fail(err, nil)
		}
		return false
	}
	stopped, err := p.progress.add(record)
	if err != nil {
		p.fail(err, nil)
	}
	return !stopped && err == nil
}

func (p *pool[S, A]) fail(err error, panicked any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
	}
	if p.panicked == nil {
		p.panicked = panicked
	}
}

package arena

import (
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
// When ctx ends, games under way are given up and the error wraps that of ctx. Any other error names the game, the
// ply and the entrant: a player that failed or chose an illegal action (ErrIllegal), a game that breaks its contract,
// a journal that cannot be written. With an error, the records are of the games that were finished before. A panic
// of a player, of the game or of a callback comes out of Run, with the stack of where it arose. No goroutine is left.
func (m Match[S, A]) Run(ctx context.Context) ([]Record, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	rules, err := newRules(m.Game)
	if err != nil {
		return nil, err
	}
	ledger, err := newLedger(m.schedule(), m.Journal, m.Each, m.Stop)
	if err != nil {
		return nil, err
	}
	c := &crew[S, A]{match: m, rules: rules, ledger: ledger}
	c.ctx, c.cancel = context.WithCancel(ctx)
	defer c.cancel()
	c.work()
	records, missing := ledger.records()
	switch {
	case c.panicked != nil:
		panic(c.panicked)
	case c.err != nil:
		return records, c.err
	case missing > 0 && ended(ctx) != nil:
		return records, fmt.Errorf("arena: stopped after %d of %d games: %w", len(records), m.Games(), ended(ctx))
	case missing > 0:
		return records, errors.New("arena: a player or callback ended the goroutine that called it")
	}
	return records, nil
}

// ended returns the error of a context that is over. On a busy machine its deadline may pass before its timer runs.
func ended(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ctx.Err() == nil && ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// crew is the workers of one Run.
type crew[S any, A comparable] struct {
	match  Match[S, A]
	rules  rules[S, A]
	ledger *ledger
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	err      error // the first one that is not of the context
	panicked any   // the first panic, with its stack
}

func (c *crew[S, A]) work() {
	workers := c.match.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var group sync.WaitGroup
	for range min(workers, c.match.Games()) {
		group.Go(c.worker)
	}
	group.Wait()
}

// worker plays games until there are none, or the match is over for another reason.
func (c *crew[S, A]) worker() {
	// Not only after a panic: a player of a test may have called runtime.Goexit.
	clean := false
	defer func() {
		if clean {
			return
		}
		c.cancel()
		if v := recover(); v != nil {
			c.failed(nil, fmt.Sprintf("arena: %v\n\n%s", v, debug.Stack()))
		}
	}()
	for ended(c.ctx) == nil {
		number, ok := c.ledger.take()
		if !ok {
			break
		}
		if !c.game(number) {
			c.cancel()
			break
		}
	}
	clean = true
}

// game plays one game. It reports whether the match goes on.
func (c *crew[S, A]) game(number int) bool {
	record, err := c.match.play(c.ctx, &c.rules, c.ledger.schedule.slot(number))
	if err != nil {
		if ended(c.ctx) == nil {
			c.failed(err, nil)
		}
		return false
	}
	stopped, err := c.ledger.accept(record)
	if err != nil {
		c.failed(err, nil)
	}
	return !stopped && err == nil
}

func (c *crew[S, A]) failed(err error, panicked any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
	if c.panicked == nil {
		c.panicked = panicked
	}
}

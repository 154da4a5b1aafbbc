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
// When ctx ends, unfinished games are discarded, and the error wraps the context's error. Any other
// error names the game, the ply and the entrant: a player failed or chose an illegal action
// ([ErrIllegal]), the game violated its contract, or the journal could not be written. With an
// error, the records cover the games that finished before it. A panic of a player, of the game or
// of a callback is passed on to the caller of Run with the stack of its origin. Run leaves no
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
	if m.Remote != nil {
		p.remote()
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
	return records, rules.consistent(records)
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
	err      error // the first error that did not come from the context
	panicked any   // the first panic, with its stack
}

func (p *pool[S, A]) run() {
	var group sync.WaitGroup
	for range min(cmp.Or(p.match.Workers, runtime.GOMAXPROCS(0)), p.match.Games()) {
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

// PlayPair plays the games of one pair, one after the other, and returns their records, the same as
// [Match.Run] returns for this pair, except for their times. Pairs are numbered as in
// [Record.Pair]. Journal, Each, Stop, Remote and Workers are not used. It returns the same
// errors as Run; a panic of a player or of the game passes through.
//
// Several goroutines may call PlayPair.
func (m Match[S, A]) PlayPair(ctx context.Context, pair int) ([]Record, error) {
	m.Journal = nil
	if err := m.validate(); err != nil {
		return nil, err
	}
	schedule := m.schedule()
	perPair := len(schedule.seatings)
	if pairs := schedule.games() / perPair; pair < 0 || pair >= pairs {
		return nil, fmt.Errorf("arena: pair %d of a match, want 0 to %d", pair, pairs-1)
	}
	rules, err := newRules(m.Game)
	if err != nil {
		return nil, err
	}
	var records []Record
	for game := pair * perPair; game < (pair+1)*perPair; game++ {
		r, err := m.play(ctx, &rules, schedule.slot(game))
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	if err := rules.consistent(records); err != nil {
		return nil, err
	}
	return records, nil
}

// remote lets Plan.Remote play the pairs that are not complete.
func (p *pool[S, A]) remote() {
	pairs := p.progress.incomplete()
	if len(pairs) == 0 {
		return
	}
	stopped := false
	err := p.match.Remote(p.ctx, pairs, func(games []Record) bool {
		var err error
		if stopped, err = p.addPair(games); err != nil {
			p.fail(err, nil)
			stopped = true
		}
		return !stopped
	})
	if !stopped && ended(p.ctx) == nil {
		p.fail(err, nil)
		if _, missing := p.progress.records(); err == nil && missing > 0 {
			p.fail(fmt.Errorf("arena: Plan.Remote has played all but %d games and returned no error", missing), nil)
		}
	}
}

// addPair adds the games of a pair that was played elsewhere, except games already in the journal.
func (p *pool[S, A]) addPair(games []Record) (stopped bool, err error) {
	for _, r := range games {
		if err := p.progress.schedule.belongs(r); err != nil {
			return false, fmt.Errorf("arena: Plan.Remote: %w", err)
		}
		if p.progress.has(r.Game) {
			continue
		}
		if stopped, err = p.progress.add(r); stopped || err != nil {
			return stopped, err
		}
	}
	return false, nil
}

// belongs reports why r is not the record of a game of this schedule.
func (s schedule) belongs(r Record) error {
	if err := r.validate(); err != nil {
		return err
	}
	if r.Game >= s.games() {
		return fmt.Errorf("game %d of a match of %d", r.Game, s.games())
	}
	if !s.slot(r.Game).matches(r) {
		return fmt.Errorf("game %d differs from this match in pair, seed or seats", r.Game)
	}
	return nil
}

package distributed

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// Search is a search whose trees are with the workers of a queue: root parallelization over
// machines. It is for one goroutine at a time.
//
// If all shares arrive and the budget counts simulations, the result equals [mcts.RootParallel]
// with as many trees and the same seed, for any number of workers. Solvers and other exceptions are
// listed at [mcts.Search.Merge]. A worker that is lost takes its trees along: another one begins
// new ones.
type Search[S any, A comparable] struct {
	c       *Coordinator
	options SearchOptions
	merger  *mcts.Search[S, A] // merges
	at      *replay[S, A]
	history []int
	name    string
	runs    uint64
	roster  *roster
	workers []string       // of every share; empty for a share that was lost
	lost    map[string]int // by worker: the shares that it has lost
	order   maphash.Seed   // of the workers, which differs from search to search
	grace   time.Duration
}

// SearchResult is the result of a search, and how many of its shares it is made of.
type SearchResult[A any] struct {
	mcts.Result[A]
	Arrived int // the shares that came back
}

const (
	defaultGrace = 20 * time.Millisecond

	// callTime is how long workers have to say that they are there.
	callTime = 250 * time.Millisecond

	// A searching worker is pinged every aliveInterval. Its share is lost after mostMisses
	// consecutive pings without a response.
	aliveInterval = time.Second
	mostMisses    = 4
)

// NewSearch returns a search from the start of a game, by the workers of the coordinator's queue.
// The configuration comes from o.Player, as the workers read it; Final, Seed and Solver are used
// here to merge.
//
// With a budget of time, Run ends at the latest that time and grace after its beginning, with the
// shares that have arrived. If grace is 0, 20 ms are used: what a message takes on the way.
//
// NewSearch asks for workers. The first Run waits for their responses, until a quarter of a second
// after NewSearch and for half of its time at most. Later ones wait only if all workers were lost.
// Shares stay with their workers; one that comes later takes shares that others lose. The Notice of
// c receives the reason why a share was lost. The caller closes the Search.
func NewSearch[S any, A comparable](
	c *Coordinator, g mcts.Game[S, A], start S, cfg mcts.Config, o SearchOptions, grace time.Duration,
) (*Search[S, A], error) {
	if o.Shares < 1 || grace < 0 {
		return nil, fmt.Errorf("distributed: SearchOptions.Shares is %d and the grace %v, want >= 1 and >= 0", o.Shares, grace)
	}
	rules, err := game.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	parallel := cfg.Parallel
	cfg = o.config(cfg, 0)
	if p, ok := parallel.(mcts.RootParallel); ok { // It determines how to merge.
		p.Trees, p.Workers, cfg.Parallel = 1, 1, p
	}
	merger, err := mcts.New(g, cfg)
	if err != nil {
		return nil, err
	}
	workers, err := newRoster(c, o.Game)
	if err != nil {
		return nil, err
	}
	return &Search[S, A]{
		c: c, options: o, merger: merger, at: newReplay(rules, &start), name: rand.Text(), roster: workers, grace: cmp.Or(grace, defaultGrace),
		lost: map[string]int{}, order: maphash.MakeSeed(),
	}, nil
}

// Close lets the workers drop the trees. The Search must not be used after it.
func (s *Search[S, A]) Close() error {
	s.roster.close()
	if err := s.c.conn.Publish(searchEndSubject+"."+s.c.Queue, []byte(s.name)); err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	return nil
}

// Advance plays an action, or the actions of all players at simultaneous moves, as
// [mcts.Search.Advance] does. The workers learn of it with the next Run.
func (s *Search[S, A]) Advance(actions ...A) error {
	indices, err := s.at.indices(actions)
	if err != nil {
		return err
	}
	s.history = append(s.history, indices...)
	return nil
}

// State returns the state that the next Run searches from. The caller must not change it.
func (s *Search[S, A]) State() *S { return &s.at.state }

// forcedSimulations is how many simulations a search makes at a root with a single action.
const forcedSimulations = 100

// Run searches within a budget of simulations, of all shares together, and time, of each of them.
// A deadline of ctx limits the time, too. Run returns an error if no share arrives, as when ctx is
// canceled; the workers then stop, and keep their trees.
func (s *Search[S, A]) Run(ctx context.Context, b mcts.Budget) (SearchResult[A], error) {
	list, err := s.at.rootList(b.Player)
	switch {
	case err != nil:
		return SearchResult[A]{}, err
	case b.Simulations < 0 || b.Time < 0 || b.MoveTime != nil:
		return SearchResult[A]{}, errors.New("distributed: the budget of a search, want simulations >= 0, a time >= 0 and no allotment")
	case b.Simulations == 0 && b.Time == 0:
		return SearchResult[A]{}, mcts.ErrNoLimit
	case len(list) == 1:
		b.Simulations = min(cmp.Or(b.Simulations, forcedSimulations), forcedSimulations)
	}
	if until, ok := ctx.Deadline(); ok { // The shares have to be here by then.
		if left := max(time.Until(until)-s.grace, 1); b.Time == 0 || left < b.Time {
			b.Time = left
		}
	}
	if b.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time+s.grace)
		defer cancel()
	}
	begin := time.Now()
	if err := s.assign(ctx, b.Time/2); err != nil {
		return SearchResult[A]{}, err
	}
	b.Time = remaining(b.Time, begin)
	s.runs++
	shares, errs := make([]*mcts.RootStats[A], s.options.Shares), make([]error, s.options.Shares)
	var group sync.WaitGroup
	for i := range shares {
		n := b.Simulations / s.options.Shares
		if i < b.Simulations%s.options.Shares {
			n++
		}
		if b.Simulations == 0 || n > 0 { // A share without simulations has nothing to tell.
			group.Go(func() {
				if shares[i], errs[i] = s.ask(ctx, i, n, b); errs[i] != nil {
					errs[i] = fmt.Errorf("share %d by worker %s: %w", i, s.workers[i], errs[i])
				}
			})
		}
	}
	group.Wait()
	return s.merge(shares, errs)
}

// merge merges the shares that have arrived.
func (s *Search[S, A]) merge(shares []*mcts.RootStats[A], errs []error) (SearchResult[A], error) {
	var arrived []mcts.RootStats[A]
	lost := false
	for i, share := range shares {
		switch {
		case share != nil:
			arrived = append(arrived, *share)
		case errors.Is(errs[i], context.Canceled): // by the caller
		case errs[i] != nil: // The worker may be gone, or slow.
			s.roster.remove(s.workers[i])
			s.lost[s.workers[i]]++
			s.workers[i], lost = "", true
		}
	}
	if lost {
		s.roster.ask()
	}
	err := errors.Join(errs...)
	switch {
	case len(arrived) == 0:
		return SearchResult[A]{}, fmt.Errorf("distributed: none of %d shares of the search arrived: %w", len(shares), err)
	case err != nil:
		s.c.Notice(err.Error())
	}
	r, err := s.merger.Merge(arrived)
	return SearchResult[A]{r, len(arrived)}, err
}

// ask runs one share.
func (s *Search[S, A]) ask(ctx context.Context, share, simulations int, b mcts.Budget) (*mcts.RootStats[A], error) {
	q := searchRequest{
		Protocol: Protocol, Version: s.c.Version, Search: s.name, Number: s.runs, Options: s.options, Share: share, History: s.history,
		Simulations: simulations, Time: b.Time, Player: b.Player,
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	worker := s.subject(s.workers[share])
	go s.watch(ctx, cancel, worker, q.key())
	response, err := s.c.conn.RequestWithContext(ctx, worker, encodeGob(q))
	if err != nil {
		_ = s.c.conn.Publish(worker+".stop", []byte(q.key())) // Otherwise it would continue in vain.
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	found, err := decodeGob[searchResponse](response.Data)
	if err != nil {
		return nil, err
	}
	if found.Error != "" {
		return nil, errors.New(found.Error)
	}
	made, err := received(s.at, b.Player, found.Share)
	if err != nil {
		return nil, err
	}
	return &made, nil
}

func (s *Search[S, A]) subject(worker string) string {
	return strings.Join([]string{searchSubject, s.c.Queue, worker}, ".")
}

// errLost reports that a worker that can be reached does not work on a share.
var errLost = errors.New("the worker does not respond, or has lost the request")

// watch ends a request if its worker is gone, or does not work on it.
func (s *Search[S, A]) watch(ctx context.Context, cancel context.CancelCauseFunc, worker, key string) {
	for misses := 0; misses < mostMisses; {
		if wait(ctx, aliveInterval); ctx.Err() != nil {
			return
		}
		one, stop := context.WithTimeout(ctx, aliveInterval)
		response, err := s.c.conn.RequestWithContext(one, worker+".alive", []byte(key))
		stop()
		switch {
		case err == nil && string(response.Data) == key:
			misses = 0
		case s.c.conn.IsConnected():
			misses++
		}
	}
	cancel(errLost)
}

// assign gives a worker to every share that has none. It waits for workers no longer than limit; 0
// is no limit.
func (s *Search[S, A]) assign(ctx context.Context, limit time.Duration) error {
	wanted := 1
	if s.workers == nil {
		wanted = s.options.Shares
	} else if !slices.Contains(s.workers, "") {
		return nil
	}
	if len(s.roster.list()) == 0 {
		s.roster.ask()
	}
	until := s.roster.asked.Add(callTime)
	if soon := time.Now().Add(limit); limit > 0 && soon.Before(until) {
		until = soon
	}
	names := s.roster.wait(ctx, wanted, until)
	if len(names) == 0 {
		return s.roster.none()
	}
	if s.workers == nil {
		s.workers = make([]string, s.options.Shares)
	}
	for i := range s.workers {
		if s.workers[i] == "" {
			s.workers[i] = s.lightest(names)
		}
	}
	return nil
}

// lightest returns the worker with the fewest shares. Every share that it has lost counts as one.
func (s *Search[S, A]) lightest(names []string) string {
	load := maps.Clone(s.lost)
	for _, worker := range s.workers {
		load[worker]++
	}
	return slices.MinFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(load[a], load[b]), cmp.Compare(maphash.String(s.order, a), maphash.String(s.order, b)))
	})
}

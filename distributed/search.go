package distributed

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/banyan-go/banyan/mcts"
)

// Search is a search whose trees are with the workers of a queue: root parallelization over
// machines. It is for one goroutine at a time.
//
// If all shares arrive and the budget counts simulations, the result is that of
// [mcts.RootParallel] with as many trees and the same seed, for any number of workers; see
// [mcts.Search.Merge] for what is excepted. A worker that is lost takes its trees along: another
// one begins new ones.
type Search[S any, A comparable] struct {
	c       *Coordinator
	options SearchOptions
	judge   *mcts.Search[S, A] // merges
	at      *walk[S, A]
	history []int
	name    string
	workers []string // of every share
	grace   time.Duration
}

// Found is the result of a search, and how many of its shares it is made of.
type Found[A any] struct {
	mcts.Result[A]
	Arrived int
}

const (
	defaultGrace = 20 * time.Millisecond

	// callTime is how long workers have to say that they are there, at the first Run.
	callTime = 250 * time.Millisecond

	// aliveInterval is how often a worker that searches without a limit of time is looked for.
	aliveInterval = time.Second
)

// NewSearch returns a search from the start of a game, by the workers of the coordinator's queue.
// The configuration is that of o.Player, as the workers read it; Final, Seed and Solver are used
// here to merge.
//
// With a budget of time, Run ends at the latest that time and grace after its beginning, with the
// shares that have arrived. If grace is 0, 20 ms are used: what a message takes on the way.
func NewSearch[S any, A comparable](
	c *Coordinator, g mcts.Game[S, A], start S, cfg mcts.Config, o SearchOptions, grace time.Duration,
) (*Search[S, A], error) {
	if o.Shares < 1 || grace < 0 {
		return nil, fmt.Errorf("distributed: SearchOptions.Shares is %d and the grace %v, want >= 1 and >= 0", o.Shares, grace)
	}
	rules, err := mcts.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	parallel := cfg.Parallel
	cfg = o.config(cfg, 0)
	if p, ok := parallel.(mcts.RootParallel); ok { // It says how to merge.
		p.Trees, p.Workers, cfg.Parallel = 1, 1, p
	}
	judge, err := mcts.New(g, cfg)
	if err != nil {
		return nil, err
	}
	return &Search[S, A]{c: c, options: o, judge: judge, at: newWalk(rules, &start), name: rand.Text(), grace: cmp.Or(grace, defaultGrace)}, nil
}

// Advance plays an action, or those of all players at simultaneous moves, as
// [mcts.Search.Advance] does. The workers learn of it with the next Run.
func (s *Search[S, A]) Advance(actions ...A) error {
	places, err := s.at.places(actions)
	if err != nil {
		return err
	}
	s.history = append(s.history, places...)
	return nil
}

// State returns the state that the next Run searches from. The caller must not change it.
func (s *Search[S, A]) State() *S { return &s.at.state }

// forcedSimulations is how many simulations a search makes at a root with a single action.
const forcedSimulations = 100

// Run searches within a budget of simulations, of all shares together, and time, of each of them.
// It returns an error if no share arrives.
func (s *Search[S, A]) Run(ctx context.Context, b mcts.Budget) (Found[A], error) {
	list, err := s.at.rootList(b.Player)
	switch {
	case err != nil:
		return Found[A]{}, err
	case b.Simulations < 0 || b.Time < 0 || b.Allotment != nil:
		return Found[A]{}, errors.New("distributed: the budget of a search, want simulations >= 0, a time >= 0 and no allotment")
	case b.Simulations == 0 && b.Time == 0:
		return Found[A]{}, mcts.ErrNoLimit
	case len(list) == 1:
		b.Simulations = min(cmp.Or(b.Simulations, forcedSimulations), forcedSimulations)
	}
	begin := time.Now()
	if err := s.findWorkers(ctx); err != nil {
		return Found[A]{}, err
	}
	if b.Time > 0 {
		b.Time = max(b.Time-time.Since(begin), 1)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time+s.grace)
		defer cancel()
	}
	shares, errs := make([]*mcts.Share[A], s.options.Shares), make([]error, s.options.Shares)
	var group sync.WaitGroup
	for i := range shares {
		n := b.Simulations / s.options.Shares
		if i < b.Simulations%s.options.Shares {
			n++
		}
		if b.Simulations == 0 || n > 0 { // A share without simulations has nothing to tell.
			group.Go(func() { shares[i], errs[i] = s.ask(ctx, i, n, b) })
		}
	}
	group.Wait()
	return s.merge(shares, errs)
}

// merge merges the shares that have arrived.
func (s *Search[S, A]) merge(shares []*mcts.Share[A], errs []error) (Found[A], error) {
	var arrived []mcts.Share[A]
	for i, share := range shares {
		if share != nil {
			arrived = append(arrived, *share)
		} else if errs[i] != nil {
			s.workers[i] = "" // It may be gone, or slow. The next Run looks for workers.
		}
	}
	if len(arrived) == 0 {
		return Found[A]{}, fmt.Errorf("distributed: none of %d shares of the search arrived: %w", len(shares), errors.Join(errs...))
	}
	r, err := s.judge.Merge(arrived)
	return Found[A]{r, len(arrived)}, err
}

// ask runs one share.
func (s *Search[S, A]) ask(ctx context.Context, share, simulations int, b mcts.Budget) (*mcts.Share[A], error) {
	q := searchRequest{
		Protocol: Protocol, Version: s.c.Version, Search: s.name, Options: s.options, Share: share, History: s.history,
		Simulations: simulations, Time: b.Time, Player: b.Player,
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if b.Time == 0 {
		go s.watch(ctx, cancel, s.workers[share])
	}
	response, err := s.c.conn.RequestWithContext(ctx, s.subject(s.workers[share]), encodeGob(q))
	if err != nil {
		return nil, fmt.Errorf("share %d by worker %s: %w", share, s.workers[share], errors.Join(err, context.Cause(ctx)))
	}
	found, err := decodeGob[searchResponse](response.Data)
	if err != nil {
		return nil, err
	}
	if found.Error != "" {
		return nil, fmt.Errorf("share %d by worker %s: %s", share, s.workers[share], found.Error)
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

// watch ends a request without a limit of time if its worker is gone.
func (s *Search[S, A]) watch(ctx context.Context, cancel context.CancelCauseFunc, worker string) {
	for {
		if wait(ctx, aliveInterval); ctx.Err() != nil {
			return
		}
		_, err := s.c.conn.RequestWithContext(ctx, s.subject(worker)+".alive", nil)
		if errors.Is(err, nats.ErrNoResponders) {
			cancel(err)
			return
		}
	}
}

// findWorkers gives a worker to every share that has none.
func (s *Search[S, A]) findWorkers(ctx context.Context) error {
	if len(s.workers) == s.options.Shares && !slices.Contains(s.workers, "") {
		return nil
	}
	inbox := s.c.conn.NewInbox()
	sub, err := s.c.conn.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }() // of a connection that is closed, perhaps
	if err := s.c.conn.PublishRequest(searchSubject+"."+s.c.Queue, inbox, nil); err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var names []string
	for len(names) < s.options.Shares {
		msg, err := sub.NextMsgWithContext(ctx)
		if err != nil || msg.Header.Get("Status") != "" {
			break
		}
		names = append(names, string(msg.Data))
	}
	if len(names) == 0 {
		return fmt.Errorf("distributed: there is no worker in the queue %s, want some that search", s.c.Queue)
	}
	slices.Sort(names)
	s.workers = append(s.workers, make([]string, s.options.Shares-len(s.workers))...)
	for i := range s.workers {
		if s.workers[i] == "" {
			s.workers[i] = names[i%len(names)]
		}
	}
	return nil
}

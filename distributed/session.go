package distributed

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
)

// SearchOptions say which search is spread over workers.
type SearchOptions struct {
	Game   string // as in Batch
	Size   string
	Player string // a search in text form, as package spec reads it; its budget does not count
	Seed   uint64
	Shares int // trees, at least 1
}

// Session is one tree of a search that is spread over workers. It belongs to one goroutine.
type Session interface {
	// Run searches from the state after history, which are the places of all actions since the
	// start of the game in the lists of the game. The history of a later Run begins with that of an
	// earlier one, unless the tree is to begin again.
	Run(ctx context.Context, history []int, b mcts.Budget) (mcts.Share[int], error)
}

// Searcher opens the session for a share of a search. Several goroutines may call it.
type Searcher func(ctx context.Context, o SearchOptions, share int) (Session, error)

// NewSearcher returns the searcher of one game, with the players of package spec; see [NewReferee].
func NewSearcher[S any, A comparable](name string, g mcts.Game[S, A], start S) Searcher {
	return func(_ context.Context, o SearchOptions, share int) (Session, error) {
		if o.Game != name || o.Size != "" {
			return nil, fmt.Errorf("distributed: there is no game %q of size %q, want %q of no size", o.Game, o.Size, name)
		}
		p, err := spec.Parse(o.Player, "")
		if err != nil {
			return nil, err
		}
		return NewSession(g, start, p.Search, o, share)
	}
}

// NewSession returns the session for a share of a search with a configuration, whose Parallel is
// replaced: the trees are one for each session.
func NewSession[S any, A comparable](g mcts.Game[S, A], start S, cfg mcts.Config, o SearchOptions, share int) (Session, error) {
	rules, err := mcts.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	search, err := mcts.New(g, o.config(cfg, share))
	if err != nil {
		return nil, err
	}
	return &session[S, A]{search: search, at: newWalk(rules, &start), start: newWalk(rules, &start), seed: mcts.TreeSeed(o.Seed, share)}, nil
}

// config returns the configuration of a share: with its seed, and its part of the limits.
func (o SearchOptions) config(cfg mcts.Config, share int) mcts.Config {
	cfg.Parallel, cfg.Seed = nil, mcts.TreeSeed(o.Seed, share)
	if cfg.MaxNodes > 0 {
		cfg.MaxNodes = max(1, cfg.MaxNodes/o.Shares)
	}
	cfg.MaxBytes /= int64(o.Shares)
	return cfg
}

type session[S any, A comparable] struct {
	search  *mcts.Search[S, A]
	start   *walk[S, A]
	at      *walk[S, A] // after history
	history []int
	seed    uint64
}

// Run implements [Session].
func (s *session[S, A]) Run(ctx context.Context, history []int, b mcts.Budget) (mcts.Share[int], error) {
	if !slices.Equal(s.history, history[:min(len(history), len(s.history))]) || len(history) < len(s.history) {
		s.search.Reset(s.seed)
		s.at, s.history = newWalk(s.start.rules, &s.start.state), nil
	}
	for rest := history[len(s.history):]; len(rest) > 0; {
		actions, left, err := s.at.actions(rest)
		if err != nil {
			return mcts.Share[int]{}, err
		}
		rest = left
		s.history = slices.Clone(history[:len(history)-len(rest)])
		if _, err := s.search.Advance(actions...); err != nil {
			return mcts.Share[int]{}, err
		}
	}
	r, err := s.search.Run(ctx, &s.at.state, b)
	if err != nil {
		return mcts.Share[int]{}, err
	}
	share, err := s.search.Share(r)
	if err != nil {
		return mcts.Share[int]{}, err
	}
	return sent(s.at, b.Player, share)
}

// searchRequest asks a worker to run a share of a search.
type searchRequest struct {
	Protocol    int
	Version     string
	Search      string // the name of the search, which no other one has
	Options     SearchOptions
	Share       int
	History     []int
	Simulations int
	Time        time.Duration // how long the worker may take; 0: no limit. It needs no common clock.
	Player      int
}

// searchResponse is what a worker has found.
type searchResponse struct {
	Share mcts.Share[int]
	Error string
}

func encodeGob(v any) []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil { // All fields are exported, of types that can be encoded.
		panic(fmt.Sprintf("distributed: %T: %v", v, err))
	}
	return b.Bytes()
}

func decodeGob[T any](data []byte) (v T, err error) {
	if err = gob.NewDecoder(bytes.NewReader(data)).Decode(&v); err != nil {
		err = fmt.Errorf("distributed: a message that is no %T: %w", v, err)
	}
	return v, err
}

// sessions are the sessions of a worker.
type sessions struct {
	searcher Searcher
	mu       sync.Mutex
	open     map[string]*openSession
	uses     int
}

type openSession struct {
	mu      sync.Mutex // a session is for one goroutine
	session Session
	used    int
}

// mostSessions is how many trees a worker keeps; those that were not used for longest are dropped.
const mostSessions = 64

// find returns a session, and opens it if it is new.
func (s *sessions) find(ctx context.Context, r searchRequest) (*openSession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := fmt.Sprintf("%s.%d", r.Search, r.Share)
	s.uses++
	if o := s.open[key]; o != nil {
		o.used = s.uses
		return o, nil
	}
	made, err := s.searcher(ctx, r.Options, r.Share)
	if err != nil {
		return nil, err
	}
	if len(s.open) >= mostSessions {
		oldest := ""
		for key, o := range s.open {
			if oldest == "" || o.used < s.open[oldest].used {
				oldest = key
			}
		}
		delete(s.open, oldest)
	}
	o := &openSession{session: made, used: s.uses}
	s.open[key] = o
	return o, nil
}

// serveSearches lets the worker run shares of searches until its connection ends.
func (r *working) serveSearches() error {
	if r.Searcher == nil {
		return nil
	}
	all := &sessions{searcher: r.Searcher, open: map[string]*openSession{}}
	_, err := r.conn.Subscribe(searchSubject+"."+r.Queue+"."+r.Name, func(msg *nats.Msg) {
		go func() {
			_ = msg.Respond(encodeGob(r.search(all, msg.Data))) // Who does not wait any more needs no response.
		}()
	})
	if err == nil {
		_, err = r.conn.Subscribe(searchSubject+"."+r.Queue, func(msg *nats.Msg) {
			_ = msg.Respond([]byte(r.Name))
		})
	}
	if err == nil {
		_, err = r.conn.Subscribe(searchSubject+"."+r.Queue+"."+r.Name+".alive", func(msg *nats.Msg) {
			_ = msg.Respond(nil)
		})
	}
	if err != nil {
		return fmt.Errorf("distributed: %w", err)
	}
	return nil
}

// search runs a share of a search.
func (r *working) search(all *sessions, data []byte) (made searchResponse) {
	defer func() {
		if v := recover(); v != nil { // of the game or a strategy
			made = searchResponse{Error: fmt.Sprintf("panic: %v", v)}
		}
	}()
	q, err := decodeGob[searchRequest](data)
	if err != nil {
		return searchResponse{Error: err.Error()}
	}
	if reason := refusal(announcement{Protocol: Protocol, Version: r.Version, Games: r.Games, Worker: r.Name}, q.Protocol, q.Version, q.Options.Game); reason != "" {
		return searchResponse{Error: reason}
	}
	if q.Options.Shares < 1 || q.Share < 0 || q.Share >= q.Options.Shares {
		return searchResponse{Error: fmt.Sprintf("share %d of %d", q.Share, q.Options.Shares)}
	}
	o, err := all.find(r.ctx, q)
	if err != nil {
		return searchResponse{Error: err.Error()}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	b := mcts.Budget{Simulations: q.Simulations, Time: q.Time, Player: q.Player}
	if made.Share, err = o.session.Run(r.ctx, q.History, b); err != nil {
		return searchResponse{Error: err.Error()}
	}
	return made
}

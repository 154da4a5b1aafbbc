package distributed

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"slices"
	"time"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// SearchOptions describe the search that is spread over workers.
type SearchOptions struct {
	Game   string // as in Batch
	Size   string
	Player string // a search in text form, as package spec reads it; its budget does not count
	Seed   uint64
	Shares int // trees, at least 1
}

// Session is one tree of a search that is spread over workers. It belongs to one goroutine.
type Session interface {
	// Run searches from the state after history, which has the indices of all actions since the
	// start of the game in the lists of the game. If the history does not begin with the history of
	// the previous Run, a new tree begins. A budget of time includes the time to get to the state.
	// If ctx ends, Run returns its error, and the tree may be used again.
	Run(ctx context.Context, history []int, b mcts.Budget) (mcts.RootStats[int], error)
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
	if share < 0 || share >= o.Shares {
		return nil, fmt.Errorf("distributed: share %d of %d", share, o.Shares)
	}
	rules, err := game.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	search, err := mcts.New(g, o.config(cfg, share))
	if err != nil {
		return nil, err
	}
	return &session[S, A]{search: search, at: newReplay(rules, &start), start: newReplay(rules, &start), seed: mcts.TreeSeed(o.Seed, share)}, nil
}

// config returns the configuration of a share: with its seed, and its part of the limits.
func (o SearchOptions) config(cfg mcts.Config, share int) mcts.Config {
	cfg.Parallel, cfg.Seed = nil, mcts.TreeSeed(o.Seed, share)
	if cfg.MaxNodes > 0 {
		cfg.MaxNodes = max(1, cfg.MaxNodes/o.Shares)
	}
	if cfg.MaxBytes > 0 {
		cfg.MaxBytes = max(1, cfg.MaxBytes/int64(o.Shares))
	}
	return cfg
}

type session[S any, A comparable] struct {
	search  *mcts.Search[S, A]
	start   *replay[S, A]
	at      *replay[S, A] // after history
	history []int
	seed    uint64
}

// Run implements [Session].
func (s *session[S, A]) Run(ctx context.Context, history []int, b mcts.Budget) (mcts.RootStats[int], error) {
	begin := time.Now()
	if !slices.Equal(s.history, history[:min(len(history), len(s.history))]) || len(history) < len(s.history) {
		s.search.Reset(s.seed)
		s.at, s.history = newReplay(s.start.rules, &s.start.state), nil
	}
	for rest := history[len(s.history):]; len(rest) > 0; {
		actions, left, err := s.at.actions(rest)
		if err != nil {
			return mcts.RootStats[int]{}, err
		}
		rest = left
		s.history = slices.Clone(history[:len(history)-len(rest)])
		if _, err := s.search.Advance(actions...); err != nil {
			return mcts.RootStats[int]{}, err
		}
	}
	b.Time = remaining(b.Time, begin)
	r, err := s.search.Run(ctx, &s.at.state, b)
	if err != nil {
		return mcts.RootStats[int]{}, err
	}
	share, err := s.search.RootStats(r)
	if err != nil {
		return mcts.RootStats[int]{}, err
	}
	return sent(s.at, b.Player, share)
}

// remaining returns what is left of a limit of time since begin, at least 1 ns; 0 is no limit.
func remaining(limit time.Duration, begin time.Time) time.Duration {
	if limit <= 0 {
		return limit
	}
	return max(limit-time.Since(begin), 1)
}

// searchRequest asks a worker to run a share of a search.
type searchRequest struct {
	Protocol    int
	Version     string
	Search      string // the name of the search, which no other one has
	Number      uint64 // of the Run, from 1 on
	Options     SearchOptions
	Share       int
	History     []int
	Simulations int
	Time        time.Duration // how long the worker may take; 0: no limit. It needs no common clock.
	Player      int
}

// session names the tree that the request is about, and key the request.
func (q searchRequest) session() string { return fmt.Sprintf("%s.%d", q.Search, q.Share) }
func (q searchRequest) key() string     { return fmt.Sprintf("%s.%d", q.session(), q.Number) }

// searchResponse is what a worker has found.
type searchResponse struct {
	Share mcts.RootStats[int]
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

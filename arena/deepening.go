package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
)

// Deepening returns an entrant that plays by alpha-beta with iterative deepening, and stops after
// limit. If clock is nil, time.Now is used. The first depth is always finished.
func Deepening[S any, A comparable](
	name string, g mcts.Game[S, A], cfg minimax.Config, limit time.Duration, clock func() time.Time,
) Entrant[S, A] {
	if clock == nil {
		clock = time.Now
	}
	return Entrant[S, A]{Name: name, New: func(uint64) (Player[S, A], error) {
		if limit <= 0 {
			return nil, fmt.Errorf("arena: Deepening: the limit is %v, want more than 0", limit)
		}
		search, err := minimax.New(g, cfg)
		if err != nil {
			return nil, err
		}
		cfg := cfg
		cfg.Depth = 1
		first, err := minimax.New(g, cfg)
		return deepening[S, A]{search, first, limit, clock}, err
	}}
}

type deepening[S any, A comparable] struct {
	search *minimax.Search[S, A]
	first  *minimax.Search[S, A] // to depth 1, for a limit that is too short
	limit  time.Duration
	clock  func() time.Time
}

func (p deepening[S, A]) Choose(ctx context.Context, s *S, _ int) (A, error) {
	result, err := p.search.Deepen(&until{ctx, p.clock().Add(p.limit), p.clock}, s)
	if err != nil && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		result, err = p.first.Run(ctx, s)
	}
	return result.Action, err
}

// until is a context that ends when a clock shows a time.
type until struct {
	context.Context
	end   time.Time
	clock func() time.Time
}

// Err implements context.Context.
func (u *until) Err() error {
	if u.clock().Before(u.end) {
		return u.Context.Err()
	}
	return context.DeadlineExceeded
}

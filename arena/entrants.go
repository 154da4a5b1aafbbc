package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// Searcher returns an entrant that plays by Monte Carlo tree search with the same budget for every
// action; see [SearchPlayer] for other ways to use a search.
func Searcher[S any, A comparable](name string, g mcts.Game[S, A], cfg mcts.Config, budget mcts.Budget) Entrant[S, A] {
	return SearchPlayer[S, A]{Game: g, Config: cfg, Budget: budget}.Entrant(name)
}

// Timekeeper is like [Searcher] for a match with a clock: manager decides how long to think. The
// mean number of plies of 16 random playouts tells it how long the game may last.
func Timekeeper[S any, A comparable](name string, g mcts.Game[S, A], cfg mcts.Config, manager timing.Planner) Entrant[S, A] {
	return SearchPlayer[S, A]{Game: g, Config: cfg, Timing: &manager}.Entrant(name)
}

// AlphaBeta returns an entrant that plays by alpha-beta or minimax. It is deterministic, so its
// games differ only by their openings.
func AlphaBeta[S any, A comparable](name string, g mcts.Game[S, A], cfg minimax.Config) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(uint64) (Player[S, A], error) {
		search, err := minimax.New(g, cfg)
		return playerFunc[S, A](func(ctx context.Context, s *S, _ int) (A, error) {
			result, err := search.Run(ctx, s)
			return result.Action, err
		}), err
	}}
}

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
		short := cfg
		short.Depth = 1
		first, err := minimax.New(g, short) // for a limit that is too short
		return playerFunc[S, A](func(ctx context.Context, s *S, _ int) (A, error) {
			result, err := search.Deepen(&until{ctx, clock().Add(limit), clock}, s)
			if err != nil && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
				result, err = first.Run(ctx, s)
			}
			return result.Action, err
		}), err
	}}
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

// Random returns an entrant that chooses uniformly among the legal actions.
func Random[S any, A comparable](name string, g mcts.Game[S, A]) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		rules, err := newRules(g)
		r := rng.New(seed)
		return playerFunc[S, A](func(_ context.Context, s *S, seat int) (a A, err error) {
			var actions []A
			if rules.Simultaneous != nil && rules.ToMove(s) == mcts.Simultaneous {
				actions = rules.Simultaneous.AppendPlayerActions(nil, s, seat)
			} else {
				actions = rules.AppendActions(nil, s)
			}
			if len(actions) == 0 {
				return a, fmt.Errorf("arena: Random: player %d has no action", seat)
			}
			return actions[r.IntN(len(actions))], nil
		}), err
	}}
}

// Func returns an entrant that plays by calling f as [Player].Choose is called. If the match has
// several workers, f is called by several goroutines at once. r is a random sequence of one player
// in one game.
func Func[S any, A comparable](name string, f func(ctx context.Context, s *S, seat int, r *rng.Rand) (A, error)) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		r := rng.New(seed)
		return playerFunc[S, A](func(ctx context.Context, s *S, seat int) (A, error) { return f(ctx, s, seat, r) }), nil
	}}
}

// playerFunc is a Player that does nothing but choose.
type playerFunc[S any, A comparable] func(ctx context.Context, s *S, seat int) (A, error)

// Choose implements Player.
func (f playerFunc[S, A]) Choose(ctx context.Context, s *S, seat int) (A, error) {
	return f(ctx, s, seat)
}

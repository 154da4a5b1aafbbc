package arena

import (
	"context"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// Searcher returns an entrant that plays by Monte Carlo tree search with the same budget for every
// action. Every player has its own search, which keeps its tree from action to action. Config.Seed
// is replaced by a seed from the match. Its players implement [Counter].
//
// The budget must limit simulations or time. A match is reproducible only with simulations.
func Searcher[S any, A comparable](name string, g mcts.Game[S, A], cfg mcts.Config, budget mcts.Budget) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		if budget.Simulations == 0 && budget.Time == 0 {
			return nil, errors.New("arena: Searcher: the budget is empty, want simulations or time")
		}
		cfg := cfg
		cfg.Seed = seed
		search, err := mcts.New(g, cfg)
		if err != nil {
			return nil, err
		}
		return &searcher[S, A]{search: search, budget: budget}, nil
	}}
}

// Timekeeper is like [Searcher] for a match with a clock: manager decides how long to think. The
// mean number of plies of 16 random playouts tells it how long the game may last.
func Timekeeper[S any, A comparable](name string, g mcts.Game[S, A], cfg mcts.Config, manager timing.Planner) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		if err := manager.Validate(); err != nil {
			return nil, err
		}
		cfg := cfg
		cfg.Seed = seed
		search, err := mcts.New(g, cfg)
		if err != nil {
			return nil, err
		}
		return &timekeeper[S, A]{
			searcher: searcher[S, A]{search: search}, game: g, manager: manager, rand: rng.New(derive(seed, 0)),
		}, nil
	}}
}

type timekeeper[S any, A comparable] struct {
	searcher[S, A]
	game    mcts.Game[S, A]
	manager timing.Planner
	rand    *rng.Rand // of the playouts that estimate the length of the game

	clock timing.Clock // for the next action
	ply   int
	timed bool // whether clock is set
}

func (p *timekeeper[S, A]) SetClock(c timing.Clock, ply int) { p.clock, p.ply, p.timed = c, ply, true }

func (p *timekeeper[S, A]) Choose(ctx context.Context, s *S, seat int) (A, error) {
	if !p.timed {
		var none A
		return none, errors.New("arena: Timekeeper: the match has no clock")
	}
	const playouts = 16
	allotment := p.manager.Begin(timing.Situation{
		Clock: p.clock, Ply: p.ply, Playout: PlayoutLength(p.game, s, seat, playouts, p.rand),
	})
	p.budget, p.timed = mcts.Budget{Allotment: &allotment}, false
	return p.searcher.Choose(ctx, s, seat)
}

type searcher[S any, A comparable] struct {
	search      *mcts.Search[S, A]
	budget      mcts.Budget
	simulations int
}

func (p *searcher[S, A]) Choose(ctx context.Context, s *S, seat int) (A, error) {
	p.budget.Player = seat
	result, err := p.search.Run(ctx, s, p.budget)
	p.simulations += result.Simulations
	return result.Action, err
}

// Observe keeps the tree below a. A search that cannot do so starts a new tree.
func (p *searcher[S, A]) Observe(a A) { _, _ = p.search.Advance(a) }

// ObserveJoint keeps the tree below joint.
func (p *searcher[S, A]) ObserveJoint(joint []A) { _, _ = p.search.Advance(joint...) }

func (p *searcher[S, A]) Simulations() int { return p.simulations }

// AlphaBeta returns an entrant that plays by alpha-beta or minimax. It is deterministic, so its
// games differ only by their openings.
func AlphaBeta[S any, A comparable](name string, g mcts.Game[S, A], cfg minimax.Config) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(uint64) (Player[S, A], error) {
		search, err := minimax.New(g, cfg)
		if err != nil {
			return nil, err
		}
		return alphaBeta[S, A]{search}, nil
	}}
}

type alphaBeta[S any, A comparable] struct{ search *minimax.Search[S, A] }

func (p alphaBeta[S, A]) Choose(ctx context.Context, s *S, _ int) (A, error) {
	result, err := p.search.Run(ctx, s)
	return result.Action, err
}

// Random returns an entrant that chooses uniformly among the legal actions.
func Random[S any, A comparable](name string, g mcts.Game[S, A]) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		rules, err := newRules(g)
		if err != nil {
			return nil, err
		}
		return &uniform[S, A]{rules, rng.New(seed)}, nil
	}}
}

type uniform[S any, A comparable] struct {
	rules rules[S, A]
	rand  *rng.Rand
}

func (p *uniform[S, A]) Choose(_ context.Context, s *S, seat int) (a A, err error) {
	var actions []A
	if p.rules.Simultaneous != nil && p.rules.ToMove(s) == mcts.Simultaneous {
		actions = p.rules.Simultaneous.AppendPlayerActions(nil, s, seat)
	} else {
		actions = p.rules.AppendActions(nil, s)
	}
	if len(actions) == 0 {
		return a, fmt.Errorf("arena: Random: player %d has no action", seat)
	}
	return actions[p.rand.IntN(len(actions))], nil
}

// Func returns an entrant that plays by calling f as [Player].Choose is called. If the match has
// several workers, f is called by several goroutines at once. r is a random sequence of one player
// in one game.
func Func[S any, A comparable](name string, f func(ctx context.Context, s *S, seat int, r *rng.Rand) (A, error)) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		return &function[S, A]{f, rng.New(seed)}, nil
	}}
}

type function[S any, A comparable] struct {
	f    func(ctx context.Context, s *S, seat int, r *rng.Rand) (A, error)
	rand *rng.Rand
}

func (p *function[S, A]) Choose(ctx context.Context, s *S, seat int) (A, error) {
	return p.f(ctx, s, seat, p.rand)
}

package arena

import (
	"context"
	"errors"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// SearchPlayer describes players that choose by Monte Carlo tree search. Every player has its own
// search, which keeps its tree from action to action unless Config.FreshTree is set. The players
// implement [Counter], [Preparer] and [Ponderer].
//
// A match is reproducible only with a budget of simulations.
type SearchPlayer[S any, A comparable] struct {
	Game   mcts.Game[S, A]
	Config mcts.Config // Config.Seed is replaced by a seed from the match

	// Budget applies to each action. It must limit simulations or time, unless Timing is set.
	Budget mcts.Budget

	// Timing decides in a match with a clock how long to think, instead of Budget; see
	// [Timekeeper]. It is only read.
	Timing *timing.Planner

	// Ponder makes the player search, with Budget, while another player chooses. The search begins
	// at the state of the other player. What it finds serves the own actions as far as the search
	// keeps it: its tree, what playout policies learn, and the signature table of
	// Config.Similarity. Config.Hidden must be nil or PerfectInformation, because the other player
	// sees other cards.
	Ponder bool

	// Configure, if not nil, is called before the first action of a game with the state after the
	// opening and returns the configuration for this game, for example after trials. Its time is
	// not on the clock, and its simulations do not count. It is called by several goroutines.
	Configure func(ctx context.Context, start *S, cfg mcts.Config) (mcts.Config, error)
}

// Entrant returns an entrant with these players.
func (p SearchPlayer[S, A]) Entrant(name string) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		if err := p.validate(); err != nil {
			return nil, err
		}
		own := p
		own.Config.Seed = seed
		search, err := mcts.New(own.Game, own.Config)
		if err != nil {
			return nil, err
		}
		s := &searcher[S, A]{SearchPlayer: own, search: search}
		if p.Timing != nil {
			return &timekeeper[S, A]{searcher: s, rand: rng.New(derive(seed, 0))}, nil
		}
		return s, nil
	}}
}

func (p SearchPlayer[S, A]) validate() error {
	switch {
	case p.Timing != nil && p.Ponder:
		return errors.New("arena: SearchPlayer.Ponder and Timing are set; want one of them: to ponder takes a budget")
	case p.Timing != nil:
		return p.Timing.Validate()
	case p.Budget.Simulations == 0 && p.Budget.Time == 0:
		return errors.New("arena: Searcher: the budget is empty, want simulations or time")
	case p.Ponder && p.Config.Hidden != nil && p.Config.Hidden != mcts.HiddenInformation(mcts.PerfectInformation{}):
		return errors.New("arena: SearchPlayer.Ponder and Config.Hidden are set; want one of them: the other player sees other cards")
	}
	return nil
}

// searcher is a player of a SearchPlayer. The fields of SearchPlayer are its own copies.
type searcher[S any, A comparable] struct {
	SearchPlayer[S, A]
	search      *mcts.Search[S, A]
	simulations int
}

// Prepare applies Configure.
func (p *searcher[S, A]) Prepare(ctx context.Context, s *S, _ int) error {
	if p.Configure == nil {
		return nil
	}
	cfg, err := p.Configure(ctx, s, p.Config)
	if err != nil {
		return err
	}
	cfg.Seed = p.Config.Seed
	p.search, err = mcts.New(p.Game, cfg)
	return err
}

func (p *searcher[S, A]) Choose(ctx context.Context, s *S, seat int) (A, error) {
	p.Budget.Player = seat
	result, err := p.search.Run(ctx, s, p.Budget)
	p.simulations += result.Simulations
	return result.Action, err
}

// Foresee searches before the game, with the budget of an action, if the search has beliefs.
func (p *searcher[S, A]) Foresee(ctx context.Context, start *S, seat int) error {
	if !p.believes() {
		return nil
	}
	n, err := p.search.Foresee(ctx, start, seat, p.Budget)
	p.simulations += n
	return err
}

func (p *searcher[S, A]) believes() bool {
	sets, _ := p.Config.Hidden.(mcts.ISMCTS)
	return sets.Beliefs
}

// Ponder searches from the state of another player, if SearchPlayer.Ponder is set.
func (p *searcher[S, A]) Ponder(ctx context.Context, s *S, seat int) error {
	if !p.SearchPlayer.Ponder {
		return nil
	}
	_, err := p.Choose(ctx, s, seat)
	return err
}

// Observe keeps the tree below a. A search that cannot do so starts a new tree.
func (p *searcher[S, A]) Observe(a A) { _, _ = p.search.Advance(a) }

// ObserveJoint keeps the tree below joint.
func (p *searcher[S, A]) ObserveJoint(joint []A) { _, _ = p.search.Advance(joint...) }

func (p *searcher[S, A]) Simulations() int { return p.simulations }

// timekeeper is a searcher with a clock.
type timekeeper[S any, A comparable] struct {
	*searcher[S, A]
	rand *rng.Rand // of the playouts that estimate the length of the game

	clock timing.Clock // for the next action
	ply   int
	timed bool // whether clock is set
}

func (p *timekeeper[S, A]) SetClock(c timing.Clock, ply int) { p.clock, p.ply, p.timed = c, ply, true }

func (p *timekeeper[S, A]) Choose(ctx context.Context, s *S, seat int) (A, error) {
	if err := p.allot(s, seat); err != nil {
		var none A
		return none, err
	}
	return p.searcher.Choose(ctx, s, seat)
}

// Foresee searches before the game, for the time of an action.
func (p *timekeeper[S, A]) Foresee(ctx context.Context, start *S, seat int) error {
	if !p.believes() {
		return nil
	}
	if err := p.allot(start, seat); err != nil {
		return err
	}
	return p.searcher.Foresee(ctx, start, seat)
}

// allot sets the budget of an action at s.
func (p *timekeeper[S, A]) allot(s *S, seat int) error {
	if !p.timed {
		return errors.New("arena: Timekeeper: the match has no clock")
	}
	const playouts = 16
	moveTime := p.Timing.Begin(timing.Situation{
		Clock: p.clock, Ply: p.ply, Playout: PlayoutLength(p.Game, s, seat, playouts, p.rand),
	})
	p.Budget, p.timed = mcts.Budget{MoveTime: &moveTime}, false
	return nil
}

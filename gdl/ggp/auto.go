package ggp

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/mcts"
)

// Auto makes choosers that search. Each of them measures the game when it prepares, and chooses its
// [Strategies] by the [Figures]. The zero Auto is ready for use.
type Auto struct {
	// MaxBytes bounds the memory of the trees. If zero, it is a gigabyte.
	MaxBytes int64

	// Workers is the number of goroutines of a search, each with its own tree. If zero, there is
	// one.
	Workers int

	// Chosen, if not nil, is told the strategies when they are chosen, and again if they fail.
	Chosen func(m MatchInfo, f Figures, s Strategies)

	// Clock tells the time that measurements and searches take; if nil, time.Now is used.
	Clock func() time.Time
}

// How long a game is measured: for a share of the start clock that is left, and at most for so
// long.
const (
	measuredShare   = 4
	longestMeasured = 8 * time.Second
)

// NewChooser returns a player for [Config.NewChooser]. It ponders.
func (a Auto) NewChooser(m MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
	cfg := mcts.Config{MaxBytes: cmp.Or(a.MaxBytes, 1<<30), Clock: a.Clock}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if a.Workers > 1 {
		cfg.Parallel = mcts.RootParallel{Trees: a.Workers, Workers: a.Workers}
	}
	p := &autoPlayer{Auto: a, match: m}
	p.match.Replaced = nil
	player := arena.SearchPlayer[gdl.State, gdl.Action]{
		Game: m.Game, Config: cfg, Ponder: true, Budget: mcts.Budget{Time: max(m.StartClock, m.PlayClock)},
	}
	var err error
	if p.plain, err = newSearcher(player, seed); err != nil {
		return nil, err
	}
	player.Configure = p.configure
	if before, ok := m.Replaced.(*autoPlayer); ok {
		if before.plain == nil {
			p.searcher, p.plain = p.plain, nil
			return p, nil
		}
		p.figures = before.figures
	}
	p.searcher, err = newSearcher(player, seed)
	return p, err
}

// searcher is what the players of an [arena.SearchPlayer] are.
type searcher interface {
	arena.Player[gdl.State, gdl.Action]
	arena.Preparer[gdl.State]
	arena.Ponderer[gdl.State]
	arena.Observer[gdl.Action]
	arena.JointObserver[gdl.Action]
	arena.Counter
}

func newSearcher(p arena.SearchPlayer[gdl.State, gdl.Action], seed uint64) (searcher, error) {
	player, err := p.Entrant("search").New(seed)
	if err != nil {
		return nil, err
	}
	s, ok := player.(searcher)
	if !ok {
		return nil, fmt.Errorf("ggp: a %T does not ponder", player)
	}
	return s, nil
}

// autoPlayer is a player of an Auto.
type autoPlayer struct {
	Auto
	searcher
	match   MatchInfo
	figures Figures  // of the match; zero before they are measured
	plain   searcher // replaces searcher if that fails; then it is nil
}

// configure returns a configuration with the strategies that suit the game, which is measured
// unless its numbers are known.
func (p *autoPlayer) configure(ctx context.Context, start *gdl.State, cfg mcts.Config) (mcts.Config, error) {
	if p.figures.Uniform > 0 {
		return p.figures.strategies().config(p.match.Game, cfg), nil
	}
	if err := p.measure(ctx, start, cfg); unlessDone(ctx, err) != nil {
		p.fail(err)
		return cfg, nil
	}
	s := p.figures.strategies()
	p.report(s)
	return s.config(p.match.Game, cfg), nil
}

// measure measures the game. A search may come to states where the sheet is wrong, and panic.
func (p *autoPlayer) measure(ctx context.Context, start *gdl.State, cfg mcts.Config) (err error) {
	defer recovered(&err)
	allowed := longestMeasured
	if due, ok := ctx.Deadline(); ok {
		allowed = min(allowed, due.Sub(cfg.Clock())/measuredShare)
	}
	p.figures, err = measure(ctx, p.match.Game, start, cfg, allowed)
	return err
}

func (p *autoPlayer) report(s Strategies) {
	if p.Chosen != nil {
		p.Chosen(p.match, p.figures, s)
	}
}

// fail reports that plain search strategies are used because of an error.
func (p *autoPlayer) fail(err error) {
	p.report(Strategies{Playouts: PlayoutsUniform, Reasons: []string{fmt.Sprintf("A plain search: %v.", err)}})
}

// Choose implements [arena.Player]. If the chosen strategies have an error, such as a solver for a
// constant sum where there is none, a plain search continues.
func (p *autoPlayer) Choose(ctx context.Context, s *gdl.State, seat int) (gdl.Action, error) {
	a, err := p.searcher.Choose(ctx, s, seat)
	if p.plain == nil || unlessDone(ctx, err) == nil {
		return a, err
	}
	p.fail(err)
	p.searcher, p.plain = p.plain, nil
	return p.searcher.Choose(ctx, s, seat)
}

package tune

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/mcts"
)

// Evaluator plays pairs of games. [Games] plays them in this process, and the Evaluator of package
// distributed in others.
type Evaluator interface {
	// Check reports why a player in text form cannot play. It is called for some players of the
	// space before any game.
	Check(player string) error

	// Play plays one pair of games and returns the results of Pair.A. The games of a pair have the
	// same opening and exchanged seats, and depend on nothing but the Pair, if players count
	// simulations. Play is called by Options.Workers goroutines at once. It returns soon when ctx
	// ends, with an error. Any other error ends the search.
	Play(ctx context.Context, p Pair) (stats.Tally, error)
}

// Pair is a pair of games to play.
type Pair struct {
	A, B string // the players
	Seed uint64 // decides everything random; pairs with different seeds are independent
}

// Games plays pairs of games in this process. It is an [Evaluator].
type Games[S any, A comparable] struct {
	// Match describes the games: Game, Start, OpeningPlies and MaxPlies are used. With OpeningPlies
	// 0, players that are deterministic repeat one pair.
	Match arena.Match[S, A]

	// Entrant makes a player of its text; if nil, spec.Parse and spec.Entrant do.
	Entrant func(name, text string) (arena.Entrant[S, A], error)
}

// Check implements [Evaluator].
func (g Games[S, A]) Check(player string) error {
	e, err := g.entrant("a", player)
	if err == nil {
		_, err = e.New(0)
	}
	return err
}

// Play implements [Evaluator].
func (g Games[S, A]) Play(ctx context.Context, p Pair) (stats.Tally, error) {
	m := arena.Match[S, A]{Game: g.Match.Game, Start: g.Match.Start, Plan: arena.Plan{
		OpeningPlies: g.Match.OpeningPlies, MaxPlies: g.Match.MaxPlies, Pairs: 1, Workers: 1, Seed: p.Seed,
	}}
	for i, text := range []string{p.A, p.B} {
		e, err := g.entrant([]string{"a", "b"}[i], text)
		if err != nil {
			return stats.Tally{}, err
		}
		m.Entrants = append(m.Entrants, e)
	}
	records, err := m.Run(ctx)
	if err != nil {
		return stats.Tally{}, err
	}
	return arena.Count(records, 0, 1), nil
}

func (g Games[S, A]) entrant(name, text string) (e arena.Entrant[S, A], err error) {
	if g.Entrant != nil {
		return g.Entrant(name, text)
	}
	p, err := spec.Parse(text, "")
	if err != nil {
		return e, err
	}
	if p.Kind == spec.MCTS && p.Budget == (mcts.Budget{}) {
		return e, fmt.Errorf("tune: player %q has no budget, want time=DURATION or sims=N in Space.Fixed and Options.Default", text)
	}
	return spec.Entrant(name, g.Match.Game, p)
}

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

	// Play plays one pair of games and returns the score of Pair.A. The games of a pair have the
	// same opening and exchanged seats, and depend on nothing but the Pair, if players count
	// simulations. Play is called by Options.Workers goroutines at once. It returns soon when ctx
	// ends, with an error. Any other error ends the search.
	Play(ctx context.Context, p Pair) (Score, error)
}

// Score is the result of a pair of games. A search looks for wins; the returns are for its reader.
type Score struct {
	stats.Tally            // of the first player
	Returns     [2]float64 `json:"returns,omitzero"` // the mean returns of the first and of the second player
}

// NewScore returns the score of the first of two entrants in the games of one pair.
func NewScore(records []arena.Record) Score {
	r := arena.CountReturns(records, 0, 1)
	return Score{arena.Count(records, 0, 1), [2]float64{r.MeanA, r.MeanB}}
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
func (g Games[S, A]) Play(ctx context.Context, p Pair) (Score, error) {
	m := arena.Match[S, A]{Game: g.Match.Game, Start: g.Match.Start, Plan: arena.Plan{
		OpeningPlies: g.Match.OpeningPlies, MaxPlies: g.Match.MaxPlies, Pairs: 1, Workers: 1, Seed: p.Seed,
	}}
	for i, text := range []string{p.A, p.B} {
		e, err := g.entrant([]string{"a", "b"}[i], text)
		if err != nil {
			return Score{}, err
		}
		m.Entrants = append(m.Entrants, e)
	}
	records, err := m.Run(ctx)
	if err != nil {
		return Score{}, err
	}
	return NewScore(records), nil
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

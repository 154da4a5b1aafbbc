package console

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/tune"
)

// tunable is what the command tune needs of a game.
type tunable struct {
	evaluator tune.Evaluator
	player    string // the default player to beat, without a budget

	// space returns the space to search if there is no other one. Its players have no budget.
	space func(ctx context.Context) (tune.Space, error)
}

// tuning implements Game.
func (g typedGame[S, A]) tuning(opening int) tunable {
	t := tunable{player: tune.DefaultPlayer(g.rules)}
	t.evaluator = tune.Games[S, A]{
		Match:   arena.Match[S, A]{Game: g.rules.Game, Start: g.start, Plan: arena.Plan{OpeningPlies: opening}},
		Entrant: g.entrantOf,
	}
	t.space = func(ctx context.Context) (tune.Space, error) {
		s, err := tune.DefaultSpace(g.rules, g.language.Playouts, func(player string) error {
			const budget = ",sims=30"
			_, err := t.evaluator.Play(ctx, tune.Pair{A: player + budget, B: t.player + budget, Seed: 1})
			return err
		})
		if ctx.Err() != nil { // Then the check has refused what can play.
			return s, fmt.Errorf("interrupted while the space was checked: %w", ctx.Err())
		}
		return s, err
	}
	return t
}

// entrantOf makes a player of its text.
func (g typedGame[S, A]) entrantOf(name, text string) (e arena.Entrant[S, A], err error) {
	p, err := g.Parse(text, "")
	switch {
	case err != nil:
		return e, err
	case p.Kind == spec.MCTS && p.Timing != nil:
		return e, fmt.Errorf("player %q needs a clock, want a time like 20ms or sims=N", text)
	case p.Kind == spec.MCTS && p.Budget == (mcts.Budget{}):
		return e, fmt.Errorf("player %q has no budget, want time=DURATION or sims=N", text)
	}
	return g.entrant(name, p)
}

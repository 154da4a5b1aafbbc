package arena

import (
	"context"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/nested"
)

// NestedPlayer describes players that choose by package nested, for games of one player without
// chance. Such a player searches from every state at which it has to choose. It plays the first
// action of the best line that it has found there, or continues along the line of its action before
// if that is no worse. The players implement [Counter]; their simulations are playouts.
//
// A game is reproducible only with a budget of playouts.
type NestedPlayer[S any, A comparable] struct {
	Game   game.Game[S, A]
	Config nested.Config // Config.Seed is replaced by seeds from the match

	// Budget applies to each action. If it has no limit, every action takes one run of the method.
	Budget nested.Budget
}

// Entrant returns an entrant with these players.
func (p NestedPlayer[S, A]) Entrant(name string) Entrant[S, A] {
	return Entrant[S, A]{Name: name, New: func(seed uint64) (Player[S, A], error) {
		if err := nested.Validate(p.Game, p.Config); err != nil {
			return nil, err
		}
		rules, err := game.NewRules(p.Game)
		return &liner[S, A]{NestedPlayer: p, rules: rules, seed: seed}, err
	}}
}

// liner is a player of a NestedPlayer.
type liner[S any, A comparable] struct {
	NestedPlayer[S, A]
	rules    game.Rules[S, A]
	seed     uint64
	choices  uint64
	playouts int
	rest     []A // of the best line, after the last action
}

func (p *liner[S, A]) Choose(ctx context.Context, s *S, _ int) (a A, err error) {
	p.Config.Seed = derive(p.seed, p.choices)
	p.choices++
	result, err := nested.Search(ctx, p.Game, s, p.Config, p.Budget)
	p.playouts += result.Playouts
	if err != nil {
		return a, err
	}
	if sum, ok := p.value(s, p.rest); !ok || result.Return > sum {
		p.rest = result.Actions
	}
	a, p.rest = p.rest[0], p.rest[1:]
	return a, nil
}

// value returns what a line from s brings. It reports false if it is not one, as at a state that
// does not follow from the action before.
func (p *liner[S, A]) value(s *S, actions []A) (float64, bool) {
	var end S
	p.rules.Copy(&end, s)
	sum := []float64{0}
	for _, a := range actions {
		if p.rules.Play(&end, a) != nil {
			return 0, false
		}
		p.rules.AddRewards(&end, sum)
	}
	if len(p.rules.AppendActions(nil, &end)) > 0 {
		return 0, false
	}
	p.rules.AddReturns(&end, sum)
	return sum[0], len(actions) > 0
}

func (p *liner[S, A]) Simulations() int { return p.playouts }

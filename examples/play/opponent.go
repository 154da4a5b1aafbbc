package main

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/bundled"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// opponent chooses the actions that the person does not choose, and gives hints.
type opponent[S any, A move] interface {
	// choose returns an action for the player to move at s, and an opinion to show behind it. It
	// shows its progress on c.
	choose(ctx context.Context, s *S, c *console) (a A, opinion string, err error)

	// observe is told every action and chance outcome. After an undo, the next state does not
	// follow from them: a search notices that when it is given the state.
	observe(a A)
}

// newOpponent makes the opponent that o asks for. In a game with hidden information it shows no
// opinion, because that would reveal its cards.
func newOpponent[S any, A move](g board[S, A], rules mcts.Rules[S, A], k bundled.Players[S, A], o options, r *rng.Rand) (opponent[S, A], error) {
	p := o.player
	p.Search.Seed = o.seed
	if err := suits(rules, p); err != nil {
		return nil, fmt.Errorf("-player %q: %w", p, err)
	}
	if _, hides := g.(hiddenGame[S, A]); p.Kind == spec.MCTS && !hides {
		search, err := mcts.New[S, A](g, p.Search)
		if err != nil {
			return nil, fmt.Errorf("-player %q: %s", p, plain(err))
		}
		return &thinker[S, A]{g, search, p.Budget}, nil
	}
	e, err := k.Entrant(p.String(), g, p)
	if err != nil {
		return nil, fmt.Errorf("-%w", err) // the error names the player
	}
	all := &seated[S, A]{game: g, rules: rules}
	for range g.NumPlayers() {
		one, err := e.New(r.Uint64())
		if err != nil {
			return nil, err
		}
		all.players = append(all.players, one)
	}
	return all, nil
}

// suits reports, in words for a person, why a player cannot play a game.
func suits[S any, A move](rules mcts.Rules[S, A], p spec.Player) error {
	if p.Kind != spec.MCTS {
		return nil
	}
	if p.Search.Hidden != nil && rules.Determinizer == nil {
		return errNothingHidden
	}
	if p.Search.Similarity != nil && rules.Cells == nil {
		return errNoCells
	}
	return nil
}

// seated is one player of package arena for each seat, so that none learns what another player
// sees.
type seated[S any, A move] struct {
	game    board[S, A]
	rules   mcts.Rules[S, A]
	players []arena.Player[S, A]
}

// choose implements opponent.
func (p *seated[S, A]) choose(ctx context.Context, s *S, c *console) (a A, opinion string, err error) {
	if err := ctx.Err(); err != nil {
		return a, "", err // players by rule do not look at it
	}
	seat := p.game.ToMove(s)
	c.wait(fmt.Sprintf("%s is thinking", p.game.PlayerName(seat)))
	defer c.clear()
	var own S
	p.rules.Copy(&own, s)
	a, err = p.players[seat].Choose(ctx, &own, seat)
	return a, "", err
}

// observe implements opponent.
func (p *seated[S, A]) observe(a A) {
	for _, one := range p.players {
		if o, ok := one.(arena.Observer[A]); ok {
			o.Observe(a)
		}
	}
}

package main

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// opponent chooses where no person does, and gives hints where one does.
type opponent[S any, A move] interface {
	// choose returns an action for the player to move at s, and what there is to say about it. It shows on c how it goes.
	choose(ctx context.Context, s *S, c *console) (a A, opinion string, err error)

	// observe is told all that is played, and what chance does.
	observe(a A)
}

// newOpponent makes the opponent that o asks for. A search shows what it thinks, but not in a game that is veiled: it thinks of
// its own cards.
func newOpponent[S any, A move](g board[S, A], k kinds[S, A], o options, r *rng.Rand) (opponent[S, A], error) {
	p := o.player
	p.Search.Seed = o.seed
	if _, hides := g.(veiled[S, A]); p.Kind == spec.MCTS && !hides {
		search, err := mcts.New[S, A](g, p.Search)
		return &thinker[S, A]{g, search, p.Budget}, err
	}
	e, err := k.entrant(p.String(), g, p)
	if err != nil {
		return nil, err
	}
	all := &seated[S, A]{game: g}
	for range g.NumPlayers() {
		one, err := e.New(r.Uint64())
		if err != nil {
			return nil, err
		}
		all.players = append(all.players, one)
	}
	return all, nil
}

// seated are players of tournaments, who say nothing. Each seat has one, so that none learns from what another sees.
type seated[S any, A move] struct {
	game    board[S, A]
	players []arena.Player[S, A]
}

// choose implements opponent.
func (p *seated[S, A]) choose(ctx context.Context, s *S, c *console) (a A, opinion string, err error) {
	if err := ctx.Err(); err != nil {
		return a, "", err // rules do not look at it
	}
	seat := p.game.ToMove(s)
	c.wait(fmt.Sprintf("%s thinks", p.game.PlayerName(seat)))
	defer c.clear()
	own := *s
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

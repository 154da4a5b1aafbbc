package play

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// opponent chooses the actions that the person does not choose, and gives hints.
type opponent[S any, A comparable] interface {
	// choose returns an action for the player to move at s, and an opinion of it. It
	// shows its progress on c.
	choose(ctx context.Context, s *S, c *Console) (a A, o opinion, err error)

	// observe is told every action and chance outcome. After an undo, the next state does not
	// follow from them: a search notices that when it is given the state.
	observe(a A)
}

// newOpponent makes the opponent that o asks for. In a game with hidden information it shows no
// opinion, because that would reveal its cards.
func (b *Board[S, A]) newOpponent(o Options, r *rng.Rand) (opponent[S, A], error) {
	p := o.Player
	p.Search.Seed = o.Seed
	if p.Kind == spec.MCTS && !b.hides() {
		cfg := b.Config(p.Search)
		search, err := mcts.New(b.Game, cfg)
		if err != nil {
			return nil, fmt.Errorf("-player %q: %s", p, Plain(err))
		}
		_, weak := cfg.Final.(policy.Temperature)
		return &thinker[S, A]{b, search, p.Budget, weak}, nil
	}
	e, err := b.Entrant(p.String(), p)
	if err != nil {
		return nil, fmt.Errorf("-%w", err) // the error names the player
	}
	all := &seated[S, A]{board: b}
	for range b.Game.NumPlayers() {
		one, err := e.New(r.Uint64())
		if err != nil {
			return nil, err
		}
		all.players = append(all.players, one)
	}
	return all, nil
}

// seated is one player of package arena for each seat, so that none learns what another player
// sees.
type seated[S any, A comparable] struct {
	board   *Board[S, A]
	players []arena.Player[S, A]
}

// choose implements opponent.
func (p *seated[S, A]) choose(ctx context.Context, s *S, c *Console) (a A, o opinion, err error) {
	if err := ctx.Err(); err != nil {
		return a, o, err // players by rule do not look at it
	}
	seat := p.board.Game.ToMove(s)
	c.wait(fmt.Sprintf("%s is thinking", p.board.playerName(seat)))
	defer c.clear()
	var own S
	p.board.rules.Copy(&own, s)
	a, err = p.players[seat].Choose(ctx, &own, seat)
	return a, o, err
}

// observe implements opponent.
func (p *seated[S, A]) observe(a A) {
	for _, one := range p.players {
		if o, ok := one.(arena.Observer[A]); ok {
			o.Observe(a)
		}
	}
}

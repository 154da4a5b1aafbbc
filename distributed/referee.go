package distributed

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
)

// NewReferee returns the referee of one game, with the players of package spec. The name is that in
// [Batch.Game]; there is one board. Package console makes referees for the games of a program, with
// players of their own.
func NewReferee[S any, A comparable](name string, g mcts.Game[S, A], start S) Referee {
	return func(ctx context.Context, b Batch, pair int) ([]arena.Record, error) {
		if b.Game != name || b.Size != "" {
			return nil, fmt.Errorf("distributed: there is no game %q of size %q, want %q of no size", b.Game, b.Size, name)
		}
		m := arena.Match[S, A]{Game: g, GameName: name, Start: start}
		for i, text := range b.Players {
			p, err := spec.Parse(text, "")
			if err != nil {
				return nil, err
			}
			e, err := spec.Entrant(fmt.Sprintf("%d: %s", i+1, text), g, p)
			if err != nil {
				return nil, err
			}
			m.Entrants = append(m.Entrants, e)
		}
		return PlayPair(ctx, m, b, pair)
	}
}

// PlayPair plays a pair of b with the game, its start and the entrants of m, which are the players
// of b in their order.
func PlayPair[S any, A comparable](ctx context.Context, m arena.Match[S, A], b Batch, pair int) ([]arena.Record, error) {
	if len(m.Entrants) != len(b.Players) {
		return nil, fmt.Errorf("distributed: %d entrants for the %d players of a batch", len(m.Entrants), len(b.Players))
	}
	var err error
	if m.Plan, err = b.Plan(); err != nil {
		return nil, err
	}
	m.Pairs = pair + 1 // A longer match begins with the pairs of a shorter one.
	return m.PlayPair(ctx, pair)
}

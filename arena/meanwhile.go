package arena

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
)

// prepare lets the players that are Preparers prepare. A game that is over needs no preparation.
func (g *gameInProgress[S, A]) prepare(ctx context.Context) error {
	if over, err := g.over(&g.state); over || err != nil {
		return err
	}
	for seat, player := range g.players {
		if p, ok := player.(Preparer[S]); ok {
			g.Copy(&g.view, &g.state)
			if err := p.Prepare(ctx, &g.view, seat); err != nil {
				return g.playerError(seat, err)
			}
		}
	}
	return nil
}

// ponder lets the players that are Ponderers think while another player chooses.
func (g *gameInProgress[S, A]) ponder(ctx context.Context) error {
	by := g.ToMove(&g.state)
	if by == mcts.Chance || by == mcts.Simultaneous {
		return nil
	}
	for seat, player := range g.players {
		if p, ok := player.(Ponderer[S]); ok && seat != by {
			g.Copy(&g.view, &g.state)
			if err := p.Ponder(ctx, &g.view, seat); err != nil {
				return g.playerError(seat, err)
			}
		}
	}
	return nil
}

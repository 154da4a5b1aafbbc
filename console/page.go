package console

import (
	"context"
	"fmt"
	"net/http"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/inspect"
	"github.com/banyan-go/banyan/mcts"
)

// PageOptions are the searches of a page, on which a person watches them and plays against them.
type PageOptions struct {
	Players []spec.Player // at least one, of kind mcts, without a clock, trials or a budget of its own
	Budget  mcts.Budget   // of an action; it must limit simulations or time
	Seed    uint64
}

// Page implements [Game].
func (g typedGame[S, A]) Page(ctx context.Context, o PageOptions) (http.Handler, error) {
	page := inspect.Page[S, A]{Title: g.name, Play: &inspect.Play[S]{Start: g.start, Budget: o.Budget}}
	for _, p := range o.Players {
		if p.Kind != spec.MCTS || p.Timing != nil || p.Trials != nil || p.Budget != (mcts.Budget{}) {
			return nil, fmt.Errorf("player %q cannot be shown in a page: want kind mcts, without a clock and trials, and one budget for all", p)
		}
		p.Search.Seed = o.Seed
		search, err := mcts.New(g.rules.Game, g.config(p.Search))
		if err != nil {
			return nil, err
		}
		page.Searches, page.Names = append(page.Searches, search), append(page.Names, p.String())
	}
	return page.Handler(ctx), nil
}

package console

import (
	"fmt"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/mcts"
)

// Choices replays a game of a match and returns, for every seat, how many actions its player was
// asked for. A record does not say who played an action, and players need not alternate.
func (g typedGame[S, A]) Choices(r arena.Record) ([]int, error) {
	choices := make([]int, g.rules.NumPlayers())
	var s S
	g.rules.Copy(&s, &g.start)
	for i, text := range append(r.Opening[:len(r.Opening):len(r.Opening)], r.Actions...) {
		by := g.rules.ToMove(&s)
		if err := play.Apply(&g.rules, &s, text); err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", r.Game, i, err)
		}
		if i >= len(r.Opening) {
			count(choices, by)
		}
	}
	if r.Timeout {
		count(choices, g.rules.ToMove(&s)) // the last action came too late and was not played
	}
	return choices, nil
}

// count adds one choice of the player by, or of every player at a simultaneous-move node.
func count(choices []int, by int) {
	for seat := range choices {
		if by == seat || by == mcts.Simultaneous {
			choices[seat]++
		}
	}
}

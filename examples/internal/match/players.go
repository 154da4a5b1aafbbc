// Package match holds what programs that play matches between players in text form have in common: how they read
// players, show how the match goes, and write its result.
package match

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/examples/internal/catalog"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Players reads players of a game. The parameters of both hold for all who do not set them and have them. It is an error
// if a player has neither a budget nor a clock, or nobody has one of the parameters.
// The names are what the players are in a match.
func Players(g catalog.Game, texts []string, both string, clock timing.Clock) (players []spec.Player, names []string, err error) {
	for i, text := range texts {
		p, err := g.Parse(text, both)
		if err != nil {
			return nil, nil, fmt.Errorf("%w (-help explains players)", err)
		}
		switch noClock := clock == (timing.Clock{}); {
		case p.Timing != nil && noClock:
			return nil, nil, fmt.Errorf("player %q divides a clock, and there is none: give -clock", text)
		case p.Kind == spec.MCTS && p.Timing == nil && p.Budget == (mcts.Budget{}):
			return nil, nil, fmt.Errorf("player %q has no budget: give it sims=N, or -sims N to all", text)
		}
		players = append(players, p)
		names = append(names, Letter(i)+": "+p.String())
	}
	if unused := spec.Unused(both, players...); len(unused) > 0 {
		return nil, nil, fmt.Errorf("-both: no player has %s", strings.Join(unused, ", "))
	}
	return players, names, nil
}

// Both adds a number of simulations, if it is not 0, to parameters for all players.
func Both(parameters string, sims int) string {
	if sims == 0 {
		return parameters
	}
	return strings.TrimPrefix(fmt.Sprintf("%s,sims=%d", parameters, sims), ",")
}

// Letter names the i-th player: a to z, then p27 and so on.
func Letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("p%d", i+1)
}

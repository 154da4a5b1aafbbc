// Package match has what programs for matches between players in text form share: the parsing of
// players, a progress bar and the result of a match. It is public for the same reason as package
// cli.
package match

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Parser parses the players of a game, like [spec.Parse].
type Parser interface {
	Parse(text, defaults string) (spec.Player, error)
}

// ClockText returns the text of a clock, which [timing.Parse] reads. It is empty for the zero
// Clock, which is none.
func ClockText(c timing.Clock) string {
	if c == (timing.Clock{}) {
		return ""
	}
	return c.String()
}

// Players parses players of a game. The parameters of both apply to every player that accepts them
// and does not set them. It is an error if a player has neither a budget nor a clock, or if no
// player accepts one of the parameters. The names identify the players in a match.
func Players(g Parser, texts []string, both string, clock timing.Clock) (players []spec.Player, names []string, err error) {
	for i, text := range texts {
		p, err := g.Parse(text, both)
		if err != nil {
			return nil, nil, fmt.Errorf("%w (-help explains players)", err)
		}
		switch noClock := clock == (timing.Clock{}); {
		case p.Timing != nil && noClock:
			return nil, nil, fmt.Errorf("player %q needs a clock, want -clock", text)
		case p.Kind == spec.MCTS && p.Timing == nil && p.Budget == (mcts.Budget{}):
			return nil, nil, fmt.Errorf("player %q has no budget: want sims=N, or -sims N for all players", text)
		}
		players = append(players, p)
		names = append(names, Letter(i)+": "+p.String())
	}
	if unused := spec.Unused(both, players...); len(unused) > 0 {
		return nil, nil, fmt.Errorf("-both: no player has %s", strings.Join(unused, ", "))
	}
	return players, names, nil
}

// Both adds a number of simulations to the parameters for all players, unless it is 0.
func Both(parameters string, sims int) string {
	if sims == 0 {
		return parameters
	}
	return strings.TrimPrefix(fmt.Sprintf("%s,sims=%d", parameters, sims), ",")
}

// Letter returns the name of the i-th player: a to z, then p27 and so on.
func Letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("p%d", i+1)
}

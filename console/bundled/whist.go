package bundled

import (
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/whist"
)

// WhistPlayers are the standard players. The opponents of a person do not see the other hands.
var WhistPlayers = Players[whist.State, whist.Card]{
	Parse:    whistNames.Parse,
	Entrant:  spec.Entrant[whist.State, whist.Card],
	Opponent: func(text string) (spec.Player, error) { return whistNames.Parse(text, "hidden=infoset") },
}

var whistNames = spec.Names{Strong: strong[Whist.Name]}

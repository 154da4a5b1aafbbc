package bundled

import "github.com/banyan-go/banyan/games/whist"

// WhistPlayers are the standard players. The opponents of a person do not see the other hands.
var WhistPlayers = withOpponent(StandardPlayers[whist.State, whist.Card](Whist.Name), "hidden=infoset")

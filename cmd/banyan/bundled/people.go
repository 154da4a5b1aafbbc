package bundled

import (
	"fmt"

	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/mcts"
)

// kuhnPlayers, leducPlayers and liarsDicePlayers are [StandardPlayers]. The games read the cards
// and faces of chance, too, which a person does not play.
var (
	kuhnPlayers      = addressing(StandardPlayers[poker.KuhnState, poker.Action](Kuhn.Name), kuhnTable{})
	leducPlayers     = addressing(StandardPlayers[poker.LeducState, poker.Action](Leduc.Name), leducTable{})
	liarsDicePlayers = addressing(StandardPlayers[liarsdice.State, liarsdice.Action](LiarsDice.Name), diceTable{})
)

// addressing returns the players with a game for people.
func addressing[S any, A comparable](p Players[S, A], people mcts.Game[S, A]) Players[S, A] {
	p.Person = func(mcts.Game[S, A]) mcts.Game[S, A] { return people }
	return p
}

type (
	kuhnTable  struct{ poker.Kuhn }
	leducTable struct{ poker.Leduc }
	diceTable  struct{ liarsdice.Game }
)

// Parse reads an action of a player.
func (g kuhnTable) Parse(text string) (a poker.Action, err error) {
	if a, err = g.Kuhn.Parse(text); err != nil || a <= poker.King {
		err = fmt.Errorf("%q is not a move: want pass or bet", text)
	}
	return a, err
}

// Parse reads an action of a player.
func (g leducTable) Parse(text string) (a poker.Action, err error) {
	if a, err = g.Leduc.Parse(text); err != nil || a <= poker.King {
		err = fmt.Errorf("%q is not a move: want call, raise or fold", text)
	}
	return a, err
}

// Parse reads an action of a player.
func (g diceTable) Parse(text string) (a liarsdice.Action, err error) {
	if a, err = g.Game.Parse(text); err != nil || g.ActionIndex(a) < g.Faces() {
		err = fmt.Errorf("%q is not a bid: want one such as 1x%d, or liar", text, g.Faces())
	}
	return a, err
}

package bundled

import (
	"context"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// hold20 is a player that holds as soon as the total of its turn is 20.
const hold20 spec.Kind = "hold20"

// PigUsage explains the player that only Pig has.
const PigUsage = `Players of pig can also be of the kind hold20, which holds when the total of the turn is 20 or more.
`

// PigPlayers are the standard players, and hold20. The opponent of a person evaluates positions.
var PigPlayers = withOpponent(Players[pig.State, pig.Action]{
	Parse: spec.Names{Kinds: []spec.Kind{hold20}, Strong: strong[Pig.Name]}.Parse,
	Entrant: func(name string, g mcts.Game[pig.State, pig.Action], p spec.Player) (arena.Entrant[pig.State, pig.Action], error) {
		if p.Kind == hold20 {
			return arena.Func(name, holdAt20), nil
		}
		return spec.Entrant(name, g, p)
	},
}, strong[Pig.Name])

func holdAt20(_ context.Context, s *pig.State, _ int, _ *rng.Rand) (pig.Action, error) {
	if s.Total() >= 20 {
		return pig.Hold, nil
	}
	return pig.Roll, nil
}

package gdl

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/mcts"
)

// Roles returns the roles in the order of the sheet, with a role random.
func (g *Game) Roles() []string {
	names := slices.Clone(g.names)
	if g.chance >= 0 {
		names = slices.Insert(names, g.chance, "random")
	}
	return names
}

// Legal returns the moves that a role may make together with the others, also where it has only
// one. role is an index into Roles. At the end of the game there are none.
func (g *Game) Legal(s *State, role int) []Action {
	if s.over {
		return nil
	}
	return g.appendLegal(nil, s, role)
}

// Next plays a joint move: one legal move of every role, in the order of Roles. s is the state
// before it, not one in which some players have chosen. Next returns what is played for
// [mcts.Search.Advance], in the order of play: the arguments of one call each. After an error, s is
// as it was.
func (g *Game) Next(s *State, moves []Action) ([][]Action, error) {
	if s.over {
		return nil, errors.New("gdl: Next: the game is over")
	}
	if len(moves) != len(g.moves) {
		return nil, fmt.Errorf("gdl: Next: there are %d moves, want %d, one of each role", len(moves), len(g.moves))
	}
	for role, a := range moves {
		if a.move == nil || !g.isLegal(s, role, a.move.number) {
			return nil, fmt.Errorf("gdl: Next: %v is not a legal move of %s", a, g.Roles()[role])
		}
	}
	var steps [][]Action
	for complete := false; !complete; {
		var actions []Action
		switch s.toMove {
		case mcts.Simultaneous:
			for _, role := range g.roles {
				actions = append(actions, moves[role])
				s.joint[role] = g.number(role, moves[role])
			}
		case mcts.Chance:
			actions = []Action{moves[g.chance]}
			s.joint[g.chance] = g.number(g.chance, moves[g.chance])
		default:
			role := g.roles[s.toMove]
			actions = []Action{moves[role]}
			s.joint[role] = g.number(role, moves[role])
		}
		steps = append(steps, actions)
		complete = g.proceed(s)
	}
	return steps, nil
}

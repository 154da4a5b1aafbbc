package gdl

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl/internal/bitset"
)

// Roles returns the roles in the order of the sheet, with a role random.
func (g *Game) Roles() []string {
	names := slices.Clone(g.names)
	if g.chance >= 0 {
		names = slices.Insert(names, g.chance, "random")
	}
	return names
}

// PlayerNames returns the roles that are players, in the order of the players.
func (g *Game) PlayerNames() []string { return slices.Clone(g.names) }

// Legal returns the moves that a role may make together with the others, also where it has only
// one. role is an index into Roles. At the end of the game there are none.
func (g *Game) Legal(s *State, role int) []Action {
	if s.over {
		return nil
	}
	return g.appendLegal(nil, s, role)
}

// Next plays a joint move: one legal move of every role, in the order of Roles. s is the state
// before it, in which no player has chosen yet. Next returns what is played for
// [mcts.Search.Advance], in the order of play: the arguments of one call each.
//
// Next returns an error if a move is not legal, and if the sheet is wrong where the move leads: a
// role has no legal move there, or the game is over and a player has not exactly one goal. Then s
// is as it was. Apply panics where the sheet is wrong.
func (g *Game) Next(s *State, moves []Action) ([][]Action, error) {
	if err := g.checkJoint(s, moves); err != nil {
		return nil, fmt.Errorf("gdl: Next: %w", err)
	}
	var next State
	g.Copy(&next, s)
	var steps [][]Action
	for complete := false; !complete; {
		actions := g.chosen(&next, moves)
		steps = append(steps, actions)
		var err error
		if complete, err = g.proceed(&next); err != nil {
			return nil, err
		}
	}
	if next.over {
		if err := g.returns(&next, make([]float64, len(g.roles))); err != nil {
			return nil, err
		}
	}
	*s = next
	return steps, nil
}

// checkJoint returns an error unless a joint move can be played at s.
func (g *Game) checkJoint(s *State, moves []Action) error {
	if s.over {
		return errors.New("the game is over")
	}
	if len(moves) != len(g.moves) {
		return fmt.Errorf("there are %d moves, want %d, one of each role", len(moves), len(g.moves))
	}
	for role, a := range moves {
		if s.joint[role] != undecided && bitset.Count(g.legal(s, role)) > 1 {
			return fmt.Errorf("%s has chosen already", g.Roles()[role])
		}
		if a.move == nil || !g.isLegal(s, role, a.move.number) {
			return fmt.Errorf("%v is not a legal move of %s", a, g.Roles()[role])
		}
	}
	return nil
}

// chosen stores the moves of a joint move that are chosen next, and returns them.
func (g *Game) chosen(s *State, moves []Action) []Action {
	var roles []int
	switch s.toMove {
	case game.Simultaneous:
		roles = g.roles
	case game.Chance:
		roles = []int{g.chance}
	default:
		roles = []int{g.roles[s.toMove]}
	}
	var actions []Action
	for _, role := range roles {
		actions = append(actions, moves[role])
		s.joint[role] = g.number(role, moves[role])
	}
	return actions
}

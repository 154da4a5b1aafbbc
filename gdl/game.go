package gdl

import (
	"fmt"
	"sync"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/gdl/internal/net"
	"github.com/banyan-go/banyan/gdl/kif"
	"github.com/banyan-go/banyan/rng"
)

// Game is the game of a rule sheet. [Load] makes it.
type Game struct {
	rules   []kif.Expr
	bases   []string         // the propositions of a state
	start   []uint64         // the propositions of the first state
	roles   []int            // of each player, its role
	names   []string         // of each player
	chance  int              // the role random, or -1
	moves   [][]*move        // of each role
	places  [][]int32        // of each role and move number: the place in moves, or none
	numbers []*move          // all moves by their numbers
	byName  map[string]*move // of all roles, by their kif.Fold
	goals   [][]float64      // of each role
	boards  []board          // that are drawn
	cells   cells
	codes   *net.Codes

	evaluators   sync.Pool // of *net.Evaluator
	lanes        sync.Pool // of *net.Lanes
	noops        []bool    // of each move
	simultaneous bool      // several players have a choice in some states of random games
	endless      bool      // random games do not end
}

// Action is a move of a rule sheet. The zero Action is none.
type Action struct{ move *move }

// move is a move that at least one role has.
type move struct {
	name   string
	number int32
}

// String returns the move as the sheet writes it.
func (a Action) String() string {
	if a.move == nil {
		return "none"
	}
	return a.move.name
}

// State is a state of a [Game].
type State struct {
	bases  []uint64 // bits of the propositions that are true
	legal  []uint64 // bits of the legal moves of each role, one after the other
	joint  []int32  // the moves of the roles, undecided where one has a choice
	toMove int8
	over   bool
}

// Rules returns the rules of the sheet. They must not be changed.
func (g *Game) Rules() []kif.Expr { return g.rules }

// Start returns the first state.
func (g *Game) Start() State {
	s := State{bases: append([]uint64(nil), g.start...)}
	e := g.evaluator()
	defer g.evaluators.Put(e)
	e.Set(s.bases)
	if err := g.look(&s, e); err != nil {
		panic(err)
	}
	return s
}

func (g *Game) evaluator() *net.Evaluator {
	e, _ := g.evaluators.Get().(*net.Evaluator)
	return e
}

// look fills in what the evaluator, which is in the state s, tells. It returns the error of the
// sheet that shows there.
func (g *Game) look(s *State, e *net.Evaluator) error {
	s.legal, s.joint = s.legal[:0], s.joint[:0]
	s.over = e.Terminal()
	for role := range g.moves {
		s.legal = append(s.legal, e.Legal(role)...)
		s.joint = append(s.joint, undecided)
	}
	if !s.over {
		if err := g.only(e.Machine, s.joint); err != nil {
			return err
		}
	}
	g.turn(s)
	return nil
}

// only stores the only move of each role, or undecided. It returns an error if a role has no move.
func (g *Game) only(m *net.Machine, moves []int32) error {
	for role := range moves {
		moves[role] = undecided
		switch legal := m.Legal(role); bitset.Count(legal) {
		case 0:
			return g.stuck(m.State())
		case 1:
			moves[role] = int32(bitset.Nth(legal, 0))
		}
	}
	return nil
}

// undecided is the move of a role that has a choice and has not made it.
const undecided int32 = -1

// turn finds out who chooses next, and reports whether anybody has a choice.
func (g *Game) turn(s *State) bool {
	s.toMove = 0
	if s.over {
		return false
	}
	open := 0
	for player := len(g.roles) - 1; player >= 0; player-- {
		if s.joint[g.roles[player]] == undecided {
			s.toMove = int8(player)
			open++
		}
	}
	switch {
	case open > 1 && g.simultaneous:
		s.toMove = game.Simultaneous
	case open == 0 && g.chance >= 0 && s.joint[g.chance] == undecided:
		s.toMove = game.Chance
	case open == 0:
		s.toMove = int8(g.forced(s.joint))
		return false
	}
	return true
}

// forced returns the player to move where no player has a choice: the first one whose only move is
// none of the no-ops.
func (g *Game) forced(joint []int32) int {
	for player, role := range g.roles {
		if !g.noops[g.moves[role][joint[role]].number] {
			return player
		}
	}
	return 0
}

// IsPass implements [game.Passer].
func (g *Game) IsPass(a Action) bool { return g.noops[a.move.number] }

// legal returns the bits of the legal moves of a role.
func (g *Game) legal(s *State, role int) []uint64 {
	first, end := g.codes.LegalWords(role)
	return s.legal[first:end]
}

// Supports implements [game.Supporter].
func (g *Game) Supports(c game.Capability) bool {
	switch c {
	case game.HasSimultaneousGame:
		return g.simultaneous
	case game.HasChanceGame:
		return g.chance >= 0
	case game.HasPlayouter:
		return !g.endless
	case game.HasPlayoutRecorder, game.HasScorePlayouter:
		return g.chance < 0 && !g.simultaneous && !g.endless
	case game.HasIndexLister:
		return g.chance < 0 && !g.simultaneous
	case game.HasCellBoard:
		return g.cells.count > 0
	case game.HasEvaluator:
		return g.NumPlayers() == 1
	}
	return true
}

// NumPlayers implements [game.Game].
func (g *Game) NumPlayers() int { return len(g.roles) }

// ToMove implements [game.Game].
func (g *Game) ToMove(s *State) int { return int(s.toMove) }

// AppendActions implements [game.Game].
func (g *Game) AppendActions(dst []Action, s *State) []Action {
	if s.over {
		return dst
	}
	return g.appendLegal(dst, s, g.roles[s.toMove])
}

// AppendPlayerActions implements [game.SimultaneousGame].
func (g *Game) AppendPlayerActions(dst []Action, s *State, player int) []Action {
	return g.appendLegal(dst, s, g.roles[player])
}

func (g *Game) appendLegal(dst []Action, s *State, role int) []Action {
	for k := range bitset.All(g.legal(s, role)) {
		dst = append(dst, Action{g.moves[role][k]})
	}
	return dst
}

// AppendOutcomes implements [game.ChanceGame].
func (g *Game) AppendOutcomes(dst []game.Outcome[Action], s *State) []game.Outcome[Action] {
	legal := g.legal(s, g.chance)
	p := 1 / float64(bitset.Count(legal))
	for k := range bitset.All(legal) {
		dst = append(dst, game.Outcome[Action]{Action: Action{g.moves[g.chance][k]}, Prob: p})
	}
	return dst
}

// Apply implements [game.Game].
func (g *Game) Apply(s *State, a Action) {
	role := g.chance
	if s.toMove >= 0 {
		role = g.roles[s.toMove]
	}
	s.joint[role] = g.number(role, a)
	g.mustProceed(s)
}

// ApplyJoint implements [game.SimultaneousGame].
func (g *Game) ApplyJoint(s *State, joint []Action) {
	for player, a := range joint {
		role := g.roles[player]
		s.joint[role] = g.number(role, a)
	}
	g.mustProceed(s)
}

func (g *Game) mustProceed(s *State) {
	if _, err := g.proceed(s); err != nil {
		panic(err)
	}
}

// proceed makes the joint move if every role has its move, and reports whether that is so. It
// returns the error of the sheet that shows in the next state.
func (g *Game) proceed(s *State) (bool, error) {
	if g.turn(s) {
		return false, nil
	}
	e := g.evaluator()
	defer g.evaluators.Put(e)
	e.Set(s.bases)
	e.Do(s.joint)
	e.Advance()
	copy(s.bases, e.State())
	return true, g.look(s, e)
}

// number returns the place of an action among the moves of a role.
func (g *Game) number(role int, a Action) int32 {
	if a.move != nil {
		if k := g.places[role][a.move.number]; k != none {
			return k
		}
	}
	panic(fmt.Sprintf("gdl: role %d has no move %v", role, a))
}

// none is the place of a move that a role never has.
const none int32 = -1

// Returns implements [game.Game].
func (g *Game) Returns(s *State, out []float64) {
	if err := g.returns(s, out); err != nil {
		panic(err)
	}
}

// Evaluate implements [game.Evaluator] for a single player: it writes the goal of the player at s,
// or 0, the worst, where the sheet says none, so that a puzzle that is not solved in time is not
// solved.
func (g *Game) Evaluate(s *State, out []float64) {
	if g.returns(s, out) != nil {
		out[0] = 0
	}
}

func (g *Game) returns(s *State, out []float64) error {
	e := g.evaluator()
	defer g.evaluators.Put(e)
	e.Set(s.bases)
	return g.readGoals(e.Machine, out)
}

// readGoals stores the goal of each player. It returns an error unless each has exactly one.
func (g *Game) readGoals(m *net.Machine, out []float64) error {
	for player, role := range g.roles {
		n := 0
		for k, v := range g.goals[role] {
			if m.Goal(role, k) {
				out[player] = v
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("gdl: %s has %d goals at the end, want 1: %v", g.names[player], n, g.true(m.State()))
		}
	}
	return nil
}

// stuck returns the error that a role has no legal move.
func (g *Game) stuck(bases []uint64) error {
	return fmt.Errorf("gdl: a role has no legal move in a state that is not terminal: %v", g.true(bases))
}

// Copy implements [game.Copier].
func (g *Game) Copy(dst, src *State) {
	dst.bases = append(dst.bases[:0], src.bases...)
	dst.legal = append(dst.legal[:0], src.legal...)
	dst.joint = append(dst.joint[:0], src.joint...)
	dst.toMove, dst.over = src.toMove, src.over
}

// Hash implements [game.Hasher]. It has all propositions, also those that the cells leave out: a
// position shortly before the last step must not be taken for an early one.
func (g *Game) Hash(s *State) uint64 {
	h := uint64(0)
	for _, x := range s.bases {
		h = rng.Mix(h ^ x)
	}
	for _, m := range s.joint {
		h = rng.Mix(h ^ uint64(m))
	}
	return h
}

// True returns the propositions that are true in a state, in the order in which the game numbers
// them.
func (g *Game) True(s *State) []string { return g.true(s.bases) }

func (g *Game) true(bases []uint64) []string {
	var list []string
	for i := range bitset.All(bases) {
		list = append(list, g.bases[i])
	}
	return list
}

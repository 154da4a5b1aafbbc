package equilibrium

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
)

const (
	noSet         = -1 // the set of a node where no player moves
	noParent      = -1 // the parent of the start
	emptySequence = 0  // of a player that has not moved yet
)

// Tree is a whole game from a start, one node for each history. [New] makes it.
type Tree[S any, A comparable] struct {
	rules     game.Rules[S, A]
	players   int
	nodes     []node[A] // parents before their children
	sets      []Set[S, A]
	index     map[knowledge]int // of the sets
	sequences int
}

// node is what came of one history.
type node[A comparable] struct {
	parent   int
	action   A // the last one of the history, of a player or of chance
	set      int
	children []int     // for each action of the set or each outcome
	probs    []float64 // of the outcomes, at a chance node

	// At the end of the game, for each player: the result, and the sequence of its actions.
	returns []float64
	last    []int
}

// knowledge is what a player knows.
type knowledge struct {
	player int
	state  uint64
}

// Set is an information set: all states at which a player is to move and knows the same.
type Set[S any, A comparable] struct {
	Player  int
	Known   uint64 // the InformationState of Player
	State   S      // one of the states, to be copied and not changed
	Actions []A    // the legal actions, in the order of the game at State
	Size    int    // the number of histories that lead here

	// A player's own actions up to a state form a sequence, which ends at an action of a set and
	// has a number: first for the first action of this set, and so on. All states of the set come
	// after the sequence before, because the player has perfect recall.
	before, first int
}

// New enumerates the game g from start, of which it keeps copies. It returns an error if
//
//   - [game.NewRules] refuses g, or g has no InformationState,
//   - there are simultaneous moves, or outcomes of chance that the game does not list,
//   - more than limit histories are possible,
//   - two states have the same InformationState of a player, but differ in its legal actions or in
//     whether it is to move,
//   - a player lacks perfect recall: two states of an information set come after different
//     information sets or actions of the player,
//   - a mover is no player, the probabilities of outcomes do not sum to 1, or a result is not
//     finite.
//
// The error names the actions that lead to the state, or to both.
func New[S any, A comparable](g game.Game[S, A], start S, limit int) (*Tree[S, A], error) {
	rules, err := game.NewRules(g)
	switch {
	case err != nil:
		return nil, fmt.Errorf("equilibrium: %w", err)
	case rules.Informer == nil:
		return nil, fmt.Errorf("equilibrium: %T has no InformationState, want a game.Informer, which tells what a player knows", g)
	case limit < 1:
		return nil, fmt.Errorf("equilibrium: limit is %d, want >= 1", limit)
	}
	t := &Tree[S, A]{rules: rules, players: g.NumPlayers(), index: map[knowledge]int{}, sequences: 1}
	b := builder[S, A]{Tree: t, limit: limit, seen: map[knowledge]witness{}}
	var none A
	if err := b.add(&start, noParent, none, make([]float64, t.players), make([]int, t.players)); err != nil {
		return nil, fmt.Errorf("equilibrium: %w", err)
	}
	return t, nil
}

// Size returns the number of histories: the nodes of the tree, the start and the ends of the game
// included.
func (t *Tree[S, A]) Size() int { return len(t.nodes) }

// Sets returns the information sets of all players, in the order in which a depth-first enumeration
// of the game finds them. The caller must not change them.
func (t *Tree[S, A]) Sets() []Set[S, A] { return t.sets }

// Index returns the index of the information set of the player to move at s, which is also the
// index of its probabilities in a [Strategy]. If no player is to move or the tree has no such set,
// it is -1.
func (t *Tree[S, A]) Index(s *S) int {
	player := t.rules.ToMove(s)
	if player < 0 {
		return noSet
	}
	if i, ok := t.index[knowledge{player, t.rules.Informer.InformationState(s, player)}]; ok {
		return i
	}
	return noSet
}

// history returns the actions and outcomes that lead to a node.
func (t *Tree[S, A]) history(i int) []A {
	actions := []A{}
	for ; t.nodes[i].parent != noParent; i = t.nodes[i].parent {
		actions = append(actions, t.nodes[i].action)
	}
	slices.Reverse(actions)
	return actions
}

var (
	errSimultaneous = errors.New("the players move simultaneously, want moves one after the other, with an InformationState that hides the earlier ones")
	errSampling     = errors.New("the outcomes of chance can only be drawn, want a game.ChanceGame, which lists them")
)

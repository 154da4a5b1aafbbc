// Package playout plays games to their end: it lists what can be played at a state, lets the
// playout policy choose, and plays on in the fastest way that the game offers. It knows states and
// actions.
//
//	playout.go   what every simulation does: List the actions at a state, Evaluate a leaf
//	list.go      chance, simultaneous moves, and the end of the game
//	play.go      playouts that the game does not play itself
//	policy.go    the playout policy, what it sees of a simulation, and the numbers of actions
//	numbered.go  playouts by the numbers of actions, for a game.IndexLister
//	decisive.go  a policy that plays winning actions at once
//	view.go      policies that look at the state
//	usage.go     which optional interfaces of the game are used, and why others are not
//
// A policy that learns sees the plies of a simulation as numbers of actions and players: the last
// ones before the root, the plies in the tree, and the plies of the playout. Outcomes of chance and
// passes are left out. The number of an action is its ActionIndex, or else the order of its first
// appearance, kept in a map. In a batch, other workers read that map: a new action has a number
// that is valid for its playout only, until EvaluateFrozen is over and NumberPlies gives it one.
//
// Exploration belongs to the search: what a policy.Explorer chooses without looking at the actions
// is drawn here, by the game's Sampler if it has one, and nothing is listed for it.
package playout

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Simulation is a pass through the tree with its state.
type Simulation[S any, A comparable] struct {
	_ [lineSize]byte // Workers write to different simulations.
	pass.Pass
	State      S
	Cut        bool // The brake has ended the playout; Returns are a guess.
	Complete   bool // The simulation has come to the end of the game; see Maker.KeepLines.
	line       []A  // the actions of the playout, for the best line
	unnumbered []A  // actions of the playout that have no number yet
	_          [lineSize]byte
}

// lineSize is an upper bound of the bytes that processors exchange at a time: a cache line and its
// neighbor, which may be prefetched.
const lineSize = 128

// FloatsApart returns n zeros that share no cache line with other data.
func FloatsApart(n int) []float64 {
	const line = lineSize / 8
	return make([]float64, line+n+line)[line : line+n : line+n]
}

const (
	// endless is how many plies a playout without Config.MaxPlies may take, before the game counts
	// as one that never ends.
	endless = 1 << 20

	// watchedPlayouts is for how many playouts of a Playouter a worker looks whether all returns
	// are written. To look every time would take one percent of a simulation of Connect Four.
	watchedPlayouts = 1000

	// checkedLists is how many lists of numbers a worker looks at, and then at one of sixteen. To
	// look at all would take three percent of a simulation of Breakthrough with MAST.
	checkedLists = 1000
)

// Maker makes the playouts of one worker. It holds the rules, the playout policy and scratch
// memory.
type Maker[S any, A comparable] struct {
	game.Rules[S, A]
	Usage

	// What List has listed.
	Actions  []A
	Outcomes []game.Outcome[A] // of chance, whose actions are in Actions
	Counts   []int             // how many of Actions belong to each player, at simultaneous moves
	Joint    []A               // the joint action that was played last

	Brake *brake.Brake // ends simulations in the middle

	Observe   func(s *S) // sees the state after each action of the tree and the playout; may be nil
	MaxPlies  int        // 0: no limit
	HasChance bool       // the game has chance nodes
	Measures  bool       // the backup reads the length of simulations
	CutOff    float64    // the value of a playout that MaxPlies ends, without an Evaluator
	Records   bool       // the PlayoutRecorder makes the playouts

	NeedsWins bool // the playout policy asks what a win is
	Pays      bool // what every ply brings is noted
	follows   bool // a simulation is followed
	watches   bool // and looks at every state
	isPlain   bool // Playouts of a policy that draws uniformly list actions and play them, and no more.

	KeepsLines bool
	best       best[A]
	discount   float64
	widening   widening

	History int // how many plies of a simulation stand before the root

	fault      error // see TakeFault
	numActions uint  // of the Indexer
	lists      uint  // of numbers, that the game has given

	// Actions without an ActionIndex have the order of their first appearance.
	NumberBy func(A) int32 // numbers them for several workers; nil: this one does
	numbers  map[A]int32
	frozen   bool // numbers must not change: other workers read it

	players   int
	policy    livePolicy
	switching []livePolicy // the choosers of a policy.Switcher; nil: the policy is none
	watched   int          // playouts of the Playouter in which it was seen whether it writes all returns
	choice    policy.Choice
	view      view[S, A]
	vain      rng.Rand // for draws whose result is not used
}

// livePolicy is a live playout policy. The zero value draws uniformly.
type livePolicy struct {
	choosing                // the policy itself
	learner  policy.Learner // the same, nil if it does not learn
	numbered *numbered      // how it plays by the numbers of actions; nil: it does not
	recorded bool           // it is one of several and uniform, and the PlayoutRecorder plays for it
}

// Init prepares m, which must not move afterwards.
func (m *Maker[S, A]) Init(r game.Rules[S, A]) {
	m.Rules, m.players, m.numbers = r, r.NumPlayers(), map[A]int32{}
	if r.Indexer != nil {
		m.numActions = uint(r.Indexer.NumActions())
	}
	m.HasChance = r.Chance != nil || r.Sampling != nil
	m.uses, m.avoided = map[game.Capability]bool{}, map[game.Capability]string{}
	m.Actions = make([]A, 0, 64) // room, so that most games find it from the beginning
	m.view.m = m
	m.Brake = &brake.Brake{}
}

// Evaluate leaves in sim.Returns the value of the selected leaf without a prediction: the result of
// the game if it is over, and otherwise of a playout.
func (m *Maker[S, A]) Evaluate(sim *Simulation[S, A]) error {
	if m.KeepsLines {
		sim.Complete, sim.line = true, sim.line[:0]
	}
	switch {
	case sim.Ended:
		m.Score(&sim.State, sim.Returns)
		return nil
	case m.Playouter != nil:
		if m.watched < watchedPlayouts {
			m.watched++
			Forget(sim.Returns)
		}
		m.Playouter.Playout(&sim.State, &sim.Rand, sim.Returns)
		return nil
	}
	return m.playout(sim)
}

// Score writes the returns of a state at which the game is over.
func (m *Maker[S, A]) Score(s *S, out []float64) {
	Forget(out)
	m.Returns(s, out)
}

// Forget fills values with NaN, so that one that the game or a strategy does not write is seen.
func Forget(values []float64) {
	for i := range values {
		values[i] = math.NaN()
	}
}

// List puts what can be played at a state into m.Actions and returns who chooses: a player, Chance,
// or Simultaneous. There are none if the game is over. The outcomes of chance are in m.Outcomes,
// too, unless they can only be drawn: then there are none. At simultaneous moves the actions of one
// player come after the other, and m.Counts has their numbers.
func (m *Maker[S, A]) List(s *S) (player int, err error) {
	if m.AtChance(s) {
		if m.Actions = m.Actions[:0]; m.Sampling != nil {
			return game.Chance, nil
		}
		return game.Chance, m.ListOutcomes(s)
	}
	if m.AtJoint(s) {
		return game.Simultaneous, m.listJoint(s)
	}
	m.Actions = m.AppendActions(m.Actions[:0], s)
	if len(m.Actions) == 0 {
		return 0, m.checkEnd(s)
	}
	if len(m.Actions) > tree.MaxActions {
		return 0, fmt.Errorf("mcts: %T: a state has %d actions, want at most %d", m.Game, len(m.Actions), tree.MaxActions)
	}
	return m.PlayerAt(s)
}

// AtChance reports whether nature moves at a state.
func (m *Maker[S, A]) AtChance(s *S) bool { return m.HasChance && m.ToMove(s) == game.Chance }

// AtJoint reports whether all players choose at a state.
func (m *Maker[S, A]) AtJoint(s *S) bool {
	return m.Simultaneous != nil && m.ToMove(s) == game.Simultaneous
}

// PlayerAt returns the player who chooses at a state.
func (m *Maker[S, A]) PlayerAt(s *S) (int, error) {
	p := m.ToMove(s)
	if uint(p) >= uint(m.players) {
		if err := m.checkEnd(s); err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("mcts: %T.ToMove is %d, want 0..%d", m.Game, p, m.players-1)
	}
	return p, nil
}

// checkEnd tells a terminal state from one at which chance or all players move, in a game without
// the optional interface for it, perhaps because a method is misspelt.
func (m *Maker[S, A]) checkEnd(s *S) error {
	switch m.ToMove(s) {
	case game.Chance:
		return fmt.Errorf("mcts: %T.ToMove is Chance, and it has no AppendOutcomes", m.Game)
	case game.Simultaneous:
		return fmt.Errorf("mcts: %T.ToMove is Simultaneous, and it has no AppendPlayerActions and ApplyJoint", m.Game)
	}
	return nil
}

// Learner returns the live playout policy; nil if it does not learn.
func (m *Maker[S, A]) Learner() policy.Learner { return m.policy.learner }

// Follows reports whether a simulation is followed through the tree.
func (m *Maker[S, A]) Follows() bool { return m.follows }

// SetObserver sets a function that sees the state after each action of the tree and the playout.
func (m *Maker[S, A]) SetObserver(observe func(s *S)) {
	m.Observe = observe
	m.follow()
}

// follow determines whether a simulation is followed, after a change.
func (m *Maker[S, A]) follow() {
	m.watches = m.Observe != nil || m.Pays
	m.follows = m.policy.chooser != nil || m.watches || m.KeepsLines
	m.isPlain = m.Sampler == nil && !m.HasChance && m.Simultaneous == nil && !m.watches && !m.KeepsLines
}

// Switches reports whether every simulation has its own chooser, of a [policy.Switcher].
func (m *Maker[S, A]) Switches() bool { return m.switching != nil }

// IsUniform reports whether the playout policy draws actions uniformly.
func (m *Maker[S, A]) IsUniform() bool { return m.policy.chooser == nil }

// Choose returns the index of the action that the playout policy chooses for player.
func (m *Maker[S, A]) Choose(sim *Simulation[S, A], player int, actions []A) (int, error) {
	return m.choose(sim, &m.policy, player, actions)
}

func (m *Maker[S, A]) choose(sim *Simulation[S, A], by *livePolicy, player int, actions []A) (int, error) {
	if by.chooser == nil || by.explores(&sim.Rand) {
		return sim.Rand.IntN(len(actions)), nil
	}
	return m.exploit(sim, by, player, actions)
}

// Package playout plays games to their end: it lists what can be played at a state, lets the
// playout policy choose, and plays on in the fastest way that the game offers. It knows states and
// actions.
//
//	list.go      List: the actions at a state, in the rules' order
//	playout.go   Evaluate: the end of the game, the game's own playout, or one ply by ply
//	policy.go    the playout policy, what it sees of a simulation, and the numbers of actions
//	numbered.go  playouts by the numbers of actions, for a game.IndexLister
//	decisive.go  a policy that plays winning actions at once
//	view.go      policies that look at the state
//	usage.go     which optional interfaces of the game are used, and why others are not
//
// A policy that learns sees the plies of a simulation as numbers of actions and players: the last
// ones before the root, those in the tree, and those of the playout. Outcomes of chance and passes
// are left out. The number of an action is its ActionIndex, or else the order of its first
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
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Simulation is a pass through the tree with its state.
type Simulation[S any, A comparable] struct {
	_ [LineSize]byte // Workers write to different simulations.
	pass.Pass
	State      S
	unnumbered []A // actions of the playout that have no number yet
	_          [LineSize]byte
}

// LineSize is an upper bound of the bytes that processors exchange at a time: a cache line and its
// neighbor, which may be prefetched.
const LineSize = 128

const (
	// endless is how many plies a playout without Config.MaxPlies may take, before the game counts
	// as one that never ends.
	endless = 1 << 20

	// watchedPlayouts is for how many playouts of a Playouter a worker looks whether all returns
	// are written. To look every time would take one percent of a simulation of Connect Four.
	watchedPlayouts = 1000

	draw = 0.5
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

	Observe  func(s *S) // sees the state after each action of the tree and the playout; nil: nobody does
	MaxPlies int        // 0: no limit
	Measures bool       // the backup reads the length of simulations
	Records  bool       // playouts are those of the PlayoutRecorder
	History  int        // how many plies of a simulation stand before the root

	players   int
	policy    livePolicy
	switching []livePolicy // the choosers of a policy.Switcher; nil: the policy is none
	numbering[A]
	watched int // playouts of the Playouter in which it was seen whether it writes all returns
	choice  policy.Choice
	view    view[S, A]
	vain    rng.Rand // for draws whose result is not used
}

// livePolicy is a live playout policy. The zero value draws uniformly.
type livePolicy struct {
	chooser   policy.Chooser // nil: uniform
	learner   policy.Learner // the chooser, nil if it does not learn
	exploring                // of the chooser
	numbered  *numbered      // how it plays by the numbers of actions; nil: it does not
	recorded  bool           // it is one of several and uniform, and the PlayoutRecorder plays for it
}

// Init prepares m, which must not move afterwards.
func (m *Maker[S, A]) Init(r game.Rules[S, A]) {
	m.Rules, m.players = r, r.NumPlayers()
	m.Actions = make([]A, 0, 64) // room, so that most games find it from the beginning
	m.view.m, m.view.returns = m, make([]float64, m.players)
}

// Evaluate leaves in sim.Returns what the selected leaf is worth without a prediction: the result
// of the game if it is over, and otherwise that of a playout.
func (m *Maker[S, A]) Evaluate(sim *Simulation[S, A]) error {
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

// playout plays from the state of sim to the end of the game, or to MaxPlies. It leaves what that
// is worth in sim.Returns, and its plies in sim.Plies if a policy reads them.
func (m *Maker[S, A]) playout(sim *Simulation[S, A]) error {
	by := &m.policy
	if m.switching != nil {
		if uint(sim.Chooser-1) >= uint(len(m.switching)) {
			return fmt.Errorf("mcts: Playout %T chose chooser %d of %d", m.policy.chooser, sim.Chooser-1, len(m.switching))
		}
		by = &m.switching[sim.Chooser-1]
	}
	if m.Records || by.recorded {
		Forget(sim.Returns)
		sim.Plies = m.Recorder.RecordPlayout(&sim.State, &sim.Rand, sim.Returns, sim.Plies)
		return nil
	}
	if m.playsByScores(by) {
		m.scorePlayout(sim, by.numbered)
		return nil
	}
	limit := m.MaxPlies
	if limit == 0 {
		limit = endless
	}
	ended, err := m.play(sim, by, limit)
	switch {
	case err != nil:
		return err
	case ended:
		m.Score(&sim.State, sim.Returns)
		return nil
	case m.MaxPlies == 0:
		return fmt.Errorf("mcts: %T: a playout did not end in %d plies; Config.MaxPlies (maxplies=N) sets a limit", m.Game, limit)
	}
	m.cutOff(sim)
	return nil
}

// play plays up to limit actions and reports whether that ended the game.
func (m *Maker[S, A]) play(sim *Simulation[S, A], by *livePolicy, limit int) (ended bool, err error) {
	if m.Sampler == nil && m.Chance == nil && m.Simultaneous == nil && by.chooser == nil && m.Observe == nil {
		if !m.playUniform(sim, limit) {
			return false, nil
		}
		return true, m.checkEnd(&sim.State)
	}
	if by.numbered != nil {
		return m.playNumbered(sim, by.numbered, limit)
	}
	for n := range limit {
		if ended, err := m.playOne(sim, by); ended || err != nil {
			sim.Played = n
			return ended, err
		}
	}
	sim.Played = limit
	_, err = m.List(&sim.State)
	return len(m.Actions) == 0, err
}

// playUniform is play for the plainest games, which are worth a loop of their own.
func (m *Maker[S, A]) playUniform(sim *Simulation[S, A], limit int) (ended bool) {
	game, actions := m.Game, m.Actions
	most := limit
	for ; ; limit-- {
		actions = game.AppendActions(actions[:0], &sim.State)
		if len(actions) == 0 || limit == 0 {
			break
		}
		game.Apply(&sim.State, actions[sim.Rand.IntN(len(actions))])
	}
	m.Actions = actions
	sim.Played = most - limit
	return len(actions) == 0
}

// playOne plays one action of a playout and reports whether there was none.
func (m *Maker[S, A]) playOne(sim *Simulation[S, A], by *livePolicy) (ended bool, err error) {
	uniform := !m.AtJoint(&sim.State) &&
		(by.chooser == nil || !m.AtChance(&sim.State) && by.explores(&sim.Rand))
	if uniform && m.Sampler != nil {
		return m.playSample(sim, by)
	}
	player, err := m.List(&sim.State)
	if len(m.Actions) == 0 || err != nil {
		return true, err
	}
	k := 0
	switch {
	case player == game.Simultaneous:
		return false, m.playJoint(sim, by)
	case player == game.Chance:
		k = game.DrawOutcome(m.Outcomes, &sim.Rand)
	case uniform:
		k = sim.Rand.IntN(len(m.Actions))
	default:
		if k, err = m.exploit(sim, by, player, m.Actions); err != nil {
			return false, err
		}
	}
	m.playAction(sim, by, m.Actions[k], player)
	return false, nil
}

// playSample plays an action that the Sampler draws and reports whether there was none.
func (m *Maker[S, A]) playSample(sim *Simulation[S, A], by *livePolicy) (ended bool, err error) {
	a, ok := m.Sampler.RandomAction(&sim.State, &sim.Rand)
	if !ok {
		return true, nil
	}
	player := 0
	if by.chooser != nil {
		if player, err = m.PlayerAt(&sim.State); err != nil {
			return false, err
		}
	}
	m.playAction(sim, by, a, player)
	return false, nil
}

func (m *Maker[S, A]) playAction(sim *Simulation[S, A], by *livePolicy, a A, player int) {
	if by.chooser != nil {
		m.note(sim, a, player)
	}
	m.Apply(&sim.State, a)
	if m.Observe != nil {
		m.Observe(&sim.State)
	}
}

// playJoint plays a joint action of a playout, after List.
func (m *Maker[S, A]) playJoint(sim *Simulation[S, A], by *livePolicy) error {
	m.Joint = m.Joint[:0]
	actions := m.Actions
	for p, n := range m.Counts {
		k, err := m.choose(sim, by, p, actions[:n])
		if err != nil {
			return err
		}
		m.Joint = append(m.Joint, actions[k])
		actions = actions[n:]
	}
	if by.chooser != nil {
		m.noteJoint(sim, m.Joint)
	}
	m.Simultaneous.ApplyJoint(&sim.State, m.Joint)
	return nil
}

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

// exploit is choose for a policy that looks at the actions.
func (m *Maker[S, A]) exploit(sim *Simulation[S, A], by *livePolicy, player int, actions []A) (k int, err error) {
	c := &m.choice
	c.Player, c.History, c.Rand, c.Actions = player, sim.Plies, &sim.Rand, m.numbersOf(sim, c.Actions[:0], actions)
	m.view.state, m.view.actions = &sim.State, actions
	if by.explorer != nil {
		k = by.explorer.Exploit(c)
	} else {
		k = by.chooser.Choose(c)
	}
	if uint(k) >= uint(len(actions)) {
		return 0, fmt.Errorf("mcts: Playout %T chose action %d of %d", by.chooser, k, len(actions))
	}
	return k, nil
}

// Order puts m.Actions, those of player at the state of sim, into an order that the playout policy
// chooses one after the other, which for [policy.Uniform] is random.
func (m *Maker[S, A]) Order(sim *Simulation[S, A], player int) error {
	if m.policy.chooser == nil {
		for i, a := range m.Actions {
			j := i + sim.Rand.IntN(len(m.Actions)-i)
			m.Actions[i], m.Actions[j] = m.Actions[j], a
		}
		return nil
	}
	for i := range m.Actions {
		j, err := m.choose(sim, &m.policy, player, m.Actions[i:])
		if err != nil {
			return err
		}
		m.Actions[i], m.Actions[i+j] = m.Actions[i+j], m.Actions[i]
	}
	return nil
}

// cutOff writes the value of the state at which MaxPlies stopped the playout.
func (m *Maker[S, A]) cutOff(sim *Simulation[S, A]) {
	if m.Evaluator != nil {
		Forget(sim.Returns)
		m.Evaluator.Evaluate(&sim.State, sim.Returns)
		return
	}
	for p := range sim.Returns {
		sim.Returns[p] = draw
	}
}

package playout

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// SetPolicy makes a live playout policy that has learned nothing.
func (m *Maker[S, A]) SetPolicy(spec policy.Playout) (err error) {
	m.History = 0
	m.policy, err = m.newPolicy(spec)
	if m.follow(); err == nil {
		err = m.resetSwitching()
	}
	return err
}

func (m *Maker[S, A]) newPolicy(spec policy.Playout) (p livePolicy, err error) {
	m.view.read = false
	info := policy.Info{Players: m.players, State: &m.view}
	if m.Indexer != nil {
		info.Actions = int(m.numActions)
	}
	c, err := spec.New(info)
	if err == nil && c == nil {
		err = fmt.Errorf("mcts: Config.Playout: New of %T returned nil", spec)
	}
	if err != nil {
		return p, err
	}
	return m.live(c)
}

// live makes a chooser a live policy.
func (m *Maker[S, A]) live(c policy.Chooser) (p livePolicy, err error) {
	p.learner, _ = c.(policy.Learner)
	if p.choosing, err = newChoosing(c); err == nil {
		p.numbered, err = m.newNumbered(p)
	}
	return p, err
}

// NotePlies makes a uniform policy a live one, so that the plies are noted.
func (m *Maker[S, A]) NotePlies() {
	m.policy, _ = m.newPolicy(policy.Uniform{}) // It has no parameters that may be wrong.
	m.follow()
}

// Chooser returns the live playout policy; nil if it is uniform and sees nothing.
func (m *Maker[S, A]) Chooser() policy.Chooser { return m.policy.chooser }

// Play plays an action in the tree, and shows it to those who follow the simulation. The walk of
// most searches does so itself, which saves a call.
func (m *Maker[S, A]) Play(sim *Simulation[S, A], a A, player int32) {
	if m.Apply(&sim.State, a); m.follows {
		m.Follow(sim, a, player)
	}
}

// Follow shows an action that has just been played to those who follow a simulation.
func (m *Maker[S, A]) Follow(sim *Simulation[S, A], a A, player int32) {
	if m.policy.chooser != nil {
		m.note(sim, a, int(player))
	}
	if m.watches {
		m.watch(sim, int(player))
	}
}

// watch sees what the last ply has led to.
func (m *Maker[S, A]) watch(sim *Simulation[S, A], player int) {
	if m.Observe != nil {
		m.Observe(&sim.State)
	}
	if m.Pays {
		m.pay(sim, player)
	}
}

// ApplyAll plays an action, or the actions of all players together.
func (m *Maker[S, A]) ApplyAll(s *S, actions []A, areJoint bool) {
	if areJoint {
		m.Simultaneous.ApplyJoint(s, actions)
	} else {
		m.Apply(s, actions[0])
	}
}

// PlayJoint plays m.Joint.
func (m *Maker[S, A]) PlayJoint(sim *Simulation[S, A]) {
	if m.policy.chooser != nil {
		m.noteJoint(sim, m.Joint)
	}
	if m.Simultaneous.ApplyJoint(&sim.State, m.Joint); m.Pays {
		m.pay(sim, game.Simultaneous)
	}
}

// note records an action for the playout policy, unless it is an outcome of chance or a pass.
func (m *Maker[S, A]) note(sim *Simulation[S, A], a A, player int) {
	if player >= 0 && (m.Passer == nil || !m.Passer.IsPass(a)) {
		sim.Plies = append(sim.Plies, policy.Ply{Action: m.Number(sim, a), Player: int16(player)})
	}
}

// noteJoint records the components of a joint action, for the playout policy.
func (m *Maker[S, A]) noteJoint(sim *Simulation[S, A], joint []A) {
	first := len(sim.Plies)
	for p, a := range joint {
		m.note(sim, a, p)
	}
	for k := range sim.Plies[first:] {
		sim.Plies[first+k].Joint = uint16(k)
	}
}

// Remember adds an action of player that was played for real, or the joint action if player is
// Simultaneous, to the history in sim. As much of it is kept as a policy may look at.
func (m *Maker[S, A]) Remember(sim *Simulation[S, A], player int, actions []A) {
	const most = 64
	sim.Plies = sim.Plies[:m.History]
	if m.policy.chooser != nil {
		if player == game.Simultaneous {
			m.noteJoint(sim, actions)
		} else {
			m.note(sim, actions[0], player)
		}
	}
	if len(sim.Plies) > most {
		sim.Plies = append(sim.Plies[:0], sim.Plies[most/2:]...)
	}
	m.History = len(sim.Plies)
}

// resetSwitching resolves the choosers of a [policy.Switcher], if the playout policy is one.
func (m *Maker[S, A]) resetSwitching() (err error) {
	m.switching = nil
	s, ok := m.policy.chooser.(policy.Switcher)
	if !ok {
		return nil
	}
	for _, c := range s.Choosers() {
		if _, nested := c.(policy.Switcher); nested || c == nil {
			return fmt.Errorf("mcts: Config.Playout: a chooser of %T is %T, want one that is not a Switcher", s, c)
		}
		p, err := m.live(c)
		if err != nil {
			return err
		}
		p.recorded = m.mayRecord(c)
		m.switching = append(m.switching, p)
	}
	if len(m.switching) == 0 {
		return fmt.Errorf("mcts: Config.Playout: %T has no Choosers, want at least one", s)
	}
	return nil
}

// mayRecord reports whether c is the chooser of [policy.Uniform], and the PlayoutRecorder can play
// for it where every single ply is requested.
func (m *Maker[S, A]) mayRecord(c policy.Chooser) bool {
	u, _ := policy.Uniform{}.New(policy.Info{})
	return reflect.TypeOf(c) == reflect.TypeOf(u) && m.Recorder != nil && m.Indexer != nil && !m.HasChance && m.discount == 1 && !m.KeepsLines && m.Simultaneous == nil &&
		m.MaxPlies == 0 && m.Observe == nil && !m.Measures
}

// Switch draws the chooser of a simulation. One that does not exist is reported by the playout.
func (m *Maker[S, A]) Switch(sim *Simulation[S, A]) {
	if s, ok := m.policy.chooser.(policy.Switcher); ok {
		sim.Chooser = 1 + s.Draw(&sim.Rand)
	}
}

// ForgetNumbers forgets the numbers.
func (m *Maker[S, A]) ForgetNumbers() { clear(m.numbers) }

// Numbered returns how many actions have numbers.
func (m *Maker[S, A]) Numbered() int { return len(m.numbers) }

// ShareNumbers lets m number actions as another Maker does.
func (m *Maker[S, A]) ShareNumbers(other *Maker[S, A]) {
	m.numbers, m.frozen = other.numbers, false
}

// Number returns the number of an action.
func (m *Maker[S, A]) Number(sim *Simulation[S, A], a A) int32 {
	if m.Indexer != nil {
		return m.Index(a)
	}
	n, ok := m.numbers[a]
	switch {
	case ok:
		return n
	case m.frozen:
		k := slices.Index(sim.unnumbered, a)
		if k < 0 {
			k = len(sim.unnumbered)
			sim.unnumbered = append(sim.unnumbered, a)
		}
		return int32(len(m.numbers) + k)
	case m.NumberBy != nil:
		n = m.NumberBy(a)
	default:
		n = int32(len(m.numbers))
	}
	m.numbers[a] = n
	return n
}

// TakeFault returns what is wrong with a number that the game has given since the last call: the
// first one, or nil. It is small, so that it is inlined.
func (m *Maker[S, A]) TakeFault() error {
	if m.fault == nil {
		return nil
	}
	return m.takeFault()
}

func (m *Maker[S, A]) takeFault() error {
	err := m.fault
	m.fault = nil
	return err
}

// Index returns the number that the Indexer gives an action. One that is out of range is a fault,
// and 0 takes its place.
func (m *Maker[S, A]) Index(a A) int32 {
	i := m.Indexer.ActionIndex(a)
	if uint(i) >= m.numActions {
		i = m.noIndex(a, i)
	}
	return int32(i)
}

func (m *Maker[S, A]) noIndex(a A, i int) int {
	m.blame(wrongNumber, fmt.Sprintf("ActionIndex(%v)", a), i, m.numActions-1)
	return 0
}

const wrongNumber = "%s is %d, want 0..%d"

// blame notes what is wrong, unless something is already.
func (m *Maker[S, A]) blame(format string, values ...any) {
	if m.fault == nil {
		m.fault = fmt.Errorf(format, values...)
	}
}

// checksNumbers reports whether to look at the next list of numbers that the game gives.
func (m *Maker[S, A]) checksNumbers() bool {
	m.lists++
	return m.lists <= checkedLists || m.lists%16 == 0
}

// checkIndices looks at a list that the game has given, and makes numbers out of range 0.
func (m *Maker[S, A]) checkIndices(method string, list []int32) {
	for k, i := range list {
		if uint(i) >= m.numActions {
			m.blame(wrongNumber, method, i, m.numActions-1)
			list[k] = 0
		}
	}
}

// checkPlies looks at the plies of a playout that a method of the game has noted after others.
func (m *Maker[S, A]) checkPlies(method string, plies []policy.Ply, others int) {
	if len(plies) < others {
		m.blame("%s returns %d plies, the %d before it are gone", method, len(plies), others)
		return
	}
	for k := range plies[others:] {
		p := &plies[others+k]
		if uint(p.Action) >= m.numActions {
			m.blame(wrongNumber, "the action of a ply of "+method, p.Action, m.numActions-1)
			p.Action = 0
		}
		if uint(p.Player) >= uint(m.players) {
			m.blame(wrongNumber, "the player of a ply of "+method, p.Player, m.players-1)
			p.Player = 0
		}
	}
}

// numbersOf appends the numbers of actions to dst.
func (m *Maker[S, A]) numbersOf(sim *Simulation[S, A], dst []int32, actions []A) []int32 {
	if m.Indexer != nil {
		for _, a := range actions {
			i := m.Indexer.ActionIndex(a) // Index, which the compiler does not inline
			if uint(i) >= m.numActions {
				i = m.noIndex(a, i)
			}
			dst = append(dst, int32(i))
		}
		return dst
	}
	for _, a := range actions {
		dst = append(dst, m.Number(sim, a))
	}
	return dst
}

// EvaluateFrozen is f, which evaluates a simulation, while other workers read the numbers of the
// actions: the numbers of new actions are kept in the simulation, for NumberPlies.
func (m *Maker[S, A]) EvaluateFrozen(sim *Simulation[S, A], f func(sim *Simulation[S, A]) error) error {
	sim.unnumbered, sim.Played = sim.unnumbered[:0], 0
	m.frozen = true
	err := f(sim)
	m.frozen = false
	return err
}

// NumberPlies gives numbers to the actions that had none when EvaluateFrozen began, when so many
// were known, and writes them into the plies.
func (m *Maker[S, A]) NumberPlies(sim *Simulation[S, A], known int) {
	if len(sim.unnumbered) == 0 {
		return
	}
	for i := range sim.Plies {
		if k := int(sim.Plies[i].Action) - known; k >= 0 {
			sim.Plies[i].Action = m.Number(sim, sim.unnumbered[k])
		}
	}
}

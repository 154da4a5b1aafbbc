package playout

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
)

// playout plays from the state of sim to the end of the game, or to MaxPlies. It leaves the result
// in sim.Returns, and its plies in sim.Plies if a policy reads them.
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
		before := len(sim.Plies)
		sim.Plies = m.Recorder.RecordPlayout(&sim.State, &sim.Rand, sim.Returns, sim.Plies)
		if m.checksNumbers() {
			m.checkPlies("RecordPlayout", sim.Plies, before)
		}
		return nil
	}
	if m.playsByScores(by) {
		scores, _ := by.numbered.scorer.Scores()
		before := len(sim.Plies)
		Forget(sim.Returns)
		sim.Plies = m.Scorer.ScorePlayout(&sim.State, scores, by.numbered.probability, &sim.Rand, sim.Returns, sim.Plies)
		if m.checksNumbers() {
			m.checkPlies("ScorePlayout", sim.Plies, before)
		}
		sim.Played = len(sim.Plies) - before
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
	if m.Brake.Pulled() {
		return brake.ErrPulled
	}
	if sim.Complete = false; m.Evaluator != nil { // The playout is cut off.
		Forget(sim.Returns)
		m.Evaluator.Evaluate(&sim.State, sim.Returns)
		return nil
	}
	for p := range sim.Returns {
		sim.Returns[p] = m.CutOff
	}
	return nil
}

// play plays up to limit actions and reports whether that ended the game.
func (m *Maker[S, A]) play(sim *Simulation[S, A], by *livePolicy, limit int) (ended bool, err error) {
	isOn := m.Brake.On()
	if m.isPlain && !isOn && by.chooser == nil {
		if !m.playUniform(sim, limit) {
			return false, nil
		}
		return true, m.checkEnd(&sim.State)
	}
	if by.numbered != nil {
		return m.playNumbered(sim, by.numbered, limit)
	}
	for n := range limit {
		if isOn && m.Brake.Pulled() {
			return false, brake.ErrPulled
		}
		if ended, err := m.playOne(sim, by); ended || err != nil {
			sim.Played = n
			return ended, err
		}
	}
	if sim.Played = limit; isOn && m.Brake.Pulled() {
		return false, brake.ErrPulled
	}
	return m.IsEnd(&sim.State)
}

// playUniform is play for the plainest games, for which a separate loop is faster.
func (m *Maker[S, A]) playUniform(sim *Simulation[S, A], limit int) (ended bool) {
	game, actions, state := m.Game, m.Actions, &sim.State
	most := limit
	for ; ; limit-- {
		actions = game.AppendActions(actions[:0], state)
		if len(actions) == 0 || limit == 0 {
			break
		}
		game.Apply(state, actions[sim.Rand.IntN(len(actions))])
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
	if player == game.Chance && m.Sampling != nil {
		a := m.Sampling.SampleOutcome(&sim.State, &sim.Rand)
		m.Apply(&sim.State, a)
		m.Follow(sim, a, game.Chance)
		return false, nil
	}
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
	if m.Apply(&sim.State, m.Actions[k]); m.follows {
		m.followPlayout(sim, m.Actions[k], player)
	}
	return false, nil
}

// playSample plays an action that the Sampler draws and reports whether there was none.
func (m *Maker[S, A]) playSample(sim *Simulation[S, A], by *livePolicy) (ended bool, err error) {
	a, ok := m.Sampler.RandomAction(&sim.State, &sim.Rand)
	if !ok {
		return true, nil
	}
	player := 0
	if m.Pays && m.AtChance(&sim.State) {
		player = game.Chance
	} else if by.chooser != nil {
		if player, err = m.PlayerAt(&sim.State); err != nil {
			return false, err
		}
	}
	if m.Apply(&sim.State, a); m.follows {
		m.followPlayout(sim, a, player)
	}
	return false, nil
}

// followPlayout is Follow of an action of a playout.
func (m *Maker[S, A]) followPlayout(sim *Simulation[S, A], a A, player int) {
	m.Follow(sim, a, int32(player))
	if m.KeepsLines {
		sim.line = append(sim.line, a)
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
	m.PlayJoint(sim)
	return nil
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

// Order puts m.Actions, the actions of player at the state of sim, into the order in which the
// playout policy chooses them one after the other, which for [policy.Uniform] is random.
func (m *Maker[S, A]) Order(sim *Simulation[S, A], player int) error {
	if m.policy.chooser == nil {
		for i, a := range m.Actions {
			j := i + sim.Rand.IntN(len(m.Actions)-i)
			m.Actions[i], m.Actions[j] = m.Actions[j], a
		}
		return nil
	}
	for i := range m.Actions {
		if m.Brake.Pulled() {
			return nil // It ends the simulation, too.
		}
		j, err := m.choose(sim, &m.policy, player, m.Actions[i:])
		if err != nil {
			return err
		}
		m.Actions[i], m.Actions[i+j] = m.Actions[i+j], m.Actions[i]
	}
	return nil
}

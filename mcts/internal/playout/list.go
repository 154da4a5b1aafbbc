package playout

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// IsEnd reports whether the game is over at a state. A [game.Sampler] tells it faster than a list
// of all actions.
func (m *Maker[S, A]) IsEnd(s *S) (bool, error) {
	switch {
	case m.AtChance(s) || m.AtJoint(s):
		return false, nil
	case m.Sampler != nil:
		if _, ok := m.Sampler.RandomAction(s, &m.vain); ok {
			return false, nil
		}
	default:
		if m.Actions = m.AppendActions(m.Actions[:0], s); len(m.Actions) > 0 {
			return false, nil
		}
	}
	return true, m.checkEnd(s)
}

// ListOutcomes puts the outcomes at a state into m.Outcomes and their actions into m.Actions.
func (m *Maker[S, A]) ListOutcomes(s *S) error {
	m.Outcomes = m.Chance.AppendOutcomes(m.Outcomes[:0], s)
	m.Actions = m.Actions[:0]
	sum := 0.0
	for _, o := range m.Outcomes {
		if !(o.Prob >= 0) {
			return fmt.Errorf("mcts: %T: outcome %v has probability %v", m.Game, o.Action, o.Prob)
		}
		sum += o.Prob
		m.Actions = append(m.Actions, o.Action)
	}
	n := len(m.Outcomes)
	if n == 0 || n > tree.MaxActions || !(math.Abs(sum-1) < 1e-6) {
		return fmt.Errorf("mcts: %T: %d outcomes with probabilities that sum to %v, want 1..%d and 1",
			m.Game, n, sum, tree.MaxActions)
	}
	return nil
}

// DrawOutcome draws an outcome at the state of sim by its probability. known are the outcomes
// listed when the node was expanded. Probabilities are not stored, so they are listed again.
func (m *Maker[S, A]) DrawOutcome(sim *Simulation[S, A], known []A) (uint32, error) {
	if err := m.ListOutcomes(&sim.State); err != nil {
		return tree.None, err
	}
	k := game.DrawOutcome(m.Outcomes, &sim.Rand)
	if k >= min(len(known), len(m.Actions)) || known[k] != m.Actions[k] {
		return tree.None, fmt.Errorf("mcts: %T: the outcomes of one state are now %v, were %v", m.Game, m.Actions, known)
	}
	return uint32(k), nil
}

// listJoint puts the actions of every player at a state into m.Actions, one player after the other,
// and their numbers into m.Counts.
func (m *Maker[S, A]) listJoint(s *S) error {
	m.Actions, m.Counts = m.Actions[:0], m.Counts[:0]
	for p := range m.players {
		before := len(m.Actions)
		m.Actions = m.Simultaneous.AppendPlayerActions(m.Actions, s, p)
		if len(m.Actions) == before {
			return fmt.Errorf("mcts: %T: player %d has no action where all players choose, want at least one", m.Game, p)
		}
		m.Counts = append(m.Counts, len(m.Actions)-before)
	}
	if n := len(m.Actions); n > tree.MaxJoint(len(m.Counts)) {
		return fmt.Errorf("mcts: %T: the players have %d actions at one state, want at most %d",
			m.Game, n, tree.MaxJoint(len(m.Counts)))
	}
	return nil
}

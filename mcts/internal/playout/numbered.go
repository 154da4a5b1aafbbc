package playout

import (
	"fmt"

	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// choosing is a policy that chooses, and how it explores.
type choosing struct {
	chooser     policy.Chooser  // nil: uniform
	explorer    policy.Explorer // the same, nil if it never explores
	probability float64         // of exploring
}

func newChoosing(chooser policy.Chooser) (c choosing, err error) {
	c.chooser = chooser
	explorer, ok := chooser.(policy.Explorer)
	if !ok {
		return c, nil
	}
	p := explorer.ExploreProbability()
	if !(p >= 0 && p <= 1) {
		err = fmt.Errorf("mcts: ExploreProbability of Playout %T is %v, want 0..1", chooser, p)
	}
	if p > 0 {
		c.explorer, c.probability = explorer, p
	}
	return c, err
}

// explores decides at random whether to draw an action without looking at the list.
func (c *choosing) explores(r *rng.Rand) bool {
	return c.explorer != nil && (c.probability == 1 || r.Float64() < c.probability)
}

// numbered is how a policy plays in a game that lists actions by their numbers, a
// [game.IndexLister]: it proposes an action, draws one, or chooses from a list of numbers.
type numbered struct {
	proposer  policy.Proposer // the policy, nil if it is none
	proposals []int32

	choosing // the policy, or what chooses if no proposal is legal

	scorer policy.ScoreChooser // the policy, if the ScorePlayouter makes its playouts
}

// newNumbered returns nil if the game does not list actions by their numbers, or p looks at more
// than numbers.
func (m *Maker[S, A]) newNumbered(p livePolicy) (n *numbered, err error) {
	if m.Lister == nil || m.HasChance || m.Pays || m.KeepsLines || m.Simultaneous != nil || m.view.read {
		return nil, nil
	}
	n = &numbered{choosing: p.choosing}
	if n.proposer, _ = p.chooser.(policy.Proposer); n.proposer != nil {
		n.choosing, err = newChoosing(n.proposer.Fallback())
	}
	hidesLength := m.Passer != nil && m.Measures || m.Turns != nil // It tells neither passes nor the last state.
	if e, ok := p.chooser.(policy.ScoreChooser); ok && m.Scorer != nil && !hidesLength {
		if _, ok := e.Scores(); ok {
			n.scorer = e
		}
	}
	return n, err
}

// playsByScores reports whether the ScorePlayouter makes the playouts of a policy.
func (m *Maker[S, A]) playsByScores(by *livePolicy) bool {
	return by.numbered != nil && by.numbered.scorer != nil && m.MaxPlies == 0 && m.Observe == nil
}

// propose returns the first legal action that the policy proposes, or noNumber.
func (m *Maker[S, A]) propose(sim *Simulation[S, A], n *numbered, player int) int32 {
	c := &m.choice
	c.Player, c.History, c.Actions = player, sim.Plies, c.Actions[:0]
	n.proposals = n.proposer.AppendProposals(n.proposals[:0], c)
	for _, i := range n.proposals {
		if m.Lister.IsLegalIndex(&sim.State, i) {
			return i
		}
	}
	return noNumber
}

const noNumber = -1

// playNumbered is play by numbers.
func (m *Maker[S, A]) playNumbered(sim *Simulation[S, A], n *numbered, limit int) (ended bool, err error) {
	game, lister, r := m.Game, m.Lister, &sim.Rand
	m.choice.Rand = r
	isOn := m.Brake.On()
	for sim.Played = 0; sim.Played < limit; sim.Played++ {
		if isOn && m.Brake.Pulled() {
			return false, brake.ErrPulled
		}
		player, i := game.ToMove(&sim.State), int32(noNumber)
		if uint(player) >= uint(m.players) {
			_, err := m.PlayerAt(&sim.State)
			return false, err
		}
		if n.proposer != nil {
			i = m.propose(sim, n, player)
		}
		var a A
		if i != noNumber {
			a = lister.IndexAction(i)
		} else if explores := n.explores(r); explores && m.Sampler != nil {
			ok := false
			if a, ok = m.Sampler.RandomAction(&sim.State, r); !ok {
				return true, nil
			}
			i = m.Index(a)
		} else {
			if i, err = m.chooseNumber(sim, n, player, explores); i == noNumber || err != nil {
				return true, err
			}
			a = lister.IndexAction(i)
		}
		if m.Passer == nil || !m.Passer.IsPass(a) {
			sim.Plies = append(sim.Plies, policy.Ply{Action: i, Player: int16(player)})
		}
		game.Apply(&sim.State, a)
		if m.Observe != nil {
			m.Observe(&sim.State)
		}
	}
	return m.IsEnd(&sim.State)
}

// chooseNumber returns the number of the action that the policy chooses from the list of all, or
// noNumber if the game is over.
func (m *Maker[S, A]) chooseNumber(sim *Simulation[S, A], n *numbered, player int, explores bool) (int32, error) {
	c := &m.choice
	c.Actions = m.Lister.AppendIndices(c.Actions[:0], &sim.State)
	if m.checksNumbers() {
		m.checkIndices("a number of AppendIndices", c.Actions)
	}
	if len(c.Actions) == 0 {
		return noNumber, nil
	}
	if explores {
		return c.Actions[sim.Rand.IntN(len(c.Actions))], nil
	}
	c.Player, c.History = player, sim.Plies
	k := 0
	if n.explorer != nil {
		k = n.explorer.Exploit(c)
	} else {
		k = n.chooser.Choose(c)
	}
	if uint(k) >= uint(len(c.Actions)) {
		return noNumber, fmt.Errorf("mcts: Playout %T chose action %d of %d", n.chooser, k, len(c.Actions))
	}
	return c.Actions[k], nil
}

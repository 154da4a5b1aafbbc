package playout

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// exploring is how a policy explores. The zero value never does.
type exploring struct {
	explorer    policy.Explorer // nil if the policy is none, or never explores
	probability float64
}

func newExploring(c policy.Chooser) (e exploring, err error) {
	explorer, ok := c.(policy.Explorer)
	if !ok {
		return e, nil
	}
	p := explorer.ExploreProbability()
	if !(p >= 0 && p <= 1) {
		err = fmt.Errorf("mcts: ExploreProbability of Playout %T is %v, want 0..1", c, p)
	}
	if p > 0 {
		e = exploring{explorer, p}
	}
	return e, err
}

// explores decides at random whether to draw an action without looking at the list.
func (e *exploring) explores(r *rng.Rand) bool {
	return e.explorer != nil && (e.probability == 1 || r.Float64() < e.probability)
}

// numbered is how a policy plays in a game that lists actions by their numbers, a
// [game.IndexLister]: it proposes an action, draws one, or chooses from a list of numbers.
type numbered struct {
	proposer  policy.Proposer // the policy, nil if it is none
	proposals []int32

	chooser   policy.Chooser // the policy, or what chooses if no proposal is legal
	exploring                // of the chooser

	scorer policy.ScoreChooser // the policy, if its playouts are those of the ScorePlayouter
}

// newNumbered returns nil if the game does not list actions by their numbers, or p looks at more
// than numbers.
func (m *Maker[S, A]) newNumbered(p livePolicy) (n *numbered, err error) {
	if m.Lister == nil || m.Chance != nil || m.Simultaneous != nil || m.view.read {
		return nil, nil
	}
	n = &numbered{chooser: p.chooser, exploring: p.exploring}
	if n.proposer, _ = p.chooser.(policy.Proposer); n.proposer != nil {
		n.chooser = n.proposer.Otherwise()
		n.exploring, err = newExploring(n.chooser)
	}
	hidesLength := m.Passer != nil && m.Measures || m.Turns != nil // It tells neither passes nor the last state.
	if e, ok := p.chooser.(policy.ScoreChooser); ok && m.Scorer != nil && !hidesLength {
		if _, ok := e.Scores(); ok {
			n.scorer = e
		}
	}
	return n, err
}

// playsByScores reports whether the playouts of a policy are those of the ScorePlayouter.
func (m *Maker[S, A]) playsByScores(by *livePolicy) bool {
	return by.numbered != nil && by.numbered.scorer != nil && m.MaxPlies == 0 && m.Observe == nil
}

// scorePlayout is playout by the ScorePlayouter.
func (m *Maker[S, A]) scorePlayout(sim *Simulation[S, A], n *numbered) {
	scores, _ := n.scorer.Scores()
	before := len(sim.Plies)
	Forget(sim.Returns)
	sim.Plies = m.Scorer.ScorePlayout(&sim.State, scores, n.probability, &sim.Rand, sim.Returns, sim.Plies)
	sim.Played = len(sim.Plies) - before
}

// propose returns the first legal action that the policy proposes, or noNumber.
func (m *Maker[S, A]) propose(sim *Simulation[S, A], n *numbered, player int) int32 {
	c := &m.choice
	c.Player, c.History, c.Rand, c.Actions = player, sim.Plies, &sim.Rand, c.Actions[:0]
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
	for sim.Played = 0; sim.Played < limit; sim.Played++ {
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
			i = int32(lister.ActionIndex(a))
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
	if len(c.Actions) == 0 {
		return noNumber, nil
	}
	if explores {
		return c.Actions[sim.Rand.IntN(len(c.Actions))], nil
	}
	c.Player, c.History, c.Rand = player, sim.Plies, &sim.Rand
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

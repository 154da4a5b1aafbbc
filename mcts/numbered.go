package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
)

// numbered is how a policy plays in a game that lists actions by their numbers, an [IndexLister]:
// it proposes an action, draws one, or chooses from a list of numbers.
type numbered struct {
	proposer  policy.Proposer // the policy, nil if it is none
	proposals []int32

	chooser   policy.Chooser // the policy, or what chooses if no proposal is legal
	exploring                // of the chooser

	scorer policy.ScoreChooser // the policy, if its playouts are those of the ScorePlayouter
}

// newNumbered returns nil if the game does not list actions by their numbers, or p looks at more
// than numbers.
func (w *worker[S, A]) newNumbered(p playing) (n *numbered, err error) {
	if w.Lister == nil || w.Chance != nil || w.Simultaneous != nil || w.view.read {
		return nil, nil
	}
	n = &numbered{chooser: p.chooser, exploring: p.exploring}
	if n.proposer, _ = p.chooser.(policy.Proposer); n.proposer != nil {
		n.chooser = n.proposer.Otherwise()
		n.exploring, err = newExploring(n.chooser)
	}
	hidesLength := w.Passer != nil && w.measures || w.Turns != nil // It tells neither passes nor the last state.
	if e, ok := p.chooser.(policy.ScoreChooser); ok && w.Scorer != nil && !hidesLength {
		if _, ok := e.Scores(); ok {
			n.scorer = e
		}
	}
	return n, err
}

// playsByScores reports whether playouts are those of the ScorePlayouter.
func (w *worker[S, A]) playsByScores() bool {
	return w.numbered != nil && w.numbered.scorer != nil && w.maxPlies == 0 && w.observer == nil
}

// scorePlayout is playout by the ScorePlayouter.
func (w *worker[S, A]) scorePlayout(sim *simulation[S, A]) {
	scores, _ := w.numbered.scorer.Scores()
	before := len(sim.plies)
	forget(sim.returns)
	sim.plies = w.Scorer.ScorePlayout(&sim.state, scores, w.numbered.probability, &sim.rand, sim.returns, sim.plies)
	sim.played = len(sim.plies) - before
}

// propose returns the first legal action that the policy proposes, or noNumber.
func (w *worker[S, A]) propose(sim *simulation[S, A], player int) int32 {
	n, c := w.numbered, &w.choice
	c.Player, c.History, c.Rand, c.Actions = player, sim.plies, &sim.rand, c.Actions[:0]
	n.proposals = n.proposer.AppendProposals(n.proposals[:0], c)
	for _, i := range n.proposals {
		if w.Lister.IsLegalIndex(&sim.state, i) {
			return i
		}
	}
	return noNumber
}

const noNumber = -1

// playNumbered is play by w.numbered.
func (w *worker[S, A]) playNumbered(sim *simulation[S, A], limit int) (ended bool, err error) {
	n, game, lister, r := w.numbered, w.Game, w.Lister, &sim.rand
	for sim.played = 0; sim.played < limit; sim.played++ {
		player, i := game.ToMove(&sim.state), int32(noNumber)
		if uint(player) >= uint(len(w.sums)) {
			_, err := w.toMove(sim)
			return false, err
		}
		if n.proposer != nil {
			i = w.propose(sim, player)
		}
		var a A
		if i != noNumber {
			a = lister.IndexAction(i)
		} else if explores := n.explores(r); explores && w.Sampler != nil {
			ok := false
			if a, ok = w.Sampler.RandomAction(&sim.state, r); !ok {
				return true, nil
			}
			i = int32(lister.ActionIndex(a))
		} else {
			if i, err = w.chooseNumber(sim, player, explores); i == noNumber || err != nil {
				return true, err
			}
			a = lister.IndexAction(i)
		}
		if w.Passer == nil || !w.Passer.IsPass(a) {
			sim.plies = append(sim.plies, policy.Ply{Action: i, Player: int16(player)})
		}
		game.Apply(&sim.state, a)
		if w.observer != nil {
			w.observer.observe(&sim.state)
		}
	}
	return w.isEnd(sim)
}

// chooseNumber returns the number of the action that the policy chooses from the list of all, or
// noNumber if the game is over.
func (w *worker[S, A]) chooseNumber(sim *simulation[S, A], player int, explores bool) (int32, error) {
	n, c := w.numbered, &w.choice
	c.Actions = w.Lister.AppendIndices(c.Actions[:0], &sim.state)
	if len(c.Actions) == 0 {
		return noNumber, nil
	}
	if explores {
		return c.Actions[sim.rand.IntN(len(c.Actions))], nil
	}
	c.Player, c.History, c.Rand = player, sim.plies, &sim.rand
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

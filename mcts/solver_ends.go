package mcts

import (
	"fmt"
	"slices"
)

// selected implements [hook]: it sees at a node's first visit whether the game ends there, or with
// one action of a [Winner]. Without it, the second visit would.
func (p *prover[S, A]) selected(sim *simulation[S, A]) error {
	w := p.w
	if p.common != nil {
		if sim.node = sim.lastSlot(); sim.unstored > 0 {
			sim.node = noEdge // The tree has no room for the leaf.
		}
	}
	if sim.ended || sim.node == noEdge || !w.tree.isUnexpanded(sim.node) {
		return nil
	}
	ended, err := w.isEnd(sim)
	switch {
	case err != nil:
		return err
	case ended:
		w.markEnd(sim)
		return nil
	case p.asksLeaves && !w.atChance(sim) && !w.atJoint(sim):
		return p.winAtLeaf(sim)
	}
	return nil
}

// winAtLeaf plays the winning action at the leaf of sim, if there is one. The action gets no edge;
// the proof of the leaf says what it leads to.
func (p *prover[S, A]) winAtLeaf(sim *simulation[S, A]) error {
	w := p.w
	a, ok := w.Winner.WinningAction(&sim.state)
	if !ok {
		return nil
	}
	if w.actions = w.AppendActions(w.actions[:0], &sim.state); !slices.Contains(w.actions, a) {
		return p.notLegal(sim, a)
	}
	player, err := w.toMove(sim)
	if err != nil {
		return err
	}
	proven, wins, err := p.proveAction(sim, a, int32(player))
	if err != nil || !wins {
		return err
	}
	p.replace(sim.node, 0, newProof(proven.bounds(), 1, true))
	w.Apply(&sim.state, a)
	if w.chooser != nil || w.observer != nil {
		w.follow(sim, a, int32(player))
	}
	sim.ended, sim.probed, sim.unstored = true, true, 1
	return nil
}

func (p *prover[S, A]) notLegal(sim *simulation[S, A], a A) error {
	return fmt.Errorf("mcts: %T.WinningAction is %v, which is not legal, after %s", p.w.Game, a, p.w.walked(sim))
}

// probe implements [prober]. If an action wins, the others need no look. A [Winner] finds that one;
// where it was asked at the first visit, it need not be asked again unless it found one. In a
// shared tree the first visit may be still under way.
func (p *prover[S, A]) probe(sim *simulation[S, A], at edges, player int32) error {
	actions := p.w.edges.of(at.first, uint32(at.n))
	first, n := 0, at.n
	if p.w.Winner != nil {
		if last := len(sim.path) - 1; p.asksLeaves && p.common == nil && last >= 0 && p.load(sim.path[last].slot) == 0 {
			return nil
		}
		a, ok := p.w.Winner.WinningAction(&sim.state)
		if !ok {
			return nil
		}
		if first = slices.Index(actions, a); first < 0 {
			return p.notLegal(sim, a)
		}
		n = first + 1
	}
	for k := first; k < n; k++ {
		proven, wins, err := p.proveAction(sim, actions[k], player)
		if err != nil {
			return err
		}
		if proven != 0 {
			*p.at(at.first + uint32(k)) = proven
			p.mark(at.first - 1)
			sim.probed = true
		}
		if wins {
			break
		}
	}
	return nil
}

// proveAction returns the proof of the node to which an action leads from the state of sim if that
// is the end of the game, and whether player wins by it. It returns 0 if the game goes on.
func (p *prover[S, A]) proveAction(sim *simulation[S, A], a A, player int32) (proven proof, wins bool, err error) {
	w := p.w
	w.Copy(&p.ends.state, &sim.state)
	w.Apply(&p.ends.state, a)
	if ended, err := w.isEnd(&p.ends); !ended || err != nil {
		return 0, false, err
	}
	w.score(&p.ends)
	if proven, err = p.proveEnd(&p.ends); err != nil {
		return 0, false, fmt.Errorf("%w, after %s and %v", err, w.walked(sim), a)
	}
	return proven, p.of(proven)[player].lo >= gridUnits-gridSlack, nil
}

// proveEnd returns the proof of an end of the game, whose returns are in sim.
func (p *prover[S, A]) proveEnd(sim *simulation[S, A]) (proof, error) {
	sum, most := int64(0), p.Max-p.Min
	for player, v := range sim.returns {
		if !(v >= p.Min-1e-9*most && v <= p.Max+1e-9*most) {
			return 0, fmt.Errorf("mcts: %T: the return of player %d is %v, and Config.Solver has Min %v and Max %v", p.w.Game, player, v, p.Min, p.Max)
		}
		units := p.toGrid(v)
		sum += units
		p.bounds[player] = interval{units, units}
	}
	if !p.GeneralSum && len(sim.returns) > 1 {
		if !p.knowsSum() {
			p.setSum(sum)
		}
		if d := p.sum - sum; d > gridSlack || d < -gridSlack {
			return 0, fmt.Errorf("mcts: %T: the returns %v add up to another number than those of an earlier end of the game; want Config.Solver.GeneralSum", p.w.Game, sim.returns)
		}
		last := &p.bounds[len(p.bounds)-1]
		last.lo += p.sum - sum // So sums are exact.
		last.hi = last.lo
	}
	return newProof(p.intervals.number(p.bounds), 0, true), nil
}

package mcts

import (
	"fmt"
	"slices"
)

// selected implements [hook]: it sees at a node's first visit whether the game ends there. Without
// it, the second would.
func (p *prover[S, A]) selected(sim *simulation[S, A]) error {
	w := p.w
	if sim.ended || sim.node == noEdge || !w.tree.isUnexpanded(sim.node) {
		return nil
	}
	ended, err := w.isEnd(sim)
	if ended {
		sim.ended = true
		c, i := w.tree.at(sim.node)
		c.links[i].child = terminal
	}
	return err
}

// probe implements [prober]. If an action wins, the others need no look. A [Winner] finds that one.
func (p *prover[S, A]) probe(sim *simulation[S, A], at edges, player int32) error {
	first, n := uint32(0), uint32(at.n)
	if p.w.Winner != nil {
		a, ok := p.w.Winner.WinningAction(&sim.state)
		if !ok {
			return nil
		}
		c, i := p.w.tree.at(at.first)
		k := slices.Index(c.actions[i:][:at.n], a)
		if k < 0 {
			return fmt.Errorf("mcts: %T.WinningAction is %v, which is not legal, after %s", p.w.Game, a, p.w.walked(sim))
		}
		first, n = uint32(k), uint32(k)+1
	}
	for k := first; k < n; k++ {
		if wins, err := p.probeEdge(sim, at.first+k, player); wins || err != nil {
			return err
		}
	}
	return nil
}

// probeEdge marks an edge of the node at the state of sim if its action ends the game, and reports
// whether player wins by it.
func (p *prover[S, A]) probeEdge(sim *simulation[S, A], slot uint32, player int32) (wins bool, err error) {
	w := p.w
	c, i := w.tree.at(slot)
	w.Copy(&p.ends.state, &sim.state)
	w.Apply(&p.ends.state, c.actions[i])
	if ended, err := w.isEnd(&p.ends); !ended || err != nil {
		return false, err
	}
	w.score(&p.ends)
	proven, err := p.proveEnd(&p.ends)
	if err != nil {
		return false, fmt.Errorf("%w, after %s and %v", err, w.walked(sim), c.actions[i])
	}
	*p.at(slot) = proven
	sim.probed = true
	return p.intervals.of(proven.bounds())[player].lo >= gridUnits-gridSlack, nil
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
		if !p.hasSum {
			p.sum, p.hasSum = sum, true
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

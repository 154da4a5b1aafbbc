package prior

import (
	"math"
	"sort"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// Arrange puts the listed actions, which player has at the state of sim, into the order of their
// priors. They are in the order of the playout policy.
func (p *Judge[S, A]) Arrange(sim *playout.Simulation[S, A], player int) error {
	at := &p.one[0]
	at.State, at.Player, at.Actions = &sim.State, player, p.play.Actions
	at.Priors = unwritten(at.Priors, len(at.Actions))
	var err error
	if p.weigher != nil {
		p.weigher.Weigh(at.State, at.Actions, at.Priors)
		err = p.normalize(at, sim)
	} else {
		p.sims = append(p.sims[:0], sim)
		err = p.ask(p.one[:])
	}
	if err != nil {
		return err
	}
	p.order(at)
	p.placing = at.Priors
	return nil
}

// order puts the actions of a new block into the order of their trial. Most of them will never be
// tried, so if it can, it only puts the one with the greatest prior first, and Next finds the one
// after each.
func (p *Judge[S, A]) order(at *game.Position[S, A]) {
	if p.Sorts {
		sortByPrior(at)
		return
	}
	k := greatestPrior(at.Priors)
	at.Priors[0], at.Priors[k] = at.Priors[k], at.Priors[0]
	at.Actions[0], at.Actions[k] = at.Actions[k], at.Actions[0]
}

// Placed keeps the priors of the actions of a new block.
func (p *Judge[S, A]) Placed(b tree.Block) {
	if p.priors != nil && p.HasPriors {
		copy(p.priors.Of(b.Edges(b.Count())), p.placing)
	}
}

// Next puts that action of a block first among those from an index on, all of which are untried,
// which is to be tried before the others. Those with equal priors lie in random order from the
// beginning, and no exchange depends on which is which.
func (p *Judge[S, A]) Next(b tree.Block, from uint32) {
	if p.Sorts {
		return
	}
	priors := p.priors.Of(b.Edges(b.Count()))[from:]
	if p.Noise != nil && p.Noise.isAtRoot(b.First()) {
		priors = p.Noise.values[from:b.Count()]
	}
	if k := greatestPrior(priors); k > 0 {
		tree.Swap[A](p.tree, b, from, from+uint32(k))
	}
}

// greatestPrior returns the index of the greatest prior, the first of equals. Numbers >= 0 have the
// order of their bits, which are compared without a branch.
func greatestPrior(priors []float32) int {
	k, most := 0, int32(0)
	for i, prior := range priors {
		if b := int32(math.Float32bits(prior)); b > most {
			k, most = i, b
		}
	}
	return k
}

// byPrior sorts the actions of a position by descending prior.
type byPrior[S any, A comparable] game.Position[S, A]

func (p *byPrior[S, A]) Len() int           { return len(p.Priors) }
func (p *byPrior[S, A]) Less(i, j int) bool { return p.Priors[i] > p.Priors[j] }

func (p *byPrior[S, A]) Swap(i, j int) {
	p.Actions[i], p.Actions[j] = p.Actions[j], p.Actions[i]
	p.Priors[i], p.Priors[j] = p.Priors[j], p.Priors[i]
}

// sortByPrior sorts the actions by descending prior. Equal priors keep their order.
func sortByPrior[S any, A comparable](p *game.Position[S, A]) {
	if len(p.Priors) > 32 {
		sort.Stable((*byPrior[S, A])(p))
		return
	}
	actions, priors := p.Actions[:len(p.Priors)], p.Priors // By insertion, which is faster for few.
	for i := 1; i < len(priors); i++ {
		prior, a, j := priors[i], actions[i], i
		for ; j > 0 && priors[j-1] < prior; j-- {
			priors[j], actions[j] = priors[j-1], actions[j-1]
		}
		priors[j], actions[j] = prior, a
	}
}

package gametest

import (
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// maxPlies is the length at which a game is taken for endless.
const maxPlies = 100_000

// walker moves through a game by its rules alone.
type walker[S any, A comparable] struct {
	game   mcts.Game[S, A]
	copier mcts.Copier[S]
	chance mcts.ChanceGame[S, A]
}

func newWalker[S any, A comparable](g mcts.Game[S, A]) walker[S, A] {
	w := walker[S, A]{game: g}
	w.copier, _ = mcts.As[mcts.Copier[S]](g)
	w.chance, _ = mcts.As[mcts.ChanceGame[S, A]](g)
	return w
}

func (w *walker[S, A]) copy(dst, src *S) {
	if w.copier != nil {
		w.copier.Copy(dst, src)
		return
	}
	*dst = *src
}

// position is a state and what its rules say about it. Where nature moves, actions holds the outcomes and probs
// their probabilities.
type position[S any, A comparable] struct {
	state   *S
	mover   int
	actions []A
	probs   []float64
}

func (p *position[S, A]) isChance() bool { return p.probs != nil }

// isTerminal reports whether the game is over. Chance without outcomes counts as the end, so that a walk stops.
func (p *position[S, A]) isTerminal() bool { return len(p.actions) == 0 }

// look fills p with the position of s. The memory of p is used again.
func (w *walker[S, A]) look(p *position[S, A], s *S) {
	p.state, p.actions, p.probs = s, p.actions[:0], nil
	p.mover = w.game.ToMove(s)
	if p.mover != mcts.Chance || w.chance == nil {
		p.actions = w.game.AppendActions(p.actions, s)
		return
	}
	p.probs = []float64{}
	for _, o := range w.chance.AppendOutcomes(nil, s) {
		p.actions = append(p.actions, o.Action)
		p.probs = append(p.probs, o.Prob)
	}
}

// draw chooses an action uniformly, or an outcome by its probability, with one number of r.
func (p *position[S, A]) draw(r *rng.Rand) A {
	if !p.isChance() {
		return p.actions[r.IntN(len(p.actions))]
	}
	x, last := r.Float64(), 0
	for i, prob := range p.probs {
		if x < prob {
			return p.actions[i]
		}
		if prob > 0 {
			x -= prob
			last = i
		}
	}
	return p.actions[last]
}

// playout plays uniformly from s to the end, in place, and reports whether there was one.
func (w *walker[S, A]) playout(p *position[S, A], s *S, r *rng.Rand, out []float64) bool {
	for range maxPlies {
		w.look(p, s)
		if p.isTerminal() {
			w.game.Returns(s, out)
			return true
		}
		w.game.Apply(s, p.draw(r))
	}
	return false
}

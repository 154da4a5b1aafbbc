package gametest

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// ply is what is played at once: one action, or one of every player.
type ply[A comparable] []A

// String writes joint actions as 1/2/3, by player.
func (c ply[A]) String() string {
	words := make([]string, len(c))
	for i, a := range c {
		words[i] = fmt.Sprint(a)
	}
	return strings.Join(words, "/")
}

// position is a state and what its rules say about it. Where nature moves, actions holds the outcomes and probs
// their probabilities. Where all players choose, actions holds those of the first, then those of the second, and so on.
type position[S any, A comparable] struct {
	state   *S
	mover   int
	actions []A
	ends    []int // of the part of actions that each chooser has; there is one chooser, or all players are
	probs   []float64
	chosen  ply[A] // memory of draw and each
	listed  []A    // memory of look
}

func (p *position[S, A]) isChance() bool { return p.mover == mcts.Chance }

// isJoint reports whether all players choose.
func (p *position[S, A]) isJoint() bool { return p.mover == mcts.Simultaneous }

// methods names what look calls.
func (p *position[S, A]) methods() string {
	if p.isJoint() {
		return "ToMove or AppendPlayerActions"
	}
	return "ToMove, AppendActions or AppendOutcomes"
}

// isTerminal reports whether nothing can be played. That is the end of the game, and the end of a walk where a game
// breaks its contract: chance without outcomes, or a player without actions where all choose.
func (p *position[S, A]) isTerminal() bool { return p.count() == 0 }

// isOver reports whether the game is over by its rules.
func (p *position[S, A]) isOver() bool { return p.isTerminal() && p.mover >= 0 }

// of returns the actions of a chooser.
func (p *position[S, A]) of(chooser int) []A {
	begin := 0
	if chooser > 0 {
		begin = p.ends[chooser-1]
	}
	return p.actions[begin:p.ends[chooser]]
}

// count returns how many plies there are to choose from.
func (p *position[S, A]) count() uint64 {
	n := uint64(1)
	for chooser := range p.ends {
		n *= uint64(len(p.of(chooser)))
	}
	return n
}

// each calls visit with every ply there is to choose from. It is overwritten when visit returns.
func (p *position[S, A]) each(visit func(ply[A])) { p.eachFrom(0, visit) }

func (p *position[S, A]) eachFrom(chooser int, visit func(ply[A])) {
	if chooser == len(p.ends) {
		visit(p.chosen)
		return
	}
	for _, a := range p.of(chooser) {
		p.chosen[chooser] = a
		p.eachFrom(chooser+1, visit)
	}
}

// draw chooses an action uniformly, for each that chooses, or an outcome by its probability, with one number of r for each
// choice. What it returns is overwritten by the next call.
func (p *position[S, A]) draw(r *rng.Rand) ply[A] {
	for chooser := range p.ends {
		p.chosen[chooser] = p.drawFor(chooser, r)
	}
	return p.chosen
}

func (p *position[S, A]) drawFor(chooser int, r *rng.Rand) A {
	actions := p.of(chooser)
	if !p.isChance() {
		return actions[r.IntN(len(actions))]
	}
	x, last := r.Float64(), 0
	for i, prob := range p.probs {
		if x < prob {
			return actions[i]
		}
		if prob > 0 {
			x -= prob
			last = i
		}
	}
	return actions[last]
}

package gametest

import (
	"slices"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// maxPlies is the length from which a game counts as endless.
const maxPlies = 100_000

// walker plays a game with the methods of its rules only.
type walker[S any, A comparable] struct {
	game         mcts.Game[S, A]
	copier       mcts.Copier[S]
	chance       mcts.ChanceGame[S, A]
	simultaneous mcts.SimultaneousGame[S, A]
}

func newWalker[S any, A comparable](g mcts.Game[S, A]) walker[S, A] {
	w := walker[S, A]{game: g}
	w.copier, _ = mcts.As[mcts.Copier[S]](g)
	w.chance, _ = mcts.As[mcts.ChanceGame[S, A]](g)
	w.simultaneous, _ = mcts.As[mcts.SimultaneousGame[S, A]](g)
	return w
}

func (w *walker[S, A]) copy(dst, src *S) {
	if w.copier != nil {
		w.copier.Copy(dst, src)
		return
	}
	*dst = *src
}

// apply plays the chosen ply at s, in place.
func (w *walker[S, A]) apply(s *S, chosen ply[A]) {
	if w.simultaneous != nil && w.game.ToMove(s) == mcts.Simultaneous {
		w.simultaneous.ApplyJoint(s, chosen)
		return
	}
	w.game.Apply(s, chosen[0])
}

// look fills p with the position of s. It reuses the memory of p.
func (w *walker[S, A]) look(p *position[S, A], s *S) {
	p.state, p.actions, p.ends, p.probs = s, p.actions[:0], p.ends[:0], nil
	p.mover = w.game.ToMove(s)
	switch {
	case p.isChance():
		w.lookAtOutcomes(p)
	case p.isJoint():
		w.lookAtPlayers(p)
	default:
		p.actions = w.game.AppendActions(p.actions, s)
	}
	if !p.isJoint() {
		p.ends = append(p.ends, len(p.actions))
	}
	p.chosen = slices.Grow(p.chosen[:0], len(p.ends))[:len(p.ends)]
}

func (w *walker[S, A]) lookAtOutcomes(p *position[S, A]) {
	if w.chance == nil {
		return
	}
	for _, o := range w.chance.AppendOutcomes(nil, p.state) {
		p.actions = append(p.actions, o.Action)
		p.probs = append(p.probs, o.Prob)
	}
}

func (w *walker[S, A]) lookAtPlayers(p *position[S, A]) {
	for player := range w.game.NumPlayers() {
		if w.simultaneous != nil {
			p.listed = w.simultaneous.AppendPlayerActions(p.listed[:0], p.state, player)
			p.actions = append(p.actions, p.listed...)
		}
		p.ends = append(p.ends, len(p.actions))
	}
}

// playout plays uniformly from s, in place, and reports whether the game ended.
func (w *walker[S, A]) playout(p *position[S, A], s *S, r *rng.Rand, out []float64) bool {
	for range maxPlies {
		w.look(p, s)
		if p.isOver() {
			w.game.Returns(s, out)
			return true
		}
		if p.isTerminal() {
			return false
		}
		w.apply(s, p.draw(r))
	}
	return false
}

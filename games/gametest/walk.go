package gametest

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// maxPlies is the length from which a game counts as endless.
const maxPlies = 100_000

// walker plays a game with the methods of its rules only.
type walker[S any, A comparable] struct {
	game.Rules[S, A]
}

// newWalker returns a walker of g. It panics if g cannot be played.
func newWalker[S any, A comparable](g game.Game[S, A]) walker[S, A] {
	rules, err := game.NewRules(g)
	if err != nil {
		panic(fmt.Sprintf("gametest: %v", err))
	}
	return walker[S, A]{rules}
}

// apply plays the chosen ply at s, in place.
func (w *walker[S, A]) apply(s *S, chosen ply[A]) {
	if w.Simultaneous != nil && w.ToMove(s) == game.Simultaneous {
		w.Simultaneous.ApplyJoint(s, chosen)
		return
	}
	w.Apply(s, chosen[0])
}

// look fills p with the position of s. It reuses the memory of p.
func (w *walker[S, A]) look(p *position[S, A], s *S) {
	p.state, p.actions, p.ends, p.probs = s, p.actions[:0], p.ends[:0], nil
	p.mover = w.ToMove(s)
	switch {
	case p.isChance():
		w.lookAtOutcomes(p)
	case p.isJoint():
		w.lookAtPlayers(p)
	default:
		p.actions = w.AppendActions(p.actions, s)
	}
	if !p.isJoint() {
		p.ends = append(p.ends, len(p.actions))
	}
	p.chosen = slices.Grow(p.chosen[:0], len(p.ends))[:len(p.ends)]
}

func (w *walker[S, A]) lookAtOutcomes(p *position[S, A]) {
	if w.Chance == nil {
		return
	}
	for _, o := range w.Chance.AppendOutcomes(nil, p.state) {
		p.actions = append(p.actions, o.Action)
		p.probs = append(p.probs, o.Prob)
	}
}

func (w *walker[S, A]) lookAtPlayers(p *position[S, A]) {
	for player := range w.NumPlayers() {
		if w.Simultaneous != nil {
			p.listed = w.Simultaneous.AppendPlayerActions(p.listed[:0], p.state, player)
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
			w.Returns(s, out)
			return true
		}
		if p.isTerminal() {
			return false
		}
		w.apply(s, p.draw(r))
	}
	return false
}

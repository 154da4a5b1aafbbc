package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// ply is one action, or one action of every player.
type ply[A comparable] []A

// String writes joint actions as 1/2/3, by player.
func (c ply[A]) String() string {
	words := make([]string, len(c))
	for i, a := range c {
		words[i] = fmt.Sprint(a)
	}
	return strings.Join(words, "/")
}

// position is a state and what the rules return for it. At a chance node, actions holds the
// outcomes and probs their probabilities. At a simultaneous-move node, actions holds the actions of
// the first player, then of the second, and so on.
type position[S any, A comparable] struct {
	state   *S
	mover   int
	actions []A
	ends    []int // ends of the actions of each chooser: one player, or all
	probs   []float64
	chosen  ply[A]              // buffer of draw and each
	sample  func(r *rng.Rand) A // draws an outcome of chance that cannot be listed; otherwise nil
	listed  []A                 // buffer of look
	chances []game.Outcome[A]   // buffer of look
}

func (p *position[S, A]) isChance() bool { return p.mover == game.Chance }

// isJoint reports whether this is a simultaneous-move node.
func (p *position[S, A]) isJoint() bool { return p.mover == game.Simultaneous }

// methods names the methods that look calls.
func (p *position[S, A]) methods() string {
	if p.isJoint() {
		return "ToMove or AppendPlayerActions"
	}
	return "ToMove, AppendActions or AppendOutcomes"
}

// isTerminal reports whether there is no ply to play. That is the end of the game, or a violation
// of the contract: a chance node without outcomes, or a simultaneous-move node with a player
// without actions.
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

// count returns the number of plies to choose from, and 1 if they cannot be listed.
func (p *position[S, A]) count() uint64 {
	n := uint64(1)
	if p.sample != nil {
		return n
	}
	for chooser := range p.ends {
		n *= uint64(len(p.of(chooser)))
	}
	return n
}

// each calls visit with every ply to choose from. The ply is valid until visit returns. It panics
// if they cannot be listed.
func (p *position[S, A]) each(visit func(ply[A])) {
	if p.sample != nil {
		panic("gametest: the outcomes of chance of a SamplingGame cannot be listed")
	}
	p.eachFrom(0, visit)
}

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

// draw returns a uniformly random action of each chooser, or an outcome by its probability, with
// one number from r for each. The result is valid until the next call.
func (p *position[S, A]) draw(r *rng.Rand) ply[A] {
	for chooser := range p.ends {
		p.chosen[chooser] = p.drawFor(chooser, r)
	}
	return p.chosen
}

func (p *position[S, A]) drawFor(chooser int, r *rng.Rand) A {
	if p.sample != nil {
		return p.sample(r)
	}
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

// play plays the game of a seed on a copy of start until visit returns false. It keeps the seed and
// the way to the visited position in at.
func (w *walker[S, A]) play(at *report[A], seed uint64, start *S, visit func(*position[S, A]) bool) {
	at.seed, at.path = seed, nil
	r := rng.New(seed)
	var s S
	w.Copy(&s, start)
	var p position[S, A]
	for range maxPlies {
		if w.look(&p, &s); !visit(&p) || p.isTerminal() {
			return
		}
		chosen := slices.Clone(p.draw(r))
		w.apply(&s, chosen)
		at.path = append(at.path, chosen)
	}
}

// copyOf returns a copy of s.
func (w *walker[S, A]) copyOf(s *S) *S {
	var c S
	w.Copy(&c, s)
	return &c
}

// apply plays the chosen ply at s, in place.
func (w *walker[S, A]) apply(s *S, chosen ply[A]) {
	if w.Simultaneous != nil && w.ToMove(s) == game.Simultaneous {
		w.Simultaneous.ApplyJoint(s, chosen)
		return
	}
	w.Apply(s, chosen[0])
}

// rewards returns the rewards of the ply that has led to s, or zeros.
func (w *walker[S, A]) rewards(s *S) []float64 {
	out := make([]float64, w.NumPlayers())
	w.AddRewards(s, out)
	return out
}

// returns returns the returns of a terminal state.
func (w *walker[S, A]) returns(s *S) []float64 {
	out := make([]float64, w.NumPlayers())
	w.Returns(s, out)
	return out
}

// look fills p with the position of s. It reuses the memory of p.
func (w *walker[S, A]) look(p *position[S, A], s *S) {
	p.state, p.actions, p.ends, p.probs, p.sample = s, p.actions[:0], p.ends[:0], p.probs[:0], nil
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
		if w.Sampling != nil {
			p.sample = func(r *rng.Rand) A { return w.Sampling.SampleOutcome(p.state, r) }
		}
		return
	}
	p.chances = w.Chance.AppendOutcomes(p.chances[:0], p.state)
	for _, o := range p.chances {
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

// playout plays uniformly from s, in place, and reports whether the game ended. It writes what the
// players get from s on.
func (w *walker[S, A]) playout(p *position[S, A], s *S, r *rng.Rand, out []float64) bool {
	clear(out)
	for range maxPlies {
		w.look(p, s)
		if p.isOver() {
			w.AddReturns(s, out)
			return true
		}
		if p.isTerminal() {
			return false
		}
		w.apply(s, p.draw(r))
		w.AddRewards(s, out)
	}
	return false
}

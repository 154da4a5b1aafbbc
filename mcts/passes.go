package mcts

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// RecognizePasses returns g with its forced no-ops, which random games from start show, as a
// [Passer]: the actions that a player had several times and never together with another one. It is
// for rules that do not say which of their actions do nothing, such as the "noop" of a game
// description (the future work of Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply
// Policy Applied in General Game Playing", 2012). An action that g itself calls a pass stays one.
//
// An action that was forced by chance in all games is recognized as well. Policies then overlook
// it, which does not change what is legal. The same seed gives the same passes. If nothing is
// recognized, the result is g itself.
func RecognizePasses[S any, A comparable](g Game[S, A], start *S, games int, seed uint64) (Game[S, A], error) {
	rules, err := game.NewRules(g)
	switch {
	case err != nil:
		return nil, fmt.Errorf("mcts: RecognizePasses: %w", err)
	case start == nil:
		return nil, errors.New("mcts: RecognizePasses: the start is nil")
	case games < 1:
		return nil, fmt.Errorf("mcts: RecognizePasses: games is %d, want >= 1", games)
	}
	r := recognizer[S, A]{Rules: rules, rand: rng.New(seed), alone: map[A]int{}, choice: map[A]bool{}}
	for range games {
		if err := r.play(start); err != nil {
			return nil, err
		}
	}
	p := passing[S, A]{Game: g, playouter: rules.Playouter, inner: rules.Passer, passes: map[A]bool{}}
	for a, times := range r.alone {
		if times > 1 && !r.choice[a] {
			p.passes[a] = true
		}
	}
	if len(p.passes) == 0 {
		return g, nil
	}
	return p, nil
}

// recognizer plays random games and watches which actions are alone.
type recognizer[S any, A comparable] struct {
	game.Rules[S, A]
	rand     *rng.Rand
	actions  []A
	outcomes []Outcome[A]
	alone    map[A]int  // how often a player had only this action
	choice   map[A]bool // whether a player ever had another one beside it
}

// play plays one game, or its first plies if it does not end.
func (r *recognizer[S, A]) play(start *S) error {
	const longest = 10_000
	var s S
	r.Copy(&s, start)
	for range longest {
		if over, err := r.step(&s); over || err != nil {
			return err
		}
	}
	return nil
}

// step plays one ply, and reports whether there was none.
func (r *recognizer[S, A]) step(s *S) (over bool, err error) {
	switch r.ToMove(s) {
	case Chance:
		if r.Chance == nil {
			return false, fmt.Errorf("mcts: RecognizePasses: ToMove is Chance, and %T has no AppendOutcomes", r.Game)
		}
		r.outcomes = r.Chance.AppendOutcomes(r.outcomes[:0], s)
		k := game.DrawOutcome(r.outcomes, r.rand)
		if k >= len(r.outcomes) {
			return false, fmt.Errorf("mcts: RecognizePasses: %T.AppendOutcomes has no outcome", r.Game)
		}
		r.Apply(s, r.outcomes[k].Action)
	case Simultaneous:
		if r.Simultaneous == nil {
			return false, fmt.Errorf("mcts: RecognizePasses: ToMove is Simultaneous, and %T has no ApplyJoint", r.Game)
		}
		joint := make([]A, r.NumPlayers())
		for p := range joint {
			if r.actions = r.Simultaneous.AppendPlayerActions(r.actions[:0], s, p); len(r.actions) == 0 {
				return false, fmt.Errorf("mcts: RecognizePasses: %T.AppendPlayerActions has nothing for player %d", r.Game, p)
			}
			joint[p] = r.choose()
		}
		r.Simultaneous.ApplyJoint(s, joint)
	default:
		if r.actions = r.AppendActions(r.actions[:0], s); len(r.actions) == 0 {
			return true, nil
		}
		r.Apply(s, r.choose())
	}
	return false, nil
}

// choose notes the legal actions and draws one.
func (r *recognizer[S, A]) choose() A {
	if len(r.actions) == 1 {
		r.alone[r.actions[0]]++
		return r.actions[0]
	}
	for _, a := range r.actions {
		r.choice[a] = true
	}
	return r.actions[r.rand.IntN(len(r.actions))]
}

// passing is a game with recognized passes. The game's own playouts that record what was played do
// not know them, so it has none.
type passing[S any, A comparable] struct {
	Game[S, A]
	playouter Playouter[S] // of the game; nil if it has none
	inner     Passer[A]    // of the game; nil if it has none
	passes    map[A]bool
}

func (p passing[S, A]) Unwrap() Game[S, A] { return p.Game }

func (p passing[S, A]) IsPass(a A) bool { return p.passes[a] || p.inner != nil && p.inner.IsPass(a) }

func (p passing[S, A]) Supports(c game.Capability) bool {
	switch c {
	case game.HasPlayouter:
		return p.playouter != nil
	case game.HasPlayoutRecorder, game.HasScorePlayouter:
		return false
	}
	return true
}

func (p passing[S, A]) Playout(s *S, r *rng.Rand, out []float64) { p.playouter.Playout(s, r, out) }

// RecordPlayout hides that of the game.
func (passing[S, A]) RecordPlayout(*S, *rng.Rand, []float64, []policy.Ply) []policy.Ply {
	panic("mcts: RecordPlayout is not supported")
}

// ScorePlayout hides that of the game.
func (passing[S, A]) ScorePlayout(*S, [][]float32, float64, *rng.Rand, []float64, []policy.Ply) []policy.Ply {
	panic("mcts: ScorePlayout is not supported")
}

package gtp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// step is a move from square to square that is in progress. With -gogui such a move is two vertices
// in two commands, its origin and its target, because a move of GoGui is one vertex. The turn of
// the color ends with the second one.
type step[A any] struct {
	origin  string // empty if no move is in progress
	planned *A     // the move that genmove has begun, or nil
}

// steps reports whether moves are entered in steps.
func (e *engine[S, A]) steps() bool { return e.settings.gogui && e.board.moves }

// split returns the vertices that a is played by. The target is empty if it is a single one.
func (e *engine[S, A]) split(a A) (origin, target string) {
	vertex := e.board.vertex(&e.state, a)
	if from, to, two := strings.Cut(vertex, "-"); two && e.steps() {
		return strings.ToUpper(from), strings.ToUpper(to)
	}
	return vertex, ""
}

// playable returns the vertices that can be played.
func (e *engine[S, A]) playable() []string {
	var words []string
	for _, a := range e.board.AppendActions(nil, &e.state) {
		switch origin, target := e.split(a); {
		case e.step.origin == origin:
			words = append(words, target)
		case e.step.origin == "" && (target == "" || !slices.Contains(words, origin)):
			words = append(words, origin)
		}
	}
	return words
}

// enter plays a vertex of GoGui.
func (e *engine[S, A]) enter(vertex string) error {
	for _, a := range e.board.AppendActions(nil, &e.state) {
		origin, target := e.split(a)
		begins := e.step.origin == "" && strings.EqualFold(vertex, origin)
		switch {
		case begins && target != "":
			e.step = step[A]{origin: origin}
			return nil
		case begins, e.step.origin == origin && strings.EqualFold(vertex, target):
			e.apply(a)
			return nil
		}
	}
	if words := e.playable(); len(words) > 0 {
		return fmt.Errorf("illegal move: %s, want one of %s", vertex, strings.Join(words, " "))
	}
	return fmt.Errorf("illegal move: %s, the game is over", vertex)
}

// best returns the chosen action, or the most visited one from the origin of a move in progress.
func (e *engine[S, A]) best(r mcts.Result[A]) *A {
	if e.step.origin != "" {
		for _, c := range r.Children {
			if origin, _ := e.split(c.Action); origin == e.step.origin {
				return &c.Action
			}
		}
	}
	return &r.Action
}

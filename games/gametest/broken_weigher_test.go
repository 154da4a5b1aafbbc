package gametest_test

import (
	"math"
	"slices"
)

// weighsNothing leaves out the last action that it is given.
type weighsNothing struct{ pebbles }

func (g weighsNothing) Weigh(s *heap, actions []take, weights []float32) {
	g.pebbles.Weigh(s, actions[1:], weights[1:])
}

type weighsNegative struct{ pebbles }

func (g weighsNegative) Weigh(s *heap, actions []take, weights []float32) {
	g.pebbles.Weigh(s, actions, weights)
	if k := slices.Index(actions, 2); k >= 0 {
		weights[k] = -1
	}
}

type weighsInfinite struct{ pebbles }

func (g weighsInfinite) Weigh(s *heap, actions []take, weights []float32) {
	g.pebbles.Weigh(s, actions, weights)
	if k := slices.Index(actions, 3); k >= 0 {
		weights[k] = float32(math.Inf(1))
	}
}

// weighsZero knows nothing of a heap of seven.
type weighsZero struct{ pebbles }

func (g weighsZero) Weigh(s *heap, actions []take, weights []float32) {
	if g.pebbles.Weigh(s, actions, weights); s.left == 7 {
		clear(weights)
	}
}

// weighsByPlace weighs the place of an action and not the action.
type weighsByPlace struct{ pebbles }

func (weighsByPlace) Weigh(_ *heap, _ []take, weights []float32) {
	for i := range weights {
		weights[i] = float32(i + 1)
	}
}

type weighsAndSorts struct{ pebbles }

func (g weighsAndSorts) Weigh(s *heap, actions []take, weights []float32) {
	slices.Sort(actions)
	slices.Reverse(actions)
	g.pebbles.Weigh(s, actions, weights)
}

type marksWeigh struct{ pebbles }

func (g marksWeigh) Weigh(s *heap, actions []take, weights []float32) {
	s.counts[0] |= 64
	g.pebbles.Weigh(s, actions, weights)
}

func (g overlapsIn) Weigh(s *heap, actions []take, weights []float32) {
	g.pebbles.Weigh(s, actions, weights)
	if g.busy("Weigh") {
		weights[0]++
	}
}

package main

import (
	"context"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
)

// Heuristic is an mcts.Predictor that knows a little of Breakthrough.
type Heuristic struct{ breakthrough.Game }

// Predict implements mcts.Predictor.
func (h Heuristic) Predict(_ context.Context, batch []mcts.Position[breakthrough.State, breakthrough.Move]) error {
	var buffer [72]uint8
	for _, p := range batch {
		cells := h.AppendCells(buffer[:0], p.State)
		for i, m := range p.Actions {
			p.Priors[i] = h.weight(cells, p.Player, m)
		}
	}
	return nil
}

// weight returns how promising a move looks. It prefers captures, above all of a pawn that is about
// to win, and pawns that are far ahead.
func (h Heuristic) weight(cells []uint8, player int, m breakthrough.Move) float32 {
	row, column := m.To()/8, m.To()%8
	capture := cells[column*h.Height()+row] != 0
	steps := row // from the player's own row
	if player == 1 {
		steps = h.Height() - 1 - row
	}
	left := h.Height() - 1 - steps
	weight := 1 + 0.15*float32(steps)
	switch {
	case left == 0:
		return 50 * weight
	case capture && steps == 1:
		return 9 * weight
	case capture:
		weight *= 3
	}
	if left == 1 {
		weight *= 2
	}
	return weight
}

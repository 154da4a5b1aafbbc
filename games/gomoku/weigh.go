package gomoku

import "math"

// farWeight is the weight of a point without neighbours.
const farWeight = 0.1

// The factors per stone of a row that a point continues. They are plausible, not tuned.
const (
	ownWeight   = 4
	otherWeight = 3
)

// Weigh prefers points that continue rows of stones. The weight of a point is 0.1 plus, for each of
// the four directions, 4^n - 1 for the n stones of the player that a stone there would join in a
// row, and 3^m - 1 for the m stones of the opponent whose row it would stop.
func (g Game) Weigh(s *State, actions []Point, weights []float32) {
	b, me := g.board(), s.plies&1
	for i, p := range actions {
		sum := float64(farWeight)
		for _, step := range directions {
			own := b.run(&s.stones[me], p, step.x, step.y) + b.run(&s.stones[me], p, -step.x, -step.y)
			other := b.run(&s.stones[me^1], p, step.x, step.y) + b.run(&s.stones[me^1], p, -step.x, -step.y)
			sum += math.Pow(ownWeight, float64(own)) + math.Pow(otherWeight, float64(other)) - 2
		}
		weights[i] = float32(sum)
	}
}

package gomoku

// farWeight is the weight of a point without neighbours.
const farWeight = 0.1

// The weights of continuing n stones of the player in a row, 4^n - 1, and of stopping n of the
// opponent's, 3^n - 1. They are plausible, not tuned.
var ownWeights, otherWeights = powers(4), powers(3)

func powers(base float32) (weights [MaxSize]float32) {
	for n := 1; n < len(weights); n++ {
		weights[n] = float32(base*(weights[n-1]+1)) - 1
	}
	return weights
}

// Weigh prefers points that continue rows of stones. The weight of a point is 0.1 plus, for each of
// the four directions, 4^n - 1 for the n stones of the player that a stone there would join in a
// row, and 3^m - 1 for the m stones of the opponent whose row it would stop.
func (g Game) Weigh(s *State, actions []Point, weights []float32) {
	b, me := g.board(), s.plies&1
	for i, p := range actions {
		sum := float32(0)
		for _, step := range directions {
			own := b.run(&s.stones[me], p, step.x, step.y) + b.run(&s.stones[me], p, -step.x, -step.y)
			other := b.run(&s.stones[me^1], p, step.x, step.y) + b.run(&s.stones[me^1], p, -step.x, -step.y)
			sum += ownWeights[own] + otherWeights[other]
		}
		weights[i] = farWeight + sum
	}
}

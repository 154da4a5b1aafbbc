package nogo

// reserveWeight is the weight of a point where only the player may place a stone.
const reserveWeight = 0.2

// Weigh prefers points where the opponent could place a stone, too: a stone there takes a move away
// from it. They have weight 1. A point that is legal for the player alone can wait, and has weight
// 0.2.
func (g Game) Weigh(s *State, actions []Point, weights []float32) {
	turned := State{s.stones, s.player ^ 1}
	other := g.board().legal(&turned)
	for i, p := range actions {
		weights[i] = reserveWeight
		if other.has(p) {
			weights[i] = 1
		}
	}
}

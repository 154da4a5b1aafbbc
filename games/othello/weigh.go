package othello

// The weights of squares. They are plausible, not tuned. Other squares have weight 1.
const (
	cornerWeight   = 10
	edgeWeight     = 1.5
	nextWeight     = 0.5  // on the edge beside an empty corner
	diagonalWeight = 0.25 // diagonally beside an empty corner
)

// Weigh prefers corners, which cannot be turned, and avoids the squares beside an empty corner,
// which offer it to the opponent. A corner has weight 10, another square of the edge 1.5, and all
// others 1. Beside an empty corner it is 0.5 on the edge and 0.25 on the diagonal.
func (g Game) Weigh(s *State, actions []Move, weights []float32) {
	last := g.Size() - 1
	empty := ^(s.discs[black] | s.discs[white])
	for i, m := range actions {
		x, y := int(m&7), int(m>>3)
		dx, dy := min(x, last-x), min(y, last-y) // distances from the nearest edges
		corner := squareAt(x/(last/2+1)*last, y/(last/2+1)*last)
		beside := max(dx, dy) == 1 && empty>>corner&1 != 0
		switch {
		case m == Pass:
			weights[i] = 1
		case dx+dy == 0:
			weights[i] = cornerWeight
		case beside && dx+dy == 2:
			weights[i] = diagonalWeight
		case beside:
			weights[i] = nextWeight
		case dx == 0 || dy == 0:
			weights[i] = edgeWeight
		default:
			weights[i] = 1
		}
	}
}

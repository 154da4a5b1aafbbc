package policy

import "github.com/banyan-go/banyan/rng"

// gibbsWeights holds the weights of [Gibbs] for the entries of an actionTable. An action is scored
// far more often than it is learned from, so a weight is computed when its mean changes:
//
//	exp((mean - unseen) / tau)
//
// A mean so far from the value of unseen actions that its weight might not be a number makes the
// weights useless for good.
type gibbsWeights struct {
	tau     float64
	useless bool
	player  [][]float64
}

// maxGibbs is the greatest magnitude of an exponent.
const maxGibbs = 300

// row returns the weights of a player, at least n of them.
func (g *gibbsWeights) row(player, n int) []float64 {
	row := g.player[player]
	if len(row) < n {
		for len(row) < n {
			row = append(row, 1) // unseen
		}
		g.player[player] = row
	}
	return row
}

// update computes the weight of an action, whose mean is this far above the value of unseen ones.
func (g *gibbsWeights) update(p Ply, above float32) {
	x := float64(above) / g.tau
	if !(x >= -maxGibbs && x <= maxGibbs) {
		g.useless = true
		return
	}
	g.row(int(p.Player), int(p.Action)+1)[p.Action] = exp(x)
}

// updateAll computes all weights, after a decay.
func (g *gibbsWeights) updateAll(t *actionTable) {
	for p, row := range t.means {
		for a, mean := range row {
			g.update(Ply{Player: int16(p), Action: int32(a)}, mean-t.unseen)
		}
	}
}

// drawWeighted returns an index into actions, drawn by their weights in row.
func drawWeighted(row []float64, actions []int32, r *rng.Rand) int {
	sum := 0.0
	for _, a := range actions {
		sum += row[a]
	}
	u := float64(r.Float64() * sum)
	for i, a := range actions {
		if u -= row[a]; u < 0 {
			return i
		}
	}
	return len(actions) - 1 // rounding has used up the sum
}

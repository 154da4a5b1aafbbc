package stats

// Pentanomial counts pairs of two games by the points of one side, which are 1 for a win and 1/2
// for a draw: element k counts the pairs with k/2 points.
type Pentanomial [5]int

// Pairs returns the sums of the scores.
func (p Pentanomial) Pairs() Pairs {
	var sum Pairs
	for k, n := range p {
		score := float64(k) / 4
		sum.Count += n
		sum.Sum += float64(n) * score
		sum.Squares += float64(n) * score * score
	}
	return sum
}

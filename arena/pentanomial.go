package arena

// Pentanomial counts pairs of two games by the points of one side, which are 1 for a win and 1/2
// for a draw: element k counts the pairs with k/2 points.
type Pentanomial [5]int

// CountPentanomial returns the pairs of entrant a against entrant b. Incomplete pairs are ignored,
// and so are those of games for an odd number of players, which have more than two games.
func CountPentanomial(records []Record, a, b int) (p Pentanomial) {
	for _, t := range tallyPairs(records, a, b) {
		if t.Games() == 2 {
			p[2*t.Wins+t.Draws]++
		}
	}
	return p
}

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

package arena

// Pairs sums up the scores of pairs of games from the point of view of one side: the mean over the games of a pair,
// with a win as 1 and a draw as 1/2. Games of a pair depend on each other, for they have the same opening; pairs do not.
type Pairs struct {
	Count   int     `json:"count"`
	Sum     float64 `json:"sum"`     // of the scores
	Squares float64 `json:"squares"` // sum of the squares of the scores
}

// Add returns p with one more score, in [0,1].
func (p Pairs) Add(score float64) Pairs {
	return Pairs{p.Count + 1, p.Sum + score, p.Squares + score*score}
}

// Mean returns the mean score; 1/2 if there are no pairs.
func (p Pairs) Mean() float64 {
	if p.Count == 0 {
		return 0.5
	}
	return p.Sum / float64(p.Count)
}

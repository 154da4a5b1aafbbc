package arena

// Pairs sums up the scores of pairs of games for one side. The score of a pair is the mean over its
// games, with 1 for a win and 1/2 for a draw. The games of a pair depend on each other because they
// have the same opening; pairs do not.
type Pairs struct {
	Count   int     `json:"count"`
	Sum     float64 `json:"sum"`     // sum of the scores
	Squares float64 `json:"squares"` // sum of the squares of the scores
}

// Add returns p with one more score, which is in [0,1].
func (p Pairs) Add(score float64) Pairs {
	return Pairs{p.Count + 1, p.Sum + score, p.Squares + score*score}
}

// Mean returns the mean score, or 1/2 without pairs.
func (p Pairs) Mean() float64 {
	if p.Count == 0 {
		return 0.5
	}
	return p.Sum / float64(p.Count)
}

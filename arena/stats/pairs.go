package stats

import "math"

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

// defaultPriorPairs is the size of the prior sample in the variance of the scores of pairs.
const defaultPriorPairs = 8

// variance returns the variance of the scores, including a prior sample of that many pairs with
// variance 1/8; see [SPRT].
func (p Pairs) variance(prior float64) float64 {
	n, m := float64(p.Count), p.Mean()
	deviations := max(0, p.Squares-n*m*m) // rounding can make it negative
	return (deviations + prior/8) / (n + prior)
}

// StandardError returns the standard error of Mean, √(v/N). With pairs of two games, this is the
// error of the pentanomial model of engine testing. It is smaller than the error of single games if
// the openings favor one seat, because then one game of a pair predicts the other.
//
// The variance v is the same as in [SPRT], with its default prior sample of 8 pairs, so that a few
// equal scores do not look certain. Without pairs the error is +Inf.
func (p Pairs) StandardError() float64 {
	return math.Sqrt(p.variance(defaultPriorPairs) / float64(p.Count))
}

// Interval returns the interval of Mean for a confidence level such as 0.95: the mean and
// [Quantile] standard errors to both sides, within [0,1].
func (p Pairs) Interval(level float64) (low, high float64) {
	half := Quantile(level) * p.StandardError()
	return max(0, p.Mean()-half), min(1, p.Mean()+half)
}

// EloInterval returns the ends of Interval as Elo differences, limited to MaxElo.
func (p Pairs) EloInterval(level float64) (low, high float64) {
	low, high = p.Interval(level)
	return clampElo(Elo(low)), clampElo(Elo(high))
}

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

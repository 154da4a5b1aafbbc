package stats

import "math"

// Returns are the mean returns of two sides, a and b, in pairs of games, in each of which both had
// the same chance. What differs between pairs affects both sides, so the difference of their means
// has a smaller error than the means. The zero Returns holds no pairs.
type Returns struct {
	Count int     `json:"count"`  // of pairs
	MeanA float64 `json:"mean_a"` // of the mean returns of a in the pairs
	MeanB float64 `json:"mean_b"`

	// Squares is the sum of the squared deviations of the differences from their mean (Welford,
	// Technometrics 4(3), 1962).
	Squares float64 `json:"squares"`
}

// Add returns r with one more pair.
func (r Returns) Add(a, b float64) Returns {
	n, before := float64(r.Count+1), r.Difference()
	sum := Returns{Count: r.Count + 1, MeanA: r.MeanA + (a-r.MeanA)/n, MeanB: r.MeanB + (b-r.MeanB)/n}
	sum.Squares = r.Squares + (a-b-before)*(a-b-sum.Difference())
	return sum
}

// Difference returns the mean of what a has more than b.
func (r Returns) Difference() float64 { return r.MeanA - r.MeanB }

// StandardError returns the standard error of Difference, or +Inf with less than two pairs.
func (r Returns) StandardError() float64 {
	if r.Count < 2 {
		return math.Inf(1)
	}
	n := float64(r.Count)
	return math.Sqrt(max(0, r.Squares) / (n * (n - 1)))
}

// Interval returns the interval of Difference for a confidence level such as 0.95, by Student's
// distribution. It is infinite with less than two pairs.
func (r Returns) Interval(level float64) (low, high float64) {
	if r.Count < 2 {
		return math.Inf(-1), math.Inf(1)
	}
	half := StudentQuantile(level, r.Count-1) * r.StandardError()
	return r.Difference() - half, r.Difference() + half
}

// StudentQuantile returns the number of standard errors around the mean of Student's distribution
// that contain the fraction level, which is in [0,1). There is at least one degree of freedom. From
// three on it is the expansion of Cornish and Fisher, which is too small by less than
// 1 % for 0.95 (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 26.7.5).
func StudentQuantile(level float64, degrees int) float64 {
	switch degrees {
	case 1:
		return math.Tan(math.Pi / 2 * level)
	case 2:
		return level * math.Sqrt(2/(1-level*level))
	}
	z, v := Quantile(level), float64(degrees)
	z2 := z * z
	return z * (1 + (z2+1)/(4*v) + ((5*z2+16)*z2+3)/(96*v*v) + (((3*z2+19)*z2+17)*z2-15)/(384*v*v*v))
}

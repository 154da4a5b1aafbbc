package stats

import "math"

// Wilson returns the score interval of a rate for a confidence level such as 0.95:
//
//	(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n),  p = successes/n,  z = √2 erf⁻¹(level)
//
// (E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22,
// 1927). It lies within [0,1], contains p, and is meaningful if p is 0 or 1. successes may be
// fractional: draws have less variance than the formula assumes, so with draws the interval is
// wider than necessary. Without trials it is [0,1].
func Wilson(successes, trials, level float64) (low, high float64) {
	if trials <= 0 {
		return 0, 1
	}
	p, z := successes/trials, Quantile(level)
	zz := z * z / trials
	middle, half := p+zz/2, math.Sqrt(zz*(p*(1-p)+zz/4))
	return max(0, min(p, (middle-half)/(1+zz))), min(1, max(p, (middle+half)/(1+zz)))
}

// Quantile returns the number of standard deviations around the mean of a normal distribution that
// contain the fraction level, which is in [0,1): √2 erf⁻¹(level), 1.96 for 0.95.
func Quantile(level float64) float64 { return math.Sqrt2 * math.Erfinv(level) }

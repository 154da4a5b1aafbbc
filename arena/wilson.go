package arena

import "math"

// Wilson returns the score interval of a rate with the given confidence level, 0.95 for example:
//
//	(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n),  p = successes/n,  z = √2 erf⁻¹(level)
//
// (E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927). It lies within
// [0,1], contains p, and makes sense when p is 0 or 1. Half successes are welcome: draws have less variance than
// the formula takes for granted, so with draws the interval is wider than it need be. Without trials it is [0,1].
func Wilson(successes, trials, level float64) (low, high float64) {
	if trials <= 0 {
		return 0, 1
	}
	p, z := successes/trials, Quantile(level)
	zz := z * z / trials
	middle, half := p+zz/2, math.Sqrt(zz*(p*(1-p)+zz/4))
	return max(0, min(p, (middle-half)/(1+zz))), min(1, max(p, (middle+half)/(1+zz)))
}

// Quantile returns how many standard deviations about the mean of a normal distribution hold the share level, which
// is in [0,1): √2 erf⁻¹(level), 1.96 for 0.95.
func Quantile(level float64) float64 { return math.Sqrt2 * math.Erfinv(level) }

// Package stats evaluates counts of wins, draws and losses. It knows no games: the counts may come
// from package arena or from anywhere else.
//
//	Tally                wins, draws and losses: rates, intervals, sign test, Elo, likelihood of
//	                     superiority
//	Pairs, Pentanomial   the scores of pairs of games and their interval
//	Returns              the mean returns of two sides in pairs of games, and their difference
//	SPRT                 a sequential test over pairs of games
//	Ratings              Elo ratings of more than two players
//	Wilson, SignTest, LOS, Elo, Rate    the functions behind them
//
// All values may be used by several goroutines, and no result is random.
package stats

import "math"

// Tally counts results for one side.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Add returns the sum of two tallies.
func (t Tally) Add(u Tally) Tally {
	return Tally{t.Wins + u.Wins, t.Draws + u.Draws, t.Losses + u.Losses}
}

// Swap returns the tally of the other side.
func (t Tally) Swap() Tally { return Tally{t.Losses, t.Draws, t.Wins} }

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// WinRate returns the fraction of wins, with a draw as half a win, or 1/2 without games.
func (t Tally) WinRate() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + 0.5*float64(t.Draws)) / float64(t.Games())
}

// DecisiveRate returns the fraction of wins among the games that were not drawn, or 1/2 if there
// are none.
func (t Tally) DecisiveRate() float64 { return Tally{Wins: t.Wins, Losses: t.Losses}.WinRate() }

// Interval returns the Wilson interval of WinRate for a confidence level such as 0.95. See
// [Wilson].
func (t Tally) Interval(level float64) (low, high float64) {
	return Wilson(float64(t.Wins)+0.5*float64(t.Draws), float64(t.Games()), level)
}

// SignTest returns the two-sided p-value of the exact sign test, which ignores draws. See
// [SignTest].
func (t Tally) SignTest() float64 { return SignTest(t.Wins, t.Losses) }

// Elo returns the Elo difference of WinRate, limited to MaxElo. See [Elo].
func (t Tally) Elo() float64 { return clampElo(Elo(t.WinRate())) }

// EloInterval returns the ends of Interval as Elo differences, limited to MaxElo.
func (t Tally) EloInterval(level float64) (low, high float64) {
	low, high = t.Interval(level)
	return clampElo(Elo(low)), clampElo(Elo(high))
}

// LOS returns the likelihood of superiority. See [LOS].
func (t Tally) LOS() float64 { return LOS(t.Wins, t.Losses) }

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

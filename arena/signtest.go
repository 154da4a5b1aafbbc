package arena

import "math"

// SignTest returns how likely it is that two equal players, in games without draws, get a result at least as uneven as
// this one: the two-sided p-value of the exact sign test,
//
//	min(1, 2 P(X <= min(wins, losses))),  X binomial of wins+losses games and probability 1/2
//
// (W. J. Dixon and A. M. Mood, The statistical sign test, JASA 41, 1946). It is 1 if there are no games. The relative
// error is below 1e-7 up to a million games.
func SignTest(wins, losses int) float64 {
	return min(1, 2*atMost(min(wins, losses), wins+losses))
}

// LOS returns the likelihood of superiority: the probability that the first side wins more than half of the games that
// are not drawn, if before the match every share was as likely as any other. The share is then distributed as
// Beta(wins+1, losses+1), and
//
//	P(share > 1/2) = P(X <= wins),  X binomial of wins+losses+1 games and probability 1/2
//
// For many games this is Φ((wins-losses)/√(wins+losses)), the form that is common in computer chess (R. Coulom,
// posts on the Computer Chess Club, collected as "Match Statistics" in the Chess Programming Wiki). It is 1/2 if there
// are no games.
func LOS(wins, losses int) float64 {
	if wins < losses {
		return atMost(wins, wins+losses+1)
	}
	return 1 - atMost(losses, wins+losses+1)
}

// atMost returns P(X <= k) for X binomial of n trials and probability 1/2, where k <= n/2. It adds the terms from the
// greatest on, so none of them is lost.
func atMost(k, n int) float64 {
	top, _ := math.Lgamma(float64(n) + 1)
	left, _ := math.Lgamma(float64(k) + 1)
	right, _ := math.Lgamma(float64(n-k) + 1)
	term := math.Exp(top - left - right - float64(n)*math.Ln2)
	sum := 0.0
	for i := k; i >= 0 && term > sum*1e-17; i-- {
		sum += term
		term *= float64(i) / float64(n-i+1)
	}
	return sum
}

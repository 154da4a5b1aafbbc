package stats

// LOS returns the likelihood of superiority: the probability that the first side wins more than
// half of the games that are not drawn, given a uniform prior for its share. The posterior of the
// share is Beta(wins+1, losses+1), and
//
//	P(share > 1/2) = P(X <= wins),  X binomial with wins+losses+1 trials and probability 1/2
//
// For many games this approaches Φ((wins-losses)/√(wins+losses)), the form common in computer chess
// (R. Coulom, posts on the Computer Chess Club, collected as "Match Statistics" in the Chess
// Programming Wiki). Without games it is 1/2.
func LOS(wins, losses int) float64 {
	switch {
	case wins < losses:
		return atMost(wins, wins+losses+1)
	case wins > losses:
		return 1 - atMost(losses, wins+losses+1)
	}
	return 0.5
}

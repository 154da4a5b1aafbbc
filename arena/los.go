package arena

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
	switch {
	case wins < losses:
		return atMost(wins, wins+losses+1)
	case wins > losses:
		return 1 - atMost(losses, wins+losses+1)
	}
	return 0.5
}

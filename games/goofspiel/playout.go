package goofspiel

import "github.com/banyan-go/banyan/rng"

// Playout plays uniformly random cards to the end.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	var joint [maxPlayers]Card
	bids := joint[:g.NumPlayers()]
	for {
		if s.prize == 0 {
			if s.deck == 0 {
				break
			}
			// Bids that do not look at the prize are paired with prizes at random, in whatever order these come.
			s.prize = s.deck.lowest()
			s.deck &^= card(s.prize)
		}
		for player := range bids {
			bids[player] = Card(s.hands[player].draw(r))
		}
		g.ApplyJoint(s, bids)
	}
	g.Returns(s, out)
}

// draw returns a card of a set that is not empty, each with the same probability.
func (c cards) draw(r *rng.Rand) uint8 {
	for range r.IntN(c.count()) {
		c &= c - 1
	}
	return c.lowest()
}

package goofspiel

import "github.com/banyan-go/banyan/rng"

// Playout plays uniformly random cards to the end and writes the returns. It changes s.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	var joint [maxPlayers]Card
	bids := joint[:g.NumPlayers()]
	for {
		if s.prize == 0 {
			if s.deck == 0 {
				break
			}
			// Random bids do not depend on the prize, so the order of the prizes does not matter.
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

// draw returns a uniformly random card of a set that is not empty.
func (c cards) draw(r *rng.Rand) uint8 {
	for range r.IntN(c.count()) {
		c &= c - 1
	}
	return c.lowest()
}

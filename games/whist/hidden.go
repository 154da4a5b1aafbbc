package whist

import (
	"github.com/banyan-go/banyan/games/deal"
	"github.com/banyan-go/banyan/rng"
)

// Determinize deals the cards that observer does not see to the others, or back into the stock. All
// deals that agree with what was played are equally likely.
func (Game) Determinize(s *State, observer int, r *rng.Rand) {
	const stock = players // the last owner
	var (
		may    [deck]uint32
		owners [deck]int
		sizes  [players + 1]int
		hidden cards
	)
	sizes[stock] = s.stock.count()
	hidden = s.stock
	for player, hand := range s.hands {
		if player != observer {
			sizes[player] = hand.count()
			hidden |= hand
		}
	}
	n := 0
	for c := range hidden.each() {
		may[n] = 1 << stock
		for player := range players {
			if player != observer && s.voids[player]>>c.suit()&1 == 0 {
				may[n] |= 1 << player
			}
		}
		n++
	}
	if deal.Owners(r, may[:n], sizes[:], owners[:n]) != nil {
		return // The real deal is one of those that are possible, so this does not happen.
	}
	for player := range players {
		if player != observer {
			s.hands[player] = 0
		}
	}
	s.stock = 0
	n = 0
	for c := range hidden.each() {
		if owner := owners[n]; owner == stock {
			s.stock |= 1 << c
		} else {
			s.hands[owner] |= 1 << c
		}
		n++
	}
}

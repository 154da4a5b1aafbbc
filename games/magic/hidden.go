package magic

import "github.com/banyan-go/banyan/rng"

// Determinize deals anew what observer cannot see: the order of both libraries, and which of the cards that the opponent has
// not shown are in his hand. All orders are equally likely. Cards on the table, those that died and the number of cards in each
// place are public, and stay.
//
// While the opponent chooses cards, only hands that leave him a choice are dealt, and he begins to choose anew among what he has not
// played.
func (g Game) Determinize(s *State, observer int, r *rng.Rand) {
	if s.phase == deal {
		return
	}
	if !s.counted {
		var cards [MaxCards]uint8
		l := &s.library[observer]
		n := l.list(&cards, false)
		sort(cards[:n])
		shuffle(cards[:n], r)
		l.fill(cards[:n], false)
	}
	if s.phase != cast || s.active() == observer {
		g.redeal(s, 1-observer, r)
		return
	}
	// How far he has come shows something of his hand, and all that he has done is in what is public.
	s.cursor = 1
	if !s.landed && s.mana == s.lands[1-observer] {
		s.cursor = 0
	}
	// The hand that he has shows that there are such hands.
	for try := *s; ; try = *s {
		g.redeal(&try, 1-observer, r)
		dealt := try
		if g.ask(&try) && try.table == dealt.table && try.lands == dealt.lands {
			*s = try
			return
		}
	}
}

// sort brings cards into an order that does not tell where they were: what is dealt depends on r and on what is public alone.
func sort(cards []uint8) {
	var count [MaxKinds + 1]int
	for _, kind := range cards {
		count[kind]++
	}
	n := 0
	for kind, many := range count {
		for range many {
			cards[n] = uint8(kind)
			n++
		}
	}
}

// redeal mixes the hand of a player with the library.
func (g Game) redeal(s *State, player int, r *rng.Rand) {
	var cards [MaxCards]uint8
	n := s.library[player].list(&cards, s.counted)
	held := s.Hand(player)
	for range s.handLands[player] {
		cards[n] = 0
		n++
	}
	for z := s.hand[player]; z != 0; {
		k := z.lowest()
		cards[n] = uint8(k)
		n++
		z -= one(k)
	}
	s.hand[player], s.handLands[player] = 0, 0
	sort(cards[:n])
	// The first of the shuffled cards are the hand.
	for i := range held {
		j := i + r.IntN(n-i)
		cards[i], cards[j] = cards[j], cards[i]
		s.receive(player, int(cards[i]))
	}
	rest := cards[held:n]
	if !s.counted {
		shuffle(rest, r)
	}
	s.library[player].fill(rest, s.counted)
}

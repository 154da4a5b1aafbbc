package magic

import "github.com/banyan-go/banyan/rng"

// Determinize replaces what observer cannot see by a random sample: the order of both libraries,
// and which of the cards that the opponent has not shown are in its hand. All orders are equally
// likely. Cards in play, dead creatures and the number of cards in each place are public and stay.
//
// While the opponent chooses cards, only hands that leave it a choice are sampled, and the opponent
// starts to choose again among the cards that it has not played.
func (g Game) Determinize(s *State, observer int, r *rng.Rand) {
	if s.phase == PhaseDeal {
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
	if s.phase != PhaseCards || s.Active() == observer {
		g.redeal(s, 1-observer, r)
		return
	}
	// The cursor reveals something about the opponent's hand. Everything that it has played is
	// public.
	s.cursor = 1
	if !s.landed && s.mana == s.lands[1-observer] {
		s.cursor = 0
	}
	// The loop ends, because the hand that the opponent really holds leaves it a choice.
	for try := *s; ; try = *s {
		g.redeal(&try, 1-observer, r)
		dealt := try
		if g.ask(&try) && try.table == dealt.table && try.lands == dealt.lands {
			*s = try
			return
		}
	}
}

// sort sorts the cards by kind, so that the sample depends on r and on public information alone,
// and not on where the cards were.
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

// redeal shuffles the hand of a player into its library and deals a hand of the same size.
func (g *Game) redeal(s *State, player int, r *rng.Rand) {
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

package magic

// ask moves on to the next choice of cards of the active player and reports whether there is one.
// If there is none, the cards that must be played have been played.
func (g *Game) ask(s *State) bool {
	if g.main == Binary {
		return g.askBinary(s)
	}
	player := s.Active()
	lands := min(1, int(s.handLands[player]))
	if lands > 0 && g.prune == PruneNone {
		return true
	}
	all, price := g.deck().most(s.hand[player], int(s.mana)+lands)
	if g.prune != PruneDominated && all != 0 || price > int(s.mana)+lands {
		return true
	}
	s.play(all, lands)
	return false
}

// most returns, for each kind, as many creatures as could be paid without the other kinds, and the
// price of all of them. Every set that can be paid is a subset of it. So if it can be paid as a
// whole, it dominates every other set.
func (d *deck) most(z zone, mana int) (all zone, price int) {
	for z = d.affordable(z, mana); z != 0; z = z.without(z.highest()) {
		k := z.highest()
		n, cost := z.count(k), int(d.cost[k])
		if n*cost > mana {
			n = mana / cost
		}
		all += some(k, n)
		price += n * cost
	}
	return all, price
}

// play puts cards of the active player into play.
func (s *State) play(creatures zone, lands int) {
	player := s.Active()
	s.hand[player] -= creatures
	s.table[player] += creatures
	s.handLands[player] -= uint8(lands)
	s.lands[player] += uint8(lands)
}

// affordable returns the creatures that cost no more than mana each.
func (d *deck) affordable(z zone, mana int) zone { return z & d.payable[mana] }

// price returns the cost of all creatures together.
func (d *deck) price(z zone) int {
	sum := 0
	for z != 0 {
		k := z.highest()
		sum += z.count(k) * int(d.cost[k])
		z = z.without(k)
	}
	return sum
}

// castOne plays one card in the form Binary.
func (g *Game) castOne(s *State, k int) {
	if k == 0 {
		s.play(0, 1)
		s.mana++
		s.cursor, s.landed = 1, true
		return
	}
	s.play(one(k), 0)
	s.mana -= g.deck().cost[k]
}

// asked returns the kind that a cursor above 0 points at in a turn.
func (g *Game) asked(turn, cursor uint8) int {
	switch g.order {
	case Descending:
		return MaxKinds + 1 - int(cursor)
	case Ascending:
		return int(cursor)
	}
	return int(g.deck().shuffled[turn&63][(cursor-1)&15])
}

// card returns the kind that the form Binary asks for next, 0 for a land.
func (g *Game) card(s *State) int {
	if s.cursor == 0 {
		return 0
	}
	return g.asked(s.turn, s.cursor)
}

// unasked returns the creatures in hand that were not skipped, in the form Binary.
func (g *Game) unasked(s *State) zone {
	hand := s.hand[s.Active()]
	switch g.order {
	case Descending:
		return hand.upTo(MaxKinds + 1 - int(s.cursor))
	case Ascending:
		return hand - hand.upTo(int(s.cursor)-1)
	}
	for cursor := uint8(1); cursor < s.cursor; cursor++ {
		hand = hand.without(g.asked(s.turn, cursor))
	}
	return hand
}

// find moves the cursor to the next kind of z, whose creatures were not asked for, and returns it.
func (g *Game) find(s *State, z zone) int {
	switch g.order {
	case Descending:
		s.cursor = uint8(MaxKinds + 1 - z.highest())
	case Ascending:
		s.cursor = uint8(z.lowest())
	default:
		for z.count(g.asked(s.turn, s.cursor)) == 0 {
			s.cursor++
		}
	}
	return g.asked(s.turn, s.cursor)
}

// askBinary moves on to the next card that may be played or skipped, and reports whether there is
// one. It plays the cards that must be played on the way.
func (g *Game) askBinary(s *State) bool {
	if s.cursor == 0 {
		if s.handLands[s.Active()] > 0 {
			if g.prune == PruneNone {
				return true
			}
			g.castOne(s, 0)
		}
		s.cursor = 1
	}
	d := g.deck()
	for {
		rest := d.affordable(g.unasked(s), int(s.mana))
		if rest == 0 {
			return false
		}
		k := g.find(s, rest)
		if g.prune != PruneDominated {
			return true
		}
		switch may, must := g.dominated(s, k); {
		case may && !must:
			return true
		case must:
			g.castOne(s, k)
		default:
			s.cursor++
		}
	}
}

// dominated reports whether a card of kind k, which can be paid, may be played, and whether it must
// be played, if the finished set is not to be a proper subset of another.
//
// A set is maximal if every card that is not in it costs more than the mana that is left. The cards
// that were skipped bound the mana that may be left. The cards still to be asked for can be added
// to any set that leaves too much. So a maximal set exists if some sum of the costs of these cards
// leaves less than the bound.
func (g *Game) dominated(s *State, k int) (may, must bool) {
	d, rest := g.deck(), g.unasked(s)
	bound := maxStat + 1
	if skipped := s.hand[s.Active()] - rest; skipped != 0 {
		bound = int(d.cost[skipped.lowest()])
	}
	mana, cost := int(s.mana), int(d.cost[k])
	may = d.leaves(rest-one(k), mana-cost, bound)
	must = !d.leaves(rest.without(k), mana, min(bound, cost))
	return may, must
}

// leaves reports whether some subset of the creatures costs at most mana and leaves less than
// bound.
func (d *deck) leaves(z zone, mana, bound int) bool {
	sums := uint64(1) // bit n is set if n is a sum of costs; a deck has at most 60 lands
	for ; z != 0; z = z.without(z.highest()) {
		k := z.highest()
		for range z.count(k) {
			sums |= sums << d.cost[k]
		}
	}
	sums &= 1<<(mana+1) - 1
	return sums>>max(0, mana-bound+1) != 0
}

// subsets enumerates the sets of creatures that a player may choose.
type subsets struct {
	deck     *deck
	maximal  bool // enumerate only the sets to which no creature can be added
	lands    int  // part of every set
	dst      []Action
	wanted   int // if dst is nil, the number of the set to find, from 0
	found    zone
	count    int
	complete bool
}

// walk visits set and every set that adds creatures of hand to it, the highest kinds and the
// largest numbers first. mana is what is left, and least is the lowest cost of the creatures left
// out so far.
func (w *subsets) walk(hand, set zone, mana, least int) {
	hand = w.deck.affordable(hand, mana)
	if hand == 0 {
		if !w.maximal || mana < least {
			w.visit(set)
		}
		return
	}
	k := hand.highest()
	cost, n := int(w.deck.cost[k]), hand.count(k)
	hand = hand.without(k)
	most := n
	if cost > 0 {
		most = min(n, mana/cost)
	}
	for take := most; take >= 0 && !w.complete; take-- {
		low := least
		if take < n {
			low = cost // kinds come in descending order of cost
		}
		w.walk(hand, set+some(k, take), mana-take*cost, low)
	}
}

func (w *subsets) visit(set zone) {
	if w.dst != nil {
		w.dst = append(w.dst, setOf(set, w.lands))
	} else if w.count == w.wanted {
		w.found, w.complete = set, true
	}
	w.count++
}

package magic

import "github.com/banyan-go/banyan/rng"

// Playout plays uniformly random actions to the end and leaves the last state in s.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	for s.phase != over {
		g.randomPhase(s, r)
		g.advance(s)
	}
	g.Returns(s, out)
}

// randomPhase decides at random what is left of a phase.
func (g Game) randomPhase(s *State, r *rng.Rand) {
	switch s.phase {
	case deal, draw:
		g.nature(s, r)
	case attack:
		for rest := s.table[s.active()].upTo(int(s.cursor)); rest != 0; {
			k := rest.highest()
			s.tapped[s.active()] += some(k, r.IntN(rest.count(k)+1))
			rest = rest.without(k)
		}
		s.beginBlock()
	case block:
		g.randomBlock(s, r)
	case cast:
		g.randomCards(s, r)
		s.endTurn()
	}
}

// nature deals or draws.
func (g Game) nature(s *State, r *rng.Rand) {
	if s.phase == deal {
		g.deal(s, rng.New(uint64(r.IntN(Deals))))
		return
	}
	l, kind := &s.library[s.active()], 0
	for n := r.IntN(int(l.size)) - l.count(0); n >= 0; n -= l.count(kind) {
		kind++
	}
	s.drawn(kind)
}

// randomBlock names blockers of the next attacker and resolves its combat.
func (g Game) randomBlock(s *State, r *rng.Rand) {
	for idle := s.idle(); idle != 0; idle = s.idle() {
		n := r.IntN(idle.kinds() + 1)
		if n == 0 {
			break
		}
		k := idle.nth(n - 1)
		s.gang += one(k)
		s.cursor = uint8(k)
	}
	g.deck().strike(s)
}

// randomCards plays cards.
func (g Game) randomCards(s *State, r *rng.Rand) {
	if g.main == Subsets {
		s.play(g.randomSet(s, r).set())
		return
	}
	for g.askBinary(s) {
		if r.IntN(2) == 0 {
			g.castOne(s, g.card(s))
		} else {
			s.cursor++
		}
	}
}

// randomSet draws one of the sets that may be played.
func (g Game) randomSet(s *State, r *rng.Rand) Action {
	player := s.active()
	hand, mana := s.hand[player], int(s.mana)
	w := subsets{deck: g.deck(), maximal: g.prune == PruneDominated, wanted: -1}
	with := 0
	if s.handLands[player] > 0 {
		w.walk(hand, 0, mana+1, maxStat+1)
		with = w.count
	}
	if with == 0 || g.prune == PruneNone {
		w.walk(hand, 0, mana, maxStat+1)
	}
	w.wanted, w.count = r.IntN(w.count), 0
	if w.wanted < with {
		w.lands, mana = 1, mana+1
	} else {
		w.wanted -= with
	}
	w.walk(hand, 0, mana, maxStat+1)
	return setOf(w.found, w.lands)
}

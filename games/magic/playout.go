package magic

import "github.com/banyan-go/banyan/rng"

// Playout plays uniformly random actions to the end, leaves the last state in s and writes its
// returns.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	for s.phase != PhaseOver {
		g.randomPhase(s, r)
		g.advance(s)
	}
	g.Returns(s, out)
}

// randomPhase makes the remaining decisions of a phase at random.
func (g *Game) randomPhase(s *State, r *rng.Rand) {
	if g.combat == Whole && (s.phase == PhaseAttack || s.phase == PhaseBlock) {
		var buffer [maxWhole + 1]Action // one more, because appendBlocks stops there
		actions := g.AppendActions(buffer[:0], s)
		g.fightWhole(s, actions[r.IntN(len(actions))])
		return
	}
	switch s.phase {
	case PhaseDeal, PhaseDraw:
		g.randomOutcome(s, r)
	case PhaseAttack:
		for rest := s.table[s.Active()].upTo(int(s.cursor)); rest != 0; {
			k := rest.highest()
			s.tapped[s.Active()] += some(k, r.IntN(rest.count(k)+1))
			rest = rest.without(k)
		}
		s.beginBlock()
	case PhaseBlock:
		g.randomBlock(s, r)
	case PhaseCards:
		g.randomCards(s, r)
		s.endTurn()
	}
}

// randomOutcome deals, or draws a card.
func (g *Game) randomOutcome(s *State, r *rng.Rand) {
	if s.phase == PhaseDeal {
		g.deal(s, rng.New(uint64(r.IntN(Deals))))
		return
	}
	l, kind := &s.library[s.Active()], 0
	for n := r.IntN(int(l.size)) - l.count(0); n >= 0; n -= l.count(kind) {
		kind++
	}
	s.drawn(kind)
}

// randomBlock names random blockers of the next attacker and resolves its combat.
func (g *Game) randomBlock(s *State, r *rng.Rand) {
	for idle := s.idle(); idle != 0; idle = s.idle() {
		n := r.IntN(idle.kinds() + 1)
		if n == 0 {
			break
		}
		k := idle.nth(n - 1)
		s.blockers += one(k)
		s.cursor = uint8(k)
	}
	g.deck().strike(s)
}

// randomCards plays random cards.
func (g *Game) randomCards(s *State, r *rng.Rand) {
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

// randomSet returns a random one of the sets that may be played.
func (g *Game) randomSet(s *State, r *rng.Rand) Action {
	player := s.Active()
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

package magic

// begin begins a turn. The active player untaps and draws, except in the first turn, and loses if
// it cannot draw.
func (s *State) begin() {
	player := s.Active()
	s.tapped[player] = 0
	s.cursor, s.mana, s.landed = 0, 0, false
	switch {
	case s.turn == 0:
		s.beginAttack()
	case s.library[player].size == 0:
		s.end(player)
	case s.counted:
		s.phase = PhaseDraw
	default:
		s.receive(player, s.library[player].pop())
		s.beginAttack()
	}
}

func (s *State) beginAttack() { s.phase, s.cursor = PhaseAttack, MaxKinds }

func (s *State) beginBlock() {
	s.pending = s.tapped[s.Active()]
	s.phase, s.cursor = PhaseBlock, MaxKinds
}

func (s *State) beginCast() {
	s.pending, s.used, s.blockers = 0, 0, 0
	s.phase, s.cursor, s.mana = PhaseCards, 0, s.lands[s.Active()]
}

func (s *State) endTurn() {
	s.turn++
	s.begin()
}

// end ends the game. Fields without a meaning become zero, so that equal positions are equal
// states.
func (s *State) end(loser int) {
	s.pending, s.used, s.blockers = 0, 0, 0
	s.phase, s.cursor, s.mana, s.loser = PhaseOver, 0, 0, uint8(loser)
}

// advance moves on to the next decision with more than one action, to a chance node, or to the end
// of the game.
func (g *Game) advance(s *State) {
	d := g.deck()
	for {
		switch s.phase {
		case PhaseAttack:
			if rest := s.table[s.Active()].upTo(int(s.cursor)); rest != 0 {
				s.cursor = uint8(rest.highest())
				return
			}
			s.beginBlock()
		case PhaseBlock:
			if d.fight(s) {
				return
			}
		case PhaseCards:
			if g.ask(s) {
				return
			}
			s.endTurn()
		default:
			return
		}
	}
}

// idle returns the creatures that may still block the next attacker: untapped ones that do not
// block yet. The order of blockers does not matter, so they are named in descending order of kinds.
func (s *State) idle() zone {
	defender := 1 - s.Active()
	return (s.table[defender] - s.tapped[defender] - s.used - s.blockers).upTo(int(s.cursor))
}

// fight resolves combat until there is a decision, and reports whether there is one.
func (d *deck) fight(s *State) bool {
	for s.pending != 0 {
		if s.idle() != 0 {
			return true
		}
		if d.strike(s) {
			return false
		}
	}
	s.beginCast()
	return false
}

// strike resolves the combat of the next attacker, and reports whether that ends the game. An
// attacker without blockers takes life. Otherwise the attacker and its blockers deal damage at the
// same time.
func (d *deck) strike(s *State) bool {
	k := s.pending.highest()
	attacker, defender := s.Active(), 1-s.Active()
	if s.blockers == 0 {
		if s.life[defender] -= int8(d.power[k]); s.life[defender] <= 0 {
			s.end(defender)
			return true
		}
	} else {
		damage, killed := d.trade(k, s.blockers)
		s.table[defender] -= killed
		s.used += s.blockers - killed
		if damage >= int(d.toughness[k]) {
			s.table[attacker] -= one(k)
			s.tapped[attacker] -= one(k)
		}
	}
	s.pending -= one(k)
	s.blockers, s.cursor = 0, MaxKinds
	return false
}

// trade returns the damage that the blockers deal, and which of them an attacker of kind k kills.
//
// The attacker kills as many blockers as its power allows, in ascending order of toughness, then
// descending order of power, then of cost.
func (d *deck) trade(k int, blockers zone) (damage int, killed zone) {
	power := int(d.power[k])
	if b := blockers.lowest(); blockers == one(b) {
		// A single blocker is by far the most frequent case.
		if int(d.toughness[b]) <= power {
			killed = blockers
		}
		return int(d.power[b]), killed
	}
	for _, victim := range d.victims[:d.kinds] {
		n := blockers.count(int(victim))
		if n == 0 {
			continue
		}
		damage += n * int(d.power[victim])
		dead := min(n, power/int(d.toughness[victim]))
		power -= dead * int(d.toughness[victim])
		killed += some(int(victim), dead)
	}
	return damage, killed
}

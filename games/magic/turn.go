package magic

// begin begins a turn: the active player untaps and draws, but not in the very first turn. Who cannot draw has lost.
func (s *State) begin() {
	player := s.active()
	s.tapped[player] = 0
	s.cursor, s.mana, s.landed = 0, 0, false
	switch {
	case s.turn == 0:
		s.beginAttack()
	case s.library[player].size == 0:
		s.end(player)
	case s.counted:
		s.phase = draw
	default:
		s.receive(player, s.library[player].pop())
		s.beginAttack()
	}
}

func (s *State) beginAttack() { s.phase, s.cursor = attack, MaxKinds }

func (s *State) beginBlock() {
	s.pending = s.tapped[s.active()]
	s.phase, s.cursor = block, MaxKinds
}

func (s *State) beginCast() {
	s.pending, s.used, s.gang = 0, 0, 0
	s.phase, s.cursor, s.mana = cast, 0, s.lands[s.active()]
}

func (s *State) endTurn() {
	s.turn++
	s.begin()
}

// end ends the game.
func (s *State) end(loser int) {
	s.pending, s.used, s.gang = 0, 0, 0
	s.phase, s.cursor, s.mana, s.loser = over, 0, 0, uint8(loser)
}

// advance goes on to the next decision that has two answers or more, or to a move of nature, or to the end of the game.
func (g Game) advance(s *State) {
	d := g.deck()
	for {
		switch s.phase {
		case attack:
			if rest := s.table[s.active()].upTo(int(s.cursor)); rest != 0 {
				s.cursor = uint8(rest.highest())
				return
			}
			s.beginBlock()
		case block:
			if d.fight(s) {
				return
			}
		case cast:
			if g.ask(s) {
				return
			}
			s.endTurn()
		default:
			return
		}
	}
}

// idle returns the creatures that may still block the next attacker: untapped ones that block nobody. The blockers of an
// attacker are named in descending order of their kinds, for their order does not matter.
func (s *State) idle() zone {
	defender := 1 - s.active()
	return (s.table[defender] - s.tapped[defender] - s.used - s.gang).upTo(int(s.cursor))
}

// fight resolves combat as long as there is nothing to decide, and reports whether there is.
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

// strike resolves the combat of the next attacker with its blockers, and reports whether that ends the game. An attacker without
// blockers takes life. Otherwise all deal damage at the same time.
func (d *deck) strike(s *State) bool {
	k := s.pending.highest()
	attacker, defender := s.active(), 1-s.active()
	if s.gang == 0 {
		if s.life[defender] -= int8(d.power[k]); s.life[defender] <= 0 {
			s.end(defender)
			return true
		}
	} else {
		damage, killed := d.trade(k, s.gang)
		s.table[defender] -= killed
		s.used += s.gang - killed
		if damage >= int(d.toughness[k]) {
			s.table[attacker] -= one(k)
			s.tapped[attacker] -= one(k)
		}
	}
	s.pending -= one(k)
	s.gang, s.cursor = 0, MaxKinds
	return false
}

// trade returns the damage that a gang of blockers deals, and whom of them an attacker of kind k kills.
//
// The attacker kills as many as its power can: it goes for the least toughness first, and among those for the greatest
// power, then the highest cost.
func (d *deck) trade(k int, gang zone) (damage int, killed zone) {
	power := int(d.power[k])
	if b := gang.lowest(); gang == one(b) {
		// Nearly always there is just one blocker.
		if int(d.toughness[b]) <= power {
			killed = gang
		}
		return int(d.power[b]), killed
	}
	for _, victim := range d.victims[:d.kinds] {
		n := gang.count(int(victim))
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

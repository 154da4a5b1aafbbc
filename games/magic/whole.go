package magic

import "slices"

import "github.com/banyan-go/banyan/rng"

// maxWhole is the number of actions that [Whole] offers at most.
const maxWhole = 256

// maxSide is the number of blockers, and of attackers, that an action of [Whole] can tell apart.
const maxSide = 15

// side lists creatures one by one, the most expensive first.
type side struct {
	kinds [maxSide]uint8
	size  int
}

func sideOf(z zone) (l side) {
	for z != 0 && l.size < maxSide {
		k := z.highest()
		l.kinds[l.size] = uint8(k)
		l.size++
		z -= one(k)
	}
	return l
}

// battle is a choice of blockers for all attackers at once.
type battle struct {
	attackers, blockers side
	idle                zone              // of the blockers
	of                  [maxSide + 1]zone // the blockers of each attacker, from 1
}

func (s *State) battle() battle {
	b := battle{attackers: sideOf(s.pending), blockers: sideOf(s.idle())}
	for _, k := range b.blockers.kinds[:b.blockers.size] {
		b.idle += one(int(k))
	}
	return b
}

// twin reports whether attacker i is of the kind of the one before.
func (b *battle) twin(i int) bool {
	return i > 1 && b.attackers.kinds[i-1] == b.attackers.kinds[i-2]
}

// action returns the battle as an action: above nibble 0, nibble j is the number of the attacker
// that blocker j blocks, from 1, or 0.
func (b *battle) action() Action {
	a, left := opBlock|wholeBit, b.of
	for j, k := range b.blockers.kinds[:b.blockers.size] {
		for i := 1; i <= b.attackers.size; i++ {
			if left[i].count(int(k)) > 0 {
				left[i] -= one(int(k))
				a |= Action(i) << (4 * uint(j+1))
				break
			}
		}
	}
	return a
}

// read is the reverse of action.
func (b *battle) read(a Action) {
	b.of = [maxSide + 1]zone{}
	for j, k := range b.blockers.kinds[:b.blockers.size] {
		b.of[a>>(4*uint(j+1))&15] += one(int(k))
	}
}

// sort gives attackers that are equal their blockers in descending order, so that battles that are
// the same have the same action.
func (b *battle) sort() {
	for done := false; !done; {
		done = true
		for i := 2; i <= b.attackers.size; i++ {
			if b.twin(i) && b.of[i] > b.of[i-1] {
				b.of[i], b.of[i-1] = b.of[i-1], b.of[i]
				done = false
			}
		}
	}
}

// appendAttacks appends sets of attackers of kind k and below: all sets, or a sample.
func (g *Game) appendAttacks(dst []Action, s *State, k int) []Action {
	rest, number := s.table[s.Active()].upTo(k), 1
	for z := rest; z != 0 && number <= maxWhole; z = z.without(z.highest()) {
		number *= z.count(z.highest()) + 1
	}
	if number > maxWhole {
		return g.sampleAttacks(dst, s, rest)
	}
	for set, more := zone(0), true; more; set, more = set.next(rest) {
		dst = append(dst, wholeAttack(set))
	}
	return dst
}

// next returns the next of the subsets of a zone in ascending order, and whether there is one.
func (z zone) next(all zone) (zone, bool) {
	for ; all != 0; all = all.without(all.lowest()) {
		k := all.lowest()
		if z.count(k) < all.count(k) {
			return z + one(k), true
		}
		z = z.without(k)
	}
	return 0, false
}

// sampleAttacks appends no attack, the attack with all, the expert's attack, and random ones.
func (g *Game) sampleAttacks(dst []Action, s *State, rest zone) []Action {
	first := len(dst)
	dst = append(dst, wholeAttack(0), wholeAttack(rest))
	dst = appendNew(dst, first, wholeAttack(g.deck().expertAttack(s)&mask(rest)))
	x := s.combatHash()
	for range maxWhole - 3 {
		var set zone
		for z := rest; z != 0; z = z.without(z.highest()) {
			x = rng.Mix(x + hashStep)
			set += some(z.highest(), int(x%uint64(z.count(z.highest())+1)))
		}
		dst = appendNew(dst, first, wholeAttack(set))
	}
	return dst
}

// mask returns the zone with 15 of each kind of z.
func mask(z zone) zone {
	var m zone
	for ; z != 0; z = z.without(z.highest()) {
		m += some(z.highest(), 15)
	}
	return m
}

// appendNew appends a unless it stands behind first already.
func appendNew(dst []Action, first int, a Action) []Action {
	if slices.Contains(dst[first:], a) {
		return dst
	}
	return append(dst, a)
}

// combatHash depends on what everyone sees of the combat to come.
func (s *State) combatHash() uint64 {
	h := uint64(s.turn) ^ uint64(s.pending)
	for player := range 2 {
		h = rng.Mix(h^uint64(s.table[player])) + uint64(s.tapped[player])
	}
	return rng.Mix(h)
}

// appendBlocks appends choices of blockers for all attackers: all choices, or a sample.
func (g *Game) appendBlocks(dst []Action, s *State) []Action {
	first, b := len(dst), s.battle()
	if dst = b.walk(dst, 1, b.idle, first+maxWhole); len(dst)-first <= maxWhole {
		return dst
	}
	dst = append(dst[:first], opBlock|wholeBit)
	dst = appendNew(dst, first, g.expertBattle(s))
	x := s.combatHash()
	for range maxWhole - 2 {
		b.of = [maxSide + 1]zone{}
		for _, k := range b.blockers.kinds[:b.blockers.size] {
			x = rng.Mix(x + hashStep)
			b.of[x%uint64(b.attackers.size+1)] += one(int(k))
		}
		b.sort()
		dst = appendNew(dst, first, b.action())
	}
	return dst
}

// walk appends all battles in which the attackers from i on are blocked by creatures of idle. It
// stops when there are more than limit actions.
func (b *battle) walk(dst []Action, i int, idle zone, limit int) []Action {
	if i > b.attackers.size {
		return append(dst, b.action())
	}
	for set, more := zone(0), true; more && len(dst) <= limit; set, more = set.next(idle) {
		if b.twin(i) && set > b.of[i-1] {
			break // subsets come in ascending order
		}
		b.of[i] = set
		dst = b.walk(dst, i+1, idle-set, limit)
	}
	b.of[i] = 0
	return dst
}

// expertBattle returns the blockers of the expert for all attackers, of those that may be named.
func (g *Game) expertBattle(s *State) Action {
	b, plan := s.battle(), *s
	for i := 1; i <= b.attackers.size; i++ {
		var set zone
		plan.cursor = MaxKinds
		for z := g.deck().expertBlockers(&plan); z != 0; z = z.without(z.highest()) {
			k := z.highest()
			set += some(k, min(z.count(k), b.idle.count(k)))
		}
		b.of[i], b.idle = set, b.idle-set
		plan.blockers += set
		if g.deck().strike(&plan) {
			break
		}
	}
	b.sort()
	return b.action()
}

// defend resolves the combat of all attackers with the blockers of a.
func (g *Game) defend(s *State, a Action) {
	b := s.battle()
	b.read(a)
	for i := 1; s.pending != 0; i++ {
		if i <= maxSide {
			s.blockers += b.of[i]
		}
		if g.deck().strike(s) {
			return
		}
	}
}

// Unfold appends the actions of the canonical game that together are a, an action of a game with
// the form [Whole], at the state s of the canonical game. Other actions are canonical already.
func (g Game) Unfold(dst []Action, s *State, a Action) []Action {
	if !a.whole() {
		return append(dst, a)
	}
	canonical := Game{custom: g.custom, life: g.life}
	for at := *s; at.phase == s.phase && at.turn == s.turn; {
		step := opDone
		if at.phase == PhaseAttack {
			step = action(opAttack, int(at.cursor), a.attackers().count(int(at.cursor)))
		} else if k := g.nextBlocker(s, &at, a); k > 0 {
			step = action(opBlock, k, 0)
		}
		dst = append(dst, step)
		canonical.Apply(&at, step)
	}
	return dst
}

// nextBlocker returns the kind of the next blocker at the state at, on the way from s to the end of
// the battle a, or 0.
func (g *Game) nextBlocker(s, at *State, a Action) int {
	b := s.battle()
	b.read(a)
	z := zone(0)
	if i := s.pending.size() - at.pending.size() + 1; i <= maxSide {
		z = b.of[i]
	}
	if at.pending == s.pending {
		z += s.blockers
	}
	for z = z.upTo(int(at.cursor)); z != 0; z = z.without(z.highest()) {
		if k := z.highest(); z.count(k) > at.blockers.count(k) {
			return k
		}
	}
	return 0
}

package magic

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Reduced is a reconstruction, too, calibrated with BombDeck and 25 life to what the paper reports:
// the expert wins 63.7 % of the games, and a game has 40 to 60 turns. It blocks as the expert does.
// It works out no combat for its attack: most creatures that have little to fear attack.

// reducedAttack returns the attackers of Reduced among the creatures of set: all of them if the
// opponent has too few blockers to survive, and otherwise some of those that have little to fear:
// no two blockers together kill them, and each single one that does dies too and costs as much.
func (d *deck) reducedAttack(s *State, set zone, r *rng.Rand) zone {
	opponent := 1 - s.Active()
	ready := s.table[opponent] - s.tapped[opponent]
	if d.surplus(s.table[s.Active()], ready) >= int(s.life[opponent]) {
		return set
	}
	set &= d.tough[min(d.strongest(ready), maxStat)]
	var attackers zone
	for ; set != 0; set = set.without(set.highest()) {
		if k := set.highest(); ready&d.threats[k] == 0 {
			attackers += some(k, mostly(set.count(k), r))
		}
	}
	return attackers
}

// strongest returns the power of the two strongest creatures together, or 0 if there is only one.
func (d *deck) strongest(z zone) int {
	if z.size() < 2 {
		return 0
	}
	first, second := 0, 0
	for ; z != 0; z = z.without(z.highest()) {
		k := z.highest()
		if int(d.strength[k]) <= second {
			break
		}
		power := int(d.power[k])
		second = max(second, min(first, power))
		if z.count(k) > 1 {
			second = max(second, power)
		}
		first = max(first, power)
	}
	return first + second
}

// mostly returns how many of n creatures attack, up to 15, if each attacks with probability 7/8.
func mostly(n int, r *rng.Rand) int {
	const triples = 0o1_111_111_111_111_111 // the first bit of each creature's three
	x := r.Uint64() >> (64 - 3*n)
	return n - bits.OnesCount64(x&(x>>1)&(x>>2)&triples)
}

package magic

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Reduced is a reconstruction, too, calibrated with BombDeck and 25 life to what the paper reports:
// the expert wins 63.7 % of the games, and a game has 40 to 60 turns. It blocks as the expert does.
// It works out no combat for its attack: most creatures that have little to fear attack.

// reducedAttack returns the attackers of Reduced among the creatures of set: all of them if the
// opponent has too few blockers to survive, and otherwise some of the brave ones.
func (d *deck) reducedAttack(s *State, set zone, r *rng.Rand) zone {
	opponent := 1 - s.Active()
	ready := s.table[opponent] - s.tapped[opponent]
	if d.surplus(s.table[s.Active()], ready) >= int(s.life[opponent]) {
		return set
	}
	var attackers zone
	together := d.strongest(ready)
	for ; set != 0; set = set.without(set.highest()) {
		if k := set.highest(); d.brave(k, ready, together) {
			attackers += some(k, mostly(set.count(k), r))
		}
	}
	return attackers
}

// brave reports whether an attacker of kind k has little to fear: each blocker that would kill it
// dies too and costs as much, and no two blockers together kill it. The power of the two strongest
// is together.
func (d *deck) brave(k int, ready zone, together int) bool {
	killers := ready & d.killers[k]
	return together < int(d.toughness[k]) && killers&d.walls[k] == 0 && (killers == 0 || d.cost[killers.lowest()] >= d.cost[k])
}

// strongest returns the power of the two strongest creatures together, or 0 if there is only one.
func (d *deck) strongest(z zone) int {
	if z.size() < 2 {
		return 0
	}
	first, second := 0, 0
	for ; z != 0; z = z.without(z.highest()) {
		k := z.highest()
		switch power := int(d.power[k]); {
		case power > first && z.count(k) == 1:
			first, second = power, first
		case power > first:
			first, second = power, power
		case power > second:
			second = power
		}
	}
	return first + second
}

// mostly returns how many of n creatures attack, up to 15, if each attacks with probability 7/8.
func mostly(n int, r *rng.Rand) int {
	const triples = 0o1_111_111_111_111_111 // the first bit of each creature's three
	x := r.Uint64() >> (64 - 3*n)
	return n - bits.OnesCount64(x&(x>>1)&(x>>2)&triples)
}

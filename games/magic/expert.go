package magic

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// The expert is a reconstruction: the rules of the paper's expert (see the package comment) are not
// known here.
//
// It attacks with all creatures if the opponent has too few blockers to survive. Otherwise it
// compares sets of attackers: the strongest creature, the two strongest, and so on, of all
// creatures and of those that no single blocker kills. For each set it works out the combat against
// good blocks. The value of an attack is what the opponent loses, less what the expert loses, where
// a life counts as much as a point of power or toughness. The expert chooses the best attack that
// gains more than none, among those after which the creatures that stay behind can stop a deadly
// counter-attack.
//
// It blocks an attacker if that is a gain: with a creature that kills it and survives, with a
// cheaper one that kills it, with two that kill it and lose less than it costs, or with one that
// survives; see goodBlock. If what comes through would be deadly, it also gives creatures away.

// expertAttack returns the attackers of the expert.
func (d *deck) expertAttack(s *State) zone {
	opponent := 1 - s.Active()
	mine, ready := s.table[s.Active()], s.table[opponent]-s.tapped[opponent]
	if d.surplus(mine, ready) >= int(s.life[opponent]) {
		return mine
	}
	attackers, value := d.march(s, mine, 0)
	if unbeaten := d.unbeaten(mine, ready); unbeaten != mine {
		if others, more := d.march(s, unbeaten, value); more > value {
			return others
		}
	}
	return attackers
}

// victory is the value of an attack that wins the game. No other value is so great.
const victory = 1 << 20

// march returns the attack of most value among those with the strongest creatures of set, and its
// value. If no value is greater than least, it returns that and no attack.
func (d *deck) march(s *State, set zone, least int) (best zone, most int) {
	most = least
	after := *s
	after.tapped[s.Active()] = 0
	var attackers zone
	for set != 0 && most < victory {
		k := set.highest()
		set -= one(k)
		attackers += one(k)
		value := 0
		if after.phase != PhaseOver && !d.add(&after, k) {
			value = d.gain(s, &after, most)
		} else {
			// The opponent did not see in time that it must give creatures away.
			value = d.charge(s, attackers, most)
		}
		if value > most {
			best, most = attackers, value
		}
	}
	return best, most
}

// add resolves the combat of one more attacker, and reports whether that ends the game.
func (d *deck) add(after *State, k int) bool {
	after.tapped[after.Active()] += one(k)
	after.pending = one(k)
	after.blockers = d.expertBlockers(after)
	return d.strike(after)
}

// charge returns the value of an attack against blockers that know all attackers, or 0 if it is not
// greater than least.
func (d *deck) charge(s *State, attackers zone, least int) int {
	after := *s
	after.tapped[after.Active()] = attackers
	for after.pending = attackers; after.pending != 0; {
		after.blockers = d.expertBlockers(&after)
		if d.strike(&after) {
			return victory
		}
	}
	return d.gain(s, &after, least)
}

// gain returns what the opponent loses from s to after, less what the active player loses. It
// returns 0 if that is not greater than least, or if the counter-attack may be deadly.
func (d *deck) gain(s, after *State, least int) int {
	player, opponent := s.Active(), 1-s.Active()
	killed, lost := s.table[opponent]-after.table[opponent], s.table[player]-after.table[player]
	value := d.worth(killed) + int(s.life[opponent]-after.life[opponent]) - d.worth(lost)
	if value <= least || d.surplus(after.table[opponent], after.table[player]-after.tapped[player]) >= int(s.life[player]) {
		return 0
	}
	return value
}

// unbeaten returns the attackers that no single blocker kills.
func (d *deck) unbeaten(attackers, blockers zone) zone {
	var set zone
	for ; attackers != 0; attackers = attackers.without(attackers.highest()) {
		if k := attackers.highest(); blockers&d.killers[k] == 0 {
			set += some(k, attackers.count(k))
		}
	}
	return set
}

// worth returns the power and toughness of all creatures together.
func (d *deck) worth(z zone) int {
	sum := 0
	for ; z != 0; z = z.without(z.highest()) {
		k := z.highest()
		sum += z.count(k) * int(d.power[k]+d.toughness[k])
	}
	return sum
}

// surplus returns the damage of the attackers if each blocker stops one of the most expensive.
func (d *deck) surplus(attackers, blockers zone) int {
	sum := 0
	for n := attackers.size() - blockers.size(); n > 0; {
		k := attackers.lowest()
		take := min(n, attackers.count(k))
		sum += take * int(d.power[k])
		n -= take
		attackers = attackers.without(k)
	}
	return sum
}

// expertBlocker returns the kind of the expert's next blocker, or 0 for none.
func (d *deck) expertBlocker(s *State) int {
	for z := d.expertBlockers(s).upTo(int(s.cursor)); z != 0; z = z.without(z.highest()) {
		if k := z.highest(); z.count(k) > s.blockers.count(k) {
			return k
		}
	}
	return 0
}

// expertBlockers returns all blockers of the next attacker. It does not depend on those that are
// already named.
func (d *deck) expertBlockers(s *State) zone {
	defender := 1 - s.Active()
	k, life := s.pending.highest(), int(s.life[defender])
	free := s.table[defender] - s.tapped[defender] - s.used
	good := d.goodBlock(k, free)
	if good != 0 || d.damage(s.pending) < life || d.unblocked(s.pending, free) < life {
		return good
	}
	if killers := free & d.killers[k]; killers != 0 {
		return one(killers.lowest())
	}
	if free != 0 {
		return one(free.lowest())
	}
	return 0
}

// unblocked returns the damage that comes through if all attackers for which there is a good block
// are blocked, the most expensive first.
func (d *deck) unblocked(attackers, free zone) int {
	sum := 0
	for attackers != 0 {
		k := attackers.highest()
		attackers -= one(k)
		if z := d.goodBlock(k, free); z != 0 {
			free -= z
		} else {
			sum += int(d.power[k])
		}
	}
	return sum
}

// goodBlock returns blockers of an attacker of kind k that gain by it, or none. Of several it takes
// the cheapest.
func (d *deck) goodBlock(k int, free zone) zone {
	killers, walls := free&d.killers[k], free&d.walls[k]
	switch {
	case killers&walls != 0:
		return one((killers & walls).lowest())
	case killers != 0 && d.cost[killers.lowest()] < d.cost[k]:
		return one(killers.lowest())
	}
	if z := d.pair(k, free); z != 0 {
		return z
	}
	if walls != 0 {
		return one(walls.lowest())
	}
	return 0
}

// pair returns two blockers that kill an attacker of kind k, of which it kills less than it costs,
// or none.
func (d *deck) pair(k int, free zone) zone {
	best, least := zone(0), int(d.cost[k])
	pairs := &d.pairs[k]
	for firsts := free & pairs.first; firsts != 0 && least > 0; firsts = firsts.without(firsts.lowest()) {
		a := firsts.lowest()
		for seconds := (free - one(a)) & pairs.second[a]; seconds != 0; seconds = seconds.without(seconds.lowest()) {
			b := seconds.lowest()
			if loss := d.loss(int(d.power[k]), a, b); loss < least {
				best, least = one(a)+one(b), loss
			}
		}
	}
	return best
}

// loss returns the cost of the blockers that an attacker of that power kills.
func (d *deck) loss(power, a, b int) int {
	if d.rank[b] < d.rank[a] {
		a, b = b, a
	}
	switch left := power - int(d.toughness[a]); {
	case left < 0:
		return 0
	case left < int(d.toughness[b]):
		return int(d.cost[a])
	}
	return int(d.cost[a] + d.cost[b])
}

// damage returns the sum of the power of all creatures.
func (d *deck) damage(z zone) int {
	sum := 0
	for ; z != 0; z = z.without(z.highest()) {
		sum += z.count(z.highest()) * int(d.power[z.highest()])
	}
	return sum
}

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

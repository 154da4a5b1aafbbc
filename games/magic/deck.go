package magic

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// The limits of a deck.
const (
	MaxCards = 60 // cards in a deck
	MaxKinds = 15 // different creatures in a deck
	maxAlike = 15 // creatures of one kind in a deck
	maxStat  = 60 // power, toughness or cost

	handSize = 7 // cards at the start
)

// Creature is a creature without abilities.
type Creature struct{ Power, Toughness, Cost int }

// String returns power/toughness and the cost in brackets, such as 3/3(4).
func (c Creature) String() string { return fmt.Sprintf("%d/%d(%d)", c.Power, c.Toughness, c.Cost) }

// Deck lists the cards of each of the two players: the number of lands, and one element for each
// creature.
type Deck struct {
	Lands     int
	Creatures []Creature
}

// DefaultDeck returns 17 lands and 23 creatures from 1/1(1) to 6/6(7), as in the paper. How many of
// each the paper has is not known here; this deck has three 1/1(1), four 2/2(2), three 3/2(3), two
// 2/3(3), four 3/3(4), three 4/4(5), two 5/5(6) and two 6/6(7).
func DefaultDeck() Deck {
	return deckOf(17, []pile{
		{Creature{1, 1, 1}, 3},
		{Creature{2, 2, 2}, 4},
		{Creature{3, 2, 3}, 3},
		{Creature{2, 3, 3}, 2},
		{Creature{3, 3, 4}, 4},
		{Creature{4, 4, 5}, 3},
		{Creature{5, 5, 6}, 2},
		{Creature{6, 6, 7}, 2},
	})
}

// BombDeck returns 60 cards: 20 lands and 40 creatures of 14 kinds. Most creatures are small and
// hold each other up. Eight are bombs, from 8/8(5) to 20/20(9), each of which can decide a game, so
// much depends on the unseen cards.
func BombDeck() Deck {
	return deckOf(20, []pile{
		{Creature{1, 1, 1}, 5},
		{Creature{1, 2, 1}, 5},
		{Creature{1, 3, 2}, 5},
		{Creature{2, 1, 2}, 3},
		{Creature{2, 2, 2}, 5},
		{Creature{2, 3, 3}, 4},
		{Creature{2, 4, 3}, 2},
		{Creature{3, 2, 3}, 2},
		{Creature{3, 3, 4}, 1},
		{Creature{8, 8, 5}, 2},
		{Creature{10, 10, 6}, 2},
		{Creature{12, 12, 7}, 2},
		{Creature{15, 15, 8}, 1},
		{Creature{20, 20, 9}, 1},
	})
}

// pile is a number of equal creatures.
type pile struct {
	Creature
	n int
}

func deckOf(lands int, piles []pile) Deck {
	d := Deck{Lands: lands}
	for _, p := range piles {
		d.Creatures = append(d.Creatures, slices.Repeat([]Creature{p.Creature}, p.n)...)
	}
	return d
}

// deck is a Deck by kinds. It is immutable.
type deck struct {
	kinds     int // 1..kinds are creatures
	lands     int
	creatures zone
	cards     [MaxCards]uint8 // by kind, in ascending order; 0 is a land
	size      int

	power, toughness, cost [MaxKinds + 1]uint8
	strength               [MaxKinds + 1]uint8 // by kind: the greatest power of this and the lower ones
	payable                [MaxCards + 1]zone  // by mana: a mask of the kinds that cost no more
	tough                  [maxStat + 1]zone   // by power: a mask of the kinds that survive it
	killers                [MaxKinds + 1]zone  // by attacker: a mask of the kinds that kill it alone
	walls                  [MaxKinds + 1]zone  // by attacker: a mask of the kinds that survive it
	threats                [MaxKinds + 1]zone  // by attacker: a mask of the killers that survive it or cost less
	victims                [MaxKinds]uint8     // kinds in the order in which blockers are killed
	rank                   [MaxKinds + 1]uint8 // by kind: its index in victims
	pairs                  [MaxKinds + 1]pairs // by attacker
	shuffled               [64][MaxKinds]uint8 // orders of the kinds for Shuffled, by turn
}

// pairs are the pairs of blockers that kill an attacker, of which it kills less than it costs.
type pairs struct {
	first  zone               // a mask of the cheaper kinds, or the only one
	second [MaxKinds + 1]zone // by the first kind: a mask of the others
}

var defaultDeck = must(newDeck(DefaultDeck()))

func must(d *deck, err error) *deck {
	if err != nil {
		panic(err)
	}
	return d
}

// newDeck numbers the kinds in ascending order of cost, then power, then toughness.
func newDeck(list Deck) (*deck, error) {
	cards := slices.Clone(list.Creatures)
	slices.SortFunc(cards, func(a, b Creature) int {
		return cmp.Or(a.Cost-b.Cost, a.Power-b.Power, a.Toughness-b.Toughness)
	})
	d := &deck{lands: list.Lands, size: list.Lands + len(cards)}
	if list.Lands < 0 || d.size < handSize || d.size > MaxCards {
		return nil, fmt.Errorf("magic: the deck has %d lands and %d creatures, want %d to %d cards", list.Lands, len(cards), handSize, MaxCards)
	}
	for i, c := range cards {
		if c.Power < 0 || c.Toughness < 1 || c.Cost < 0 || max(c.Power, c.Toughness, c.Cost) > maxStat {
			return nil, fmt.Errorf("magic: the creature %v is out of bounds, want power 0..%d, toughness 1..%d and cost 0..%d", c, maxStat, maxStat, maxStat)
		}
		if i == 0 || c != cards[i-1] {
			if d.kinds == MaxKinds {
				return nil, fmt.Errorf("magic: the deck has more than %d different creatures", MaxKinds)
			}
			d.kinds++
			d.power[d.kinds], d.toughness[d.kinds], d.cost[d.kinds] = uint8(c.Power), uint8(c.Toughness), uint8(c.Cost)
		}
		if d.creatures.count(d.kinds) == maxAlike {
			return nil, fmt.Errorf("magic: the deck has more than %d creatures %v", maxAlike, c)
		}
		d.creatures += one(d.kinds)
		d.cards[list.Lands+i] = uint8(d.kinds)
	}
	d.order()
	return d, nil
}

// order fills the tables that depend on the kinds.
func (d *deck) order() {
	for mana := range d.payable {
		for k := 1; k <= d.kinds && int(d.cost[k]) <= mana; k++ {
			d.payable[mana] += some(k, 15)
		}
	}
	d.duels()
	for i := range d.victims {
		d.victims[i] = uint8(i + 1)
	}
	slices.SortFunc(d.victims[:d.kinds], func(a, b uint8) int {
		return cmp.Or(int(d.toughness[a])-int(d.toughness[b]), int(d.power[b])-int(d.power[a]), int(d.cost[b])-int(d.cost[a]))
	})
	for i, victim := range d.victims[:d.kinds] {
		d.rank[victim] = uint8(i)
	}
	d.pairUp()
	r := rng.New(0)
	for turn := range d.shuffled {
		kinds := &d.shuffled[turn]
		for i := range kinds {
			kinds[i] = uint8(i + 1)
		}
		shuffle(kinds[:], r)
	}
}

// duels fills the tables of what a single blocker does.
func (d *deck) duels() {
	for k := 1; k <= d.kinds; k++ {
		for b := 1; b <= d.kinds; b++ {
			kills, survives := d.power[b] >= d.toughness[k], d.toughness[b] > d.power[k]
			if kills {
				d.killers[k] += some(b, 15)
			}
			if survives {
				d.walls[k] += some(b, 15)
			}
			if kills && (survives || d.cost[b] < d.cost[k]) {
				d.threats[k] += some(b, 15)
			}
		}
		d.strength[k] = max(d.strength[k-1], d.power[k])
		for power := range d.toughness[k] {
			d.tough[power] += some(k, 15)
		}
	}
}

// pairUp fills the table of what two blockers do. It needs the ranks.
func (d *deck) pairUp() {
	for k := 1; k <= d.kinds; k++ {
		p := &d.pairs[k]
		for a := 1; a <= d.kinds; a++ {
			for b := a; b <= d.kinds; b++ {
				if d.power[a]+d.power[b] >= d.toughness[k] && d.loss(int(d.power[k]), a, b) < int(d.cost[k]) {
					p.second[a] += some(b, 15)
				}
			}
			if p.second[a] != 0 {
				p.first += some(a, 15)
			}
		}
	}
}

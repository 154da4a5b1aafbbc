package magic

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// cards reads creatures of the default deck.
func cards(t require.TestingT, text string) zone {
	if text == "" {
		return 0
	}
	z, lands, err := (&Game{}).cards(text)
	require.NoError(t, err)
	require.Zero(t, lands)
	return z
}

// combat returns a state in which the first player attacks or, if it already does, the second one
// blocks. A is 1/1, B 2/2, C 2/3, D 3/2, E 3/3, F 4/4, G 5/5 and H 6/6.
func combat(t require.TestingT, phase Phase, mine, ready, tapped string, lives ...int8) State {
	s := State{phase: phase, cursor: MaxKinds, life: [2]int8(lives)}
	s.table[0], s.table[1], s.tapped[1] = cards(t, mine), cards(t, ready+tapped), cards(t, tapped)
	if phase == PhaseBlock {
		s.tapped[0], s.pending = s.table[0], s.table[0]
	}
	return s
}

// Each position shows one rule of the expert.
func TestExpertAttacks(t *testing.T) {
	for _, c := range []struct {
		mine, ready, tapped string
		lives               [2]int8
		want                string
		why                 string
	}{
		{"ABH", "", "", [2]int8{20, 20}, "ABH", "there are no blockers"},
		{"ABH", "", "H", [2]int8{20, 20}, "ABH", "tapped creatures do not block"},
		{"ABH", "", "H", [2]int8{6, 20}, "BH", "one stays behind to stop a deadly counter-attack"},
		{"AAA", "H", "", [2]int8{20, 2}, "AAA", "two of three come through"},
		{"AAA", "H", "", [2]int8{20, 3}, "", "two of three are not enough, and the third dies"},
		{"F", "E", "", [2]int8{20, 20}, "F", "a 3/3 alone does not kill a 4/4"},
		{"F", "E", "", [2]int8{3, 20}, "", "the counter-attack is deadly"},
		{"FB", "E", "", [2]int8{3, 20}, "F", "a 2/2 stops it"},
		{"E", "BB", "", [2]int8{20, 20}, "", "two 2/2 kill a 3/3 and lose one"},
		{"EE", "BB", "", [2]int8{20, 20}, "EE", "three damage and a 2/2 are worth more than a 3/3"},
		{"H", "EE", "", [2]int8{20, 20}, "H", "a 6/6 kills two 3/3, which are worth more"},
		{"GA", "F", "", [2]int8{20, 20}, "G", "a 1/1 stays out of the way of a 4/4"},
	} {
		s := combat(t, PhaseAttack, c.mine, c.ready, c.tapped, c.lives[:]...)
		require.Equal(t, c.want, defaultDeck.expertAttack(&s).sorted(c.want), "%+v", c)
	}
}

// sorted returns the text of z, or want if both have the same letters.
func (z zone) sorted(want string) string {
	letters := func(text string) string {
		b := []byte(text)
		slices.Sort(b)
		return string(b)
	}
	if letters(want) == letters(z.String()) {
		return want
	}
	return z.String()
}

func TestExpertBlocks(t *testing.T) {
	for _, c := range []struct {
		attackers, mine string
		life            int8
		want, why       string
	}{
		{"A", "BH", 20, "B", "the cheapest that kills it and survives"},
		{"E", "ACF", 20, "F", "only one kills it and survives"},
		{"D", "BC", 20, "B", "a cheaper one kills it and dies"},
		{"C", "C", 20, "C", "one survives"},
		{"E", "E", 20, "", "an even exchange is no gain"},
		{"G", "EE", 20, "EE", "two kill it and lose one that is cheaper"},
		{"E", "AE", 20, "AE", "two kill it and lose the weaker one"},
		{"G", "BBF", 20, "BF", "the two that lose least"},
		{"H", "EE", 20, "", "two kill it and lose more than it costs"},
		{"H", "AB", 20, "", "no gain"},
		{"H", "AB", 6, "A", "deadly: the cheapest is given away"},
		{"E", "E", 3, "E", "deadly: rather an even exchange"},
		{"FF", "AAE", 4, "A", "deadly twice: the first of two is given away"},
		{"HA", "B", 6, "B", "the 1/1 could be blocked well, but the 6/6 is deadly"},
		{"HA", "B", 7, "", "the 1/1 can be blocked well, and the rest is not deadly"},
	} {
		s := combat(t, PhaseBlock, c.attackers, c.mine, "", 20, c.life)
		require.Equal(t, c.want, defaultDeck.expertBlockers(&s).String(), "%+v", c)
		named := ""
		for k := defaultDeck.expertBlocker(&s); k > 0; k = defaultDeck.expertBlocker(&s) {
			named = one(k).String() + named
			s.blockers += one(k)
			s.cursor = uint8(k)
		}
		require.Equal(t, c.want, named, "one after the other: %+v", c)
	}
}

// pair finds the same as a search through all pairs of creatures, in which trade kills.
func TestPairEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := newDeck(*lands(drawDeck(t)))
		if err != nil {
			t.Skip(err)
		}
		var free zone
		for k := 1; k <= d.kinds; k++ {
			free += some(k, rapid.IntRange(0, 3).Draw(t, fmt.Sprint("kind ", k)))
		}
		k := rapid.IntRange(1, d.kinds).Draw(t, "attacker")
		least, found := int(d.cost[k]), false
		list := free.list()
		for i, a := range list {
			for _, b := range list[:i] {
				if damage, killed := d.trade(k, one(a)+one(b)); damage >= int(d.toughness[k]) && d.price(killed) < least {
					least, found = d.price(killed), true
				}
			}
		}
		z := d.pair(k, free)
		require.Equal(t, found, z != 0)
		if found {
			require.Equal(t, 2, z.size())
			damage, killed := d.trade(k, z)
			require.GreaterOrEqual(t, damage, int(d.toughness[k]))
			require.Equal(t, least, d.price(killed))
			for _, b := range z.list() {
				require.LessOrEqual(t, z.count(b), free.count(b))
			}
		}
	})
}

// lands returns d, or the default deck if it is nil.
func lands(d *Deck) *Deck {
	if d == nil {
		usual := DefaultDeck()
		return &usual
	}
	return d
}

// The tables of single blockers agree with trade.
func TestDuels(t *testing.T) {
	deck := BombDeck()
	d := must(newDeck(deck))
	for k := 1; k <= d.kinds; k++ {
		for b := 1; b <= d.kinds; b++ {
			damage, killed := d.trade(k, one(b))
			require.Equal(t, damage >= int(d.toughness[k]), d.killers[k]&one(b) != 0)
			require.Equal(t, killed == 0, d.walls[k]&one(b) != 0)
		}
	}
}

// Every rule chooses legal actions, and Reduced and Expert play sets that are not dominated, in
// every form.
func TestRulesDecideLegally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{
			Deck: drawDeck(t), Main: Main(rapid.IntRange(0, 1).Draw(t, "main")), Prune: Prune(rapid.IntRange(0, 2).Draw(t, "prune")),
			Order: Order(rapid.IntRange(0, 2).Draw(t, "order")),
		}
		g, err := New(c)
		if err != nil {
			t.Skip(err)
		}
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		rules := [2]Rule{Rule(rapid.IntRange(1, 2).Draw(t, "first")), Rule(rapid.IntRange(1, 2).Draw(t, "second"))}
		turn := -1
		for s := g.Deal(r); s.phase != PhaseOver; {
			if s.phase == PhaseCards && g.Turn(&s) > turn {
				turn = g.Turn(&s)
				requireMaximal(t, g, s, rules[s.Active()], r)
			}
			a := g.decide(rules[g.ToMove(&s)], &s, r)
			require.Contains(t, g.AppendActions(nil, &s), a)
			g.Apply(&s, a)
		}
	})
}

// requireMaximal plays the cards of a turn by a rule and checks that nothing more can be played.
func requireMaximal(t require.TestingT, g Game, s State, rule Rule, r *rng.Rand) {
	mana := int(s.mana)
	before := s
	for g.ask(&s) {
		a := g.decide(rule, &s, r)
		if a.op() == opSet {
			s.play(a.set())
			break
		}
		g.take(&s, a)
	}
	player := s.Active()
	mana += int(s.lands[player]) - int(before.lands[player]) - g.deck().price(s.table[player]-before.table[player])
	require.GreaterOrEqual(t, mana, 0)
	require.Zero(t, g.deck().affordable(s.hand[player], mana), fmt.Sprintf("%+v: %d mana left for %v", g, mana, s.hand[player]))
	require.True(t, s.handLands[player] == 0 || s.lands[player] > before.lands[player] || before.cursor > 0)
}

// Reduced attacks with most of the creatures that have little to fear.
func TestReducedIsBrave(t *testing.T) {
	for _, c := range []struct{ mine, ready, want, why string }{
		{"ABH", "", "ABH", "there are no blockers"},
		{"BCDE", "B", "BCE", "a 2/2 kills a 2/2, which costs the same, and a 3/2, which costs more"},
		{"ABE", "F", "", "a 4/4 kills each and survives"},
		{"EFH", "BB", "H", "two 2/2 kill a 3/3 and a 4/4"},
		{"FGH", "BCE", "H", "the two strongest have power 5"},
	} {
		g, r := Game{}, rng.New(1)
		s := combat(t, PhaseAttack, c.mine, c.ready, "", 20, 20)
		counts := [MaxKinds + 1]float64{}
		const n = 4000
		for range n {
			set := g.deck().reducedAttack(&s, s.table[0], r)
			for k := range counts {
				counts[k] += float64(set.count(k)) / n
			}
		}
		for _, k := range cards(t, c.mine).list() {
			want := 0.0
			if cards(t, c.want).count(k) > 0 {
				want = 0.875
			}
			require.InDelta(t, want, counts[k], 0.03, "%+v", c)
		}
	}
	s := combat(t, PhaseAttack, "AAA", "H", "", 20, 2)
	require.Equal(t, s.table[0], defaultDeck.reducedAttack(&s, s.table[0], rng.New(1)), "all if that is deadly")
}

func TestReducedEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := newDeck(*lands(drawDeck(t)))
		if err != nil {
			t.Skip(err)
		}
		s := State{phase: PhaseAttack, life: [2]int8{100, 100}}
		for player := range s.table {
			for k := 1; k <= d.kinds; k++ {
				s.table[player] += some(k, rapid.IntRange(0, 2).Draw(t, fmt.Sprint("player ", player, ", kind ", k)))
			}
		}
		if d.surplus(s.table[0], s.table[1]) >= 100 {
			t.Skip("all attack")
		}
		var want, got zone
		for _, k := range s.table[0].list() {
			brave := true
			blockers := s.table[1].list()
			for i, b := range blockers {
				kills, safe := d.power[b] >= d.toughness[k], d.toughness[b] > d.power[k] || d.cost[b] < d.cost[k]
				brave = brave && (!kills || !safe)
				for _, other := range blockers[:i] {
					brave = brave && d.power[b]+d.power[other] < d.toughness[k]
				}
			}
			if brave {
				want |= some(k, 15)
			}
		}
		r := rng.New(1)
		for range 50 { // a creature with little to fear attacks in 7/8 of them
			for _, k := range d.reducedAttack(&s, s.table[0], r).list() {
				got |= some(k, 15)
			}
		}
		require.Equal(t, want, got)
	})
}

func TestReducedIsRandom(t *testing.T) {
	g, r := Game{}, rng.New(1)
	s := State{phase: PhaseAttack, cursor: 2, life: [2]int8{20, 20}}
	s.table[0] = some(2, 4)
	counts := [5]float64{}
	const n = 16000
	for range n {
		counts[g.decide(Reduced, &s, r).number()]++
	}
	for i, want := range []float64{1, 28, 294, 1372, 2401} {
		require.InDelta(t, want/4096, counts[i]/n, 0.02)
	}
	require.Equal(t, 0, mostly(0, r))
	sum := 0
	for range n {
		sum += mostly(15, r)
	}
	require.InDelta(t, 15*0.875, float64(sum)/n, 0.05)
	// Two cards, of which one can be paid.
	s = State{phase: PhaseCards, mana: 1}
	s.hand[0] = some(1, 3)
	s.lands[0] = 1
	require.Equal(t, setOf(one(1), 0), g.decide(Reduced, &s, r))
	s.mana, s.hand[0] = 5, one(6)+one(5)
	large := 0.0
	for range n {
		if g.decide(Reduced, &s, r) == setOf(one(6), 0) {
			large++
		}
	}
	require.InDelta(t, 0.5, large/n, 0.02)
}

// In ascending order Reduced skips cheap cards for a more expensive one, which it then must play.
func TestReducedInEveryOrder(t *testing.T) {
	for _, order := range []Order{Descending, Ascending, Shuffled} {
		g, s := costs(t, Config{Main: Binary, Order: order}, 2, 3, 5)
		s.hand[0], s.mana = one(1)+one(2)+one(3), 5
		for seed := range uint64(200) {
			s.turn = 2 * uint8(seed%32)
			requireMaximal(t, g, s, Reduced, rng.New(seed))
		}
	}
}

// In PlayoutBy the defender's rule chooses the blockers: an Idle defender does not stop a deadly
// attacker.
func TestPlayoutByBlocksByTheRuleOfTheDefender(t *testing.T) {
	for _, c := range []struct {
		rules  [2]Rule
		deadly bool
	}{{[2]Rule{Expert, Idle}, true}, {[2]Rule{Idle, Expert}, false}} {
		s := State{phase: PhaseBlock, cursor: MaxKinds, life: [2]int8{20, 1}}
		s.table = [2]zone{one(1), one(8)}
		s.tapped[0], s.pending = one(1), one(1)
		out := make([]float64, 2)
		Game{}.PlayoutBy(c.rules)(&s, rng.New(1), out)
		require.Equal(t, c.deadly, s.turn == 0, "%v", c.rules)
		require.Equal(t, c.deadly, out[0] == 1 && s.life[1] == 0, "%v", c.rules)
	}
}

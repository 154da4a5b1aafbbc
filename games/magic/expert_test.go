package magic

import (
	"fmt"
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
	z, lands, err := Game{}.cards(text)
	require.NoError(t, err)
	require.Zero(t, lands)
	return z
}

// Each position shows one rule of the expert. A is 1/1, B 2/2, C 2/3, D 3/2, E 3/3, F 4/4, G 5/5
// and H 6/6.
func TestExpertAttacks(t *testing.T) {
	for _, c := range []struct {
		mine, ready, tapped string
		life                int8
		want                string
		why                 string
	}{
		{"ABH", "", "", 20, "ABH", "there are no blockers"},
		{"ABH", "", "HH", 20, "ABH", "tapped creatures do not block"},
		{"ABEFGH", "E", "", 20, "FGH", "no blocker alone kills 4/4 and more"},
		{"DDE", "A", "", 20, "DDE", "a 1/1 kills none"},
		{"BCDE", "BB", "", 20, "CE", "a 2/2 kills 2/2 and 3/2"},
		{"AAA", "H", "", 2, "AAA", "two of three come through"},
		{"AAA", "H", "", 3, "", "two of three are not enough"},
		{"AAH", "H", "", 2, "AAH", "the blocker stops the greatest"},
	} {
		s := State{phase: PhaseAttack, cursor: MaxKinds, life: [2]int8{20, c.life}}
		s.table[0], s.table[1], s.tapped[1] = cards(t, c.mine), cards(t, c.ready+c.tapped), cards(t, c.tapped)
		require.Equal(t, cards(t, c.want).String(), Game{}.deck().expertAttack(&s).String(), "%+v", c)
	}
}

func TestExpertBlocks(t *testing.T) {
	for _, c := range []struct {
		attackers, mine string
		life            int8
		want, why       string
	}{
		{"A", "H", 20, "", "no danger"},
		{"A", "H", 3, "", "two would be left"},
		{"A", "BH", 2, "B", "the cheapest that kills it and survives"},
		{"B", "ACE", 3, "C", "kills and survives"},
		{"E", "ACF", 4, "F", "only one survives"},
		{"C", "AEH", 3, "E", "kills and survives, and is cheaper than 6/6"},
		{"H", "ABG", 6, "A", "deadly, and none survives"},
		{"H", "ABG", 7, "", "not deadly, and none survives"},
		{"HA", "B", 7, "B", "deadly together, and 6/6 is first"},
	} {
		s := State{phase: PhaseBlock, cursor: MaxKinds, life: [2]int8{20, c.life}}
		s.table[0], s.table[1] = cards(t, c.attackers), cards(t, c.mine)
		s.tapped[0], s.pending = s.table[0], s.table[0]
		k := Game{}.deck().expertBlocker(&s)
		require.Equal(t, c.want, (one(k) &^ 15).String(), "%+v", c)
		if k > 0 {
			s.blockers, s.cursor = one(k), uint8(k)
			require.Zero(t, Game{}.deck().expertBlocker(&s), "one is enough")
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

func TestReducedIsRandom(t *testing.T) {
	g, r := Game{}, rng.New(1)
	s := State{phase: PhaseAttack, cursor: 2}
	s.table[0] = some(2, 4)
	counts := [5]float64{}
	const n = 16000
	for range n {
		counts[g.decide(Reduced, &s, r).number()]++
	}
	for i, want := range []float64{1, 4, 6, 4, 1} {
		require.InDelta(t, want/16, counts[i]/n, 0.02)
	}
	// One blocker and three attackers: each is blocked with probability 1/4.
	blocked := map[int]float64{}
	for range n {
		s := State{phase: PhaseBlock, cursor: MaxKinds, life: [2]int8{20, 20}, turn: 0}
		s.table[0], s.table[1] = one(1)+one(2)+one(3), one(5)
		s.tapped[0], s.pending = s.table[0], s.table[0]
		for s.phase == PhaseBlock {
			a := g.decide(Reduced, &s, r)
			if a.op() == opBlock {
				blocked[s.pending.highest()]++
				break
			}
			g.deck().strike(&s)
			if s.pending == 0 {
				break
			}
		}
	}
	for k := 1; k <= 3; k++ {
		require.InDelta(t, 0.25, blocked[k]/n, 0.02)
	}
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

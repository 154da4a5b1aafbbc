package magic

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// costs returns a game with creatures of these costs, three of each, and a state in which the first
// player plays cards.
func costs(t require.TestingT, c Config, costs ...int) (Game, State) {
	deck := Deck{Lands: 17}
	for _, cost := range costs {
		deck.Creatures = append(deck.Creatures, slices.Repeat([]Creature{{Power: 1, Toughness: 1, Cost: cost}}, 3)...)
	}
	c.Deck = &deck
	g, err := New(c)
	require.NoError(t, err)
	return g, State{phase: PhaseCards, life: [2]int8{20, 20}}
}

// sets returns the sets of cards that can be reached before the turn ends.
func sets(g Game, s State) []Action {
	begin := s
	var found []Action
	var walk func(s State)
	walk = func(s State) {
		if !g.ask(&s) {
			player := begin.Active()
			found = append(found, setOf(s.table[player]-begin.table[player], int(s.lands[player]-begin.lands[player])))
			return
		}
		for _, a := range g.AppendActions(nil, &s) {
			if a.op() == opSet {
				found = append(found, a)
				continue
			}
			next := s
			g.take(&next, a)
			walk(next)
		}
	}
	walk(s)
	return found
}

// Five mana and creatures for 5, 3 and 2 leave 5, or 3 and 2: the example of the paper.
func TestDominatedExample(t *testing.T) {
	for _, c := range []Config{{}, {Main: Binary}, {Main: Binary, Order: Ascending}, {Main: Binary, Order: Shuffled}} {
		c.Prune = PruneDominated
		g, s := costs(t, c, 2, 3, 5)
		s.hand[0], s.mana, s.lands[0] = one(1)+one(2)+one(3), 5, 5
		require.ElementsMatch(t, []Action{setOf(one(3), 0), setOf(one(2)+one(1), 0)}, sets(g, s), "%+v", c)
		c.Prune = PruneNone
		g, s2 := costs(t, c, 2, 3, 5)
		s2.hand, s2.mana, s2.lands = s.hand, s.mana, s.lands
		require.Len(t, sets(g, s2), 5, "nothing, 2, 3, 5, and 2 with 3")
	}
	g, s := costs(t, Config{Prune: PruneDominated}, 2, 3, 5)
	s.hand[0], s.mana = one(1)+one(2)+one(3), 5
	require.Equal(t, "[play C play AB]", fmt.Sprint(g.AppendActions(nil, &s)))
}

// naiveSets returns the sets that a level of pruning leaves, by its definition.
func naiveSets(g Game, s State) []Action {
	d, hand := g.deck(), s.hand[0]
	all := []Action{0}
	if s.handLands[0] > 0 {
		all = append(all, landBit)
	}
	for k := 1; k <= d.kinds; k++ {
		var more []Action
		for _, a := range all {
			for n := range hand.count(k) + 1 {
				more = append(more, a+Action(some(k, n)))
			}
		}
		all = more
	}
	all = slices.DeleteFunc(all, func(a Action) bool {
		creatures, lands := a.set()
		return d.price(creatures) > int(s.mana)+lands
	})
	subset := func(a, b Action) bool {
		for k := range MaxKinds + 1 {
			if zone(a).count(k) > zone(b).count(k) {
				return false
			}
		}
		return a != b
	}
	var left []Action
	for _, a := range all {
		switch {
		case g.prune >= PruneLand && s.handLands[0] > 0 && a&landBit == 0:
		case g.prune == PruneDominated && slices.ContainsFunc(all, func(b Action) bool { return subset(a, b) }):
		default:
			left = append(left, a)
		}
	}
	return left
}

// All forms and orders reach exactly the sets that the definition of the pruning leaves, each once.
func TestFormsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var prices []int
		for cost := range 10 {
			if rapid.IntRange(0, 2).Draw(t, fmt.Sprint("cost ", cost)) == 0 {
				prices = append(prices, cost)
			}
		}
		c := Config{
			Main: Main(rapid.IntRange(0, 1).Draw(t, "main")), Prune: Prune(rapid.IntRange(0, 2).Draw(t, "prune")),
			Order: Order(rapid.IntRange(0, 2).Draw(t, "order")),
		}
		g, s := costs(t, c, prices...)
		for k := range prices {
			s.hand[0] += some(k+1, rapid.IntRange(0, 3).Draw(t, fmt.Sprint("hand ", k)))
		}
		s.turn = 2 * uint8(rapid.IntRange(0, 40).Draw(t, "turn"))
		s.handLands[0] = uint8(rapid.IntRange(0, 2).Draw(t, "lands"))
		s.mana = uint8(rapid.IntRange(0, 14).Draw(t, "mana"))
		s.lands[0] = s.mana
		got, want := sets(g, s), naiveSets(g, s)
		if c.Main == Binary {
			// A kind that was skipped is not asked for again, so no set comes twice.
			require.Len(t, got, len(want))
		}
		require.ElementsMatch(t, want, got)
		// The game asks the player if and only if there is a choice.
		asked := s
		require.Equal(t, len(want) > 1, g.ask(&asked))
		requireChoices(t, g, s)
	})
}

// requireChoices walks through all decisions of a turn and checks that each has at least two
// actions.
func requireChoices(t require.TestingT, g Game, s State) {
	if !g.ask(&s) {
		return
	}
	actions := g.AppendActions(nil, &s)
	require.Greater(t, len(actions), 1)
	for _, a := range actions {
		if a.op() != opSet {
			next := s
			g.take(&next, a)
			requireChoices(t, g, next)
		}
	}
}

// The form Binary asks for kinds in the configured order.
func TestOrders(t *testing.T) {
	first := map[Order]string{}
	for _, order := range []Order{Descending, Ascending, Shuffled} {
		g, s := costs(t, Config{Main: Binary, Order: order}, 1, 2, 3, 4)
		s.hand[0], s.mana, s.handLands[0] = one(1)+one(2)+one(3)+one(4), 9, 1
		path := ""
		for g.ask(&s) {
			actions := g.AppendActions(nil, &s)
			path += actions[1].String()[len("skip "):]
			g.take(&s, actions[1])
		}
		first[order] = path
	}
	require.Equal(t, "LDCBA", first[Descending])
	require.Equal(t, "LABCD", first[Ascending])
	require.Len(t, first[Shuffled], 5)
	require.Equal(t, byte('L'), first[Shuffled][0])
	g := Game{order: Shuffled}
	differ := 0
	for turn := range uint8(64) {
		var met [MaxKinds + 1]bool
		for cursor := uint8(1); cursor <= MaxKinds; cursor++ {
			k := g.asked(turn, cursor)
			require.False(t, met[k], "a kind is asked for twice")
			met[k] = true
			if k != g.asked(0, cursor) {
				differ++
			}
		}
	}
	require.Greater(t, differ, 60*MaxKinds/2)
}

// Mana carries over from card to card, and a land gives its mana at once.
func TestBinaryMana(t *testing.T) {
	g, s := costs(t, Config{Main: Binary}, 2, 3)
	s.hand[0], s.handLands[0], s.mana, s.lands[0] = one(2)+some(1, 2), 1, 4, 4
	for _, want := range []string{"cast L", "cast B", "cast A"} {
		require.True(t, g.ask(&s))
		a := g.AppendActions(nil, &s)[0]
		require.Equal(t, want, a.String())
		g.take(&s, a)
	}
	require.False(t, g.ask(&s), "nothing is left to pay the last with")
	require.Zero(t, s.mana)
	require.Equal(t, one(1), s.hand[0])
	require.Equal(t, one(1)+one(2), s.table[0])
}

package magic

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

func TestDeterminizeKeepsTheView(t *testing.T) {
	for _, c := range []Config{
		{},
		{Main: Binary},
		{Main: Binary, Prune: PruneLand, Order: Ascending},
		{Main: Binary, Prune: PruneDominated, Order: Shuffled, ChanceDraws: true},
	} {
		g, err := New(c)
		require.NoError(t, err)
		gametest.Hidden(t, g, g.Deal(rng.New(1)), g.View)
	}
}

// held returns the number of cards of each kind in the hand and library of a player.
func held(s *State, player int) (kinds [MaxKinds + 1]int) {
	var cards [MaxCards]uint8
	for _, kind := range cards[:s.library[player].list(&cards, s.counted)] {
		kinds[kind]++
	}
	kinds[0] += int(s.handLands[player])
	for k := 1; k <= MaxKinds; k++ {
		kinds[k] += s.hand[player].count(k)
	}
	return kinds
}

// A determinization moves cards between the hand and the library of the opponent and within the
// libraries, and changes nothing else.
func TestDeterminizeConservesCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{
			Main: Main(rapid.IntRange(0, 1).Draw(t, "main")), Prune: Prune(rapid.IntRange(0, 2).Draw(t, "prune")),
			Order: Order(rapid.IntRange(0, 2).Draw(t, "order")), ChanceDraws: rapid.Bool().Draw(t, "chance"),
		}
		g, err := New(c)
		require.NoError(t, err)
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		observer := rapid.IntRange(0, 1).Draw(t, "observer")
		for s := g.Deal(r); s.phase != PhaseOver; {
			dealt := s
			g.Determinize(&dealt, observer, r)
			for player := range 2 {
				require.Equal(t, held(&s, player), held(&dealt, player))
				require.Equal(t, s.Hand(player), dealt.Hand(player))
				require.Equal(t, s.Library(player), dealt.Library(player))
			}
			require.Equal(t, s.hand[observer], dealt.hand[observer])
			require.Equal(t, s.handLands[observer], dealt.handLands[observer])
			open := dealt
			open.library, open.hand, open.handLands = s.library, s.hand, s.handLands
			if s.phase == PhaseCards && s.Active() != observer {
				open.cursor = s.cursor
			}
			require.Equal(t, s, open, "all else is public")
			if g.ToMove(&s) < 0 {
				g.randomPhase(&s, r)
				g.advance(&s)
				continue
			}
			actions := g.AppendActions(nil, &dealt)
			require.NotEmpty(t, actions)
			actions = g.AppendActions(actions[:0], &s)
			g.Apply(&s, actions[r.IntN(len(actions))])
		}
	})
}

// In a small case, all hands and orders are sampled equally often.
func TestDeterminizeIsUniform(t *testing.T) {
	g, err := New(Config{Deck: &Deck{Lands: 7, Creatures: []Creature{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}}})
	require.NoError(t, err)
	s := State{phase: PhaseAttack, cursor: 1, life: [2]int8{20, 20}}
	s.table[0] = one(1)
	s.library[0].fill([]uint8{2, 3, 0}, false)
	s.hand[1], s.handLands[1] = one(1), 1
	s.library[1].fill([]uint8{2, 3}, false)
	counts := map[State]float64{}
	r := rng.New(1)
	const n = 72_000
	for range n {
		dealt := s
		g.Determinize(&dealt, 0, r)
		counts[dealt]++
	}
	// There are six orders of the observer's library, and twelve ways to take two of four cards and
	// to order the others.
	require.Len(t, counts, 6*12)
	chi := 0.0
	for _, count := range counts {
		chi += (count - n/72) * (count - n/72) / (n / 72)
	}
	require.InDelta(t, 71, chi, 5*math.Sqrt(2*71))
}

// While the opponent chooses cards, only hands that leave it a choice are sampled.
func TestDeterminizeLeavesAChoice(t *testing.T) {
	g, err := New(Config{Deck: &Deck{Lands: 7, Creatures: []Creature{{1, 1, 1}, {2, 2, 2}, {3, 3, 9}}}, Main: Binary, Prune: PruneDominated})
	require.NoError(t, err)
	s := State{phase: PhaseCards, cursor: 15, mana: 2, life: [2]int8{20, 20}}
	s.hand[0] = one(1) + one(2)
	s.lands[0] = 2
	s.library[0].fill([]uint8{1, 2, 3, 3}, false)
	hands := map[zone]float64{}
	const n = 6000
	for seed := range uint64(n) {
		dealt := s
		g.Determinize(&dealt, 1, rng.New(seed))
		hands[dealt.hand[0]]++
		require.NotEmpty(t, g.AppendActions(nil, &dealt))
		own := s
		g.Determinize(&own, 0, rng.New(seed))
		require.Equal(t, s.hand[0], own.hand[0])
		require.Equal(t, s.cursor, own.cursor)
	}
	// Only one of 1 and 2 can be paid. Two of 2, or two of 1, leave one set that is not dominated.
	require.Equal(t, map[zone]float64{one(1) + one(2): n}, hands)
}

func TestDeterminizeBeforeTheDeal(t *testing.T) {
	g := Game{}
	s := g.Start()
	g.Determinize(&s, 0, rng.New(1))
	require.Equal(t, g.Start(), s)
	kinds := held(&s, 0)
	require.Zero(t, slices.Max(kinds[:]))
}

// Mana that was spent shows that the choice of a land is over: the land in hand was skipped.
func TestDeterminizeKeepsTheLandSkipped(t *testing.T) {
	g, err := New(Config{Deck: &Deck{Lands: 7, Creatures: []Creature{{1, 1, 1}, {1, 1, 1}}}, Main: Binary})
	require.NoError(t, err)
	s := State{phase: PhaseCards, cursor: MaxKinds, life: [2]int8{20, 20}}
	s.hand[0], s.handLands[0] = one(1), 1
	s.lands[0] = 2
	s.library[0].fill([]uint8{1, 0, 0}, false)
	for spent, asked := range map[uint8]Action{0: action(opCast, 0, 0), 1: action(opCast, 1, 0)} {
		t.Run(fmt.Sprint("spent ", spent), func(t *testing.T) {
			s := s
			s.mana = 2 - spent
			lands := 0
			for seed := range uint64(100) {
				sample := s
				g.Determinize(&sample, 1, rng.New(seed))
				lands += int(sample.handLands[0])
				if sample.handLands[0] > 0 {
					require.Equal(t, asked, g.AppendActions(nil, &sample)[0])
				}
			}
			require.Positive(t, lands)
		})
	}
}

// attacked returns a state in which the player to move wins if it attacks. Otherwise it loses, if
// its opponent can attack.
func attacked(t require.TestingT, opponents string) State {
	s := Game{}.Deal(rng.New(1))
	s.table = [2]zone{cards(t, "H"), cards(t, opponents)}
	s.tapped[1] = s.table[1]
	s.life = [2]int8{1, 1}
	s.beginAttack()
	return s
}

// plain returns what the last of n determinizations by the rules is.
func plain(s State, n int, seed uint64) State {
	r := rng.New(seed)
	for range n {
		Game{}.Determinize(&s, 0, r)
	}
	return s
}

// The first determinization that is interesting is kept. If none is, the one after the last
// candidate is.
func TestInterestingDeterminizations(t *testing.T) {
	matters := attacked(t, "HHH")
	same := attacked(t, "")
	same.library[1] = library{} // The opponent loses in its next turn.
	for seed := range uint64(50) {
		for candidates, drawn := range map[int]int{0: 6, 1: 2, 7: 8} {
			for _, tests := range []int{0, 1, 3} {
				g := Interesting{Rule: Expert, Candidates: candidates, Tests: tests}
				found, unfound := matters, same
				g.Determinize(&found, 0, rng.New(seed))
				require.Equal(t, plain(matters, 1, seed), found)
				g.Determinize(&unfound, 0, rng.New(seed))
				require.Equal(t, plain(same, drawn, seed), unfound)
			}
		}
	}
}

// If candidates are tested, the choice of the player to move matters in more determinizations.
func TestMoreCandidatesAreMoreInteresting(t *testing.T) {
	const n = 300
	start := Game{}.Deal(rng.New(3))
	for r := rng.New(3); start.turn < 3; {
		(&Game{}).playPhase(Reduced, &start, r)
		(&Game{}).advance(&start)
	}
	playout := Game{}.PlayoutBy([2]Rule{Reduced, Reduced})
	matter := func(candidates int) (many int) {
		g := Interesting{Rule: Reduced, Candidates: candidates, Tests: 1}
		for seed := range uint64(n) {
			s, r := start, rng.New(seed)
			g.Determinize(&s, 0, r)
			if g.winner(s, Idle, playout, r) != g.winner(s, Expert, playout, r) {
				many++
			}
		}
		return many
	}
	require.Greater(t, matter(30), matter(1)+5)
}

// In every form, tests of a determinization end, and they change nothing that the player sees.
func TestInterestingKeepsTheView(t *testing.T) {
	for _, c := range []Config{
		{},
		{Combat: Whole},
		{Main: Binary, Prune: PruneDominated, Order: Shuffled, ChanceDraws: true},
	}[testkit.Few(1, 0):] {
		g, err := New(c)
		require.NoError(t, err)
		for _, rule := range []Rule{Uniform, Reduced, Expert}[testkit.Few(2, 0):] {
			gametest.Hidden(t, Interesting{Game: g, Rule: rule, Candidates: 2, Tests: 1}, g.Deal(rng.New(1)), g.View)
		}
	}
}

// Idle plays no card, also in a form that leaves that out.
func TestIdlePhasesDoNothing(t *testing.T) {
	for _, c := range []Config{{Prune: PruneLand}, {Main: Binary, Prune: PruneDominated}} {
		g, err := New(c)
		require.NoError(t, err)
		pruned, r := 0, rng.New(3)
		var actions []Action
		for s := g.Deal(r); s.phase != PhaseOver; g.Apply(&s, actions[r.IntN(len(actions))]) {
			actions = g.AppendActions(actions[:0], &s)
			if s.phase != PhaseCards {
				continue
			}
			after, player := s, s.Active()
			g.playPhase(Idle, &after, r)
			require.Equal(t, s.table[player], after.table[player])
			require.Equal(t, s.lands[player], after.lands[player])
			require.Equal(t, s.turn+1, after.turn)
			if g.Legal(&s, 0) != nil {
				pruned++
			}
		}
		require.Positive(t, pruned)
	}
}

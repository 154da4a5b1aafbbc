package magic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

func wholeGame(t require.TestingT, d *Deck) Game {
	g, err := New(Config{Deck: d, Combat: Whole})
	require.NoError(t, err)
	return g
}

// drawCombat returns a state of the default deck with creatures on both sides.
func drawCombat(t *rapid.T, phase Phase, most int) State {
	s := State{phase: phase, cursor: MaxKinds, life: [2]int8{20, int8(rapid.IntRange(1, 40).Draw(t, "life"))}}
	for player := range 2 {
		for i := range rapid.IntRange(0, most).Draw(t, "creatures") {
			s.table[player] += one(rapid.IntRange(1, 8).Draw(t, fmt.Sprint(i)))
		}
	}
	return s
}

// naiveBlocks returns all ways to block, as text: each blocker blocks one attacker or none, and
// equal creatures are interchangeable.
func naiveBlocks(attackers, blockers []int) map[string]bool {
	all := map[string]bool{}
	choice := make([]int, len(blockers))
	for {
		of := make([][]int, len(attackers))
		for j, i := range choice {
			if i > 0 {
				of[i-1] = append(of[i-1], blockers[j])
			}
		}
		var pairs []string
		for i, list := range of {
			slices.Sort(list)
			pairs = append(pairs, fmt.Sprint(attackers[i], list))
		}
		slices.Sort(pairs)
		all[strings.Join(pairs, " ")] = true
		j := 0
		for ; j < len(choice) && choice[j] == len(attackers); j++ {
			choice[j] = 0
		}
		if j == len(choice) {
			return all
		}
		choice[j]++
	}
}

// describe writes a battle like naiveBlocks.
func describe(s *State, a Action) string {
	b := s.battle()
	b.read(a)
	var pairs []string
	for i := range b.attackers.size {
		pairs = append(pairs, fmt.Sprint(b.attackers.kinds[i], b.of[i+1].list()))
	}
	slices.Sort(pairs)
	return strings.Join(pairs, " ")
}

// Whole offers every way to block exactly once.
func TestWholeBlocksEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := wholeGame(t, nil), drawCombat(t, PhaseBlock, 4)
		s.pending, s.tapped[0] = s.table[0], s.table[0]
		if s.pending == 0 || s.idle() == 0 {
			t.Skip("no combat")
		}
		want, got := naiveBlocks(s.pending.list(), s.idle().list()), map[string]bool{}
		actions := g.AppendActions(nil, &s)
		for _, a := range actions {
			got[describe(&s, a)] = true
		}
		if len(want) <= maxWhole {
			require.Equal(t, want, got)
			require.Len(t, actions, len(got))
		}
		for text := range got {
			require.Contains(t, want, text)
		}
		require.Contains(t, got, describe(&s, opBlock|wholeBit))
		require.Contains(t, actions, g.expertBattle(&s))
	})
}

// Whole offers every set of attackers exactly once.
func TestWholeAttacksEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := wholeGame(t, nil), drawCombat(t, PhaseAttack, 9)
		if s.table[0] == 0 {
			t.Skip("no combat")
		}
		list, want := s.table[0].list(), map[Action]bool{}
		for set := range 1 << len(list) {
			var z zone
			for i, k := range list {
				z += some(k, set>>i&1)
			}
			want[wholeAttack(z)] = true
		}
		actions := g.AppendActions(nil, &s)
		for i, a := range actions {
			require.True(t, want[a])
			require.NotContains(t, actions[:i], a)
		}
		if len(want) <= maxWhole {
			require.Len(t, actions, len(want))
		}
		require.Contains(t, actions, wholeAttack(0))
		require.Contains(t, actions, wholeAttack(s.table[0]))
		require.Contains(t, actions, wholeAttack(g.deck().expertAttack(&s)))
	})
}

// Of too many combats Whole offers a sample without repetitions, the same at the same position.
func TestWholeSamples(t *testing.T) {
	deck := BombDeck()
	g := wholeGame(t, &deck)
	s := State{phase: PhaseAttack, cursor: MaxKinds, life: [2]int8{20, 20}}
	for k := 1; k <= 12; k++ {
		s.table[0] += one(k)
		s.table[1] += one(k)
	}
	s.table[0] += one(3)
	for range 2 {
		actions := g.AppendActions(nil, &s)
		require.Greater(t, len(actions), maxWhole*3/4)
		require.LessOrEqual(t, len(actions), maxWhole)
		require.Equal(t, actions, g.AppendActions(nil, &s))
		seen := map[string]bool{}
		for _, a := range actions {
			text := a.String()
			if s.phase == PhaseBlock {
				text = describe(&s, a)
			}
			require.False(t, seen[text], text)
			seen[text] = true
		}
		if s.phase == PhaseAttack {
			require.Contains(t, actions, wholeAttack(0))
			require.Contains(t, actions, wholeAttack(s.table[0]))
		} else {
			require.Contains(t, actions, opBlock|wholeBit)
		}
		require.Contains(t, actions, g.decide(Expert, &s, nil))
		s.phase, s.pending, s.tapped[0] = PhaseBlock, s.table[0], s.table[0]
	}
}

// A whole action and its canonical actions lead to the same state, in whole games.
func TestUnfoldEqualsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDeck(t)
		canonical, err := New(Config{Deck: d})
		if err != nil {
			t.Skip(err)
		}
		g, r := wholeGame(t, d), rng.New(rapid.Uint64().Draw(t, "seed"))
		for s := g.Deal(r); s.phase != PhaseOver; {
			actions := g.AppendActions(nil, &s)
			require.Greater(t, len(actions), 1)
			require.LessOrEqual(t, len(actions), max(maxWhole, len(actions)*int(s.phase/PhaseCards)))
			a := actions[r.IntN(len(actions))]
			if r.IntN(3) == 0 {
				a = g.decide(Expert, &s, r)
				require.Contains(t, actions, a)
			}
			again, err := g.Parse(a.String())
			require.NoError(t, err)
			require.Equal(t, a, again)
			at := s
			for _, step := range g.Unfold(nil, &s, a) {
				require.NoError(t, canonical.Legal(&at, step), "%v in %v", step, a)
				canonical.Apply(&at, step)
			}
			g.Apply(&s, a)
			require.Equal(t, at, s)
		}
	})
}

// The expert chooses the same combat in both forms.
func TestExpertInBothForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := wholeGame(t, nil), drawCombat(t, PhaseAttack, 6)
		if rapid.Bool().Draw(t, "block") {
			s.phase, s.pending, s.tapped[0] = PhaseBlock, s.table[0], s.table[0]
		}
		g.advance(&s)
		if s.phase != PhaseAttack && s.phase != PhaseBlock {
			t.Skip("no combat")
		}
		phase, turn, whole := s.phase, s.turn, s
		g.Apply(&whole, g.decide(Expert, &s, nil))
		for s.phase == phase && s.turn == turn {
			Game{}.Apply(&s, (&Game{}).decide(Expert, &s, nil))
		}
		require.Equal(t, s, whole)
	})
}

func TestParseWhole(t *testing.T) {
	g := Game{}
	for text, want := range map[string]Action{
		"charge": wholeAttack(0), "charge BAA": wholeAttack(some(1, 2) + one(2)), "assign 0": opBlock | wholeBit,
		"assign 20b": opBlock | wholeBit | 2<<4 | 11<<12,
	} {
		a, err := g.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, a)
	}
	for text, want := range map[string]string{
		"charge L": "a land does not fight", "charge Z": "there is no card 'Z'", "assign": "want 1 to 15 digits",
		"assign 0123456789012345": "want 1 to 15 digits", "assign x": "there is no attacker 'x'",
	} {
		_, err := g.Parse(text)
		require.ErrorContains(t, err, want)
	}
	_, err := New(Config{Combat: 2})
	require.EqualError(t, err, "magic: Config.Combat is 2, want Chain or Whole")
}

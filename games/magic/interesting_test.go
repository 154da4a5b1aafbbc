package magic

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

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
		{Main: Binary, Prune: PruneDominated, Order: Shuffled, ChanceDraws: true},
		{Combat: Whole},
	} {
		g, err := New(c)
		require.NoError(t, err)
		for _, rule := range []Rule{Uniform, Reduced, Expert} {
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

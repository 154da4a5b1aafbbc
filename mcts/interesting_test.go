package mcts_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// siege is a game in which player 0 acts at plies 0, 2, 3, player 1 at 1 and 4, and a turn is three
// plies. Each passes (0) or acts (1). Player 0 wins by acting at ply 2 if the hidden card is 7 of
// 0..9.
type siege struct{}

type siegeState struct {
	card, plies int
	breach      bool
}

func (siege) NumPlayers() int                               { return 2 }
func (siege) ToMove(s *siegeState) int                      { return [...]int{0, 1, 0, 0, 1, 0}[s.plies] }
func (siege) Determinize(s *siegeState, _ int, r *rng.Rand) { s.card = r.IntN(10) }

func (siege) AppendActions(dst []int, s *siegeState) []int {
	if s.plies == 5 {
		return dst
	}
	return append(dst, 0, 1)
}

func (siege) Apply(s *siegeState, a int) {
	s.breach = s.breach || s.plies == 2 && a == 1 && s.card == 7
	s.plies++
}

func (siege) Returns(s *siegeState, out []float64) {
	out[0], out[1] = 0, 1
	if s.breach {
		out[0], out[1] = 1, 0
	}
}

// siegeTurns is a siege that counts turns.
type siegeTurns struct{ siege }

func (siegeTurns) Turn(s *siegeState) int { return s.plies / 3 }

// always plays one action, and notes where.
func always(a int, at map[int]bool) policy.Playout {
	return mcts.PlayoutFunc(func(s *siegeState, _ int, actions []int, _ *rng.Rand) int {
		at[s.plies] = true
		return min(a, len(actions)-1) // in the tree, one may be left
	})
}

// A player follows the policies that are compared during its turn, and nobody else does.
func TestTrialsLastATurn(t *testing.T) {
	for _, c := range []struct {
		game mcts.Game[siegeState, int]
		root siegeState
		at   map[int]bool
	}{
		{siege{}, siegeState{}, map[int]bool{0: true}},
		{siegeTurns{}, siegeState{}, map[int]bool{0: true, 2: true}},
		{siege{}, siegeState{plies: 2}, map[int]bool{2: true, 3: true}},
		{siegeTurns{}, siegeState{plies: 2}, map[int]bool{2: true}},
		{siegeTurns{}, siegeState{plies: 1}, map[int]bool{1: true}},
		{siegeTurns{}, siegeState{plies: 3}, map[int]bool{3: true}},
	} {
		passive, rule, others := map[int]bool{}, map[int]bool{}, map[int]bool{}
		in := mcts.Interesting{Passive: always(0, passive), Rule: always(1, rule)}
		search(t, c.game, c.root, mcts.Config{Playout: always(0, others), Hidden: mcts.Ensemble{Interesting: in}}, 40)
		require.Equal(t, c.at, passive, "%+v", c)
		require.Equal(t, c.at, rule, "%+v", c)
		require.True(t, others[4], "Config.Playout plays the rest")
	}
}

// cards returns how many of the trees have the card with which acting wins.
func cards(t *testing.T, in mcts.Interesting, seed uint64) (sevens int) {
	cfg := mcts.Config{Seed: seed, Hidden: mcts.Ensemble{Trees: 200, Interesting: in}}
	s, _ := search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{plies: 2}, cfg, 200*4)
	for _, root := range s.Roots() {
		for _, c := range root.Children() {
			if c.Action() == 1 && c.Mean() == 1 {
				sevens++
			}
		}
	}
	return sevens
}

// A determinization is interesting if the card is 7, which has probability 1/10.
func TestInterestingDeterminizations(t *testing.T) {
	in := mcts.Interesting{Passive: always(0, map[int]bool{}), Rule: always(1, map[int]bool{}), Tests: 1}
	same := mcts.Interesting{Passive: in.Rule, Rule: in.Rule, Candidates: 50, Tests: 2}
	require.InDelta(t, 20, cards(t, mcts.Interesting{}, 1), 15, "any determinization")
	require.InDelta(t, 20, cards(t, same, 2), 15, "none is interesting, so any determinization")
	in.Candidates = 200
	require.Equal(t, 200, cards(t, in, 3), "the first interesting one")
	in.Candidates = 1
	require.InDelta(t, 200*(1-0.9*0.9), cards(t, in, 4), 11, "the one, or else the next as it comes")
}

// With AtLeaves the state of a leaf is determinized again before its playout.
func TestInterestingLeaves(t *testing.T) {
	in := mcts.Interesting{Passive: always(0, map[int]bool{}), Rule: always(1, map[int]bool{}), Candidates: 200, Tests: 1, AtLeaves: true}
	won := [2]int{}
	for seed := range uint64(30) {
		for i, in := range []mcts.Interesting{{}, in} {
			cfg := mcts.Config{Seed: seed, Playout: always(1, map[int]bool{}), Hidden: mcts.Ensemble{Trees: 1, Interesting: in}}
			_, r := search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{plies: 1}, cfg, 2) // both leaves are at ply 2
			won[i] += int(2 * r.Values[0])
		}
	}
	require.Less(t, won[0], 20, "any determinization")
	require.Equal(t, 60, won[1])
}

// The playout policy learns from simulations, not from the test playouts of Interesting.
func TestInterestingPlayoutsAreNotLearned(t *testing.T) {
	told := &spy{}
	in := mcts.Interesting{Passive: always(0, map[int]bool{}), Rule: always(1, map[int]bool{}), AtLeaves: true}
	_, r := search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{}, mcts.Config{
		Playout: told, Hidden: mcts.Ensemble{Trees: 1, Interesting: in}, Backup: policy.TurnDiscount{},
	}, 50)
	require.Len(t, told.traces, r.Simulations)
	for _, trace := range told.traces {
		require.Len(t, trace.Plies, 5, "of one game")
	}
}

// countingTests makes 4 tests of each of 5 candidates, and counts the passive actions.
func countingTests(calls *int) mcts.Interesting {
	pass := mcts.PlayoutFunc(func(*siegeState, int, []int, *rng.Rand) int {
		*calls++
		return 0
	})
	none := mcts.PlayoutFunc(func(*siegeState, int, []int, *rng.Rand) int { return 0 })
	return mcts.Interesting{Passive: pass, Rule: none, Candidates: 5, Tests: 4}
}

// Interesting makes so many tests of every candidate as it says, and so many candidates.
func TestInterestingCounts(t *testing.T) {
	const trees = 3
	calls := 0
	in := countingTests(&calls)
	cfg := mcts.Config{Hidden: mcts.Ensemble{Trees: trees, Interesting: in}}
	search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{plies: 2}, cfg, 10)
	require.Equal(t, trees*5*4, calls, "the turn has one ply")
}

// Determinizations are tested as often without a limit of time, whether or not the context can be
// done.
func TestInterestingWithAContext(t *testing.T) {
	calls := 0
	in := countingTests(&calls)
	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	s, err := mcts.New[siegeState, int](siegeTurns{}, mcts.Config{Hidden: mcts.Ensemble{Trees: 3, Interesting: in}})
	require.NoError(t, err)
	_, err = s.Run(ctx, &siegeState{plies: 2}, mcts.Budget{Simulations: 10})
	require.NoError(t, err)
	require.Equal(t, 3*5*4, calls, "the turn has one ply")
}

// finished is a siege whose unfinished states have no returns.
type finished struct{ siege }

func (g finished) Returns(s *siegeState, out []float64) {
	if s.plies < 5 {
		panic("the game is not over")
	}
	g.siege.Returns(s, out)
}

// Trials are played to the end in every Run, not only in the first.
func TestTrialsAreFinished(t *testing.T) {
	in := mcts.Interesting{Passive: always(0, map[int]bool{}), Rule: always(1, map[int]bool{})}
	s, err := mcts.New[siegeState, int](finished{}, mcts.Config{Hidden: mcts.Ensemble{Interesting: in}})
	require.NoError(t, err)
	for range 3 {
		_, err := s.Run(context.Background(), &siegeState{}, mcts.Budget{Simulations: 2000})
		require.NoError(t, err)
	}
}

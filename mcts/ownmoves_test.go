package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// assault is a siege in which the attack at ply 2 has two names and cannot be left out.
type assault struct{ siegeTurns }

func (g assault) AppendActions(dst []int, s *siegeState) []int {
	if s.plies == 2 {
		return append(dst, 1, 2)
	}
	return g.siegeTurns.AppendActions(dst, s)
}

func (g assault) Apply(s *siegeState, a int) { g.siegeTurns.Apply(s, min(a, 1)) }

// wait does nothing, whether the game lists that or not.
func wait(s *siegeState, _ int, _ *rng.Rand) { siege{}.Apply(s, 0) }

// OwnMoves may do what is not listed: only the passive playout of a siege that waits tells the
// determinizations apart.
func TestOwnMovesAreNotListed(t *testing.T) {
	acts := always(1, map[int]bool{})
	for _, c := range []struct {
		passive policy.Playout
		sevens  float64
		delta   float64
	}{
		{always(0, map[int]bool{}), 20, 15},
		{mcts.OwnMoves(wait), 200, 0},
	} {
		in := mcts.Interesting{Passive: c.passive, Rule: acts, Tests: 1, Candidates: 200}
		cfg := mcts.Config{Seed: 1, Hidden: mcts.Ensemble{Trees: 200, Interesting: in}}
		s, _ := search(t, mcts.Game[siegeState, int](assault{}), siegeState{plies: 2}, cfg, 200*4)
		sevens := 0.0
		for _, root := range s.Roots() {
			if root.Children()[0].Mean() == 1 {
				sevens++
			}
		}
		require.InDelta(t, c.sevens, sevens, c.delta)
	}
}

// OwnMoves move during the turn of the player to move, as listed actions do, and stop at the end.
func TestOwnMovesLastATurn(t *testing.T) {
	for root, want := range map[int]map[int]bool{0: {0: true, 2: true}, 2: {2: true}, 1: {1: true}, 4: {4: true}} {
		passive, rule := map[int]bool{}, map[int]bool{}
		noting := func(at map[int]bool) policy.Playout {
			return mcts.OwnMoves(func(s *siegeState, player int, r *rng.Rand) {
				require.Equal(t, siege{}.ToMove(s), player)
				at[s.plies] = true
				wait(s, player, r)
			})
		}
		in := mcts.Interesting{Passive: noting(passive), Rule: noting(rule)}
		search(t, mcts.Game[siegeState, int](siegeTurns{}), siegeState{plies: root}, mcts.Config{Hidden: mcts.Ensemble{Interesting: in}}, 40)
		require.Equal(t, want, passive)
		require.Equal(t, want, rule)
	}
}

func TestOwnMovesRefused(t *testing.T) {
	acts := always(1, map[int]bool{})
	for want, cfg := range map[string]mcts.Config{
		"OwnMoves of nil": {Hidden: mcts.Ensemble{Interesting: mcts.Interesting{Passive: mcts.OwnMoves[siegeState](nil), Rule: acts}}},
		"OwnMoves is a func(*int, int, *rng.Rand), which does not take the states": {
			Hidden: mcts.Ensemble{Interesting: mcts.Interesting{Passive: mcts.OwnMoves(func(*int, int, *rng.Rand) {}), Rule: acts}},
		},
		"want it as Passive or Rule of Interesting": {Playout: mcts.OwnMoves(wait)},
	} {
		_, err := mcts.New(mcts.Game[siegeState, int](siege{}), cfg)
		require.ErrorContains(t, err, want)
	}
}

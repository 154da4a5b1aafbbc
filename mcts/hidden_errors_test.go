package mcts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

func TestHiddenRefuses(t *testing.T) {
	refuse := func(t *testing.T, want string, cfg mcts.Config) {
		t.Helper()
		_, err := mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), cfg)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "mcts: Config.")
	}
	refuse(t, "Ensemble.Trees is -1, want 0..4096", mcts.Config{Hidden: mcts.Ensemble{Trees: -1}})
	refuse(t, "Ensemble.Merge is Merge(7), want MergeSum or", mcts.Config{Hidden: mcts.Ensemble{Merge: 7}})
	for _, p := range []mcts.Parallel{mcts.TreeParallel{}, mcts.LeafParallel{}, mcts.LockStep{}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			refuse(t, fmt.Sprintf("Config.Parallel is a %T, and the trees of an Ensemble grow with nil or RootParallel", p),
				mcts.Config{Hidden: mcts.Ensemble{}, Parallel: p})
		})
	}
	for _, p := range []mcts.Parallel{mcts.RootParallel{Trees: 3}, mcts.RootParallel{Merge: mcts.MergeVote}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			refuse(t, "RootParallel has Trees or Merge, and an Ensemble has its own", mcts.Config{Hidden: mcts.Ensemble{}, Parallel: p})
		})
	}
	refuse(t, "RootParallel.Workers is -2, want 0..4096", mcts.Config{Hidden: mcts.Ensemble{}, Parallel: mcts.RootParallel{Workers: -2}})
	refuse(t, "MaxBytes is 1000000, want 0 or >= ", mcts.Config{Hidden: mcts.Ensemble{}, MaxBytes: 1_000_000})
	refuse(t, "Hidden is a *mcts.Ensemble, want a value", mcts.Config{Hidden: &mcts.Ensemble{}})
	refuse(t, "Hidden is a *mcts.ISMCTS, want a value", mcts.Config{Hidden: (*mcts.ISMCTS)(nil)})

	set := mcts.ISMCTS{}
	refuse(t, "Config.Parallel is a mcts.LockStep, and the tree of an ISMCTS grows", mcts.Config{
		Hidden: set, Parallel: mcts.LockStep{},
	})
	refuse(t, "policy.UCB1Tuned takes every action for available all the time", mcts.Config{Hidden: set, Selection: policy.UCB1Tuned{}})
	_, err := mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), mcts.Config{Hidden: mcts.Ensemble{Trees: 5000}})
	require.EqualError(t, err, "mcts: Config.Hidden: Ensemble.Trees is 5000, want 0..4096", "one fault gives one sentence")
	_, err = mcts.New(mcts.Game[int, branch](hiddenJoint{&script{players: 2}}), mcts.Config{Hidden: set})
	require.ErrorContains(t, err, "an ISMCTS, which has one player to a node, and mcts_test.hiddenJoint has simultaneous moves")

	_, err = mcts.New(connect4.Game{}, mcts.Config{Hidden: mcts.Ensemble{}})
	require.ErrorContains(t, err, "Config.Hidden is mcts.Ensemble, and connect4.Game has no Determinize")
}

// contrary is a game whose determinizations change what the observer knows.
type contrary struct {
	imperfect
	fault string
}

func (g contrary) Determinize(s *imperfectState, observer int, r *rng.Rand) {
	switch g.fault {
	case "panic":
		panic("no determinization")
	case "player":
		s.plies = int8(r.IntN(2))
	case "actions":
		s.cards[observer] = uint8(r.IntN(imperfectCards))
	}
}

func TestContraryDeterminizations(t *testing.T) {
	for _, fault := range []string{"player", "actions"} {
		for _, hidden := range []mcts.HiddenInformation{mcts.Ensemble{}, mcts.ISMCTS{}} {
			s, err := mcts.New(mcts.Game[imperfectState, uint8](contrary{imperfect{seed: 5}, fault}), mcts.Config{Hidden: hidden})
			require.NoError(t, err)
			for range 2 {
				_, err = s.Run(bg, &imperfectState{}, mcts.Budget{Simulations: 100})
				require.ErrorContains(t, err, "contrary: Determinize contradicts what the player knows", fault)
				require.Zero(t, s.Root().Visits())
			}
		}
	}
	s, err := mcts.New(mcts.Game[imperfectState, uint8](contrary{imperfect{}, "panic"}), mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	require.Panics(t, func() { _, _ = s.Run(bg, &imperfectState{}, mcts.Budget{Simulations: 100}) })
	require.NoError(t, s.Check())

	over := imperfectState{plies: 5, cards: [2]uint8{0, 1}}
	s, err = mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &over, mcts.Budget{Simulations: 100})
	require.ErrorIs(t, err, mcts.ErrTerminal)
	s, err = mcts.New(mcts.Game[imperfectState, uint8](imperfect{chance: true}), mcts.Config{Hidden: mcts.Ensemble{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &imperfectState{plies: 3, cards: [2]uint8{0, 1}}, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "chance moves at the root")
}

// changeable is a game in which the hidden card decides the legal actions or the player to move.
type changeable struct {
	guess
	fault string
}

func (changeable) NumPlayers() int { return 2 }

func (g changeable) ToMove(s *guessState) int {
	if g.fault == "player" {
		return int(s.card)
	}
	return 0
}

func (g changeable) AppendActions(dst []uint8, s *guessState) []uint8 {
	switch {
	case s.said != 0:
		return dst
	case g.fault == "fewer" && s.card == 1:
		return append(dst, guessPass)
	case g.fault == "others" && s.card == 1:
		return append(dst, guessPass, guessHigh)
	}
	return append(dst, guessPass, guessLow)
}

func (g changeable) Returns(_ *guessState, out []float64) { clear(out) }

// All determinizations must have the same player to move and the same actions at the root.
func TestChangeableDeterminizations(t *testing.T) {
	for _, fault := range []string{"", "player", "fewer", "others"} {
		for seed := range uint64(10) { // either card may be in the first tree
			for _, hidden := range []mcts.HiddenInformation{mcts.Ensemble{Trees: 20}, mcts.ISMCTS{}} {
				g := mcts.Game[guessState, uint8](changeable{guess{2}, fault})
				s, err := mcts.New(g, mcts.Config{Hidden: hidden, Seed: seed})
				require.NoError(t, err)
				_, err = s.Run(bg, &guessState{}, mcts.Budget{Simulations: 40})
				if fault == "" {
					require.NoError(t, err)
					continue
				}
				require.ErrorContains(t, err, "changeable: Determinize contradicts what the player knows", fault)
			}
		}
	}
}

// joining is a game in which the hidden card decides whether player 1 chooses, too.
type joining struct{ changeable }

func (joining) ToMove(s *guessState) int {
	if s.card == 1 && s.said == 0 {
		return mcts.Simultaneous
	}
	return 0
}

func (g joining) AppendPlayerActions(dst []uint8, s *guessState, _ int) []uint8 {
	return g.AppendActions(dst, s)
}

func (g joining) ApplyJoint(s *guessState, joint []uint8) { g.Apply(s, joint[0]) }

// In all determinizations the player must choose alone, or in all of them together with others,
// even if the player's own actions are the same.
func TestJoiningDeterminizations(t *testing.T) {
	for seed := range uint64(10) {
		g := mcts.Game[guessState, uint8](joining{changeable{guess: guess{2}}})
		s, err := mcts.New(g, mcts.Config{Hidden: mcts.Ensemble{Trees: 20}, Seed: seed})
		require.NoError(t, err)
		_, err = s.Run(bg, &guessState{}, mcts.Budget{Simulations: 40})
		require.ErrorContains(t, err, "joining: Determinize contradicts what the player knows")
	}
}

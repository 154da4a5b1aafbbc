package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// stakes is a game of one player that chooses a stake of 1 or 2 and wins or loses it, round by
// round, until an outcome with probability 1/4 ends the game.
type stakes struct{ wrong float64 }

type stakesState struct {
	stake, last int
	over        bool
}

func (stakes) NumPlayers() int { return 1 }

func (stakes) ToMove(s *stakesState) int {
	if s.stake > 0 {
		return game.Chance
	}
	return 0
}

func (stakes) AppendActions(dst []int, s *stakesState) []int {
	if s.over {
		return dst
	}
	return append(dst, 1, 2)
}

func (stakes) AppendOutcomes(dst []game.Outcome[int], _ *stakesState) []game.Outcome[int] {
	return append(dst, game.Outcome[int]{Action: -1, Prob: 0.5}, game.Outcome[int]{Action: 1, Prob: 0.25}, game.Outcome[int]{Action: 3, Prob: 0.25})
}

// Apply sets the stake, or plays an outcome: the stake is lost or won, and the game ends if it is
// won with an outcome of 3.
func (stakes) Apply(s *stakesState, a int) {
	if s.last = 0; s.stake == 0 {
		s.stake = a
		return
	}
	if s.last = s.stake; a < 0 {
		s.last = -s.stake
	}
	s.stake, s.over = 0, a == 3
}

func (stakes) Rewards(s *stakesState, out []float64) { out[0] = float64(s.last) }
func (stakes) Returns(_ *stakesState, out []float64) { out[0] = 5 }

// Playout gets the mean wrong by g.wrong.
func (g stakes) Playout(s *stakesState, r *rng.Rand, out []float64) {
	out[0] = 5 + g.wrong
	stake := s.stake
	for over := s.over; !over; {
		if stake == 0 {
			stake = 1 + r.IntN(2)
		}
		switch r.IntN(4) {
		case 0, 1:
			out[0] -= float64(stake)
		case 2:
			out[0] += float64(stake)
		default:
			out[0] += float64(stake)
			over = true
		}
		stake = 0
	}
}

func rulesOf(t *testing.T, g game.Game[stakesState, int]) *game.Rules[stakesState, int] {
	t.Helper()
	return testkit.Rules(t, g)
}

// once is a game of one round of stakes.
type once struct{ stakes }

func (once) Apply(s *stakesState, a int) {
	stakes{}.Apply(s, a)
	s.over = s.stake == 0
}

// Playout has the right mean, unless g.wrong is not 0, and plays nothing.
func (g once) Playout(_ *stakesState, _ *rng.Rand, out []float64) { out[0] = 5 + g.wrong }

// A round is fair, so the player has 5 on average, and -1, 1, -2 or 2 more after a single round.
func TestPlayOut(t *testing.T) {
	rules := rulesOf(t, once{})
	require.Equal(t, []float64{5}, gametest.UniformReturns(once{}, stakesState{}))
	require.Equal(t, []float64{5}, gametest.UniformReturns(once{}, stakesState{stake: 2}))
	sums := map[float64]int{}
	for seed := range uint64(400) {
		states := 0
		sums[testkit.PlayOut(rules, stakesState{}, rng.New(seed), func(*stakesState) { states++ })[0]]++
		require.Equal(t, 2, states)
	}
	require.Len(t, sums, 4)
	for sum, n := range sums {
		require.Contains(t, []float64{3, 4, 6, 7}, sum)
		require.InDelta(t, 100, n, 50)
	}
}

func TestMeansOfPlayouts(t *testing.T) {
	testkit.SameMeans(t, rulesOf(t, stakes{}), stakesState{})
	testkit.SameMeans(t, rulesOf(t, stakes{}), stakesState{stake: 2})
	gametest.PlayoutMean(t, once{}, stakesState{}, 4000)
	one, many := rulesOf(t, once{}), rulesOf(t, stakes{0.4})
	said, failed := testkit.RunCheck(func(t testing.TB) { testkit.SameMeans(t, many, stakesState{}) })
	require.True(t, failed)
	require.Contains(t, said, "moment 0 of the playouts")
	said, failed = testkit.RunCheck(func(t testing.TB) { testkit.SameMeans(t, one, stakesState{}) })
	require.True(t, failed)
	require.NotContains(t, said, "moment 0")
	require.Contains(t, said, "moment 1 of the playouts")
	wrong := once{stakes{0.01}}
	said, failed = testkit.RunCheck(func(t testing.TB) { gametest.PlayoutMean(t, wrong, stakesState{}, 4000) })
	require.True(t, failed)
	require.Contains(t, said, "want 5")
}

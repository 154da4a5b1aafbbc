package equilibrium_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/poker"
)

// meanNashConv returns the mean of 20 seeds.
func meanNashConv[S any, A comparable](t *testing.T, g game.Game[S, A], start S) float64 {
	const seeds = 20
	tree, sum := newTree(t, g, start), 0.0
	for seed := range uint64(seeds) {
		strategy, err := equilibrium.Solve(context.Background(), tree, 10_000, seed)
		require.NoError(t, err)
		sum += tree.NashConv(strategy)
	}
	return sum / seeds
}

func TestSolve(t *testing.T) {
	require.Less(t, meanNashConv(t, poker.Kuhn{}, poker.Kuhn{}.Start()), 0.03)
	require.Less(t, meanNashConv(t, poker.Leduc{}, poker.Leduc{}.Start()), 0.5)
	dice := threeFaces(t)
	require.Less(t, meanNashConv(t, dice, dice.Start()), 0.03)
	require.Less(t, meanNashConv(t, goofspiel.Sealed{}, goofspiel.Sealed{}.Start()), 0.03)
}

func TestSolveDependsOnTheSeedAlone(t *testing.T) {
	tree := newTree(t, bidding, "")
	solve := func(seed uint64) equilibrium.Strategy {
		strategy, err := equilibrium.Solve(context.Background(), tree, 50, seed)
		require.NoError(t, err)
		return strategy
	}
	require.Equal(t, solve(1), solve(1))
	require.NotEqual(t, solve(1), solve(2))
}

// ending is a context that ends when it was asked a number of times.
type ending struct {
	context.Context
	left int
}

func (c *ending) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestSolveIsInterrupted(t *testing.T) {
	tree := newTree(t, bidding, "")
	got, err := equilibrium.Solve(&ending{context.Background(), 30}, tree, 1_000, 1)
	require.ErrorIs(t, err, context.Canceled)
	require.EqualError(t, err, "equilibrium: stopped after 30 of 1000 iterations: context canceled")
	want, err := equilibrium.Solve(context.Background(), tree, 30, 1)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestSolveWithoutIterations(t *testing.T) {
	tree := newTree(t, bidding, "")
	got, err := equilibrium.Solve(context.Background(), tree, 0, 1)
	require.NoError(t, err)
	require.Equal(t, tree.Uniform(), got)
	_, err = equilibrium.Solve(context.Background(), tree, -1, 1)
	require.EqualError(t, err, "equilibrium: iterations is -1, want >= 0")
}

// second is a game of three players in which player 1 alone has a choice: action k brings it k.
type second struct{}

func (second) NumPlayers() int { return 3 }
func (second) ToMove(*int) int { return 1 }

func (second) AppendActions(dst []int, s *int) []int {
	if *s > 0 {
		return dst
	}
	return append(dst, 0, 1)
}

func (second) Apply(s *int, a int)                   { *s = 1 + a }
func (second) Returns(s *int, out []float64)         { out[1] = float64(*s - 1) }
func (second) InformationState(s *int, _ int) uint64 { return uint64(*s) }

// The strategies of a player are summed up in the walks of the player before it, and in no others:
// in the first iteration, before it has any regret.
func TestSolveSumsOneStrategyPerIteration(t *testing.T) {
	tree := newTree(t, second{}, 0)
	for iterations, want := range []float64{0.5, 0.5, 0.75, 5. / 6} {
		strategy, err := equilibrium.Solve(t.Context(), tree, iterations, 1)
		require.NoError(t, err)
		require.InDeltaSlice(t, []float64{1 - want, want}, strategy[0], 1e-12, "%d iterations", iterations)
	}
}

package mcts_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// absentMinded writes the return of player 1 in its first playout only.
type absentMinded struct {
	connect4.Game
	playouts *int
}

func (g absentMinded) Playout(s *connect4.State, r *rng.Rand, out []float64) {
	own := [2]float64{}
	g.Game.Playout(s, r, own[:])
	out[0] = own[0]
	if *g.playouts++; *g.playouts == 1 {
		out[1] = own[1]
	}
}

// What a Playouter does not write is found, not taken from the playout before.
func TestForgottenReturnsOfAPlayout(t *testing.T) {
	s, err := mcts.New[connect4.State, connect4.Drop](absentMinded{playouts: new(int)}, mcts.Config{})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "the return of player 1 is NaN")
}

// An ISMCTS within another type is still one.
func TestEmbeddedKindOfHidden(t *testing.T) {
	type mine struct{ mcts.ISMCTS }
	g := imperfect{seed: 3}
	root, _ := g.draw(rng.New(2))
	_, plain := search(t, g, root, mcts.Config{Hidden: mcts.ISMCTS{}}, 300)
	_, embedded := search(t, g, root, mcts.Config{Hidden: mine{}}, 300)
	require.Equal(t, plain.Children, embedded.Children)
}

// mixing is a mixed strategy that needs nothing but how often children were available.
type mixing struct{ policy.UCT }

func (m mixing) Sample(n *policy.Node) (int, float64) { return m.Select(n), 1 }

// Sampling probabilities are not kept where the tree does not follow its edges one by one.
func TestMixedSelectionRefused(t *testing.T) {
	_, err := mcts.New[connect4.State, connect4.Drop](openGame{}, mcts.Config{Selection: mixing{}, Hidden: mcts.ISMCTS{}})
	require.ErrorContains(t, err, "mcts_test.mixing is a mixed strategy, whose sampling probabilities an ISMCTS does not keep")
	_, err = mcts.New(connect4.Game{}, mcts.Config{Selection: mixing{}, Parallel: mcts.TreeParallel{}})
	require.ErrorContains(t, err, "mcts_test.mixing is a mixed strategy, whose sampling probabilities the tree does not keep")
}

// Advance does not use the context of the Run before it.
func TestContextOfAdvance(t *testing.T) {
	g := &script{players: 1}
	var grow func(depth int) int
	grow = func(depth int) int {
		if depth == 0 {
			return g.leaf(0.5)
		}
		return g.node(0, grow(depth-1), grow(depth-1))
	}
	root := grow(6)
	source := predictFunc[int, branch](func(ctx context.Context, batch []mcts.Position[int, branch]) error {
		for _, p := range batch {
			fill(t, g, p)
		}
		return ctx.Err()
	})
	s, err := mcts.New[int, branch](g, mcts.Config{Prediction: &mcts.Prediction{Source: source}})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(bg)
	_, err = s.Run(ctx, &root, mcts.Budget{Simulations: 2})
	require.NoError(t, err)
	cancel()
	for range 4 {
		_, err = s.Advance(0)
		require.NoError(t, err)
	}
}

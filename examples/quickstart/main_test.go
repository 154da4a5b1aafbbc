package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

func Example_show() {
	if _, err := show(); err != nil {
		panic(err)
	}
	// Output:
	// Connect Four. X can win by force. Can you see how?
	//
	//  . . . . . . .
	//  . . . . . . .
	//  . . . . . . .
	//  . . O . . . .
	//  . O X . X . .
	//  . O X O O X X
	//  a b c d e f g   X to move
	//
	// Simulations  Move  Value  Expected line
	//        1000     c   0.64  [c b b e f a g]
	//        3000     c   0.63  [c f e e e g c f a c]
	//       10000     f   0.90  [f d d c d e d d f f e f g]
	//
	// Move  Visits  Value
	//    f    7310   0.90  ##############################
	//    c    2099   0.62  #########
	//    d     413   0.59  ##
	//    e      85   0.52  #
	//    b      61   0.49  #
	//    g      21   0.38  #
	//    a      11   0.27  #
	//
	// X plays f. The expected line ends with four in a row:
	//
	//  . . . O . . .
	//  . . . X . O .
	//  . . O X X O .
	//  . . O X O X .
	//  . O X O X X X
	//  . O X O O X X
	//  a b c d e f g
}

// The solver proves what the program says: X wins by force, in seven of its moves, and the search
// found the first one.
func TestForcedWin(t *testing.T) {
	game := connect4.Game{}
	state := game.Start()
	for _, column := range opening {
		game.Apply(&state, connect4.Drop(column-'a'))
	}
	search, err := mcts.New(game, mcts.Config{Seed: 1, Solver: &mcts.Solver{}})
	require.NoError(t, err)
	result, err := search.Run(t.Context(), &state, mcts.Budget{Simulations: 100_000})
	require.NoError(t, err)
	require.True(t, result.Proven)
	require.Equal(t, "f", result.Action.String())
	best := result.Children[0]
	require.Equal(t, result.Action, best.Action)
	require.Equal(t, []any{1.0, 13}, []any{best.Lower, best.Plies})
}

package playertest_test

import (
	"testing"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/playertest"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// A player takes a win that is there, and blocks the win of its opponent, in 100 positions.
func Example() {
	_ = func(t *testing.T) {
		g := tictactoe.Game{}
		player := arena.Searcher("uct", g, mcts.Config{}, mcts.Budget{Simulations: 500})
		playertest.Wins(t, g, g.Start(), player, 100)
		playertest.Blocks(t, g, g.Start(), player, 100)
	}
}

package console_test

import (
	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/tictactoe"
)

// This is the main function of a program with the commands play, match, tune, inspect, analyze and
// others, for your game. A player that the program adds can be named on the command line, as in
// match -a dice -b mcts.
func ExampleMain() {
	game := tictactoe.Game{}
	dice := arena.Random[tictactoe.State, tictactoe.Cell]("dice", game)
	console.Main(game, console.Name("tic-tac-toe"), console.Players(dice))
}

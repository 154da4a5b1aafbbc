package bundled

// strong are the parameters of mcts that won most at 20 ms per action, by the name of the game. The
// player "strong" is a search with them. docs/choosing.md has the matches.
var strong = map[string]string{
	Breakthrough.Name:  "selection=puct,maxplies=4,solver=on,probe=on",
	Connect4.Name:      "playout=antidecisive,solver=on,probe=on",
	Dots.Name:          "playout=nst,c=0.6",
	Dots2.Name:         usual,
	Gomoku.Name:        "selection=puct,prediction=evaluator,c=1",
	Goofspiel.Name:     usual,
	Goofspiel5.Name:    usual,
	Knightthrough.Name: "selection=puct,playout=nst,solver=on,probe=on",
	Magic.Name:         usual,
	Magic60.Name:       usual,
	NoGo.Name:          "playout=shared",
	Othello.Name:       "selection=implicit,alpha=0.6,maxplies=4",
	PawnWhopping.Name:  "selection=puct,playout=nst,solver=on,probe=on",
	Pig.Name:           "prediction=evaluator",
	TicTacToe.Name:     usual,
	Whist.Name:         usual,
}

// usual is the default, for games in which nothing that was tried wins more.
const usual = "selection=uct"

package bundled

// strong are the parameters of mcts that won most at 20 ms per action, by the name of the game. The
// player "strong" is a search with them. docs/choosing.md has the matches.
var strong = map[string]string{
	Breakthrough.Name:  "selection=puct,c=0.737,playout=nst,epsilon=0.1,k=1,maxplies=4",
	Connect4.Name:      "selection=puct,c=0.897,playout=antidecisive",
	Dots.Name:          "playout=nst,c=0.6",
	Dots2.Name:         usual,
	Gomoku.Name:        "selection=puct,prediction=evaluator,c=1",
	Goofspiel.Name:     usual,
	Goofspiel5.Name:    usual,
	Knightthrough.Name: "selection=puct,c=0.737,playout=nst,epsilon=0.217,k=2",
	Magic.Name:         usual,
	Magic60.Name:       usual,
	NoGo.Name:          "playout=shared",
	Othello.Name:       "selection=implicit,c=0.165,alpha=0.5,playout=nst,epsilon=0.1,k=20,maxplies=4,solver=on",
	PawnWhopping.Name:  "selection=puct,c=1.84,playout=nst,epsilon=0.11,k=3",
	Pig.Name:           "prediction=evaluator",
	TicTacToe.Name:     usual,
	Whist.Name:         usual,
}

// usual is the default, for games in which nothing that was tried wins more.
const usual = "selection=uct"

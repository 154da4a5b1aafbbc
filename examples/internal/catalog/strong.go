package catalog

// strong are the parameters of mcts that won most at 20 ms per action, by the name of the game. The
// player "strong" is a search with them. docs/choosing.md has the matches.
var strong = map[string]string{
	Breakthrough.Name:  "selection=puct,maxplies=4,solver=on,probe=on",
	Connect4.Name:      "playout=antidecisive,solver=on,probe=on",
	Dots.Name:          "playout=nst,c=0.6",
	Gomoku.Name:        "selection=puct,prediction=evaluator,c=1",
	Knightthrough.Name: "selection=puct,playout=nst,solver=on,probe=on",
	NoGo.Name:          "playout=shared",
	Othello.Name:       "selection=implicit,alpha=0.6,maxplies=4",
	PawnWhopping.Name:  "selection=puct,playout=nst,solver=on,probe=on",
}

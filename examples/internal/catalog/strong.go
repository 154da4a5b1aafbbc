package catalog

// strong are the parameters of mcts that won most at 20 ms per action, by the name of the game. The
// player "strong" is a search with them.
var strong = map[string]string{
	"breakthrough": "selection=puct,maxplies=4",
	"connect4":     "playout=antidecisive,solver=on,probe=on",
	"gomoku":       "selection=implicit,maxplies=4",
	"nogo":         "playout=shared",
	"othello":      "selection=implicit",
}

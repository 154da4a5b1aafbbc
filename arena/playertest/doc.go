// Package playertest is a kit that tests how a player plays: a search with custom strategies, a
// program, or any other [arena.Entrant]. The kits gametest and policytest check contracts, which a
// search with a wrong sign satisfies. The laws of play find it.
//
//	func TestPlay(t *testing.T) {
//		game := mygame.Game{}
//		player := arena.Searcher("mine", game, mcts.Config{Selection: MySelection{}}, mcts.Budget{Simulations: 1000})
//		playertest.Wins(t, game, game.Start(), player, 50)
//		playertest.Blocks(t, game, game.Start(), player, 50)
//		playertest.MoreSimulations(t, game, game.Start(), mcts.Config{Selection: MySelection{}}, 50, 400)
//	}
//
//	Wins               an action that wins at once is chosen where there is one
//	Blocks             an action that lets another player win at once is not chosen if others hold
//	Symmetry           symmetric positions have symmetric choices
//	NotWeaker          a player is not weaker than another one, by a sequential test
//	MoreSimulations    a search with more simulations is not weaker
//
// Positions come from random games ([gametest.Positions]), and every player is made with a seed of
// the kit. If the players depend on nothing else, as a search with a budget of simulations does,
// the tests give the same result every time. A failure names the law, the player, its choice, and
// the seed and the actions that lead to the position:
//
//	playertest: win: mine chooses c1, want one of [a3], which win at once (seed 0, after 6: b2 a1 ...)
//
// # Limits
//
// Wins and Blocks are for games without rewards in which all wins have the same value, and look at
// positions where one player chooses. A player that sees several sure wins may take its time, as
// minimax of four plies does, and fails Wins although it wins. Players see the whole state, hidden
// information included.
//
// The package is for tests, and needs [pgregory.net/rapid] because gametest does.
package playertest

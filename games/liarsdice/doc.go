// Package liarsdice implements liar's dice for two players with one die each, a game of bluffing in
// which the bids are public and the dice are hidden.
//
// # Rules
//
// Both players roll a die that the other one does not see. Player 1 begins. A player bids how many
// of the two dice show a face, such as 1x3, at least one three, or says that the last bid is a lie.
// A bid has to be higher than the last one: a higher quantity, or the same quantity and a higher
// face. The highest face is wild: it counts as every other one. After "liar" the dice are shown. If
// there are as many as the bid says, or more, the player that made it wins, and otherwise the other
// one. (The rules match OpenSpiel's liars_dice.)
//
// The winner has a return of 1, and the loser of -1.
//
// # Hidden information
//
// A player knows its die and all bids, so that is its information state. A bid is always higher
// than the one before: the set of the bids tells their order, and one bit for each is enough.
// [Game.Determinize] rolls the other die again.
//
// # Use
//
//	g, err := liarsdice.New(6) // faces
//	...
//	search, err := mcts.New(g, mcts.Config{Hidden: mcts.ISMCTS{}})
//	...
//	s := g.Start()
//	g.Apply(&s, liarsdice.Face(3)) // the die of player 0
//	g.Apply(&s, liarsdice.Face(6)) // the die of player 1
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//	fmt.Print(g.View(&s, 1)) // what player 1 sees
//
// # Optional interfaces
//
//	game.ChanceGame     the dice
//	game.Determinizer   the die of the other player
//	game.Informer       what a player knows
//	game.Indexer        one number for each face, each bid and Liar
//	game.ReturnRanger   -1 and 1
//
// A [State] has 4 bytes. A Game may be shared by goroutines.
package liarsdice

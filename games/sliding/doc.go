// Package sliding implements the sliding tile puzzle, on 3x3 places as the 8-puzzle and on 4x4 as
// the 15-puzzle, for one player, with a cost for every ply.
//
// # Rules
//
// Numbered tiles lie on a square board that has one gap. The player slides a tile next to the gap
// into it. The goal has the tiles in the order of their numbers, row by row from the upper left
// corner, and the gap in the lower right one. The game is over at the goal, or after a limit of
// plies.
//
// A game starts where random slides from the goal lead, so that there is a way back. The slides do
// not take one another back at once, and there is another one if they lead to the goal.
//
// # Rewards
//
// Every ply costs 1, which [Game.Rewards] returns as -1. At the goal Returns adds nothing. At the
// limit it takes the Manhattan distance of the tiles to their places, which is at least 1. So the
// return of a game that reaches the goal is the number of its plies, negative, and every such game
// is better than one that does not.
//
// The Manhattan distance counts for every tile the rows and columns between it and its place. A ply
// changes it by 1, so reaching the goal takes at least that many plies, and no return from a state
// on is above minus the distance: this is what Evaluate writes. From the farthest states of the
// 8-puzzle the goal is 31 plies away, and in the 15-puzzle 80 (Brüngger, Marzetta, Fukuda and
// Nievergelt, "The Parallel Search Bench ZRAM and its Applications", Annals of Operations Research
// 90, 1999).
//
// # Use
//
//	g, err := sliding.New(sliding.Config{Size: 4, Slides: 60, Seed: 1}) // the zero Game is New(Config{})
//	...
//	s := g.Start()
//	for _, tile := range g.AppendActions(nil, &s) {
//		...
//	}
//
// # Optional interfaces
//
//	game.Rewarder    -1 for each ply
//	game.Evaluator   minus the Manhattan distance, a bound
//	game.Playouter   uniform playouts
//	game.Sampler     a random tile next to the gap
//	game.Indexer     one number per tile
//	game.Hasher      64 bits of the tiles and of the plies that are left
//	game.CellBoard   one cell per place, with the number of its tile
//
// A [State] has 16 bytes: four bits for every place, the place of the gap, and the number of plies
// that are left. No method allocates, except those that make text. A Game may be shared by
// goroutines.
package sliding

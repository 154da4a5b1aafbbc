// Package dots implements Dots and Boxes for 2 to 4 players, on boards of up to 5x5 boxes.
//
// # Rules
//
// The board is a grid of dots. The players take turns and draw an edge between two neighboring
// dots. A player that draws the fourth edge of a box owns the box, or both boxes if the edge
// completes two, and must draw again. When all edges are drawn, the player with the most boxes
// wins. The rules for two players are from E. Berlekamp, "The Dots and Boxes Game" (2000). With
// more players, the turn goes round.
//
// The winner gets 1 and the other players 0. Players that share the most boxes share the 1: two get
// 1/2 each, three get 1/3, four get 1/4.
//
// In the game [Points] of two players, what counts is the difference of their boxes, which is paid
// as rewards.
//
// The game has more than two players, and players that move several times in a row, which many
// search algorithms do not support. A game has as many plies as the board has edges, 24 for 3x3
// boxes. In random games of the zero [Game], the mean returns of the three players are 0.24, 0.36
// and 0.40.
//
// # Use
//
//	g, err := dots.New(5, 5, 2) // width, height and players; the zero Game is New(3, 3, 3)
//	...
//	search, err := mcts.New(g, mcts.Config{})
//	...
//	s := g.Start()
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//	fmt.Print(g.Text(&s))
//
// # Optional interfaces
//
//	                    Game  Points
//	game.Rewarder       no    yes      the boxes that a ply completes
//	game.ReturnRanger   no    yes      minus and plus all boxes
//	game.Playouter      yes   yes      uniform playouts
//	game.Indexer        yes   yes      one number per edge
//	game.Hasher         yes   yes      64 bits of the edges, the player to move and, for Game, the
//	                                   numbers of boxes
//	game.CellBoard      yes   yes      one cell per edge and, for Game, the number of boxes of each
//	                                   player
//
// A [State] has 16 bytes: the edges, the number of boxes of each player, and the player to move. It
// does not record the owner of each box, which has no influence on the game. No method allocates,
// except those that make text. A Game may be shared by goroutines.
package dots

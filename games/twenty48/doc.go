// Package twenty48 implements 2048 (Gabriele Cirulli, 2014), a game with numbered tiles and chance
// for one player, which is paid in points during play.
//
// # Rules
//
// The board has 4x4 cells, and chance places two tiles on it. The player then slides all tiles in
// one of four directions, as far as they go. Two equal tiles that meet merge to one with their sum,
// and the player gets the number on it as points. A tile that has just merged does not merge again
// in the same ply, and of three equal tiles in a row, the two that are foremost in the direction
// merge. Then chance places a tile on an empty cell, each with the same probability: a 2 with
// probability 0.9, and a 4 with 0.1. A direction that would leave the board as it is cannot be
// chosen. When there is none, the game is over.
//
// Two tiles of 32768, [MaxTile], do not merge, because a cell has four bits. Few players ever
// reach two of them.
//
// # Rewards
//
// The return of a game is the number of its points. [Game.Rewards] gives them ply by ply, and what
// Returns adds at the end is 0. A [State] does not record how many points there were before. It
// holds the points of the last ply, which its hash leaves out. Returns have no useful range, so the
// game is no [game.ReturnRanger]: constants of a strategy have to be scaled with them. A game of
// uniformly random directions brings about 1,100 points, in 118 plies of the player.
//
// # Use
//
//	g := twenty48.Game{}
//	s := g.Start()
//	for g.ToMove(&s) == game.Chance {
//		tile, _ := g.RandomAction(&s, r)
//		g.Apply(&s, tile)
//	}
//	g.Apply(&s, twenty48.Left) // if g.Legal(&s, twenty48.Left) == nil
//	fmt.Print(g.Text(&s))
//
// # Optional interfaces
//
//	game.ChanceGame   the tiles that chance places, two outcomes for each empty cell
//	game.Rewarder     the points
//	game.Playouter    uniform playouts, which return the points from the state on
//	game.Sampler      a random direction, or a tile
//	game.Indexer      4 directions and 32 tiles
//	game.Hasher       64 bits of the tiles and of what chance has to do
//	game.CellBoard    one cell per cell of the board, with the power of two of its tile
//
// A [State] has 16 bytes; the board is a number with four bits for each cell, and a table has the
// result of a slide for each of the 65,536 rows. It takes 512 KB, and a millisecond at the first
// use. No method allocates, except those that make text. A Game may be shared by goroutines.
package twenty48

// Package dots is the game Dots and Boxes, for 2 to 4 players on boards of up to 5x5 boxes.
//
// The board is a grid of dots. The players in turn draw an edge between two dots that are neighbours in a row or in a
// column. Who draws the fourth edge of a box owns the box, or both boxes if there are two, and must draw again. When
// all edges are drawn, who owns the most boxes wins. The rules for two are those of E. Berlekamp, "The Dots and Boxes
// Game" (2000); with more players the turn goes round.
//
//	g := dots.Game{}                 // 3x3 boxes, three players
//	g, err := dots.New(5, 5, 2)      // width, height, players
//	s := g.Start()
//	edge, err := g.Parse("a1-b1")
//	if err == nil && g.Legal(&s, edge) == nil {
//		g.Apply(&s, edge)
//	}
//
// The winner gets 1 and the others 0; players who share the most boxes share the 1 as well: two get 1/2 each, three
// get 1/3, four get 1/4.
//
// It is a game with what many algorithms leave out: more than two players, and players who move several times in a
// row. Every game has as many plies as the board has edges, 24 for 3x3. In random games of the zero Game the last of
// the three gets the most, 0.24, 0.36 and 0.40.
//
// Game has the abilities Indexer, Hasher and Playouter of package mcts. A State is 16 bytes: the edges, what each
// player owns, and who is to move. It does not say who owns which box, for that has no influence on the game. No
// method allocates, but for those that make text. A Game may be used by any number of goroutines.
package dots

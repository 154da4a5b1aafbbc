// Package othello is Othello, also known as Reversi, on boards of 8x8, 6x6 and 4x4 squares.
//
// A player in turn places a disc of the own colour so that it encloses, with another disc of that colour, a line of
// the opponent's discs without a gap, along a row, a column or a diagonal. All discs enclosed by the new one are
// turned, in every direction, and a disc that would turn none may not be placed. Who cannot place a disc passes, and
// nobody else may. When neither can, the game is over, and whoever has more discs wins. The start is the usual one:
// four discs in the centre, White's on d4 and e5, Black's on d5 and e4. Black, player 0, begins.
//
//	g := othello.Game{}          // 8x8
//	g, err := othello.New(6)     // 6x6
//	s := g.Start()
//	m, err := g.Parse("d3")
//	if err == nil && g.Legal(&s, m) == nil {
//		g.Apply(&s, m)
//	}
//
// An action is a square, written as the letter of its column and the number of its row, or "pass". As everywhere in
// Othello, a1 is the upper left corner and h8 the lower right one. A pass is a ply like any other. No state offers a
// pass if neither player can place a disc, so two never follow one another.
//
// Game has the abilities Indexer, Hasher, Evaluator, Sampler, Playouter and Passer of package mcts. A State is 24
// bytes, two sets of squares and the player to move. No method allocates, but for those that make text. A Game may
// be used by any number of goroutines.
package othello

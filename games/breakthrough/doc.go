// Package breakthrough is the game Breakthrough (Dan Troyka, 2000), on boards of up to 8x8 squares, and two relatives.
//
// Each side begins with two full rows of pawns. A pawn moves one square forward, straight or diagonally, to an
// empty square; diagonally it may also capture. Nothing else blocks or captures. Who reaches the far row wins, and
// so does who captures the last pawn of the other side. White, player 0, begins at the bottom and moves up.
//
//	g := breakthrough.Game{}             // 8x8
//	g, err := breakthrough.New(6, 6)     // the size of many papers
//	s := g.Start()
//	move, err := g.Parse("a2-b3")
//	if err == nil && g.Legal(&s, move) == nil {
//		g.Apply(&s, move)
//	}
//
// A side to move always has a move while the game goes on: of its foremost pawns, none is on the far row, so a
// diagonal square lies ahead on the board, and no pawn of its own can be there. Every ply brings a pawn nearer to
// its far row, so a game on w columns and h rows ends within w(4h-6) plies. There are no draws.
//
// The relatives share its states and moves, on 8x8 squares:
//
//	Game{}             Breakthrough
//	Knightthrough{}    with knights, which jump forward only
//	PawnWhopping{}     with one row of the pawns of chess; who cannot move passes, and there are draws
//
// Game has the abilities Indexer, Hasher, Evaluator, Sampler and Playouter of package mcts. A State is 24 bytes,
// two sets of squares and the side to move. No method allocates, but for those that make text. A Game may be used
// by any number of goroutines. The same holds for the relatives, but that they have no Evaluator, and PawnWhopping is
// a Passer.
package breakthrough

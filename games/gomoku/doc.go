// Package gomoku is k in a row: two players in turn place a stone on any empty point of a board, and the first with
// k of their own stones in a line without a gap, along a row, a column or a diagonal, wins. More than k count as
// well. A full board without such a line is a draw. There are no other rules: this is free placement, without the
// restrictions on openings and on the first player that tournaments use.
//
//	g := gomoku.Game{}                    // 8x8, five in a row
//	g, err := gomoku.New(15, 15, 5)       // the board of the Japanese game
//	s := g.Start()
//	p, err := g.Parse("d4")
//	if err == nil && g.Legal(&s, p) == nil {
//		g.Apply(&s, p)
//	}
//
// The zero Game is the Connect Five of general game playing, 8x8 with five in a row (as in
// the experiments of Uemiya and Yokoyama on statistics of similar states). New(3, 3, 3) is tic-tac-toe.
//
// A point is written as the letter of its column, from a at the left, and the number of its row, from 1 at the
// bottom: c4. No letter is left out, so the last column of a board of 19 is s. Black, player 0, begins.
//
// Game has the abilities Indexer, Hasher, Sampler and Playouter of package mcts. A State is 104 bytes whatever the
// board, and boards of up to 64 points, with lines of up to 8, are the fastest: a set of their points is one word.
// No method allocates, but for those that make text. A Game may be used by any number of goroutines.
package gomoku

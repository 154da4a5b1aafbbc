// Package gomoku implements k in a row, on boards of up to 19x19 points.
//
// # Rules
//
// Two players, Black and White, take turns and place a stone on any empty point. Black, player 0,
// begins. The first player to have k or more stones in a line without a gap, along a row, a column
// or a diagonal, wins. A full board without such a line is a draw. There are none of the
// restrictions that tournaments put on the opening and on the first player.
//
// The returns are 1 for a win, 0 for a loss and 1/2 for a draw.
//
// The zero [Game] is the Connect Five of general game playing: 8x8 points with five in a row, as in
// the experiments of M. Uemiya and H. Yokoyama on the statistics of similar states. New(15, 15, 5)
// is the Japanese game, and New(3, 3, 3) is tic-tac-toe.
//
// In text, a point is the letter of its column, from a at the left, and the number of its row, from
// 1 at the bottom, such as c4. No letter is left out, so the last column of a board of 19 is s.
//
// # Use
//
//	g, err := gomoku.New(15, 15, 5)
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
//	game.Playouter        uniform playouts
//	game.PlayoutRecorder  the stones of these playouts
//	game.Sampler          a random empty point
//	game.Winner           wins with one stone
//	game.Weigher          threats, and lines without stones of the opponent
//	game.Evaluator        wins by fours, and lines without stones of the opponent
//	game.IndexLister      one number per point
//	game.ScorePlayouter   playouts by scores of the points
//	game.Hasher           64 bits of the stones
//	game.CellBoard        one cell per point
//
// [Game.DecisivePlayout] and [Game.AntiDecisivePlayout] are playouts for mcts.WholePlayout that do
// what mcts.DecisiveMoves does ply by ply.
//
// A [State] has 104 bytes on every board. Boards of up to 64 points with lines of up to 8 stones
// are the fastest, because a set of points is one word there. No method allocates, except those
// that make text. A Game may be shared by goroutines.
package gomoku

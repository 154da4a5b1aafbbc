// Package othello implements Othello, also known as Reversi, on boards of 8x8, 6x6 and 4x4 squares.
//
// # Rules
//
// Two players, Black and White, take turns and place a disc. Black, player 0, begins. The start is
// the usual one: four discs in the center, White's on d4 and e5 and Black's on d5 and e4.
//
// A disc must enclose a line of the opponent's discs without a gap, along a row, a column or a
// diagonal, between itself and another disc of its color. All enclosed discs are turned, in every
// direction. A player that cannot place a disc must pass, and no other player may pass. When
// neither player can place a disc, the game is over, and the player with more discs wins. The
// returns are 1 for a win, 0 for a loss and 1/2 for a draw.
//
// A pass is a ply like any other. There are never two passes in a row, because the game is over
// instead.
//
// In text, an action is the letter of a column and the number of a row, or "pass". As usual in
// Othello, a1 is the upper left corner.
//
// # Use
//
//	g := othello.Game{} // 8x8; New returns smaller boards
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
//	game.Playouter       uniform playouts
//	game.Sampler         a random legal action
//	game.Evaluator       mobility and corners
//	game.Weigher         corners, and the squares next to them
//	game.IndexLister     one number per square, and one for Pass
//	game.ScorePlayouter  playouts by scores of the squares
//	game.Hasher          64 bits of the discs and the player to move
//	game.CellBoard       one cell per square
//	game.Passer          names Pass
//
// A [State] has 24 bytes: two sets of squares and the player to move. Shifts of these sets find all
// legal squares at once. No method allocates, except those that make text. A Game may be shared by
// goroutines.
package othello

// Package breakthrough implements Breakthrough (Dan Troyka, 2000), on boards of up to 8x8 squares,
// and two relatives of it, Knightthrough and Pawn Whopping, on 8x8 squares.
//
//	Game            Breakthrough: pawns that move straight or diagonally
//	Knightthrough   Breakthrough with knights, which jump forward only
//	PawnWhopping    chess with nothing but the pawns; there are passes and draws
//
// The three games share the types [State] and [Move]. The rules of Breakthrough are below; its
// relatives are documented at their types.
//
// # Rules
//
// White, player 0, starts at the bottom and moves up; Black starts at the top and moves down. Each
// side has two full rows of pawns. A pawn moves one square forward, straight or diagonally, to an
// empty square. A diagonal move may also capture. A player that reaches the far row wins, and so
// does a player that captures the last pawn of the opponent. The returns are 1 for a win and 0 for
// a loss.
//
// There are no draws. Until the game is over, the player to move always has a move: none of its
// foremost pawns is on the far row, so there is a diagonal square ahead on the board, and none of
// the player's pawns can be there. Every ply brings a pawn closer to its far row, so a game on w
// columns and h rows ends within w(4h-6) plies.
//
// # Use
//
//	g, err := breakthrough.New(6, 6) // the zero Game has 8x8 squares
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
//	                      Game  Knightthrough  PawnWhopping
//	game.Playouter        yes   yes            yes           uniform playouts
//	game.PlayoutRecorder  yes   yes            no            the moves of these playouts
//	game.Sampler          yes   yes            yes           a random legal move
//	game.Winner           yes   no             no            wins with one move
//	game.Weigher          yes   yes            yes           captures and far advanced pieces
//	game.Indexer          yes   yes            yes           numbers by side, square and direction
//	game.IndexLister      yes   no             no            lists of these numbers
//	game.ScorePlayouter   yes   no             no            playouts by scores of the moves
//	game.Hasher           yes   yes            yes           64 bits of the pieces and the side to move
//	game.CellBoard        yes   yes            yes           one cell per square
//	game.Evaluator        yes   no             no            material, advance and forced ends
//	game.Passer           no    no             yes           names Pass
//
// A State has 24 bytes: two sets of squares and the side to move. One shift moves all pieces of a
// side, and a random move is drawn without a branch, so a ply of a playout takes few instructions.
// No method allocates, except those that make text. A Game may be shared by goroutines.
package breakthrough

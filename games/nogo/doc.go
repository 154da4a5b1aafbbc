// Package nogo implements NoGo, on boards of up to 19x19 points with any set of hollow points.
//
// # Rules
//
// Two players, Black and White, take turns and place a stone on an empty point. Black, player 0,
// begins. Stones are never removed. A stone that takes the last liberty from its own group
// (suicide) or from a group of the opponent (capture) is illegal, and there is no pass. A player
// that cannot move loses, so there are no draws. The returns are 1 for a win and 0 for a loss.
//
// A hollow point is a hole in the board. No stone can be placed there, and it is no liberty, like
// the space beyond the edge. The zero [Game] has 9x9 points, and [Hollow9] has eight of them
// hollow.
//
// In text, a point is the letter of its column and the number of its row, from A1 at the lower
// left. As on every Go board, there is no column I.
//
// # Use
//
//	g := nogo.Hollow9
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
//	game.IndexLister      one number per point, hollow ones included
//	game.ScorePlayouter   playouts by scores of the points
//	game.Evaluator        by the points that each player may take
//	game.Hasher           64 bits of the stones and the player to move
//	game.CellBoard        one cell per point, without the hollow ones
//
// [Game.SharedPlayout] is a playout that plays better than a uniform one, for mcts.WholePlayout.
//
// A [State] has 104 bytes on every board. The time of a playout grows about linearly with the
// number of empty points: [Game.Playout] relies on the fact that a point that is illegal for a
// player stays illegal for that player. The methods that a search calls do not allocate. A Game may
// be shared by goroutines.
package nogo

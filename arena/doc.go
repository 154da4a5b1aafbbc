// Package arena plays matches between players of any kind, and judges the results.
//
//	game := breakthrough.Game{}
//	match := arena.Match[breakthrough.State, breakthrough.Move]{
//		Game: game, Start: game.Start(), Pairs: 100, OpeningPlies: 2, Seed: 1,
//		Entrants: []arena.Entrant[breakthrough.State, breakthrough.Move]{
//			arena.Searcher("uct", game, mcts.Config{}, mcts.Budget{Simulations: 1000}),
//			arena.AlphaBeta("alphabeta", game, minimax.Config{Depth: 4}),
//		},
//	}
//	records, err := match.Run(ctx)
//	...
//	result := arena.Count(records, 0, 1)
//	low, high := result.Interval(0.95)
//	fmt.Println(result.WinRate(), low, high, result.SignTest())
//
// Who plays:
//
//	Entrant        a name and how to make players; Searcher, AlphaBeta, Random and Func make entrants
//	Player         answers the action of a seat at a state, in one game
//	Observer       a Player that is told what is played; JointObserver, where players move at the same time
//	Counter        a Player that says how many simulations it ran
//
// What is played:
//
//	Match          two entrants or more, in pairs of games with one random opening and seats exchanged
//	Record         one game: its opening, actions, returns, winner, simulations and times
//	Journal        a file of records from which an interrupted match goes on
//
// What it means:
//
//	Count, CountSeats, CountPairs, CrossTable    records to numbers
//	Tally          wins, draws and losses: rates, Wilson interval, sign test, Elo, likelihood of superiority
//	Pairs, SPRT    a sequential test over pairs of games, for Match.Stop
//	Ratings        Elo ratings of more than two
//
// The statistics are functions of counts and know nothing of matches: Wilson, SignTest, LOS, Elo, Rate.
//
// # Games
//
// Any mcts.Game for two players or more will do, with moves of chance and of all players at the same time. A side
// wins a game if the mean return over its seats is the higher one. In a game with many players the two entrants of a
// pair share all seats; Seatings says how.
//
// # Determinism
//
// Whatever is drawn at random comes from the seed of the match and the number of the pair, so records do not depend
// on the number of workers, on who is faster, or on interruptions; only their times do. That holds for players that
// count simulations. For players on a clock, Workers above the number of idle cores takes thinking time from them.
//
// # Limits
//
// A match is one process and one file. A player that never returns is not stopped but by its context. Players see the
// whole state: for a game with hidden information they must not look at what is hidden from their seat.
package arena

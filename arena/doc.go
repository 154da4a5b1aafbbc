// Package arena plays matches between players of any kind and evaluates the results.
//
//	game := breakthrough.Game{}
//	match := arena.Match[breakthrough.State, breakthrough.Move]{
//		Game: game, Start: game.Start(), Plan: arena.Plan{Pairs: 100, OpeningPlies: 2, Seed: 1},
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
// # Players
//
//	Searcher       Monte Carlo tree search with a fixed budget for every action
//	Timekeeper     the same in a match with a clock
//	AlphaBeta      package minimax; a deterministic opponent
//	Random         uniformly random actions; a baseline
//	Func           any function
//	Player         the interface of all of them, for your program
//	Observer       a Player that learns every action, for example to reuse its tree; JointObserver
//	               does so at simultaneous moves
//	SearchPlayer   Searcher and Timekeeper with all options, such as to ponder
//	Foreseer       a Player that thinks before the opening
//	Preparer       a Player that prepares before its first action
//	Ponderer       a Player that thinks while another player chooses
//	Timed          a Player that learns the state of its clock
//	Counter        a Player that reports the number of its simulations
//
// # Matches
//
//	Match, Plan    two or more entrants; pairs of games with one random opening and exchanged seats;
//	               a round robin, or a gauntlet
//	Record         one game: opening, actions, returns, winner, simulations and times
//	Journal        a file of records, with which an interrupted match is resumed
//
// # Results
//
//	Count, CountSeats, CountPairs, CountPentanomial, CrossTable    turn records into counts
//	CountReturns                                                   mean returns and their difference
//
// Package [github.com/banyan-go/banyan/arena/stats] evaluates the counts: intervals, tests and
// ratings.
//
// # Games
//
// A match accepts every mcts.Game, including games with chance, simultaneous moves and rewards. A
// side wins a game if the mean return over its seats is the higher one. In a game for more than two
// players, the two entrants of a pair share all seats; see [Seatings]. In a game for one player,
// each entrant plays one game of a pair, and the higher return wins the pair, which counts as one
// game.
//
// # Limits
//
// A match runs in one process and writes one file. A player that does not return is stopped only by
// its context. Players receive the whole state: in a game with hidden information they must ignore
// what is hidden from their seat.
//
// # Concurrency and determinism
//
// Everything random is derived from the seed of the match and the number of the pair. Records other
// than their times therefore do not depend on the number of workers, on the order in which games
// finish, or on interruptions, provided that the players count simulations. For players that use
// wall time, more Workers than idle cores shorten the time that each can use. The methods of Match
// may be called by several goroutines; a [Journal] belongs to one match at a time.
package arena

// Package timing decides how long a search may think about a move. It computes with values: it
// reads no clock, starts no goroutine, and knows neither the game nor the tree. The search reports
// the time spent and the statistics of the root, and is told to continue, to stop, or that its time
// has been extended.
//
//	planner := timing.Planner{
//		Plan:  timing.Enhanced{C: 80, MaxPly: 160},
//		Rules: []timing.Rule{timing.StopA(), timing.Behind{Root: true}, timing.Unstable{}},
//	}
//	clock, err := timing.Parse("40s+lag=50ms")
//	...
//	move := planner.Begin(timing.Situation{Clock: clock, Ply: ply})
//	for move.Check(stats()).Verdict != timing.Stop { // every planner.Interval() simulations
//		simulate()
//	}
//	clock, ok := clock.After(time.Since(start)) // ok is false if the flag has fallen
//
// # Plans
//
// A [Plan] assigns a regular time to a move.
//
//	Fixed        the same time for every move, or all that a clock with a fixed time per move allows
//	Basic        a constant share of the remaining time; requires no knowledge of the game
//	Enhanced     less time in the opening, where playouts say little; for long games such as Go
//	Yamashita    another formula of this kind, for comparison
//	Expected     the remaining time divided by the expected number of moves, from a table by ply
//	             (FitMoves makes it from games of self-play) or half of the length of a playout;
//	             the best basis for Opening, Middle and the rules
//	Opening      a factor on another plan; for games decided early, such as Connect Four and Go
//	Middle       more time in the middle of the game, on top of another plan; for the same games
//
// # Rules
//
// A [Rule] deviates from the regular time while the search runs.
//
//	EarlyStop    stops when the second most visited action can hardly catch up, and spends the saved
//	             time in advance; the strongest single rule in all games measured
//	Unassailable the same for a budget of simulations, for quick results
//	SureWin      stops when the game is almost certainly won
//	Confident    stops when the most visited action is the best one, with a stated error
//	OnlyAction   stops when there is no choice
//	Unstable     extends while the most visited action does not have the highest mean
//	Behind       extends while the player is losing
//	Close        extends while two actions have nearly the same number of visits
//
// The published results with the parameters listed in the comments of the rules, as percentages of
// games won against Expected with a table by ply (Baier and Winands 2016; the 95 % intervals are
// about ±1.4):
//
//	                     Connect Four  Breakthrough 6x6  Othello  Catch the Lion
//	Opening                      55.8              50.6     50.1            50.7
//	Middle                       57.0              49.7     53.2            51.2
//	Behind                       55.8              50.2     49.2            51.6
//	Unstable                     54.9              54.2     53.1            56.4
//	Close                        58.7              53.1     50.0            57.4
//	EarlyStop, STOP-A            50.8              54.5     52.9            50.0
//	EarlyStop, STOP-B            63.0              56.9     54.2            56.9
//	EarlyStop, STOP              65.0              58.2     54.8            60.4
//
// The parameters were tuned at 20 or 30 seconds per game. The defaults of the rules that extend are
// mild; measure what suits your game and time control.
//
// # Clocks and values
//
//	Clock        one player's clock; Left, Share and After compute with it, Parse reads it
//	Planner      a plan and rules, for all moves
//	MoveTime    the time of one move; Check decides whether its search continues
//	Stats        what a search reports to MoveTime.Check
//
// Amounts of time are of type [time.Duration]. On a [Clock] with Ticks, a nanosecond stands for one
// simulation (see [Tick]). The same plans and rules apply, and an experiment has the same result on
// every machine. With ticks, Stats.Spent is the number of simulations.
//
// # Limits
//
// A search keeps its time only as precisely as it calls [MoveTime.Check]. It should overshoot by
// less than Clock.Margin, which every share and every limit leaves unused. [MoveTime.Limit] is at
// most [Clock.Left], so no plan or rule loses a game on time or a period of overtime. If the clock
// does not save time for later moves ([Clock.Saves]), EarlyStop and SureWin do nothing.
//
// # Concurrency and determinism
//
// All results depend only on the arguments. Plans, rules, clocks and planners are immutable values
// and may be shared by goroutines. An MoveTime belongs to one search and must not be used by two
// goroutines at the same time.
//
// # Sources
//
// Huang, Coulom, Lin, "Time Management for Monte-Carlo Tree Search Applied to the Game of Go", TAAI
// 2010: Basic, Enhanced, Unstable, Behind, and the order of the last two. Baier, Winands, "Time
// Management for Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI
// in Games 8(3), 2016: Expected, Opening, Middle, EarlyStop, Close, and repeated extensions.
package timing

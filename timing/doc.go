// Package timing decides how long to think. It is arithmetic on values: it has no clock of its own, starts nothing and
// knows no game and no tree. Who searches tells it what has passed and what the root looks like, and is told to go on, to
// stop, or that there is more time than planned:
//
//	manager := timing.Manager{
//		Plan:  timing.Enhanced{C: 80, MaxPly: 160},
//		Rules: []timing.Rule{timing.StopA(), timing.Behind{Root: true}, timing.Unstable{}},
//	}
//	clock, err := timing.Parse("40s+lag=50ms")
//	...
//	session := manager.Begin(timing.Situation{Clock: clock, Ply: ply})
//	for session.Check(stats()).Verdict != timing.Stop { // about every manager.Interval() simulations
//		simulate()
//	}
//	clock, ok := clock.After(time.Since(start)) // ok: the flag has not fallen
//
// # Plans: what a move has regularly
//
//	Fixed        the same for every move; without a number, what a clock that is fixed per move allows
//	Basic        a constant share of what remains; needs no knowledge at all
//	Enhanced     less in the opening, where playouts tell little; long games such as Go
//	Yamashita    another formula of that kind, to compare with
//	Expected     what remains over the moves that are expected: from a table by ply (FitMoves makes it from games of
//	             self-play), or by the length of the playouts (FitPlayouts); the best basis for the other things here
//	Opening      a factor on another plan; where the first moves decide, as in Connect Four and Go
//	Middle       a bell on top of another plan; the same games
//
// # Rules: how a search deviates from it
//
//	EarlyStop    stops when the lead can hardly be made up in the time left, and hands the saved time out in advance; by
//	             itself the strongest in all games measured
//	Unassailable the same for a budget of simulations, when answers are wanted soon
//	SureWin      stops when the game is as good as won
//	OnlyAction   stops when there is no choice
//	Unstable     goes on while the most visited action is not the one with the highest mean
//	Behind       goes on while the player is losing
//	Close        goes on while two actions have nearly the same visits
//
// The published figures, with the parameters that each field comment lists, against Expected with a table by ply, in % of
// games won (Baier, Winands 2016; 95 % intervals of about 1.4):
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
// They were tuned at 20 or 30 seconds a game. The defaults of rules that make moves longer are the mild ones; what suits a
// game and a budget has to be measured.
//
// # Time
//
// Amounts are a time.Duration. On a Clock with Ticks a nanosecond is a simulation (see Tick): the
// plans and rules are the same, and an experiment gives the same result on every machine. With ticks, Stats.Spent is the
// number of simulations.
//
// A search keeps within its time as far as it asks often enough: what it overshoots should be less than Clock.Margin, which
// every share and every limit leaves. Limit is at most Clock.Left, so that no plan and no rule loses a game on time or a
// period of overtime. Where time cannot be saved (Clock.Saves), EarlyStop and SureWin do nothing.
//
// # Determinism and goroutines
//
// All is a function of its arguments. Plans, rules, clocks and managers are values that do not change and may be shared; a
// Session belongs to one search.
//
// # Sources
//
// Huang, Coulom, Lin, "Time Management for Monte-Carlo Tree Search Applied to the Game of Go", TAAI 2010: Basic, Enhanced,
// Unstable, Behind and the order of those two. Baier, Winands, "Time Management for Monte Carlo Tree Search", IEEE
// Transactions on Computational Intelligence and AI in Games 8(3), 2016: Expected, Opening, Middle, EarlyStop, Close, and
// the loops.
package timing

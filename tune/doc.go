// Package tune chooses the parameters of a player by matches.
//
//	games := tune.Games[breakthrough.State, breakthrough.Move]{
//		Match: arena.Match[breakthrough.State, breakthrough.Move]{
//			Game: game, Start: game.Start(), Plan: arena.Plan{OpeningPlies: 2},
//		},
//	}
//	space, err := tune.ParseSpace("c=0.1..2 log; playout=uniform|mast; epsilon=0.1..0.8 if playout=mast")
//	...
//	space.Fixed = "mcts,time=20ms"
//	result, err := tune.Run(ctx, games, space, tune.Options{
//		Default: "mcts,time=20ms", Time: time.Hour, Workers: 2,
//	})
//	...
//	low, high := result.Fresh.Interval(0.95) // of the win rate of result.Player against the default
//
// # What is inside
//
//	Space          parameters with their ranges, choices and conditions; ParseSpace reads one,
//	               DefaultSpace makes one for a game
//	Run            searches a space and returns a Result
//	Evaluator      plays pairs of games; Games does so in this process
//	Method         how to search: NTBEA, Halving, and SPSA for the last steps
//	Effect         what the values of one parameter won
//	Source         an mcts.Config as an expression in Go
//
// # The result
//
// The scores that make a player the best of many are biased upwards, because the search selected by
// them. So the best player meets the default again, in games with seeds that the search does not
// use, and Result.Fresh are these games alone. Compare players at equal time per action
// (time=20ms), because at equal simulations slow strategies look better than they are. If Fresh
// does not show that the best player is stronger, keep the default.
//
// # Which method
//
// NTBEA is the default: it finds the optimum of most synthetic functions more often than the
// others; see docs/strength.md. It plays two pairs of games at once. [Halving] is as good for
// numbers without conditions, and plays many at once: use it with four workers and more.
//
// # Limits
//
// Players are specs of package arena/spec, or texts that a custom Evaluator reads. A game needs two
// players or more. A few hundred pairs of games decide between strategies that are 50 Elo apart;
// constants that gain less than 20 Elo need thousands.
//
// # Concurrency and determinism
//
// Run plays in Options.Workers goroutines. With Options.Pairs as the limit and players that count
// simulations, the result depends on nothing but the arguments: not on the number of workers, and
// not on interruptions, after which Options.Journal continues the search. A Space and the methods
// are values and may be shared.
package tune

// Package minimax searches two-player games without chance exactly. It is a baseline opponent for
// Monte Carlo tree search and an oracle for tests.
//
//	game := tictactoe.Game{}
//	search, err := minimax.New(game, minimax.Config{})
//	if err != nil {
//		return err
//	}
//	state := game.Start()
//	result, err := search.Run(ctx, &state)
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Action, result.Value) // a1 0.5
//
// A game is a [game.Game] of two players whose returns have a constant sum, the rewards of a
// [game.Rewarder] included, without chance and without simultaneous moves. A player may act several
// times in a row. Values are from the view of player 0: player 0 maximizes and player 1 minimizes.
//
//	Config{}                   alpha-beta to the end of the game; the fastest without a Hash method
//	Config{TableBits: 20}      adds a transposition table; for games with a Hash method
//	Config{Depth: 8}           alpha-beta to a depth of 8 plies; for games too large to solve
//	Config{Plain: true}        minimax, which visits every position; for small games and for tests
//	EvaluationFunc             evaluates positions at the depth limit instead of the game
//	Search.Values              the exact values of all actions at the root
//	Search.Deepen              iterative deepening, for a limit of time
//
// All configurations choose the same action: the first one among the best. Alpha-beta is the
// fail-soft version (J. P. Fishburn, Another optimization of alpha-beta search, SIGART Bulletin 84,
// 1983). It also cuts off when alpha equals beta. If a game lists its actions from good to bad,
// alpha-beta visits only about the square root of the positions (D. E. Knuth and R. W. Moore, An
// analysis of alpha-beta pruning, Artificial Intelligence 6(4), 1975).
//
// # Limits
//
// A search without a depth limit fails with [ErrTooDeep] after 10,000 plies.
//
// # Concurrency and determinism
//
// A [Search] must not be used by two goroutines at the same time. The result depends only on the
// game, the configuration and the root.
package minimax

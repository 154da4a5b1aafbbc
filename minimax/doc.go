// Package minimax solves two-player games without chance exactly: the baseline opponent of the search, and the
// oracle of its tests.
//
//	search, err := minimax.New(tictactoe.Game{}, minimax.Config{})
//	...
//	state := tictactoe.Game{}.Start()
//	result, err := search.Run(ctx, &state)
//	fmt.Println(result.Action, result.Value) // a1 0.5
//
// A game has the five methods of Game, which every mcts.Game has, two players whose returns have a constant sum,
// and no chance. A player may move several times in a row. Values are those of player 0: player 0 chooses the
// greatest and player 1 the least.
//
//	Config{}                     alpha-beta to the end of the game
//	Config{Plain: true}          minimax, which visits every position: for small games and for tests
//	Config{Depth: 8}             alpha-beta over eight plies; Evaluate judges what lies there
//	Config{TableBits: 20}        remembers positions that are reached in several orders; the game needs Hash
//
// All of them choose the same action: the first of those that are best. Alpha-beta is the fail-soft version
// (J. P. Fishburn, Another optimization of alpha-beta search, SIGART Bulletin 84, 1983), with cuts at equality.
// Order the actions of your game from good to bad, for alpha-beta then visits only about the square root of the
// positions (D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6(4), 1975).
//
// Evaluate, Hash and Copy are used where the game has them, as described in package mcts. A wrapper around a game
// hides them here, so it should have those methods itself.
//
// A search is deterministic. One Search must not be used by two goroutines at the same time.
package minimax

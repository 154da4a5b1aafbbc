// Package banyan is documentation only: it shows where to begin. Banyan is a library for Monte
// Carlo tree search. A game is a type with five methods, and package [mcts] searches it:
//
//	search, err := mcts.New(game, mcts.Config{})
//	...
//	result, err := search.Run(ctx, &state, mcts.Budget{Simulations: 10_000})
//
// # Packages
//
//   - [mcts] is the search, and [game] the contract of a game with its optional interfaces.
//   - [policy] provides the strategies: selection, playouts, backup, final choice.
//   - [timing] plans the time of moves on a game clock.
//   - [gametest] checks the rules of a game, and [playertest] how a search plays it.
//   - [arena] plays matches between players, and [tune] finds the parameters that win most.
//   - [minimax], [nested] and [equilibrium] are other searches of the same games.
//   - [pool], [guard] and [inspect] are for servers.
//   - [gdl] loads games in the Game Description Language.
//
// The modules github.com/banyan-go/banyan/console (a program for any game), .../distributed and
// .../cmd/banyan belong to it. The tutorial and all other documents are at
// https://github.com/banyan-go/banyan/tree/main/docs.
//
// [arena]: https://pkg.go.dev/github.com/banyan-go/banyan/arena
// [equilibrium]: https://pkg.go.dev/github.com/banyan-go/banyan/equilibrium
// [game]: https://pkg.go.dev/github.com/banyan-go/banyan/game
// [gametest]: https://pkg.go.dev/github.com/banyan-go/banyan/games/gametest
// [gdl]: https://pkg.go.dev/github.com/banyan-go/banyan/gdl
// [guard]: https://pkg.go.dev/github.com/banyan-go/banyan/guard
// [inspect]: https://pkg.go.dev/github.com/banyan-go/banyan/inspect
// [mcts]: https://pkg.go.dev/github.com/banyan-go/banyan/mcts
// [minimax]: https://pkg.go.dev/github.com/banyan-go/banyan/minimax
// [nested]: https://pkg.go.dev/github.com/banyan-go/banyan/nested
// [playertest]: https://pkg.go.dev/github.com/banyan-go/banyan/arena/playertest
// [policy]: https://pkg.go.dev/github.com/banyan-go/banyan/policy
// [pool]: https://pkg.go.dev/github.com/banyan-go/banyan/pool
// [timing]: https://pkg.go.dev/github.com/banyan-go/banyan/timing
// [tune]: https://pkg.go.dev/github.com/banyan-go/banyan/tune
package banyan

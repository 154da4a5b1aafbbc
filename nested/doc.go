// Package nested searches games of one player for the best line: puzzles, tours, schedules, and
// other problems in which every decision leads to one state. It has Nested Rollout Policy
// Adaptation and Nested Monte-Carlo Search.
//
//	root := g.Start()
//	result, err := nested.Search(ctx, g, &root, nested.Config{Seed: 1}, nested.Budget{Playouts: 10_000})
//	if err != nil {
//		return err
//	}
//	fmt.Println(result.Return, result.Actions)
//
// A game implements the interface of package game: five methods. Its returns, and its rewards if it
// is a [game.Rewarder], are to be as great as possible, and may be any numbers. A tree search
// estimates how good an action is on average over what may follow. These searches look for the
// single best line instead, which suits long games with many actions and no opponent to disturb the
// plan.
//
//	Search       searches until a limit is reached, and returns the best line
//	Watch        does the same, and yields every better line as soon as it is found
//	NRPA         learns a policy from the best lines so far; the default
//	NMCS         tries every action at every state; needs no codes, and suits short games
//	Coder        an optional interface of games: which actions share what NRPA learns
//	CodeLister   a Coder that is faster
//
// # What a game can do for NRPA
//
// NRPA learns one number for each code of an action. Which actions have the same code matters more
// than any parameter. Without [Coder], these are equal actions, by their numbers if the game is a
// [game.Indexer]. Usually an action is good in some situation only, so its code should tell as much
// of the state as makes the action good, and no more: the road from a place to another one, not the
// place alone; the place, the color and the size of a group of blocks.
//
// With NRPA.Prior, the weights of [game.Weigher] are a bias of the policy. In SameGame, a rule of
// thumb as a bias gains more than tripling the playouts. Weights need to differ by large factors
// for that, such as exp(5); the policy learns where the rule is wrong.
//
// # Which parameters
//
// A run of NRPA with level L makes Iterations to the power of L playouts. Level 3, the default, has
// a million. If the budget is smaller, the run is cut short, which is no loss; if it is greater,
// the next run starts from nothing. NRPA converges to lines that it cannot leave; a problem that is
// solved by many short runs needs a smaller Level or fewer Iterations.
//
// # Limits
//
// Games must be for one player, without chance and simultaneous moves. A search runs on the
// goroutine of its caller. It takes memory for a few lines with the codes of all actions at their
// states, and for a policy at each level.
//
// # Concurrency and determinism
//
// The functions may be called by several goroutines. With a budget of playouts, the result depends
// only on the game, the root and the Config. A playout allocates nothing unless it is the best so
// far.
package nested

// Package equilibrium computes how far a strategy is from an equilibrium of a small game of
// imperfect information, exactly, and finds strategies that are close to one. It judges searches of
// such games, whose results against a few opponents prove little.
//
//	game := poker.Kuhn{}
//	tree, err := equilibrium.New(game, game.Start(), 1_000)
//	if err != nil {
//		return err
//	}
//	strategy, err := equilibrium.Solve(ctx, tree, 10_000, 1)
//	if err != nil {
//		return err
//	}
//	fmt.Println(tree.NashConv(strategy)) // about 0.02
//	fmt.Println(tree.Values(strategy))   // about [-0.06 0.06]
//
// A game is a [game.Game] with [game.Informer], which describes what a player knows, and any number
// of players. Chance is listed by a [game.ChanceGame]. The values of a player are sums of the
// rewards of a [game.Rewarder] after the start and of the returns at the end.
//
//	New                 enumerates the game and checks what InformationState says
//	Tree.Sets           the information sets: a player, the actions, a state to search
//	Strategy            probabilities of the actions of every information set: a table to store
//	Tree.Uniform, Mean  strategies to begin with
//	Tree.Index          finds what a Strategy plays at a state
//	Tree.Values         what every player gets, exactly
//	Tree.BestResponse   the most that a player can get against the others, exactly
//	Tree.NashConv       how far a strategy is from an equilibrium, exactly
//	Solve               external-sampling MCCFR
//
// To judge a search, run it at the State of every set and enter the probabilities of the actions: 1
// for the final action, or the shares of the visits. What a search chooses depends on its seed, so
// run it with many seeds and judge the [Mean] of the strategies. A few seeds overstate NashConv.
//
// # Perfect recall
//
// A player must not forget what it knew and did: states that it cannot tell apart must come after
// the same information sets and actions of that player. [New] refuses other games, because a best
// response cannot be computed set by set there. So InformationState must tell apart two ways to the
// same position if the player can, even if the difference does not matter any more.
//
// # Limits
//
// All states of the game, counted once for each history that leads to them, are kept in memory: a
// few hundred bytes each. Games of a million histories are practical. Simultaneous moves have to be
// written as moves one after the other, where InformationState does not tell the later player what
// the earlier one chose. That is the same game; goofspiel.Sealed is an example.
//
// # Concurrency and determinism
//
// A [Tree] does not change, so several goroutines may use one. The result of [Solve] depends only
// on the tree, the number of iterations and the seed.
package equilibrium

// Package whist implements a trick-taking card game for three players. It is the library's example
// of hidden cards with more than two players.
//
// # Rules
//
// There are 24 cards: nine, ten, jack, queen, king and ace of four suits. Each player gets eight. A
// player leads a card, and the others, in turn, play one each: a card of the same suit if they have
// one, and any card otherwise. The highest spade wins the trick, or without a spade the highest
// card of the suit that was led. The winner of a trick leads to the next one. Player 1 leads first.
// The return of a player is its share of the eight tricks.
//
// # Hidden information
//
// A player sees its own hand and all that was played. A player that does not follow suit shows that
// it has no card of that suit. [Game.Determinize] deals the unseen cards in agreement with that,
// every possible deal being equally likely, with the help of package games/deal.
//
// # Use
//
//	g := whist.Game{}
//	search, err := mcts.New(g, mcts.Config{Hidden: mcts.ISMCTS{}}) // or mcts.Ensemble{}
//	...
//	s := g.Deal(r)
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//	fmt.Print(g.View(&s, 0)) // what player 0 sees
//
// # Optional interfaces
//
//	game.ChanceGame     the deal, card by card
//	game.Determinizer   the hands of the others
//	game.Informer       what a player knows
//	game.Indexer        one number for each card
//
// A [State] has 28 bytes.
package whist

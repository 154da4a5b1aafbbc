// Package poker implements two small games of poker for two players, [Kuhn] and [Leduc]. They are
// the library's examples of hidden cards, bluffing and information states, and the usual games to
// measure a strategy on.
//
// # Kuhn poker
//
// There are three cards: jack, queen and king. Both players put in an ante of one chip, and each
// gets a card that the other one does not see. Player 1 begins. A player may pass or bet one chip.
// To pass after a bet is to fold: the other player takes the pot. If both players pass, or both
// bet, the cards are shown, and the higher one takes the pot. (Kuhn, "A simplified two-person
// poker", Contributions to the Theory of Games 1, 1950.) With perfect play, player 1 loses 1/18 of
// a chip.
//
// # Leduc poker
//
// There are six cards: two jacks, two queens and two kings. Both players put in an ante of one chip
// and get a card. Two rounds of betting follow, and between them a public card is shown. Player 1
// begins each round. A player may call, which is a check if there is no raise to match, or raise,
// at most twice in a round: by two chips in the first round and by four in the second one. After a
// raise it may also fold. At the end a player whose card has the rank of the public card wins, and
// otherwise the player with the higher card; equal cards share the pot. (Southey et al., "Bayes'
// Bluff: Opponent Modelling in Poker", UAI 2005; the rules match OpenSpiel's leduc_poker.)
//
// Suits do not matter, so a card is a rank, and the probabilities of chance follow from how many
// cards of a rank are left.
//
// # Returns
//
// A return is what the player wins, in chips, and negative if it loses: -2 to 2 in Kuhn poker, and
// -13 to 13 in Leduc poker. The returns of the two players sum to 0.
//
// # Hidden information
//
// Both games are a [game.Determinizer] and a [game.Informer]. The three methods for what a player
// sees, View, InformationState and Determinize, share one helper: a copy of the state in which a
// mark replaces the card that the player does not see. The source of Kuhn, a page of code, explains
// how to write them. There are 12 information states with a decision in Kuhn poker, and 288 in
// Leduc poker.
//
// # Use
//
//	g := poker.Leduc{}
//	search, err := mcts.New(g, mcts.Config{Hidden: mcts.ISMCTS{}})
//	...
//	s := g.Start()
//	g.Apply(&s, poker.King) // the card of player 0
//	g.Apply(&s, poker.Jack) // the card of player 1
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//	fmt.Print(g.View(&s, 1)) // what player 1 sees
//
// # Optional interfaces
//
//	game.ChanceGame     the cards, one by one
//	game.Determinizer   the card of the other player
//	game.Informer       what a player knows
//	game.Indexer        one number for each card and each action
//	game.ReturnRanger   the most that a player can win or lose
//
// A state has 5 bytes in Kuhn poker and 13 in Leduc poker. Games may be shared by goroutines.
package poker

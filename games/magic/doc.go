// Package magic implements the simplified version of the card game Magic: The Gathering of P. I.
// Cowling, C. D. Ward and E. J. Powley, "Ensemble Determinization in Monte Carlo Tree Search for
// the Imperfect Information Card Game Magic: The Gathering" (IEEE TCIAIG 4(4), 2012). Decks consist
// of lands and of creatures without abilities. Hands are hidden and libraries are shuffled.
//
// # Rules
//
// Each of the two players has 20 life and a deck of the same 40 cards, of which it holds 7. Other
// decks and lives can be chosen; [BombDeck] has 60 cards. A turn has these steps:
//
//   - The creatures of the active player untap, and the active player draws a card. A player that
//     cannot draw loses. The first player does not draw in the first turn.
//   - The active player chooses attackers among its creatures, which tap.
//   - The opponent chooses blockers among its untapped creatures. Several creatures may block one
//     attacker. Each creature blocks at most one attacker.
//   - An attacker that is not blocked takes as much life from the opponent as its power. An
//     attacker that is blocked and its blockers deal damage to each other at the same time, and a
//     creature dies if the damage is at least its toughness. An attacker kills as many blockers as
//     its power allows, in ascending order of toughness, then descending order of power, then of
//     cost. Damage does not last, and does not pass through blockers.
//   - The active player plays at most one land, and creatures. Each land in play gives one mana in
//     every turn, and a creature costs mana. New creatures can block at once, and can attack in
//     their owner's next turn.
//
// A player without life loses. A hand may have any number of cards. There are no draws: the winner
// gets 1 and the loser 0.
//
// Creatures with equal numbers are interchangeable. The game counts them by kind and names the
// kinds by letters, A for the cheapest. The letter L stands for a land.
//
// # Decisions
//
// Attackers are chosen kind by kind, the most expensive first: one action chooses how many
// creatures of the kind attack. Blockers are named one by one for each attacker. So there are few
// actions at a time, and no choice can be made in two orders. The combat of an attacker is resolved
// when its blockers are known. That reveals nothing that the players could not work out themselves.
//
// With [Whole] all attackers are one action, and so are all blockers, as in the paper. A player
// that searches in that form plays in the canonical game with [Game.Unfold].
//
// The cards of a turn are chosen in one of two forms. With [Subsets], every set of cards that can
// be paid is one action. With [Binary], the game asks for one card after the other, which is played
// or skipped, a land first. It asks for a card if the remaining mana suffices for it. A skipped
// card does not come up again in the turn, nor do cards of the same kind. [Prune] leaves out
// actions that are rarely good.
//
// A decision with a single action is made without asking, so that the player to move can depend on
// a hidden hand.
//
// The zero [Game] is the canonical game, in which players that search in different forms meet. A
// player that searches in a different form converts states with [Game.Adopt], or chooses whole
// actions with [Game.Whole].
//
// # Hidden information
//
// A [State] holds all cards, even the ones that a player cannot see. [Game.Determinize] samples the
// hidden ones. The rules [Game.Random], [Game.Reduced], [Game.Expert] and [Game.Idle] do not look
// at them. [Game.Start] returns the state before the cards are dealt, which is a move of chance, so
// that each game of a match, or each pair of games, can have a separate deal. [Game.Deal] returns a
// state after the deal. [Interesting] prefers determinizations in which a choice matters.
//
// # Use
//
//	g, err := magic.New(magic.Config{Main: magic.Binary, Prune: magic.PruneDominated})
//	...
//	search, err := mcts.New(magic.Numbered{Game: g}, mcts.Config{Hidden: mcts.Ensemble{Trees: 40}})
//	...
//	s := g.Deal(rng.New(1))
//	fmt.Print(g.View(&s, 0)) // what player 0 sees
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//
// # Optional interfaces
//
//	game.ChanceGame     the deal; with Config.ChanceDraws, every card that is drawn
//	game.Determinizer   what a player cannot see
//	game.TurnCounter    turns of both players
//	game.Hasher         64 bits of the whole state
//	game.Playouter      uniform playouts; PlayoutBy has playouts by rules
//	game.Indexer        type Numbered only: 1320 action numbers in the form Binary
//
// A State has 168 bytes and no pointers. Playouts do not allocate: they decide a whole phase at a
// time, without lists of actions. Games may be shared by goroutines.
package magic

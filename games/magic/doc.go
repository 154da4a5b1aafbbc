// Package magic is the simplified game of Magic: The Gathering of Cowling, Ward and Powley, "Ensemble Determinization in Monte
// Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering" (IEEE TCIAIG 4(4), 2012): decks of lands and
// creatures without abilities, hidden hands, and shuffled libraries.
//
//	g := magic.Game{}                                                            // the game of the referee
//	own, err := magic.New(magic.Config{Main: magic.Binary, Prune: magic.PruneDominated})
//	a, err := own.Whole(&s, func(s *magic.State) (magic.Action, error) { ... })   // play in one by decisions in the other
//
// # Rules
//
// Two players have 20 life and decks with the same 40 cards, 7 of them in hand. A turn is:
//
//   - The creatures of the active player untap, and he draws a card. Who has none to draw has lost. The first
//     player does not draw in the first turn.
//   - He chooses attackers among his creatures, which tap.
//   - His opponent chooses blockers among the untapped creatures. Several may block an attacker, and each blocks one.
//   - An attacker that is not blocked takes as much life as its power. Others and their blockers deal damage to each other at the
//     same time, and who has taken its toughness dies. An attacker kills as many of its blockers as its power can, those of
//     the least toughness first, among those the greatest power first, then the highest cost. Damage does not last, and none
//     goes through a blocker.
//   - He plays a land at most, and creatures. Each land in play gives one mana in every turn, and a creature
//     costs mana. Creatures that have just come can block, and attack in the next turn of their owner.
//
// Who has no life left has lost. Hands may be of any size.
//
// Creatures of equal numbers are equal: the game counts them by kind, and kinds are named by letters in ascending order of
// their cost, without L, which is a land.
//
// # Decisions
//
// Attackers are chosen kind by kind, the most expensive first, and how many of each. Blockers are named one by one for each
// attacker. That makes few actions at a time, and no two orders of the same choice. An attacker's combat is
// resolved when its blockers are known, which tells nothing that those who choose could not work out.
//
// Cards are chosen in one of two forms. With Subsets every set of cards that can be paid is an action. With Binary one card after the
// other is played or skipped, a land first; a card is asked for if the mana that is left pays for it, and one that is skipped is
// not asked for again, nor its like. Prune leaves out what is hardly ever good.
//
// A decision with one answer is taken without asking.
//
// # Hidden information
//
// A State holds all cards, also those that a player does not see. Determinize deals these anew. The rules Random, Reduced, Expert and
// Idle do not look at them. Start is before the deal, which is a move of chance, so that every game, and every pair of a match,
// has its own; Deal begins behind it.
package magic

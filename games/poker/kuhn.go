package poker

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Kuhn is the rules of Kuhn poker. It has nothing to configure.
type Kuhn struct{}

// KuhnState is a position of Kuhn poker, with both cards. It is copied by assignment and compared
// by ==.
type KuhnState struct {
	cards [2]Action
	bets  [3]Action // Pass or Bet, by player 0, 1 and 0; noCard where none was played
}

func (s *KuhnState) played() []Action { return played(s.bets[:]) }

// chips returns what a player has paid: the ante and its bet.
func (s *KuhnState) chips(player int) int {
	chips := 1
	for i, a := range s.bets {
		if i%2 == player && a == Bet {
			chips++
		}
	}
	return chips
}

// over reports whether two actions were played, unless they are a pass and a bet, to which player 0
// still replies.
func (s *KuhnState) over() bool {
	return len(s.played()) == 3 || len(s.played()) == 2 && (s.bets[0] == Bet || s.bets[1] == Pass)
}

// shown reports whether the cards are shown: at the end, unless a player folded.
func (s *KuhnState) shown() bool { return s.over() && s.chips(0) == s.chips(1) }

// Start returns the state before the cards are dealt.
func (Kuhn) Start() KuhnState { return KuhnState{} }

// NumPlayers returns 2.
func (Kuhn) NumPlayers() int { return 2 }

// ToMove returns the player that is to act, or [game.Chance] while a player has no card.
func (Kuhn) ToMove(s *KuhnState) int {
	if s.cards[1] == noCard {
		return game.Chance
	}
	return len(s.played()) % 2
}

// AppendActions appends Pass and Bet.
func (Kuhn) AppendActions(dst []Action, s *KuhnState) []Action {
	if s.over() || s.cards[1] == noCard {
		return dst
	}
	return append(dst, Pass, Bet)
}

// AppendOutcomes appends the cards that no player has.
func (Kuhn) AppendOutcomes(dst []game.Outcome[Action], s *KuhnState) []game.Outcome[Action] {
	for card := Jack; card <= King; card++ {
		switch s.cards[0] {
		case noCard:
			dst = append(dst, game.Outcome[Action]{Action: card, Prob: 1. / 3})
		case card:
		default:
			dst = append(dst, game.Outcome[Action]{Action: card, Prob: 1. / 2})
		}
	}
	return dst
}

// Apply plays an action, or deals a card to player 0 and then to player 1.
func (Kuhn) Apply(s *KuhnState, a Action) {
	switch noCard {
	case s.cards[0]:
		s.cards[0] = a
	case s.cards[1]:
		s.cards[1] = a
	default:
		s.bets[len(s.played())] = a
	}
}

// Returns writes what the players win. After a fold, the player that has paid more wins.
func (Kuhn) Returns(s *KuhnState, out []float64) {
	lead := s.chips(0) - s.chips(1)
	if lead == 0 {
		lead = int(s.cards[0]) - int(s.cards[1])
	}
	won := float64(min(s.chips(0), s.chips(1)))
	if lead < 0 {
		won = -won
	}
	out[0], out[1] = won, -won
}

// ReturnRange returns -2 and 2, the ante and a bet.
func (Kuhn) ReturnRange() (low, high float64) { return -2, 2 }

// The three methods of a player's knowledge follow. They must agree with each other, so they share
// seenBy, the only place that determines what is hidden. Three mistakes are common:
//
//   - An end is forgotten. The cards are shown if neither player folded, and from then on
//     Determinize must not change them: the returns are known. After a fold the loser's card stays
//     hidden.
//   - The past is forgotten. Here all actions are in the state. A game that drops some, such as the
//     order of the bets, needs them in its state: an information state has perfect recall.
//   - The real card has an influence. "Exchange the hidden card for another one" never gives the
//     real one back, and the states that follow reveal it. Draw from all cards that the
//     observer does not see, in an order that does not depend on which one is hidden.

// seenBy returns the state with a mark instead of the card that player does not see.
func (s *KuhnState) seenBy(player int) KuhnState {
	seen := *s
	if other := &seen.cards[1-player]; *other != noCard && !s.shown() {
		*other = unseen
	}
	return seen
}

// InformationState returns what player sees as a number: four bits for each card, of which one may
// be a mark, and for each action. That a card was dealt is known and counts, too: without it, the
// states before and after would be the same, and the player is to move only in one of them.
func (Kuhn) InformationState(s *KuhnState, player int) uint64 {
	seen := s.seenBy(player)
	return pack(seen.cards[0], seen.cards[1], seen.bets[0], seen.bets[1], seen.bets[2])
}

// Determinize replaces the card that observer does not see by one of the cards that observer does
// not have. They are equally likely: the bets are public, and as long as nothing is known of how
// the other player bets, they do not tell anything about its card.
func (Kuhn) Determinize(s *KuhnState, observer int, r *rng.Rand) {
	seen := s.seenBy(observer)
	if seen.cards[1-observer] != unseen {
		return
	}
	cards := make([]Action, 0, 3)
	for card := Jack; card <= King; card++ {
		if card != s.cards[observer] {
			cards = append(cards, card)
		}
	}
	s.cards[1-observer] = cards[r.IntN(len(cards))]
}

// Text shows everything.
func (Kuhn) Text(s *KuhnState) string {
	text := ""
	for player, card := range s.cards {
		text += fmt.Sprintf("%s: %v, %d in the pot\n", playerName(player), card, s.chips(player))
	}
	return text + fmt.Sprintf("Actions: %v\n", s.played())
}

// View shows what a player sees, with a question mark for a card that it does not see.
func (g Kuhn) View(s *KuhnState, observer int) string {
	seen := s.seenBy(observer)
	return g.Text(&seen)
}

// Tell describes what everybody sees when an action is played or a card is dealt.
func (g Kuhn) Tell(before *KuhnState, a Action, after *KuhnState) string {
	if g.ToMove(before) == game.Chance {
		return "A card is dealt."
	}
	told := fmt.Sprintf("%s: %v.", playerName(g.ToMove(before)), a)
	if after.shown() {
		told += fmt.Sprintf(" The cards are %v and %v.", after.cards[0], after.cards[1])
	}
	return told
}

// NumActions returns 5: the cards come before the actions.
func (Kuhn) NumActions() int { return 5 }

// ActionIndex returns the number of an action.
func (Kuhn) ActionIndex(a Action) int { return int(a - Jack) }

// Legal returns nil if a may be played, and otherwise an error that explains why not.
func (g Kuhn) Legal(s *KuhnState, a Action) error {
	actions := g.AppendActions(nil, s)
	if g.ToMove(s) == game.Chance {
		for _, o := range g.AppendOutcomes(nil, s) {
			actions = append(actions, o.Action)
		}
	}
	return legal(a, actions)
}

// Parse reads an action as String writes it, in either case.
func (Kuhn) Parse(text string) (Action, error) { return parse(text, Jack, Queen, King, Pass, Bet) }

// PlayerName returns "Player 1" or "Player 2".
func (Kuhn) PlayerName(player int) string { return playerName(player) }

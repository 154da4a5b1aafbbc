package poker

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Leduc is the rules of Leduc poker. It has nothing to configure.
type Leduc struct{}

const (
	copies    = 2 // cards of each rank
	maxRaises = 2 // in a round
)

// raises has the chips of a raise, by round.
var raises = [2]uint8{2, 4}

// LeducState is a position of Leduc poker, with both cards. It is copied by assignment and compared
// by ==.
type LeducState struct {
	cards  [2]Action
	public Action
	rounds [2][4]Action // the actions of each round; noCard where none was played
	chips  [2]uint8     // paid by each player
}

// round returns the number of the round, 0 until the public card is shown.
func (s *LeducState) round() int {
	if s.public == noCard {
		return 0
	}
	return 1
}

// played returns the actions of the round.
func (s *LeducState) played() []Action { return played(s.rounds[s.round()][:]) }

// folded reports whether a player has folded.
func (s *LeducState) folded() bool {
	n := len(s.played())
	return n > 0 && s.played()[n-1] == Fold
}

// called reports whether the round ends with a call: a raise was called, or both players checked.
func (s *LeducState) called() bool {
	n := len(s.played())
	return n >= 2 && s.played()[n-1] == Call
}

// shown reports whether the cards are shown: at the end, unless a player folded.
func (s *LeducState) shown() bool { return s.round() == 1 && s.called() }

// left returns how many cards of a rank are not on the table, face up or face down.
func (s *LeducState) left(card Action) int {
	return copies - count([]Action{s.cards[0], s.cards[1], s.public}, card)
}

// Start returns the state before the cards are dealt.
func (Leduc) Start() LeducState { return LeducState{chips: [2]uint8{1, 1}} }

// NumPlayers returns 2.
func (Leduc) NumPlayers() int { return 2 }

// ToMove returns the player that is to act, or [game.Chance] if a card is missing.
func (Leduc) ToMove(s *LeducState) int {
	if s.cards[1] == noCard || s.round() == 0 && s.called() {
		return game.Chance
	}
	return len(s.played()) % 2
}

// AppendActions appends Fold, if there is a raise to call, then Call and, if the round has not had
// two, Raise.
func (g Leduc) AppendActions(dst []Action, s *LeducState) []Action {
	if s.folded() || s.shown() || g.ToMove(s) == game.Chance {
		return dst
	}
	if s.chips[0] != s.chips[1] {
		dst = append(dst, Fold)
	}
	dst = append(dst, Call)
	if count(s.played(), Raise) < maxRaises {
		dst = append(dst, Raise)
	}
	return dst
}

// AppendOutcomes appends the ranks of which cards are left.
func (Leduc) AppendOutcomes(dst []game.Outcome[Action], s *LeducState) []game.Outcome[Action] {
	all := s.left(Jack) + s.left(Queen) + s.left(King)
	for card := Jack; card <= King; card++ {
		if n := s.left(card); n > 0 {
			dst = append(dst, game.Outcome[Action]{Action: card, Prob: float64(n) / float64(all)})
		}
	}
	return dst
}

// Apply plays an action, or deals a card to player 0, to player 1 or to the table.
func (g Leduc) Apply(s *LeducState, a Action) {
	switch noCard {
	case s.cards[0]:
		s.cards[0] = a
		return
	case s.cards[1]:
		s.cards[1] = a
		return
	}
	if g.ToMove(s) == game.Chance {
		s.public = a
		return
	}
	n := len(s.played())
	own, other := &s.chips[n%2], s.chips[1-n%2]
	switch a {
	case Call:
		*own = other
	case Raise:
		*own = other + raises[s.round()]
	}
	s.rounds[s.round()][n] = a
}

// Returns writes what the players win. After a fold, the player that has paid more wins.
func (Leduc) Returns(s *LeducState, out []float64) {
	lead := int(s.chips[0]) - int(s.chips[1])
	if lead == 0 {
		lead = s.strength(0) - s.strength(1)
	}
	won := float64(min(s.chips[0], s.chips[1]))
	switch {
	case lead == 0:
		won = 0
	case lead < 0:
		won = -won
	}
	out[0], out[1] = won, -won
}

// strength returns a number that is greater for a better hand.
func (s *LeducState) strength(player int) int {
	if s.cards[player] == s.public {
		return int(King) + 1
	}
	return int(s.cards[player])
}

// ReturnRange returns -13 and 13, the ante and two raises in each round.
func (Leduc) ReturnRange() (low, high float64) { return -13, 13 }

// seenBy returns the state with a mark instead of the card that player does not see.
func (s *LeducState) seenBy(player int) LeducState {
	seen := *s
	if other := &seen.cards[1-player]; *other != noCard && !s.shown() {
		*other = unseen
	}
	return seen
}

// InformationState returns what player sees as a number: four bits for each card, of which one may
// be a mark, and for each action. The chips follow from the actions.
func (Leduc) InformationState(s *LeducState, player int) uint64 {
	seen := s.seenBy(player)
	cards := pack(seen.cards[0], seen.cards[1], seen.public)
	return cards<<32 | pack(s.rounds[0][:]...)<<16 | pack(s.rounds[1][:]...)
}

// Determinize replaces the card that observer does not see. A rank of which more cards are out of
// sight is more likely: with a king in the hand and another one on the table, it is a jack or a
// queen; with a king in the hand alone, it is a king with probability 1/5.
func (Leduc) Determinize(s *LeducState, observer int, r *rng.Rand) {
	seen := s.seenBy(observer)
	if seen.cards[1-observer] != unseen {
		return
	}
	n := r.IntN(seen.left(Jack) + seen.left(Queen) + seen.left(King))
	card := Jack
	for n >= seen.left(card) {
		n -= seen.left(card)
		card++
	}
	s.cards[1-observer] = card
}

// Text shows everything.
func (Leduc) Text(s *LeducState) string {
	text := ""
	for player, card := range s.cards {
		text += fmt.Sprintf("%s: %v, %d in the pot\n", playerName(player), card, s.chips[player])
	}
	text += fmt.Sprintf("Actions: %v\n", played(s.rounds[0][:]))
	if s.round() == 1 {
		text += fmt.Sprintf("Public card: %v\nActions: %v\n", s.public, s.played())
	}
	return text
}

// View shows what a player sees, with a question mark for a card that it does not see.
func (g Leduc) View(s *LeducState, observer int) string {
	seen := s.seenBy(observer)
	return g.Text(&seen)
}

// Tell describes what everybody sees when an action is played or a card is dealt.
func (g Leduc) Tell(before *LeducState, a Action, after *LeducState) string {
	switch {
	case after.public != before.public:
		return fmt.Sprintf("The public card is %v.", a)
	case g.ToMove(before) == game.Chance:
		return "A card is dealt."
	}
	told := fmt.Sprintf("%s: %v.", playerName(g.ToMove(before)), a)
	if after.shown() {
		told += fmt.Sprintf(" The cards are %v and %v.", after.cards[0], after.cards[1])
	}
	return told
}

// NumActions returns 6: the cards come before the actions.
func (Leduc) NumActions() int { return 6 }

// ActionIndex returns the number of an action.
func (Leduc) ActionIndex(a Action) int {
	if a >= Fold {
		return 3 + int(a-Fold)
	}
	return int(a - Jack)
}

// Legal returns nil if a may be played, and otherwise an error that explains why not.
func (g Leduc) Legal(s *LeducState, a Action) error {
	actions := g.AppendActions(nil, s)
	if g.ToMove(s) == game.Chance {
		for _, o := range g.AppendOutcomes(nil, s) {
			actions = append(actions, o.Action)
		}
	}
	return legal(a, actions)
}

// Parse reads an action as String writes it, in either case.
func (Leduc) Parse(text string) (Action, error) {
	return parse(text, Jack, Queen, King, Fold, Call, Raise)
}

// PlayerName returns "Player 1" or "Player 2".
func (Leduc) PlayerName(player int) string { return playerName(player) }

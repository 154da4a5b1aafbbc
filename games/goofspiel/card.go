package goofspiel

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Card is an action: a card from 1 to 13 that a player bids, or a prize that chance shows. Prizes
// have separate numbers, so that a record of the game distinguishes them from cards.
type Card uint8

// prizes is added to the points of a prize.
const prizes Card = 16

// Prize returns the points of a prize. It reports false if the card is not a prize.
func (a Card) Prize() (points int, ok bool) { return int(a) - int(prizes), a > prizes }

// String returns the number of a card, such as 7, or a P and the number of a prize, such as P7.
func (a Card) String() string {
	if points, ok := a.Prize(); ok {
		return "P" + strconv.Itoa(points)
	}
	return strconv.Itoa(int(a))
}

// Parse reads a card, such as 7, or a prize, such as P7, in either case. It does not know the
// position; [Game.LegalFor] reports whether a player can bid the card.
func (g Game) Parse(text string) (Card, error) {
	digits, first := strings.TrimSpace(text), Card(0)
	if digits != "" && digits[0]&^0x20 == 'P' {
		digits, first = digits[1:], prizes
	}
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || n < 1 || n > uint64(g.Cards()) || digits[0] == '0' {
		return 0, fmt.Errorf("%q is not a card: want 1 to %d, or a prize P1 to P%d", text, g.Cards(), g.Cards())
	}
	return first + Card(n), nil
}

// cards is a set of cards: bit n-1 is card n.
type cards uint16

func card(n uint8) cards { return 1 << (n - 1) }

func (c cards) count() int { return bits.OnesCount16(uint16(c)) }

// lowest returns the lowest card of a set that is not empty.
func (c cards) lowest() uint8 { return uint8(bits.TrailingZeros16(uint16(c))) + 1 }

// highest returns the highest card of a set.
func (c cards) highest() uint8 { return uint8(bits.Len16(uint16(c))) }

// String lists the cards in ascending order.
func (c cards) String() string {
	var words []string
	for ; c != 0; c &= c - 1 {
		words = append(words, strconv.Itoa(int(c.lowest())))
	}
	return strings.Join(words, " ")
}

// PlayerName returns "Player 1" for player 0, and so on.
func (Game) PlayerName(player int) string { return fmt.Sprintf("Player %d", player+1) }

// Text returns the prizes, and the points and cards of every player, as text.
func (g Game) Text(s *State) string {
	var b strings.Builder
	switch {
	case s.prize != 0 && s.deck != 0:
		fmt.Fprintf(&b, "Prize %d, then %v\n", s.prize, s.deck)
	case s.prize != 0:
		fmt.Fprintf(&b, "Prize %d, the last\n", s.prize)
	case s.deck != 0:
		fmt.Fprintf(&b, "Prizes to come: %v\n", s.deck)
	default:
		b.WriteString("No prizes left\n")
	}
	for player := range g.NumPlayers() {
		fmt.Fprintf(&b, "%s: %2d points", g.PlayerName(player), s.points[player])
		if hand := s.hands[player]; hand != 0 {
			fmt.Fprintf(&b, ", cards %v", hand)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// LegalFor returns nil if player may bid a at s, and otherwise an error that explains why not.
func (g Game) LegalFor(s *State, player int, a Card) error {
	if player < 0 || player >= g.NumPlayers() {
		return fmt.Errorf("there is no player %d: want 0 to %d", player, g.NumPlayers()-1)
	}
	hand := s.hands[player]
	_, isPrize := a.Prize()
	switch {
	case s.prize == 0 && s.deck == 0:
		return errors.New("the game is over")
	case s.prize == 0:
		return errors.New("the next prize is not shown yet")
	case isPrize:
		return fmt.Errorf("%v is a prize: bid one of the cards %v", a, hand)
	case a < 1 || hand&card(uint8(a)) == 0:
		return fmt.Errorf("%s has no card %v: bid one of the cards %v", g.PlayerName(player), a, hand)
	}
	return nil
}

package goofspiel

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Card is an action: a card from 1 to 13 that a player bids, or a prize that chance shows. Prizes
// have values of their own, so that a record of the game distinguishes them from cards.
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
// position; [Game.LegalFor] tells whether a player can bid the card.
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

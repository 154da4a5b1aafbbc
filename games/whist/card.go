package whist

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

const (
	suits = 4
	ranks = 6
	deck  = suits * ranks
)

// Card is an action: a card that is played, or dealt. The cards of a suit follow each other from
// nine to ace; the suits are clubs, diamonds, hearts and spades.
type Card uint8

func (c Card) suit() int { return int(c) / ranks }

const (
	suitLetters = "cdhs"
	rankLetters = "9TJQKA"
)

// spades is the trump suit.
const spades = 3

// String returns rank and suit, such as Qh or Ts.
func (c Card) String() string {
	if c >= deck {
		return fmt.Sprintf("Card(%d)", uint8(c))
	}
	return rankLetters[c%ranks:c%ranks+1] + suitLetters[c.suit():c.suit()+1]
}

// Parse reads what String writes, in either case. 10h is Th.
func (Game) Parse(text string) (Card, error) {
	word := strings.Replace(strings.TrimSpace(text), "10", "T", 1)
	if len(word) == 2 {
		rank := strings.IndexByte(rankLetters, strings.ToUpper(word)[0])
		suit := strings.IndexByte(suitLetters, strings.ToLower(word)[1])
		if rank >= 0 && suit >= 0 {
			return Card(suit*ranks + rank), nil
		}
	}
	return 0, fmt.Errorf("%q is not a card: want a rank of 9TJQKA and a suit of cdhs, such as Qh", text)
}

// cards is a set of cards: bit c is card c.
type cards uint32

const all = cards(1)<<deck - 1

// ofSuit returns all cards of a suit.
func ofSuit(suit int) cards { return (1<<ranks - 1) << (suit * ranks) }

func (c cards) has(card Card) bool { return c>>card&1 != 0 }
func (c cards) count() int         { return bits.OnesCount32(uint32(c)) }

// each yields the cards in ascending order.
func (c cards) each() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; c != 0; c &= c - 1 {
			if !yield(Card(bits.TrailingZeros32(uint32(c)))) {
				return
			}
		}
	}
}

// String lists the cards by suits, the highest first.
func (c cards) String() string {
	var words []string
	for card := deck - 1; card >= 0; card-- {
		if c.has(Card(card)) {
			words = append(words, Card(card).String())
		}
	}
	return strings.Join(words, " ")
}

package whist

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"
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

// Text shows everything, all hands included.
func (g Game) Text(s *State) string { return g.text(s, func(int) bool { return true }) }

// View shows what a player sees: its hand, and all that was played.
func (g Game) View(s *State, observer int) string {
	return g.text(s, func(player int) bool { return player == observer })
}

func (g Game) text(s *State, sees func(player int) bool) string {
	var b strings.Builder
	for player, hand := range s.hands {
		fmt.Fprintf(&b, "%s: %d tricks", g.PlayerName(player), s.won[player])
		if c := s.table[player]; c != 0 {
			fmt.Fprintf(&b, ", plays %v", Card(c-1))
		}
		for suit := range suits {
			if s.voids[player]>>suit&1 != 0 {
				fmt.Fprintf(&b, ", no %s", [...]string{"clubs", "diamonds", "hearts", "spades"}[suit])
			}
		}
		switch {
		case hand == 0:
			b.WriteString(", has no cards")
		case sees(player):
			fmt.Fprintf(&b, ", has %v", hand)
		default:
			fmt.Fprintf(&b, ", has %d cards", hand.count())
		}
		if player == int(s.leader) {
			b.WriteString(" (leads)")
		}
		b.WriteByte('\n')
	}
	if n := s.stock.count(); n > 0 {
		fmt.Fprintf(&b, "%d cards are not dealt yet\n", n)
	}
	return b.String()
}

// Tell describes what everybody sees when a card is played or dealt.
func (g Game) Tell(before *State, c Card, after *State) string {
	if before.stock != 0 {
		return "A card is dealt."
	}
	told := fmt.Sprintf("%s plays %v.", g.PlayerName(g.ToMove(before)), c)
	if after.won != before.won {
		told += fmt.Sprintf(" %s wins the trick.", g.PlayerName(int(after.leader)))
	}
	return told
}

// PlayerName returns "Player 1", "Player 2" or "Player 3".
func (Game) PlayerName(player int) string { return "Player " + strconv.Itoa(player+1) }

package whist

import (
	"fmt"
	"strconv"
	"strings"
)

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

// Tell says what everybody sees when a card is played or dealt.
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

package goofspiel

import (
	"errors"
	"fmt"
	"strings"
)

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

// LegalFor returns nil if player may bid a at s, and otherwise an error that says why not.
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

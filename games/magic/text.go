package magic

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Text shows all of a position, the hidden cards too.
func (g Game) Text(s *State) string { return g.text(s, true, true) }

// View shows what a player sees of a position: all but the hand of the other player and what is left in the libraries.
func (g Game) View(s *State, observer int) string { return g.text(s, observer == 0, observer == 1) }

// text shows a position with the hands that are seen.
func (g Game) text(s *State, seen ...bool) string {
	if s.phase == deal {
		return "The cards are not dealt yet\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Turn %d: %s\n", s.turn+1, g.situation(s, seen))
	for player := range seen {
		fmt.Fprintf(&b, "%-7s%3d life, %d lands, %d in hand", g.PlayerName(player)+":", s.life[player], s.lands[player], s.Hand(player))
		if seen[player] && s.Hand(player) > 0 {
			fmt.Fprintf(&b, " (%s%v)", strings.Repeat("L", int(s.handLands[player])), s.hand[player])
		}
		fmt.Fprintf(&b, ", %d in the library\n", s.library[player].size)
		fmt.Fprintf(&b, "  ready %v, tapped %v, dead %v\n", none(s.table[player]-s.tapped[player]), none(s.tapped[player]), none(g.dead(s, player)))
	}
	d := g.deck()
	b.WriteString("Cards: L land")
	for k := range d.kinds {
		fmt.Fprintf(&b, ", %c %v", letters[k+1], d.creature(k+1))
	}
	b.WriteByte('\n')
	return b.String()
}

func none(z zone) string {
	if z == 0 {
		return "-"
	}
	return z.String()
}

func (d *deck) creature(k int) Creature {
	return Creature{Power: int(d.power[k]), Toughness: int(d.toughness[k]), Cost: int(d.cost[k])}
}

// dead returns the creatures that a player has lost.
func (g Game) dead(s *State, player int) zone {
	var cards [MaxCards]uint8
	n := s.library[player].list(&cards, s.counted)
	dead := g.deck().creatures - s.hand[player] - s.table[player]
	for _, kind := range cards[:n] {
		if kind > 0 {
			dead -= one(int(kind))
		}
	}
	return dead
}

// situation says who decides what. It tells the card that is asked for to those only who see the hand.
func (g Game) situation(s *State, seen []bool) string {
	active, other := g.PlayerName(s.active()), g.PlayerName(1-s.active())
	switch s.phase {
	case draw:
		return active + " draws"
	case attack:
		return fmt.Sprintf("%s attacks, how many %c?", active, letters[s.cursor])
	case block:
		k := s.pending.highest()
		return fmt.Sprintf("%s attacks with %v, %s blocks %c, with %s so far", active, s.pending, other, letters[k], none(s.gang))
	case over:
		return g.PlayerName(1-int(s.loser)) + " has won"
	}
	if g.main == Binary && seen[s.active()] {
		return fmt.Sprintf("%s plays cards for %d mana, %c?", active, s.mana, letters[g.card(s)])
	}
	return fmt.Sprintf("%s plays cards for %d mana", active, s.mana)
}

// Legal returns nil if the player to move may play a, and otherwise why not.
func (g Game) Legal(s *State, a Action) error {
	if slices.Contains(g.AppendActions(nil, s), a) {
		return nil
	}
	if err := g.illegal(s, a); err != nil {
		return fmt.Errorf("magic: %w", err)
	}
	return fmt.Errorf("magic: %v is left out here, for there is more to play", a)
}

// illegal says why a is not legal. It returns nil for a set of cards that could be played.
func (g Game) illegal(s *State, a Action) error {
	switch s.phase {
	case deal, draw:
		return errors.New("the cards are up to chance now")
	case over:
		return errors.New("the game is over")
	case attack:
		k := int(s.cursor)
		return fmt.Errorf("the attack of up to %d %c is decided now: attack %c or hold %c", s.table[s.active()].count(k), letters[k], letters[k], letters[k])
	case block:
		return fmt.Errorf("the blockers of %c are decided now: done, or block with one of %v", letters[s.pending.highest()], s.idle())
	}
	if g.main == Binary {
		c := letters[g.card(s)]
		return fmt.Errorf("the card %c is decided now: cast %c or skip %c", c, c, c)
	}
	if a.op() != opSet {
		return errors.New("cards are played now: play and their letters, or pass")
	}
	return g.unplayable(s, a)
}

// unplayable says why a set of cards cannot be played.
func (g Game) unplayable(s *State, a Action) error {
	creatures, lands := a.set()
	player := s.active()
	if lands > int(s.handLands[player]) {
		return errors.New("there is no land in the hand")
	}
	for k := 1; k <= MaxKinds; k++ {
		if have := s.hand[player].count(k); creatures.count(k) > have {
			return fmt.Errorf("there are %d %c in the hand, not %d", have, letters[k], creatures.count(k))
		}
	}
	if price, mana := g.deck().price(creatures), int(s.mana)+lands; price > mana {
		return fmt.Errorf("%v costs %d, and there is mana for %d", creatures, price, mana)
	}
	return nil
}

package magic

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Text returns the whole position as text, hidden cards included.
func (g Game) Text(s *State) string { return g.text(s, true, true) }

// View returns what observer sees of the position as text: everything except the hand of the
// opponent and the libraries.
func (g Game) View(s *State, observer int) string { return g.text(s, observer == 0, observer == 1) }

// text returns the position as text, with the hands of the players for which seen is true.
func (g *Game) text(s *State, seen ...bool) string {
	if s.phase == PhaseDeal {
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

// dead returns the dead creatures of a player.
func (g *Game) dead(s *State, player int) zone {
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

// situation describes which decision comes next. It names the requested card only if the hand of
// the active player is seen.
func (g *Game) situation(s *State, seen []bool) string {
	active, other := g.PlayerName(s.Active()), g.PlayerName(1-s.Active())
	switch s.phase {
	case PhaseDraw:
		return active + " draws"
	case PhaseAttack:
		if g.combat == Whole {
			return active + " attacks"
		}
		return fmt.Sprintf("%s attacks, how many %c?", active, letters[s.cursor])
	case PhaseBlock:
		if g.combat == Whole {
			return fmt.Sprintf("%s attacks with %v, %s blocks with %v", active, s.pending, other, none(s.idle()))
		}
		k := s.pending.highest()
		return fmt.Sprintf("%s attacks with %v, %s blocks %c, with %s so far", active, s.pending, other, letters[k], none(s.blockers))
	case PhaseOver:
		return g.PlayerName(1-int(s.loser)) + " has won"
	}
	if g.main == Binary && seen[s.Active()] {
		return fmt.Sprintf("%s plays cards for %d mana, %c?", active, s.mana, letters[g.card(s)])
	}
	return fmt.Sprintf("%s plays cards for %d mana", active, s.mana)
}

// Legal returns nil if the player to move may play a, and otherwise an error that explains why not.
func (g Game) Legal(s *State, a Action) error {
	if slices.Contains(g.AppendActions(nil, s), a) {
		return nil
	}
	if err := g.illegal(s, a); err != nil {
		return err
	}
	return fmt.Errorf("%v is not offered here: play more cards", a)
}

// illegal returns the reason why a is not legal. It returns nil for a set of cards that could be
// played, but is pruned.
func (g *Game) illegal(s *State, a Action) error {
	switch s.phase {
	case PhaseDeal, PhaseDraw:
		return errors.New("chance deals the cards now")
	case PhaseOver:
		return errors.New("the game is over")
	case PhaseAttack:
		k := int(s.cursor)
		if g.combat == Whole {
			return fmt.Errorf("choose all attackers now, of %v: charge and their letters", s.table[s.Active()].upTo(k))
		}
		return fmt.Errorf("choose attackers of kind %c now, at most %d: attack %c or hold %c",
			letters[k], s.table[s.Active()].count(k), letters[k], letters[k])
	case PhaseBlock:
		if g.combat == Whole {
			return fmt.Errorf("choose all blockers now: assign and a digit for each of %v", s.idle())
		}
		return fmt.Errorf("choose the blockers of %c now: done, or block with one of %v",
			letters[s.pending.highest()], s.idle())
	}
	if g.main == Binary {
		c := letters[g.card(s)]
		return fmt.Errorf("choose whether to play %c now: cast %c or skip %c", c, c, c)
	}
	if a.op() != opSet {
		return errors.New("play cards now: play and their letters, or pass")
	}
	return g.unplayable(s, a)
}

// unplayable returns the reason why a set of cards cannot be played, or nil.
func (g *Game) unplayable(s *State, a Action) error {
	creatures, lands := a.set()
	player := s.Active()
	if lands > int(s.handLands[player]) {
		return errors.New("there is no land in your hand")
	}
	for k := 1; k <= MaxKinds; k++ {
		if have := s.hand[player].count(k); creatures.count(k) > have {
			return fmt.Errorf("your hand has %d cards %c, not %d", have, letters[k], creatures.count(k))
		}
	}
	if price, mana := g.deck().price(creatures), int(s.mana)+lands; price > mana {
		return fmt.Errorf("%v costs %d mana, and you have %d", creatures, price, mana)
	}
	return nil
}

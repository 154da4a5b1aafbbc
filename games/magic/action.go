package magic

import (
	"fmt"
	"strconv"
	"strings"
)

// Action is a decision. A set of cards has the form of a zone, with 1 in nibble 0 if a land is among them, so the zero
// Action is to play nothing. The others have an op in the upper three bits of nibble 0, a kind in nibble 1, and a number
// above.
//
//	play LAAC   the cards of a turn, in the form Subsets; L is a land, A to P without L are creatures
//	pass        no card
//	cast C      play this card, in the form Binary; cast L for a land
//	skip C      do not, nor any other of the kind
//	attack CC   attack with two creatures C, and no more of them
//	hold C      attack with no creature C
//	block C     the next attacker is blocked by a creature C, and perhaps by more
//	done        it is not blocked by more
//	deal 17     nature deals
//	draw C      nature draws
type Action uint64

// The ops. opSet is any set of cards.
const (
	opSet Action = 2 * iota
	opAttack
	opBlock
	opDone
	opCast
	opSkip
	opDeal
	opDraw

	opMask  Action = 14
	landBit Action = 1
)

func action(op Action, kind, n int) Action { return op | Action(kind)<<4 | Action(n)<<8 }

func (a Action) op() Action  { return a & opMask }
func (a Action) kind() int   { return int(a >> 4 & 15) }
func (a Action) number() int { return int(a >> 8) }

// set returns the creatures and the lands of a set of cards.
func (a Action) set() (creatures zone, lands int) { return zone(a &^ 15), int(a & landBit) }

// setOf is a set of cards as an action.
func setOf(creatures zone, lands int) Action { return Action(creatures) | Action(lands) }

// letters name the cards: a land and the kinds by ascending cost.
const letters = "LABCDEFGHIJKMNOP"

// verbs of the actions of one kind of card.
var verbs = map[string]Action{"attack": opAttack, "hold": opAttack, "block": opBlock, "cast": opCast, "skip": opSkip, "draw": opDraw}

// String writes the action as Parse reads it.
func (a Action) String() string {
	letter := letters[a.kind() : a.kind()+1]
	switch a.op() {
	case opAttack:
		if a.number() == 0 {
			return "hold " + letter
		}
		// No zone has more than 15.
		return "attack " + strings.Repeat(letter, a.number()&15)
	case opBlock:
		return "block " + letter
	case opDone:
		return "done"
	case opCast:
		return "cast " + letter
	case opSkip:
		return "skip " + letter
	case opDeal:
		return "deal " + strconv.Itoa(a.number()+1)
	case opDraw:
		return "draw " + letter
	}
	creatures, lands := a.set()
	if a == 0 {
		return "pass"
	}
	return "play " + letters[:lands] + creatures.String()
}

// String writes a letter for each creature.
func (z zone) String() string {
	var b strings.Builder
	for ; z != 0; z = z.without(z.lowest()) {
		k := z.lowest()
		b.WriteString(strings.Repeat(letters[k:k+1], z.count(k)))
	}
	return b.String()
}

// Parse reads an action as Action describes it, in either case. Letters of a set may come in any order.
func (g Game) Parse(text string) (Action, error) {
	verb, object, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	object = strings.TrimSpace(object)
	a, err := g.parse(verb, object)
	if err != nil {
		return 0, fmt.Errorf("magic: Parse(%q): %w", text, err)
	}
	return a, nil
}

func (g Game) parse(verb, object string) (Action, error) {
	switch verb {
	case "pass", "done":
		if object != "" {
			return 0, fmt.Errorf("want nothing behind %s", verb)
		}
		if verb == "done" {
			return opDone, nil
		}
		return 0, nil
	case "deal":
		n, err := strconv.ParseUint(object, 10, 16)
		if err != nil || n < 1 || n > Deals || object[0] == '0' {
			return 0, fmt.Errorf("want deal 1 to deal %d", Deals)
		}
		return action(opDeal, 0, int(n)-1), nil
	}
	op, known := verbs[verb]
	if !known && verb != "play" {
		return 0, fmt.Errorf("want a verb: play, pass, cast, skip, attack, hold, block, done")
	}
	creatures, lands, err := g.cards(object)
	if err != nil {
		return 0, err
	}
	if verb == "play" {
		if lands > 1 {
			return 0, fmt.Errorf("want one L at most, for one land can be played in a turn")
		}
		return setOf(creatures, lands), nil
	}
	return alike(verb, op, creatures, lands)
}

// alike returns an action of one kind of card.
func alike(verb string, op Action, creatures zone, lands int) (Action, error) {
	n, kind := creatures.size()+lands, 0
	if creatures != 0 {
		kind = creatures.lowest()
	}
	switch {
	case n > 1 && verb != "attack", lands > 0 && creatures != 0, creatures.kinds() > 1:
		return 0, fmt.Errorf("want one letter behind %s, or the same several times behind attack", verb)
	case lands > 0 && (op == opAttack || op == opBlock):
		return 0, fmt.Errorf("a land does not fight")
	case verb == "attack":
		return action(op, kind, n), nil
	}
	return action(op, kind, 0), nil
}

// cards reads letters of cards; there must be some.
func (g Game) cards(text string) (creatures zone, lands int, err error) {
	d := g.deck()
	for _, letter := range strings.ToUpper(text) {
		switch k := strings.IndexRune(letters, letter); {
		case k < 0 || k > d.kinds:
			return 0, 0, fmt.Errorf("there is no card %q, want letters of L%s", letter, letters[1:d.kinds+1])
		case k == 0:
			lands++
		case creatures.count(k) == maxAlike:
			return 0, 0, fmt.Errorf("a deck has at most %d cards %q", maxAlike, letter)
		default:
			creatures += one(k)
		}
	}
	if text == "" {
		return 0, 0, fmt.Errorf("want letters of cards behind the verb")
	}
	return creatures, lands, nil
}

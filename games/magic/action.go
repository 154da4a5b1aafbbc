package magic

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Action is a decision. The zero Action is to play no card. In text an action is a verb and, after
// most verbs, the letters of cards. L is a land; creatures are A to P without L.
//
//	play LAAC   the cards of a turn, in the form Subsets
//	pass        no card
//	cast C      play this card, in the form Binary; cast L for a land
//	skip C      play neither this card nor another of its kind in this turn
//	attack CC   attack with exactly two creatures C
//	hold C      attack with no creature C
//	block C     a creature C blocks the next attacker; more may follow
//	done        no further creature blocks the attacker
//	charge AAC  in the form Whole: attack with exactly these creatures; charge alone is no attack
//	assign 201  in the form Whole: of your untapped creatures, the most expensive first, the first
//	            blocks the second attacker, the next none and the third the first attacker; a
//	            digit above 9 is a letter from a to f
//	deal 17     chance deals the cards
//	draw C      chance draws a card
//
// A set of cards is encoded as a zone, with 1 in nibble 0 if it has a land. The other actions have
// an op in the upper three bits of nibble 0, a kind in nibble 1, and a number above.
type Action uint64

// The ops. opSet stands for every set of cards.
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

	wholeBit Action = 1 // with opAttack and opBlock: of all attackers or blockers at once
)

func action(op Action, kind, n int) Action { return op | Action(kind)<<4 | Action(n)<<8 }

func (a Action) op() Action  { return a & opMask }
func (a Action) kind() int   { return int(a >> 4 & 15) }
func (a Action) number() int { return int(a >> 8) }

// whole reports whether a is an action of the form [Whole].
func (a Action) whole() bool { return a&15 == opAttack|wholeBit || a&15 == opBlock|wholeBit }

// wholeAttack returns the attack with a set of creatures as an action.
func wholeAttack(set zone) Action { return Action(set) | opAttack | wholeBit }

// attackers returns the creatures of a wholeAttack.
func (a Action) attackers() zone { return zone(a &^ 15) }

// set returns the creatures and the lands of a set of cards.
func (a Action) set() (creatures zone, lands int) { return zone(a &^ 15), int(a & landBit) }

// setOf returns a set of cards as an action.
func setOf(creatures zone, lands int) Action { return Action(creatures) | Action(lands) }

// letters name a land and the kinds of creatures, in ascending order of cost.
const letters = "LABCDEFGHIJKMNOP"

// verbs are the verbs of the actions that name cards of one kind.
var verbs = map[string]Action{"attack": opAttack, "hold": opAttack, "block": opBlock, "cast": opCast, "skip": opSkip, "draw": opDraw}

// Words returns the verb of the action and what follows it, the two words of String. The second is
// empty after pass and done.
func (a Action) Words() (verb, object string) {
	verb, object, _ = strings.Cut(a.String(), " ")
	return verb, object
}

// String returns the text of the action, which [Game.Parse] reads.
func (a Action) String() string {
	switch {
	case a == wholeAttack(0):
		return "charge"
	case a.whole() && a.op() == opAttack:
		return "charge " + a.attackers().String()
	case a.whole():
		return "assign " + a.digits()
	}
	letter := letters[a.kind() : a.kind()+1]
	switch a.op() {
	case opAttack:
		if a.number() == 0 {
			return "hold " + letter
		}
		// The mask is for numbers that no game makes.
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

// digits returns the attacker that each blocker blocks, without the last ones that block none.
func (a Action) digits() string {
	text := "0"
	if a>>4 != 0 {
		text = ""
	}
	for a >>= 4; a != 0; a >>= 4 {
		text += strconv.FormatUint(uint64(a&15), 16)
	}
	return text
}

// String returns a letter for each creature.
func (z zone) String() string {
	var b strings.Builder
	for ; z != 0; z = z.without(z.lowest()) {
		k := z.lowest()
		b.WriteString(strings.Repeat(letters[k:k+1], z.count(k)))
	}
	return b.String()
}

// Parse reads the text of an [Action], in either case. The letters of a set may have any order.
// Parse does not know the position; [Game.Legal] reports whether the action can be played.
func (g Game) Parse(text string) (Action, error) {
	verb, object, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	object = strings.TrimSpace(object)
	a, err := g.parse(verb, object)
	if err != nil {
		return 0, fmt.Errorf("%q is not a move: %w", text, err)
	}
	return a, nil
}

func (g *Game) parse(verb, object string) (Action, error) {
	switch verb {
	case "pass", "done":
		if object != "" {
			return 0, fmt.Errorf("want nothing after %s", verb)
		}
		if verb == "done" {
			return opDone, nil
		}
		return 0, nil
	case "assign":
		return assignment(object)
	case "charge":
		if object == "" {
			return wholeAttack(0), nil
		}
		creatures, lands, err := g.cards(object)
		if err == nil && lands > 0 {
			err = errors.New("a land does not fight")
		}
		if err != nil {
			return 0, err
		}
		return wholeAttack(creatures), nil
	case "deal":
		n, err := strconv.ParseUint(object, 10, 16)
		if err != nil || n < 1 || n > Deals || object[0] == '0' {
			return 0, fmt.Errorf("want deal 1 to deal %d", Deals)
		}
		return action(opDeal, 0, int(n)-1), nil
	}
	op, known := verbs[verb]
	if !known && verb != "play" {
		return 0, errors.New("want a verb: play, pass, cast, skip, attack, hold, block or done")
	}
	creatures, lands, err := g.cards(object)
	if err != nil {
		return 0, err
	}
	if verb == "play" {
		if lands > 1 {
			return 0, errors.New("want one L at most, because a player plays one land in a turn")
		}
		return setOf(creatures, lands), nil
	}
	return ofOneKind(verb, op, creatures, lands)
}

// assignment reads the digits of blockers.
func assignment(digits string) (Action, error) {
	if digits == "" || len(digits) > maxSide {
		return 0, fmt.Errorf("want 1 to %d digits after assign, one for each of your untapped creatures", maxSide)
	}
	a := opBlock | wholeBit
	for j, digit := range []byte(digits) {
		n, err := strconv.ParseUint(string(digit), 16, 8)
		if err != nil {
			return 0, fmt.Errorf("there is no attacker %q, want digits from 0 to 9 and letters from a to f", digit)
		}
		a |= Action(n) << (4 * uint(j+1))
	}
	return a, nil
}

// ofOneKind returns an action that names cards of one kind.
func ofOneKind(verb string, op Action, creatures zone, lands int) (Action, error) {
	n, kind := creatures.size()+lands, 0
	if creatures != 0 {
		kind = creatures.lowest()
	}
	switch {
	case n > 1 && verb != "attack", lands > 0 && creatures != 0, creatures.kinds() > 1:
		if verb == "attack" {
			return 0, errors.New("want one letter after attack, once or several times")
		}
		return 0, fmt.Errorf("want one letter after %s", verb)
	case lands > 0 && (op == opAttack || op == opBlock):
		return 0, errors.New("a land does not fight")
	case verb == "attack":
		return action(op, kind, n), nil
	}
	return action(op, kind, 0), nil
}

// cards reads the letters of at least one card.
func (g *Game) cards(text string) (creatures zone, lands int, err error) {
	d := g.deck()
	for _, letter := range strings.ToUpper(text) {
		switch k := strings.IndexRune(letters, letter); {
		case k < 0 || k > d.kinds:
			return 0, 0, fmt.Errorf("there is no card %q, want letters of %s", letter, letters[:d.kinds+1])
		case k == 0:
			lands++
		case creatures.count(k) == maxAlike:
			return 0, 0, fmt.Errorf("a deck has at most %d cards %c", maxAlike, letter)
		default:
			creatures += one(k)
		}
	}
	if text == "" {
		return 0, 0, errors.New("want letters of cards after the verb")
	}
	return creatures, lands, nil
}

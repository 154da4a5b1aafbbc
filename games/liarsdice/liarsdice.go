package liarsdice

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

const (
	dice     = 2 // one for each player
	minFaces = 2
	maxFaces = 6
)

// Game is the rules for dice with a number of faces. The zero Game has 6.
type Game struct{ fewer uint8 } // faces below six

// New returns the game for dice with 2 to 6 faces.
func New(faces int) (Game, error) {
	if faces < minFaces || faces > maxFaces {
		return Game{}, fmt.Errorf("liarsdice: New(%d): want %d..%d faces", faces, minFaces, maxFaces)
	}
	return Game{uint8(maxFaces - faces)}, nil
}

// Faces returns the number of faces of a die.
func (g Game) Faces() int { return maxFaces - int(g.fewer) }

// Action is a bid or [Liar], or a face that chance rolls.
type Action uint8

// Liar says that the last bid is a lie.
const Liar Action = 0

// faces is the number of values that an Action has for each quantity; a face has the quantity 0.
const faces = maxFaces + 1

// Face returns the action of chance in which a die shows face, from 1.
func Face(face int) Action { return Action(face) }

// Bid returns the bid that at least quantity dice show face.
func Bid(quantity, face int) Action { return Action(quantity*faces + face) }

// parts returns the quantity of a bid, or 0 for a die, and the face.
func (a Action) parts() (quantity, face int) { return int(a / faces), int(a % faces) }

// String returns "liar", a bid such as 1x3, or a face such as 3.
func (a Action) String() string {
	switch quantity, face := a.parts(); {
	case a == Liar:
		return "liar"
	case quantity == 0:
		return fmt.Sprint(face)
	default:
		return fmt.Sprintf("%dx%d", quantity, face)
	}
}

// State is a position, with both dice. It is copied by assignment and compared by ==.
type State struct {
	dice [dice]uint8 // 0: not rolled
	bids uint16      // bit n: bid number n was made; and on top, the bit of Liar
}

// unseen stands in a state instead of a die that a player does not see.
const unseen = faces

// number returns the number of a bid, from 0 in ascending order, or of Liar, after them.
func (g Game) number(a Action) int {
	quantity, face := a.parts()
	if a == Liar {
		quantity, face = dice+1, 1
	}
	return (quantity-1)*g.Faces() + face - 1
}

// bid returns the action with a number.
func (g Game) bid(number int) Action {
	if number == g.number(Liar) {
		return Liar
	}
	return Bid(number/g.Faces()+1, number%g.Faces()+1)
}

// over reports whether a player has said Liar.
func (g Game) over(s *State) bool { return s.bids>>g.number(Liar) != 0 }

// played returns how often the players have acted.
func (s *State) played() int { return bits.OnesCount16(s.bids) }

// Start returns the state before the roll of the dice.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return dice }

// ToMove returns the player that is to act, or [game.Chance] until both dice are rolled.
func (Game) ToMove(s *State) int {
	if s.dice[1] == 0 {
		return game.Chance
	}
	return s.played() % dice
}

// AppendActions appends the bids above the last one in ascending order, and then Liar, which is not
// possible before the first bid.
func (g Game) AppendActions(dst []Action, s *State) []Action {
	if s.dice[1] == 0 {
		return dst
	}
	end := g.number(Liar)
	if s.bids != 0 {
		end++
	}
	for n := bits.Len16(s.bids); n < end; n++ {
		dst = append(dst, g.bid(n))
	}
	return dst
}

// AppendOutcomes appends the faces.
func (g Game) AppendOutcomes(dst []game.Outcome[Action], _ *State) []game.Outcome[Action] {
	for face := 1; face <= g.Faces(); face++ {
		dst = append(dst, game.Outcome[Action]{Action: Face(face), Prob: 1 / float64(g.Faces())})
	}
	return dst
}

// Apply makes a bid, says Liar, or rolls the die of player 0 and then the die of player 1.
func (g Game) Apply(s *State, a Action) {
	switch uint8(0) {
	case s.dice[0]:
		s.dice[0] = uint8(a)
	case s.dice[1]:
		s.dice[1] = uint8(a)
	default:
		s.bids |= 1 << g.number(a)
	}
}

// holds reports whether a bid is true.
func (g Game) holds(s *State, bid Action) bool {
	quantity, face := bid.parts()
	for _, die := range s.dice {
		if int(die) == face || int(die) == g.Faces() {
			quantity--
		}
	}
	return quantity <= 0
}

// Returns writes 1 for the winner and -1 for the loser.
func (g Game) Returns(s *State, out []float64) {
	liar := (s.played() - 1) % dice // the player that has said Liar
	last := bits.Len16(s.bids&^(1<<g.number(Liar))) - 1
	out[liar], out[1-liar] = 1, -1
	if g.holds(s, g.bid(last)) {
		out[liar], out[1-liar] = -1, 1
	}
}

// ReturnRange returns -1 and 1.
func (Game) ReturnRange() (low, high float64) { return -1, 1 }

// seenBy returns the state with a mark instead of the die that player does not see. At the end,
// both dice are shown.
func (g Game) seenBy(s *State, player int) State {
	seen := *s
	if other := &seen.dice[1-player]; *other != 0 && !g.over(s) {
		*other = unseen
	}
	return seen
}

// InformationState returns the dice, of which one may be a mark, and the set of the bids.
func (g Game) InformationState(s *State, player int) uint64 {
	seen := g.seenBy(s, player)
	return uint64(seen.bids)<<8 | uint64(seen.dice[0])<<4 | uint64(seen.dice[1])
}

// Determinize rolls the die that observer does not see again. The bids are public, and as long as
// nothing is known of how the other player bids, all faces are equally likely.
func (g Game) Determinize(s *State, observer int, r *rng.Rand) {
	if seen := g.seenBy(s, observer); seen.dice[1-observer] == unseen {
		s.dice[1-observer] = uint8(1 + r.IntN(g.Faces()))
	}
}

// NumActions returns the number of faces and bids, and one more for Liar.
func (g Game) NumActions() int { return g.Faces() + g.number(Liar) + 1 }

// ActionIndex returns the number of an action: the faces come first and Liar comes last.
func (g Game) ActionIndex(a Action) int {
	if quantity, face := a.parts(); a != Liar && quantity == 0 {
		return face - 1
	}
	return g.Faces() + g.number(a)
}

// Legal returns nil if a may be played, and otherwise an error that explains why not.
func (g Game) Legal(s *State, a Action) error {
	quantity, face := a.parts()
	rolls := a != Liar && quantity == 0
	switch {
	case g.over(s):
		return errors.New("the game is over")
	case rolls != (g.ToMove(s) == game.Chance):
		return fmt.Errorf("%v is not possible: want a face until both dice are rolled, and then a bid or liar", a)
	case a == Liar && s.bids == 0:
		return errors.New("there is no bid yet")
	case a != Liar && (face < 1 || face > g.Faces() || quantity > dice):
		return fmt.Errorf("%v is not possible: there are %d dice with faces 1 to %d", a, dice, g.Faces())
	case !rolls && g.number(a) < bits.Len16(s.bids):
		return fmt.Errorf("%v is not above %v", a, g.bid(bits.Len16(s.bids)-1))
	}
	return nil
}

// Parse reads an action as String writes it, in either case.
func (g Game) Parse(text string) (Action, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if word == Liar.String() {
		return Liar, nil
	}
	for face := 1; face <= g.Faces(); face++ {
		for _, a := range []Action{Face(face), Bid(1, face), Bid(2, face)} {
			if word == a.String() {
				return a, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not an action: want a bid such as 1x%d, liar, or a face from 1 to %d", text, g.Faces(), g.Faces())
}

// Text shows everything, both dice included.
func (g Game) Text(s *State) string {
	var b strings.Builder
	for player, die := range s.dice {
		shown := "?"
		switch {
		case die == 0:
			shown = "-"
		case die != unseen:
			shown = Face(int(die)).String()
		}
		fmt.Fprintf(&b, "%s: %s\n", g.PlayerName(player), shown)
	}
	b.WriteString("Bids:")
	for n := range g.number(Liar) + 1 {
		if s.bids>>n&1 != 0 {
			fmt.Fprintf(&b, " %v", g.bid(n))
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// View shows what a player sees, with a question mark for a die that it does not see.
func (g Game) View(s *State, observer int) string {
	seen := g.seenBy(s, observer)
	return g.Text(&seen)
}

// Tell describes what everybody sees when a player acts or a die is rolled.
func (g Game) Tell(before *State, a Action, after *State) string {
	if g.ToMove(before) == game.Chance {
		return "A die is rolled."
	}
	told := fmt.Sprintf("%s: %v.", g.PlayerName(g.ToMove(before)), a)
	if g.over(after) {
		told += fmt.Sprintf(" The dice show %d and %d.", after.dice[0], after.dice[1])
	}
	return told
}

// PlayerName returns "Player 1" or "Player 2".
func (Game) PlayerName(player int) string { return fmt.Sprintf("Player %d", player+1) }

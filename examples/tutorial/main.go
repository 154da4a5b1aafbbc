// Tutorial is the bot that docs/tutorial.md builds: the game Ice, played by a search.
//
//	go run ./examples/tutorial play
package main

import (
	"math"
	"math/bits"
	"strings"

	"github.com/banyan-go/banyan/console"
)

// Ice is played on a square of ice floes. Each player has a penguin, which jumps to one of the
// eight squares around it. The floe that it leaves melts. A player that cannot jump loses.
type Ice struct{}

const side = 7

// Floes is a set of squares: bit 7*row + column.
type Floes uint64

// State is a position: the floes that are left, where the penguins are, and who is to jump.
type State struct {
	Ice     Floes
	Penguin [2]Square
	Player  int8
}

// Square is a square, and the action to jump there.
type Square int8

// Start returns the first position, with the penguins in opposite corners.
func (Ice) Start() State { return State{Ice: 1<<(side*side) - 1, Penguin: [2]Square{0, side*side - 1}} }

// NumPlayers returns 2.
func (Ice) NumPlayers() int { return 2 }

// ToMove returns the player who is to jump.
func (Ice) ToMove(s *State) int { return int(s.Player) }

// AppendActions appends the squares to which the penguin can jump.
func (Ice) AppendActions(dst []Square, s *State) []Square {
	for left := around(1<<s.Penguin[s.Player]) & s.free(); left != 0; left &= left - 1 {
		dst = append(dst, Square(bits.TrailingZeros64(uint64(left))))
	}
	return dst
}

// Apply jumps to a square.
func (Ice) Apply(s *State, to Square) {
	s.Ice &^= 1 << s.Penguin[s.Player]
	s.Penguin[s.Player] = to
	s.Player = 1 - s.Player
}

// Returns gives the game to the player who is not to jump, because the other one cannot.
func (Ice) Returns(s *State, out []float64) {
	out[s.Player], out[1-s.Player] = 0, 1
}

// free returns the floes without penguins.
func (s *State) free() Floes { return s.Ice &^ (1<<s.Penguin[0] | 1<<s.Penguin[1]) }

// around returns the squares next to a set.
func around(set Floes) Floes {
	const all, left, right = 1<<(side*side) - 1, 0x40810204081, 0x1020408102040
	set |= set&^right<<1 | set&^left>>1
	return (set | set<<side | set>>side) & all
}

// Evaluate estimates who is ahead: the player whose penguin reaches more floes before the other.
func (g Ice) Evaluate(s *State, out []float64) {
	mine, other := Floes(1)<<s.Penguin[s.Player], Floes(1)<<s.Penguin[1-s.Player]
	for free := s.free(); ; {
		next := mine | around(mine)&free&^other
		then := other | around(other)&free&^next
		if next == mine && then == other {
			break
		}
		mine, other = next, then
	}
	ahead := bits.OnesCount64(uint64(mine)) - bits.OnesCount64(uint64(other))
	out[s.Player] = 1 / (1 + math.Exp(-float64(ahead)/4))
	out[1-s.Player] = 1 - out[s.Player]
}

// Text draws the board.
func (Ice) Text(s *State) string {
	var b strings.Builder
	for square := range Square(side * side) {
		switch {
		case square == s.Penguin[0]:
			b.WriteString(" A")
		case square == s.Penguin[1]:
			b.WriteString(" B")
		case s.Ice>>square&1 == 1:
			b.WriteString(" .")
		default:
			b.WriteString("  ")
		}
		if square%side == side-1 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// String returns the column and the row of a square, such as b3.
func (q Square) String() string { return string([]byte{'a' + byte(q%side), '1' + byte(q/side)}) }

func main() { console.Main(Ice{}) }

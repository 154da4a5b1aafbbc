// Package connect4 is Connect Four: two players drop discs into the columns of an upright board, and the first
// with four in a line, across, up or diagonally, wins. A full board is a draw.
//
//	search, err := mcts.New(connect4.Game{}, mcts.Config{})
//	root := connect4.Game{}.Start()
//
// The zero Game is the common board of 7 columns and 6 rows; New makes others, such as the 8x6 of general game
// playing. Without a line the common board is a win for the first player, who opens in the centre (Allis, "A
// Knowledge-based Approach of Connect-Four", 1988).
package connect4

import (
	"fmt"
	"math/bits"
)

const (
	defaultWidth  = 7
	defaultHeight = 6

	// A column has eight bits, the lowest row first. One of them at least stays empty, so that no line runs
	// from the top of a column into the next.
	columnBits = 8
	maxWidth   = 8
	maxHeight  = columnBits - 1

	bottoms = 0x0101010101010101 // the lowest square of every column
)

// Game is the rules on a board of a size.
type Game struct {
	wider, taller int8 // than the default
}

// New returns the game on another board, of at most 8 columns and 7 rows and at least one line of four.
func New(width, height int) (Game, error) {
	if width < 1 || width > maxWidth || height < 1 || height > maxHeight || max(width, height) < 4 {
		return Game{}, fmt.Errorf("connect4: New(%d, %d): want 1..%d columns, 1..%d rows, and 4 of the one or the other",
			width, height, maxWidth, maxHeight)
	}
	return Game{wider: int8(width - defaultWidth), taller: int8(height - defaultHeight)}, nil
}

// Width returns the number of columns.
func (g Game) Width() int { return defaultWidth + int(g.wider) }

// Height returns the number of rows.
func (g Game) Height() int { return defaultHeight + int(g.taller) }

// bottoms returns the lowest square of every column.
func (g Game) bottoms() uint64 { return bottoms >> ((maxWidth - g.Width()) * columnBits & 63) }

// full returns all squares.
func (g Game) full() uint64 { return g.bottoms() * (1<<(g.Height()&63) - 1) }

// State is a position.
type State struct {
	own   uint64 // discs of the player to move
	discs uint64 // all discs
}

// Start returns the empty board.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns the player whose turn it is.
func (Game) ToMove(s *State) int { return bits.OnesCount64(s.discs) & 1 }

// Drop is a column to drop a disc into, 0 for the leftmost.
type Drop uint8

// openColumns lists the columns of every set of columns.
var openColumns [1 << maxWidth]struct {
	drops [maxWidth]Drop
	n     int
}

func init() {
	for set := range openColumns {
		list := &openColumns[set]
		for c := range maxWidth {
			if set>>c&1 != 0 {
				list.drops[list.n] = Drop(c)
				list.n++
			}
		}
	}
}

// AppendActions appends the columns that are not full, from left to right; none after four in a line. It may use up
// to 8 elements of the capacity of dst, whatever the length of the result.
func (g Game) AppendActions(dst []Drop, s *State) []Drop {
	if hasLine(s.own ^ s.discs) {
		return dst
	}
	open := ^s.discs >> ((g.Height() - 1) & 63) & g.bottoms()
	list := &openColumns[open*0x0102040810204080>>56] // the product gathers the eight bits in the highest byte
	if n := len(dst); n+maxWidth <= cap(dst) {
		*(*[maxWidth]Drop)(dst[n : n+maxWidth]) = list.drops // one store, where append would call memmove
		return dst[:n+list.n]
	}
	return append(dst, list.drops[:list.n]...)
}

// Apply drops a disc.
func (Game) Apply(s *State, a Drop) {
	s.own ^= s.discs
	s.discs |= s.discs + 1<<(a*columnBits&63)
}

// Returns gives the player with the line 1 and the other 0, or both 1/2.
func (Game) Returns(s *State, out []float64) {
	if hasLine(s.own ^ s.discs) {
		win(bits.OnesCount64(s.discs)&1^1, out)
		return
	}
	out[0], out[1] = 0.5, 0.5
}

func win(player int, out []float64) {
	out[player&1], out[player&1^1] = 1, 0
}

// hasLine reports whether there are four discs in a line.
func hasLine(discs uint64) bool {
	up := discs & (discs >> 1)
	across := discs & (discs >> columnBits)
	rising := discs & (discs >> (columnBits + 1))
	falling := discs & (discs >> (columnBits - 1))
	return up&(up>>2)|across&(across>>(2*columnBits))|
		rising&(rising>>(2*columnBits+2))|falling&(falling>>(2*columnBits-2)) != 0
}

// NumActions returns the number of columns.
func (g Game) NumActions() int { return g.Width() }

// ActionIndex returns the column.
func (Game) ActionIndex(a Drop) int { return int(a) }

// Hash returns a number that no other position has.
func (Game) Hash(s *State) uint64 {
	key := s.own + s.discs + bottoms // per column: the discs of one player below a bit that marks the height
	key ^= key >> 32
	return key * 0x9e3779b97f4a7c15
}

package gomoku

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// The sizes that [New] accepts.
const (
	MaxSize   = 19 // the greatest width and height
	MinLength = 3  // the shortest line that wins
)

// Game is the rules on one board. The zero Game has 8x8 points and lines of five. [New] returns
// others.
type Game struct{ made *board } // if nil, connectFive

// New returns the game on a board of width columns and height rows, 1 to 19 each. A line of length
// stones wins. The length is at least 3 and at most the longer side of the board.
func New(width, height, length int) (Game, error) {
	if width < 1 || width > MaxSize || height < 1 || height > MaxSize {
		return Game{}, fmt.Errorf("gomoku: New(%d, %d, %d): want a width and a height of 1 to %d",
			width, height, length, MaxSize)
	}
	if longest := max(width, height); length < MinLength || length > longest {
		return Game{}, fmt.Errorf("gomoku: New(%d, %d, %d): want a length from %d to the longer side of the board, which is %d",
			width, height, length, MinLength, longest)
	}
	if c := connectFive; width == c.width && height == c.height && length == c.length {
		return Game{}, nil // equal to the zero Game
	}
	return Game{newBoard(width, height, length)}, nil
}

var connectFive = newBoard(8, 8, 5)

func (g Game) board() *board {
	if g.made == nil {
		return connectFive
	}
	return g.made
}

// Width returns the number of columns.
func (g Game) Width() int { return g.board().width }

// Height returns the number of rows.
func (g Game) Height() int { return g.board().height }

// Length returns the number of stones in a line that wins.
func (g Game) Length() int { return g.board().length }

// State is a position. States are copied by assignment and compared by ==. The zero State is the
// empty board.
type State struct {
	stones [2]points // by player
	plies  uint16    // the number of stones
	won    bool      // the last stone made a line
}

// Start returns the empty board.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for Black and 1 for White.
func (Game) ToMove(s *State) int { return int(s.plies & 1) }

// AppendActions appends the empty points row by row from a1, or nothing when a player has a line.
func (g Game) AppendActions(dst []Point, s *State) []Point {
	if s.won {
		return dst
	}
	b := g.board()
	dst = slices.Grow(dst, b.area-int(s.plies))
	for i := range b.words {
		for word := b.empty(s, i); word != 0; word &= word - 1 {
			dst = append(dst, b.points[i<<6|bits.TrailingZeros64(word)])
		}
	}
	return dst
}

// Apply places a stone of the player to move on p, which must be empty.
func (g Game) Apply(s *State, p Point) {
	b, stones := g.board(), &s.stones[s.plies&1]
	stones.add(b.index(p))
	s.plies++
	s.won = b.wins(stones, p)
}

// Returns writes 1 for the player with a line and 0 for the other, or 1/2 for both.
func (Game) Returns(s *State, out []float64) {
	if !s.won {
		out[0], out[1] = 0.5, 0.5
		return
	}
	win(s.plies&1^1, out)
}

func win(player uint16, out []float64) { out[player&1], out[player&1^1] = 1, 0 }

// over reports whether there are no more actions.
func (b *board) over(s *State) bool { return s.won || int(s.plies) >= b.area }

// Hash returns a hash of the stones, which determine the rest of the state.
func (g Game) Hash(s *State) uint64 {
	h := uint64(0)
	for i := range g.board().words {
		h = rng.Mix(h + 0x9e3779b97f4a7c15 + s.stones[0][i])
		h = rng.Mix(h ^ s.stones[1][i])
	}
	return h
}

// NumActions returns the number of points of the board.
func (g Game) NumActions() int { return g.board().area }

// ActionIndex numbers the points row by row: a1 is 0, b1 is 1, a2 is the width of the board.
func (g Game) ActionIndex(p Point) int { return g.board().index(p) }

// AppendIndices appends the number of every point that AppendActions lists, in that order.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	b := g.board()
	if b.over(s) {
		return dst
	}
	n := len(dst)
	dst = slices.Grow(dst, b.area-int(s.plies))[:n+b.area-int(s.plies)]
	for i := range b.words {
		for word := b.empty(s, i); word != 0; word &= word - 1 {
			dst[n] = int32(i<<6 | bits.TrailingZeros64(word))
			n++
		}
	}
	return dst
}

// IsLegalIndex reports whether point i is empty and the game is not over.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	return !s.won && g.board().empty(s, int(i>>6))>>(i&63)&1 != 0
}

// IndexAction returns the point with number i.
func (g Game) IndexAction(i int32) Point { return g.board().points[i] }

// AppendCells appends the points column by column, each from the lowest row up: 0 for an empty
// point, 1 for Black and 2 for White. It may write up to 7 elements beyond the result, within the
// capacity of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	b := g.board()
	n := len(dst)
	dst = slices.Grow(dst, b.area+7)[:n+b.area+7]
	if b.width == 8 && b.words == 1 {
		const eachRow = 0x0101010101010101
		for x := range b.width {
			// A row has eight bits, so each byte holds one point of the column.
			binary.LittleEndian.PutUint64(dst[n:], s.stones[0][0]>>x&eachRow|s.stones[1][0]>>x&eachRow<<1)
			n += b.height
		}
		return dst[:n]
	}
	for x := range b.width {
		for i := x; i < b.area; i += b.width {
			dst[n] = uint8(s.stones[0][i>>6]>>(i&63)&1 | s.stones[1][i>>6]>>(i&63)&1<<1)
			n++
		}
	}
	return dst[:n]
}

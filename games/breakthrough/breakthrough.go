package breakthrough

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// The sizes that [New] accepts. With one column, pawns could be without moves. Fewer than four rows
// have no room for two rows of pawns on each side.
const (
	MinWidth  = 2
	MaxWidth  = 8
	MinHeight = 4
	MaxHeight = 8
)

// Players.
const (
	white = 0
	black = 1
)

// Game is the rules of Breakthrough on a board of one size. The zero Game has 8x8 squares.
type Game struct{ narrower, shorter uint8 } // than 8x8

// New returns the game on a board of 2 to 8 columns and 4 to 8 rows.
func New(width, height int) (Game, error) {
	if width < MinWidth || width > MaxWidth || height < MinHeight || height > MaxHeight {
		return Game{}, fmt.Errorf("breakthrough: New(%d, %d): want a width of %d to %d and a height of %d to %d",
			width, height, MinWidth, MaxWidth, MinHeight, MaxHeight)
	}
	return Game{uint8(MaxWidth - width), uint8(MaxHeight - height)}, nil
}

// Width returns the number of columns.
func (g Game) Width() int { return MaxWidth - int(g.narrower) }

// Height returns the number of rows.
func (g Game) Height() int { return MaxHeight - int(g.shorter) }

// State is a position of any of the three games. States are copied by assignment and compared by
// ==.
type State struct {
	pawns [2]uint64 // the squares of each side: bit 8*row+column, whatever the width
	mover uint8
}

// Start returns the first position, with White to move.
func (g Game) Start() State {
	twoRows := 0x101 * g.firstRow()
	return State{pawns: [2]uint64{twoRows, twoRows << (8 * (g.Height() - 2) & 63)}}
}

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for White and 1 for Black.
func (Game) ToMove(s *State) int { return int(s.mover) }

// AppendActions appends the moves to the left, then the straight moves, then the moves to the
// right, as White sees it. Each group is in ascending order of rows.
func (g Game) AppendActions(dst []Move, s *State) []Move {
	if g.over(s) {
		return dst
	}
	me, up := s.mover&1, shift(s.mover)
	left, straight, right := g.board().targets(s.pawns[me], s.pawns[me^1], up)
	n := bits.OnesCount64(left) + bits.OnesCount64(straight) + bits.OnesCount64(right)
	dst = slices.Grow(dst, n)
	rest := dst[len(dst) : len(dst)+n]
	rest = fill(rest, left, up)
	rest = fill(rest, straight, up+1)
	fill(rest, right, up+2)
	return dst[:len(dst)+n]
}

// fill writes the moves to the target squares into room, and returns the rest of room. Each target
// is step above its origin.
func fill(room []Move, targets uint64, step int) []Move {
	i := 0
	for ; targets != 0 && i < len(room); targets &= targets - 1 {
		// One multiplication computes from | to<<8.
		room[i] = Move(bits.TrailingZeros64(targets)*0x101 - step)
		i++
	}
	return room[i:]
}

// Apply moves a pawn and captures the pawn on its target.
func (Game) Apply(s *State, m Move) {
	me, to := s.mover&1, uint64(1)<<(m>>8&63)
	s.pawns[me] ^= uint64(1)<<(m&63) | to
	s.pawns[me^1] &^= to
	s.mover = me ^ 1
}

// Returns writes 1 for the winner, which made the last move, and 0 for the loser.
func (Game) Returns(s *State, out []float64) {
	out[s.mover&1], out[s.mover&1^1] = 0, 1
}

// over reports whether the player that made the last move has won. No player loses by its own move.
func (g Game) over(s *State) bool {
	me := s.mover & 1
	return s.pawns[me] == 0 || s.pawns[me^1]&g.goal(me^1) != 0
}

// Hash returns a hash of the pawns and of the side to move.
func (Game) Hash(s *State) uint64 {
	h := rng.Mix(s.pawns[white] + 0x9e3779b97f4a7c15*uint64(1+s.mover))
	return rng.Mix(h ^ s.pawns[black])
}

// A set of squares is a uint64: bit 8*row+column, counted from 0 at a1. Moves are rotations by 7, 8
// and 9 places for White, and by -9, -8 and -7 for Black. For both sides this is left, straight and
// right, as White sees it.

// eachRow multiplied by a set of columns is that set in all eight rows.
const eachRow = 0x0101010101010101

// shift returns the rotation that moves the pawns of a player forward to the left. Straight is one
// more, and right is two more.
func shift(player uint8) int { return 7 - 16*int(player&1) }

// firstRow returns the squares of the lowest row.
func (g Game) firstRow() uint64 { return 0xff >> (g.narrower & 7) }

// goal returns the squares of the far row of a player.
func (g Game) goal(player uint8) uint64 {
	if player&1 == black {
		return g.firstRow()
	}
	return g.firstRow() << (8 * (g.Height() - 1) & 63)
}

// board holds the squares where moves to the left and to the right may end. A rotation beyond the
// edge ends in another column.
type board struct{ left, right uint64 }

func (g Game) board() board {
	row := g.firstRow()
	return board{left: row >> 1 * eachRow, right: row & (row << 1) * eachRow}
}

// targets returns the squares that the pawns me may move to. op are the opponent's pawns, and up is
// the shift of the player. The game is not over, so no pawn leaves the board at the top or the
// bottom.
func (b board) targets(me, op uint64, up int) (left, straight, right uint64) {
	left = bits.RotateLeft64(me, up) & b.left &^ me
	straight = bits.RotateLeft64(me, up+1) &^ (me | op)
	right = bits.RotateLeft64(me, up+2) & b.right &^ me
	return left, straight, right
}

// AppendCells appends the squares column by column, each from the lowest row up: 0 for an empty
// square, 1 for White and 2 for Black. It may write up to 7 elements beyond the result, within the
// capacity of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	width, height := g.Width(), g.Height()
	n := len(dst)
	dst = slices.Grow(dst, width*height+7)[:n+width*height+7]
	first, second := s.pawns[white], s.pawns[black]
	for range width {
		// A row has eight bits, so each byte holds one square of the column.
		binary.LittleEndian.PutUint64(dst[n:], first&eachRow|second&eachRow<<1)
		first >>= 1
		second >>= 1
		n += height
	}
	return dst[:n]
}

// AppendCells appends the squares as [Game.AppendCells] does.
func (Knightthrough) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }

// AppendCells appends the squares as [Game.AppendCells] does.
func (PawnWhopping) AppendCells(dst []uint8, s *State) []uint8 { return Game{}.AppendCells(dst, s) }

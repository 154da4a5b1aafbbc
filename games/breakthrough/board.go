package breakthrough

import "math/bits"

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

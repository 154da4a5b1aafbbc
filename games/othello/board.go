package othello

import "math/bits"

// A set of squares is a uint64: bit 8*row+column, counted from 0 at a1, on boards of all sizes. A
// smaller board lies in the corner at a1. There are never discs beyond it, so flips does not depend
// on the size.

// eachRow multiplied by a set of columns is that set in all eight rows.
const eachRow = 0x0101010101010101

// inner is all columns except the first and the last. Only discs in these columns can be enclosed
// along a row or a diagonal, and a shift to the side does not move them into another row.
const inner = 0x7e * eachRow

// all returns the squares of the board.
func (g Game) all() uint64 { return 0xff >> (g.smaller & 7) * eachRow >> (8 * g.smaller & 63) }

// targets returns the squares where a player with the discs me may place one, if op are the
// opponent's.
func (g Game) targets(me, op uint64) uint64 {
	sideways := op & inner
	found := upwards(me, sideways, 1) | downwards(me, sideways, 1)
	found |= upwards(me, sideways, 7) | downwards(me, sideways, 7)
	found |= upwards(me, op, 8) | downwards(me, op, 8)
	found |= upwards(me, sideways, 9) | downwards(me, sideways, 9)
	return found & g.all() &^ (me | op)
}

// upwards returns the squares that follow a line of discs of op, which follows a disc of me, in the
// direction of ascending squares. A line has at most six discs. The line grows by one disc and then
// by two at a time, with the parallel prefix of Kogge and Stone (IEEE Transactions on Computers
// C-22(8), 1973).
//
// The compiler inlines it, so that the shifts are by constants.
func upwards(me, op uint64, step int) uint64 {
	line := op & (me << step)
	line |= op & (line << step)
	two := op & (op << step)
	line |= two & (line << (2 * step))
	line |= two & (line << (2 * step))
	return line << step
}

// downwards does the same in the direction of descending squares.
func downwards(me, op uint64, step int) uint64 {
	line := op & (me >> step)
	line |= op & (line >> step)
	two := op & (op >> step)
	line |= two & (line >> (2 * step))
	line |= two & (line >> (2 * step))
	return line >> step
}

// rays[square][0] are the squares in the four directions of ascending squares: right, down to the
// left, down, and down to the right. rays[square][1] are the squares in the opposite directions.
var rays = func() (table [64][2][4]uint64) {
	for square := range table {
		for d, step := range [4]struct{ x, y int }{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
			for way, sign := range [2]int{1, -1} {
				table[square][way][d] = ray(square, sign*step.x, sign*step.y)
			}
		}
	}
	return table
}()

func ray(square, dx, dy int) (set uint64) {
	x, y := square%8+dx, square/8+dy
	for ; 0 <= x && x < 8 && 0 <= y && y < 8; x, y = x+dx, y+dy {
		set |= 1 << squareAt(x, y)
	}
	return set
}

// flips returns the discs of op that a new disc of me on a square encloses.
func flips(me, op uint64, square int) uint64 {
	after, before := &rays[square&63][0], &rays[square&63][1]
	return above(me, op, after[0]) | above(me, op, after[1]) | above(me, op, after[2]) | above(me, op, after[3]) |
		below(me, op, before[0]) | below(me, op, before[1]) | below(me, op, before[2]) | below(me, op, before[3])
}

// above returns the discs enclosed along a ray of ascending squares. The first square of the ray
// without a disc of op ends the line. The line is enclosed if a disc of me is on that square. It is
// then the part of the ray below that bit.
func above(me, op, ray uint64) uint64 {
	rest := ray &^ op
	end := rest & -rest & me
	return (end - min(end, 1)) & ray
}

// below does the same along a ray of descending squares, where the first square is the highest bit.
// If op has discs on the whole ray, end is bit 63, and no bit is above it.
func below(me, op, ray uint64) uint64 {
	end := uint64(1) << 63 >> (bits.LeadingZeros64(ray&^op) & 63) & me
	return -end << 1 & ray
}

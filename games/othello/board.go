package othello

import "math/bits"

// A set of squares is a uint64: bit 8*row+column, counted from 0 at a1, whatever the size of the board. A smaller
// board lies in the corner at a1. Beyond it there are never discs, which is all that flips needs to know.

// eachRow times a set of columns is that set in all eight rows.
const eachRow = 0x0101010101010101

// inner is all columns but the first and the last. Only discs in them can be enclosed along a row or a diagonal,
// and a shift to the side does not carry them into another row.
const inner = 0x7e * eachRow

// all returns the squares of the board.
func (g Game) all() uint64 { return 0xff >> (g.smaller & 7) * eachRow >> (8 * g.smaller & 63) }

// targets returns where a player with the discs me may place one, if op are those of the opponent.
func (g Game) targets(me, op uint64) uint64 {
	sideways := op & inner
	found := upwards(me, sideways, 1) | downwards(me, sideways, 1)
	found |= upwards(me, sideways, 7) | downwards(me, sideways, 7)
	found |= upwards(me, op, 8) | downwards(me, op, 8)
	found |= upwards(me, sideways, 9) | downwards(me, sideways, 9)
	return found & g.all() &^ (me | op)
}

// upwards returns the squares after a line of discs of op before which a disc of me lies, in the direction in which
// step is added to a square. A line has at most six discs. It is grown by one disc, then by twos (the parallel prefix
// of Kogge and Stone, IEEE Transactions on Computers C-22(8), 1973, as programs for chess use it).
//
// It is inlined, so that the shifts are by constants.
func upwards(me, op uint64, step int) uint64 {
	line := op & (me << step)
	line |= op & (line << step)
	two := op & (op << step)
	line |= two & (line << (2 * step))
	line |= two & (line << (2 * step))
	return line << step
}

// downwards is the other way.
func downwards(me, op uint64, step int) uint64 {
	line := op & (me >> step)
	line |= op & (line >> step)
	two := op & (op >> step)
	line |= two & (line >> (2 * step))
	line |= two & (line >> (2 * step))
	return line >> step
}

// rays[square] are the squares that lie in each of four directions from a square: those of higher numbers, which are
// to the right, down to the left, down, and down to the right; and then their opposites.
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

// flips returns the discs of op that a disc of me on a square encloses.
func flips(me, op uint64, square int) uint64 {
	after, before := &rays[square&63][0], &rays[square&63][1]
	return above(me, op, after[0]) | above(me, op, after[1]) | above(me, op, after[2]) | above(me, op, after[3]) |
		below(me, op, before[0]) | below(me, op, before[1]) | below(me, op, before[2]) | below(me, op, before[3])
}

// above returns the discs enclosed along a ray to higher squares. The first square of the ray that is not one of op
// ends the line, and the line is enclosed if a disc of me is there: it is the part of the ray below that bit.
func above(me, op, ray uint64) uint64 {
	rest := ray &^ op
	end := rest & -rest & me
	return (end - min(end, 1)) & ray
}

// below is the same along a ray to lower squares, where the first square is the highest bit. If all of the ray are of
// op, that comes out as bit 63, and no bit is above that.
func below(me, op, ray uint64) uint64 {
	end := uint64(1) << 63 >> (bits.LeadingZeros64(ray&^op) & 63) & me
	return -end << 1 & ray
}

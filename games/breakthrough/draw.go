package breakthrough

import "math/bits"

// draw returns the target and the origin, as sets of one square, of a move drawn uniformly from those of the
// pawns me, given a uniform 64-bit number. There must be a move.
//
// It numbers the moves: those to the left, the straight ones, those to the right, each from the lowest target to
// the highest, and finds move random*n/2^64 of n. A random choice cannot be predicted by a processor, so no step of
// the way is a branch: the direction is chosen by masks, the row by comparing eight prefix sums at once in the
// bytes of one word (Vigna, "Broadword Implementation of Rank/Select Queries", WEA 2008), and the square in its row
// by a table.
func (b board) draw(me, op uint64, up int, random uint64) (to, from uint64) {
	left, straight, right := b.targets(me, op, up)
	lefts := uint64(bits.OnesCount64(left))
	notRights := lefts + uint64(bits.OnesCount64(straight))
	k, _ := bits.Mul64(random, notRights+uint64(bits.OnesCount64(right)))

	// All bits are set if the move is not to the left, and if it is to the right.
	notLeft := uint64(int64(lefts-1-k) >> 63)
	toRight := uint64(int64(notRights-1-k) >> 63)
	targets := left ^ (left^straight)&notLeft ^ (straight^right)&toRight
	k -= lefts&notLeft + (notRights-lefts)&toRight
	to = nth(targets, k)
	return to, bits.RotateLeft64(to, int(notLeft+toRight)-up)
}

// nth returns the square of set that has k below it, as a set of one square. There must be one.
func nth(set, k uint64) uint64 {
	// Byte i is 128 + k - (squares in rows 0 to i): it reaches 128 in the rows before the one wanted, and there it
	// is 127 less the squares that follow in the row.
	rank := (k + 128 - byteCounts(set)) * eachRow
	row := bits.OnesCount64(rank&(0x80*eachRow)) << 3 & 63 // eight times the number of rows before
	return uint64(nthFromTop[uint8(set>>row)][rank>>row&7]) << row
}

// byteCounts returns the number of bits in each byte.
func byteCounts(x uint64) uint64 {
	pairs := x - x>>1&0x5555555555555555
	nibbles := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	return (nibbles + nibbles>>4) & (0x0f * eachRow)
}

// nthFromTop[b][7-i] is the bit of b that has i bits above it.
var nthFromTop = func() (table [256][8]uint8) {
	for b := range table {
		for i, rest := 7, uint8(b); rest != 0; i-- {
			top := uint8(1) << (bits.Len8(rest) - 1)
			table[b][i] = top
			rest ^= top
		}
	}
	return table
}()

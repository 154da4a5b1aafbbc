package breakthrough

import "math/bits"

// draw returns the target and the origin, as sets of one square, of a uniformly random move of the
// pawns me, given a uniform 64-bit number. There must be a move.
//
// It numbers the n moves as AppendActions does, and finds move random*n/2^64. A processor cannot
// predict a random choice, so there is no branch: masks select the direction, a comparison of eight
// prefix sums in the bytes of one word the row (S. Vigna, "Broadword Implementation of Rank/Select
// Queries", WEA 2008), and a table the square in its row.
func (b board) draw(me, op uint64, up int, random uint64) (to, from uint64) {
	left, straight, right := b.targets(me, op, up)
	lefts := uint64(bits.OnesCount64(left))
	notRights := lefts + uint64(bits.OnesCount64(straight))
	k, _ := bits.Mul64(random, notRights+uint64(bits.OnesCount64(right)))

	// notLeft has all bits set if the move is not to the left, and toRight if it is to the right.
	notLeft := uint64(int64(lefts-1-k) >> 63)
	toRight := uint64(int64(notRights-1-k) >> 63)
	targets := left ^ (left^straight)&notLeft ^ (straight^right)&toRight
	k -= lefts&notLeft + (notRights-lefts)&toRight
	to = nth(targets, k)
	return to, bits.RotateLeft64(to, int(notLeft+toRight)-up)
}

// nth returns the square of set with k squares below it, as a set of one square. There must be one.
func nth(set, k uint64) uint64 {
	// Byte i is 128 + k - (squares in rows 0 to i). It is at least 128 in the rows before the
	// wanted one. In the wanted row it is 127 minus the number of squares that follow in that row.
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

package nogo

import "math/bits"

// grid is a position with one byte per point, so that the legality test of a stone reads five
// bytes. The byte holds the number of empty neighbors and, if there is a stone, its color.
// Playouts use it.
//
// A group has a liberty if one of its stones has an empty neighbor. Only a group with a stone
// whose count falls to 0 may lose its last liberty, and a search for another one rarely takes more
// than a few steps.
type grid struct {
	at    [stride * (MaxSize + 2)]uint8 // Point p is at[p+stride], above a row of border
	queue [MaxSize * MaxSize]uint16     // memory of lives
}

// The flags in the byte of a point, besides the count 0..4.
const (
	black = 1 << 6 // a stone of player 0
	white = 1 << 7 // a stone of player 1; equal to black<<1
	seen  = 1 << 5 // met by the search for a liberty
)

// area is the part of a grid from the point below a point to the point above it.
type area [2*stride + 1]uint8

// The indices of a point and its neighbors in its area.
const (
	below  = 0
	left   = stride - 1
	middle = stride
	right  = stride + 1
	above  = 2 * stride
)

// around returns the area of p. With it the compiler checks one bound instead of five.
func (z *grid) around(p uint) *area { return (*area)(z.at[p : p+2*stride+1]) }

// clear makes z the empty board with these points.
func (z *grid) clear(playable *points) {
	*z = grid{}
	for i, word := range playable {
		for ; word != 0; word &= word - 1 {
			at := z.around(uint(i<<6 + bits.TrailingZeros64(word)))
			at[left]++
			at[right]++
			at[below]++
			at[above]++
		}
	}
}

// set makes z the position s on board b.
func (z *grid) set(b *board, s *State) {
	z.at = b.empty.at
	for player := range s.stones {
		for i, word := range s.stones[player][:b.words] {
			for ; word != 0; word &= word - 1 {
				z.around(uint(i<<6 + bits.TrailingZeros64(word))).put(black << player)
			}
		}
	}
}

// put adds a stone in the middle and takes a liberty from its neighbors.
func (at *area) put(own uint8) {
	at[middle] += own
	at[left]--
	at[right]--
	at[below]--
	at[above]--
}

// take undoes put.
func (at *area) take(own uint8) {
	at[middle] -= own
	at[left]++
	at[right]++
	at[below]++
	at[above]++
}

// play puts a stone of player on the empty point p if that is legal, and reports whether it is
// legal.
func (z *grid) play(p uint, player uint8) bool {
	own, other := uint32(black)<<player, uint32(white)>>player
	at := z.around(p)
	stone := uint32(at[middle]) + own
	l, r, b, a := uint32(at[left])-1, uint32(at[right])-1, uint32(at[below])-1, uint32(at[above])-1
	at[middle] = uint8(stone)
	at[left], at[right], at[below], at[above] = uint8(l), uint8(r), uint8(b), uint8(a)
	// This is one branch instead of five. The top bit of danger is set if a stone has no empty
	// neighbor left. The rest is isCapture and isSuicide on the bytes that are already loaded.
	danger := ((stone ^ own) - 1) | ((l ^ other) - 1) | ((r ^ other) - 1) | ((b ^ other) - 1) | ((a ^ other) - 1)
	if int32(danger) >= 0 || (l != other || z.lives(p-1, other)) && (r != other || z.lives(p+1, other)) &&
		(b != other || z.lives(p-stride, other)) && (a != other || z.lives(p+stride, other)) &&
		(stone != own || z.lives(p, own)) {
		return true
	}
	at.take(uint8(own))
	return false
}

// isSuicide reports whether the group of the new stone on p, of color own, has no liberty.
func (z *grid) isSuicide(p uint, own uint32) bool {
	return uint32(z.around(p)[middle]) == own && !z.lives(p, own)
}

// isCapture reports whether the new stone on p leaves a neighboring group of color other without
// a liberty.
func (z *grid) isCapture(p uint, other uint32) bool {
	at := z.around(p)
	return uint32(at[left]) == other && !z.lives(p-1, other) ||
		uint32(at[right]) == other && !z.lives(p+1, other) ||
		uint32(at[below]) == other && !z.lives(p-stride, other) ||
		uint32(at[above]) == other && !z.lives(p+stride, other)
}

// lives reports whether the group of the stone on p has a liberty, by breadth-first search. The
// stone on p itself has no empty neighbor.
func (z *grid) lives(p uint, color uint32) (found bool) {
	z.queue[0] = uint16(p)
	z.around(p)[middle] |= seen
	tail := uint(1)
	for head := uint(0); head < tail; head++ {
		p := uint(z.queue[head])
		at := z.around(p)
		// For a stone of the group that was not seen yet, this is the number of its empty
		// neighbors, 0..4. For any other point it is greater.
		l, r, b, a := uint32(at[left])-color, uint32(at[right])-color, uint32(at[below])-color, uint32(at[above])-color
		if found = min(l-1, r-1, b-1, a-1) < 4; found {
			break
		}
		tail = z.push(tail, p-1, &at[left], l)
		tail = z.push(tail, p+1, &at[right], r)
		tail = z.push(tail, p-stride, &at[below], b)
		tail = z.push(tail, p+stride, &at[above], a)
	}
	for _, p := range z.queue[:tail] {
		z.around(uint(p))[middle] = uint8(color)
	}
	return found
}

// push queues p and marks it as seen if empties, its number of empty neighbors, is 0, without a
// branch.
func (z *grid) push(tail, p uint, at *uint8, empties uint32) uint {
	z.queue[tail] = uint16(p)
	isZero := uint((uint64(empties) - 1) >> 63)
	*at |= uint8(isZero * seen)
	return tail + isZero
}

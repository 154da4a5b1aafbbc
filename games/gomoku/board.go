package gomoku

import "math/bits"

// points is a set of points: bit i%64 of word i/64 is the point of index i, which is
// row*width+column. A set of points of a board of 8x8 is one word.
type points [(MaxSize*MaxSize + 63) / 64]uint64

func (set *points) has(i int) bool { return set[i>>6]>>(i&63)&1 != 0 }
func (set *points) add(i int)      { set[i>>6] |= 1 << (i & 63) }

// len returns the number of points.
func (set *points) len() (n int) {
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}

// first returns the index of the first point of a set that is not empty.
func (set *points) first() int {
	i := 0
	for set[i] == 0 {
		i++
	}
	return i<<6 | bits.TrailingZeros64(set[i])
}

// and returns the points in both sets.
func (set points) and(other *points) points {
	for i := range set {
		set[i] &= other[i]
	}
	return set
}

// without returns the points that are not in the other set.
func (set points) without(other *points) points {
	for i := range set {
		set[i] &^= other[i]
	}
	return set
}

// or returns the points in at least one set.
func (set points) or(other *points) points {
	for i := range set {
		set[i] |= other[i]
	}
	return set
}

// board describes a board and its lines. It is immutable.
type board struct {
	width, height, length int
	area                  int // the number of points
	words                 int // the number of words of a set of points
	all                   points
	points                [MaxSize * MaxSize]Point // by index

	isWord bool // sets of points are one word, and inWord finds lines
	inWord [4]wordLine

	isBytes bool // sets of points are one word whose bytes are rows, for inBytes
	inBytes *byteLines
}

// The four directions of a line.
var directions = [4]struct{ x, y int }{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}

func newBoard(width, height, length int) *board {
	b := &board{width: width, height: height, length: length, area: width * height}
	b.words = (b.area + 63) / 64
	for i := range b.area {
		b.all.add(i)
		b.points[i] = At(i%width, i/width)
	}
	if b.isWord = b.area <= 64 && length <= maxWordLength; b.isWord {
		for d := range directions {
			b.inWord[d] = b.newWordLine(d)
		}
	}
	if b.isBytes = b.isWord && width == 8; b.isBytes {
		b.inBytes = newByteLines(length)
	}
	return b
}

// empty returns word i of the points without a stone.
func (b *board) empty(s *State, i int) uint64 { return b.all[i] &^ (s.stones[0][i] | s.stones[1][i]) }

// index returns the index of a point of the board.
func (b *board) index(p Point) int { return int(p>>8)*b.width + int(p&0xff) }

// includes reports whether the board has a point in that column and row.
func (b *board) includes(x, y int) bool {
	return uint(x) < uint(b.width) && uint(y) < uint(b.height)
}

package gomoku

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

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

// Point is a point of the board, and the action of placing a stone there. It means the same on
// boards of all sizes. The zero Point is a1, the lower left corner.
type Point uint16 // the column, and 256 times the row

// nowhere is a Point that is on no board.
const nowhere Point = 0xffff

// At returns the point in column x and row y, both counted from 0 at a1. If x or y is not in
// 0..MaxSize-1, it returns a point that is on no board.
func At(x, y int) Point {
	if x < 0 || x >= MaxSize || y < 0 || y >= MaxSize {
		return nowhere
	}
	return Point(y<<8 | x)
}

// XY returns the column and the row of p, counted from 0 at a1.
func (p Point) XY() (x, y int) { return int(p & 0xff), int(p >> 8) }

// String returns the letter of the column and the number of the row, such as c4, or "nowhere" for a
// point that is on no board.
func (p Point) String() string {
	x, y := p.XY()
	if x >= MaxSize || y >= MaxSize {
		return "nowhere"
	}
	return columnName(x) + strconv.Itoa(y+1)
}

func columnName(x int) string { return string(rune('a' + x)) }

// Parse reads the text of a point of the board, in either case. It does not know the position;
// [Game.Legal] reports whether the point can be played.
func (g Game) Parse(text string) (Point, error) {
	word := strings.ToLower(text)
	if len(word) == len(text) && len(word) >= 2 && word[1] != '0' {
		x := int(word[0]) - 'a'
		if n, err := strconv.ParseUint(word[1:], 10, 8); err == nil && g.board().includes(x, int(n)-1) && word[1] != '+' {
			return At(x, int(n)-1), nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want a point from a1 to %v, like %v",
		text, At(g.Width()-1, g.Height()-1), At(g.Width()/2, g.Height()/2))
}

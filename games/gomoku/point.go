package gomoku

import (
	"fmt"
	"strconv"
	"strings"
)

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
// [Game.Legal] tells whether the point can be played.
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

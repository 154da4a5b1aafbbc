package nogo

import (
	"fmt"
	"strconv"
)

// MaxSize is the greatest width and height of a board.
const MaxSize = 19

// stride is the distance from a point to the one above it. It is one more than MaxSize on every board, so that
// the neighbours of an edge point are off the board and a Point means the same on all boards.
const stride = MaxSize + 1

// columns are the names of the columns. The letter I is left out, as on every Go board.
const columns = "ABCDEFGHJKLMNOPQRST"

// Point is a point of the board, and the action of placing a stone there. The zero value is A1, the lower left
// corner; B1 is to its right, A2 above it. A Point means the same on boards of all sizes.
type Point uint16

// nowhere is a Point on no board.
const nowhere Point = MaxSize

// At returns the point in column x and row y, both counted from 0 at A1. If x or y is not in 0..MaxSize-1, it
// returns a point that is on no board.
func At(x, y int) Point {
	if x < 0 || x >= MaxSize || y < 0 || y >= MaxSize {
		return nowhere
	}
	return Point(y*stride + x)
}

// XY returns the column and the row of p, counted from 0 at A1.
func (p Point) XY() (x, y int) { return int(p % stride), int(p / stride) }

// String returns p as ParsePoint reads it: the letter of the column and the number of the row, like E5.
func (p Point) String() string {
	x, y := p.XY()
	if x >= MaxSize || y >= MaxSize {
		return "Point(" + strconv.Itoa(int(p)) + ")"
	}
	return columns[x:x+1] + strconv.Itoa(y+1)
}

// ParsePoint reads a point of the 19x19 board like "E5" or "t19": a letter A-H or J-T and a number 1-19.
// Game.Parse also checks that the point is on the board that is played on.
func ParsePoint(text string) (Point, error) {
	if len(text) < 2 || len(text) > 3 {
		return 0, fmt.Errorf("nogo: Parse(%q): want a letter and a number, like E5", text)
	}
	x, err := column(text[0])
	if err != nil {
		return 0, fmt.Errorf("nogo: Parse(%q): %w", text, err)
	}
	y, err := row(text[1:])
	if err != nil {
		return 0, fmt.Errorf("nogo: Parse(%q): %w", text, err)
	}
	return At(x, y), nil
}

// column returns the number of the column with that letter.
func column(letter byte) (int, error) {
	upper := letter &^ 0x20
	switch {
	case upper < 'A' || upper > 'T':
		return 0, fmt.Errorf("want a letter A-H or J-T first, got %q", letter)
	case upper == 'I':
		return 0, fmt.Errorf("there is no column I, after H comes J")
	case upper > 'I':
		return int(upper-'A') - 1, nil
	}
	return int(upper - 'A'), nil
}

// row returns the number of the row, from 0, with that name. It takes neither a sign nor a leading zero.
func row(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || n < 1 || n > MaxSize || digits[0] == '0' {
		return 0, fmt.Errorf("want a row 1-%d after the letter, got %q", MaxSize, digits)
	}
	return int(n) - 1, nil
}

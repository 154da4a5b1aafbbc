package nogo

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/games/picture"
)

// Text draws the board, with X for Black, O for White, + for an empty point and a blank for a
// hollow one.
func (g Game) Text(s *State) string {
	p := g.picture(s)
	lines := strings.Split(p.Text(2), "\n")
	for i := range p.Height {
		lines[i] += fmt.Sprintf(" %d", p.Height-i)
	}
	names := lines[p.Height]
	return names + "\n" + strings.Join(lines, "\n") + "\n"
}

func (b *board) symbol(s *State, p Point) byte {
	player, ok := s.Stone(p)
	switch {
	case ok:
		return "XO"[player]
	case b.playable.has(p):
		return '+'
	}
	return ' '
}

// Parse reads a point of the board, such as E5, in either case. It does not know the position;
// [Game.Legal] reports whether the point can be played.
func (g Game) Parse(text string) (Point, error) {
	p, err := ParsePoint(text)
	if err != nil {
		return 0, err
	}
	if b := g.board(); !b.includes(p) {
		return 0, fmt.Errorf("%q is not a move: want a point from A1 to %v", text, At(b.width-1, b.height-1))
	}
	return p, nil
}

// SVG draws the board as an image.
func (g Game) SVG(s *State) string { return g.picture(s).SVG() }

func (g Game) picture(s *State) picture.Board {
	b := g.board()
	return picture.Board{
		Width: b.width, Height: b.height, Columns: columns, Points: true, Colors: picture.Wood,
		Symbol: func(x, y int) byte { return b.symbol(s, At(x, y)) },
		Pieces: map[byte]string{'X': picture.Black, 'O': picture.White},
	}
}

// MaxSize is the greatest width and height of a board.
const MaxSize = 19

// stride is the distance from a point to the point above it. It is MaxSize+1 on every board, so
// that the neighbors of an edge point are off the board, and a Point means the same on all boards.
const stride = MaxSize + 1

// columns are the names of the columns. There is no I, as on every Go board.
const columns = "ABCDEFGHJKLMNOPQRST"

// Point is a point of the board, and the action of placing a stone there. It means the same on
// boards of all sizes. The zero Point is A1, the lower left corner.
type Point uint16

// nowhere is a Point that is on no board.
const nowhere Point = MaxSize

// At returns the point in column x and row y, both counted from 0 at A1. If x or y is not in
// 0..MaxSize-1, it returns a point that is on no board.
func At(x, y int) Point {
	if x < 0 || x >= MaxSize || y < 0 || y >= MaxSize {
		return nowhere
	}
	return Point(y*stride + x)
}

// XY returns the column and the row of p, counted from 0 at A1.
func (p Point) XY() (x, y int) { return int(p % stride), int(p / stride) }

// String returns the letter of the column and the number of the row, such as E5, or "nowhere" for a
// point that is on no board.
func (p Point) String() string {
	x, y := p.XY()
	if x >= MaxSize || y >= MaxSize {
		return "nowhere"
	}
	return columns[x:x+1] + strconv.Itoa(y+1)
}

// ParsePoint reads a point of the 19x19 board, such as E5 or t19: a letter A to H or J to T and a
// number 1 to 19. [Game.Parse] also checks that the point is on the board of the game.
func ParsePoint(text string) (Point, error) {
	p, err := parsePoint(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a move: %w", text, err)
	}
	return p, nil
}

func parsePoint(text string) (Point, error) {
	if len(text) < 2 || len(text) > 3 {
		return 0, errors.New("want a letter and a number, like E5")
	}
	x, err := column(text[0])
	if err != nil {
		return 0, err
	}
	y, err := row(text[1:])
	return At(x, y), err
}

// column returns the number of the column with that letter, from 0.
func column(letter byte) (int, error) {
	upper := letter &^ 0x20
	switch {
	case upper < 'A' || upper > 'T':
		return 0, errors.New("want a letter A to H or J to T first, like E5")
	case upper == 'I':
		return 0, errors.New("there is no column I, J follows H")
	case upper > 'I':
		return int(upper-'A') - 1, nil
	}
	return int(upper - 'A'), nil
}

// row returns the number of the row with that name, from 0. It accepts neither a sign nor a leading
// zero.
func row(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || n < 1 || n > MaxSize || digits[0] == '0' {
		return 0, fmt.Errorf("want a number 1 to %d after the letter, like E5", MaxSize)
	}
	return int(n) - 1, nil
}

package nogo

import "fmt"

// Game is the rules on one board. The zero Game has 9x9 points and no hollow ones. [New] returns
// others.
type Game struct{ made *board } // if nil, plain9

// Hollow9 is the board of the NoGo tournaments in the course "Theory of Computer Games" of National
// Yang Ming Chiao Tung University: 9x9 points with hollow E2, E3, E7, E8, B5, C5, G5 and H5, which
// leaves 73.
var Hollow9 = Game{newBoard(9, 9, []Point{
	At(4, 1), At(4, 2), At(4, 6), At(4, 7), At(1, 4), At(2, 4), At(6, 4), At(7, 4),
})}

var plain9 = newBoard(9, 9, nil)

// New returns the game on a board with these hollow points. Width and height are 1 to 19 each. The
// hollow points must be on the board and may be named more than once. On some boards, such as 1x1,
// Black cannot move at the start.
func New(width, height int, hollow ...Point) (Game, error) {
	if width < 1 || width > MaxSize || height < 1 || height > MaxSize {
		return Game{}, fmt.Errorf("nogo: New(%d, %d): want width and height in 1..%d", width, height, MaxSize)
	}
	b := newBoard(width, height, hollow)
	for _, p := range hollow {
		if !b.includes(p) {
			return Game{}, fmt.Errorf("nogo: New(%d, %d): hollow point %v is off the board", width, height, p)
		}
	}
	return Game{b}, nil
}

func (g Game) board() *board {
	if g.made == nil {
		return plain9
	}
	return g.made
}

// Size returns the width and the height of the board.
func (g Game) Size() (width, height int) {
	b := g.board()
	return b.width, b.height
}

// Hollow reports whether p is a hollow point of the board.
func (g Game) Hollow(p Point) bool {
	b := g.board()
	return b.includes(p) && !b.playable.has(p)
}

// board describes a board. It is immutable.
type board struct {
	width, height int
	words         int     // the number of words of a set that the board uses
	playable      points  // the points on the board that are not hollow
	empty         grid    // the board without stones
	points        []Point // by number
}

// newBoard ignores hollow points that are off the board.
func newBoard(width, height int, hollow []Point) *board {
	b := &board{width: width, height: height, words: (stride*height + 63) / 64}
	for y := range height {
		for x := range width {
			b.playable.add(At(x, y))
			b.points = append(b.points, At(x, y))
		}
	}
	for _, p := range hollow {
		if b.includes(p) {
			b.playable.remove(p)
		}
	}
	b.empty.clear(&b.playable)
	return b
}

// includes reports whether p is on the board, hollow or not.
func (b *board) includes(p Point) bool {
	x, y := p.XY()
	return x < b.width && y < b.height
}

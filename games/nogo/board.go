package nogo

import "fmt"

// Game is the rules on one board. The zero value is the plain 9x9 board; New makes others. It is immutable, small
// and safe for goroutines to share.
type Game struct{ made *board } // nil is plain9

// Hollow9 is the board of the NoGo tournaments at National Yang Ming Chiao Tung University's course "Theory of
// Computer Games": 9x9 with hollow E2, E3, E7, E8, B5, C5, G5 and H5, which leaves 73 points.
var Hollow9 = Game{newBoard(9, 9, []Point{
	At(4, 1), At(4, 2), At(4, 6), At(4, 7), At(1, 4), At(2, 4), At(6, 4), At(7, 4),
})}

var plain9 = newBoard(9, 9, nil)

// New returns the rules on a board of that size with those hollow points. Width and height are 1..MaxSize each.
// The hollow points must be on the board; naming one twice does no harm. Black may be unable to move from the
// start, as on 1x1, where every stone is suicide.
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

// board describes a board. It does not change once made.
type board struct {
	width, height int
	words         int    // of a set that the board uses
	playable      points // the points that are on the board and not hollow
	empty         grid   // without stones
}

// newBoard leaves out hollow points that are off the board.
func newBoard(width, height int, hollow []Point) *board {
	b := &board{width: width, height: height, words: (stride*height + 63) / 64}
	for y := range height {
		for x := range width {
			b.playable.add(At(x, y))
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

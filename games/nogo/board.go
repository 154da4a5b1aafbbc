package nogo

import (
	"fmt"
	"math/bits"
)

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

// Legal returns nil if the player to move may place a stone on p, and otherwise an error that
// explains why not.
func (g Game) Legal(s *State, p Point) error {
	b := g.board()
	if !b.includes(p) {
		return fmt.Errorf("%v is off the board: want a point from A1 to %v", p, At(b.width-1, b.height-1))
	}
	if !b.playable.has(p) {
		return fmt.Errorf("%v is a hollow point", p)
	}
	if player, ok := s.Stone(p); ok {
		return fmt.Errorf("%v is taken by %s", p, g.PlayerName(player))
	}
	var z grid
	z.set(b, s)
	own, other := uint32(black)<<s.player, uint32(white)>>s.player
	z.around(uint(p)).put(uint8(own))
	if z.isSuicide(uint(p), own) {
		return fmt.Errorf("%v is suicide: the stone's own group would have no liberty", p)
	}
	if z.isCapture(uint(p), other) {
		return fmt.Errorf("%v is a capture: it would take the last liberty of a group of %s",
			p, g.PlayerName(int(s.player)^1))
	}
	return nil
}

// legal returns the points where the player to move may place a stone.
func (b *board) legal(s *State) points {
	free, doubtful := b.free(s)
	if doubtful == (points{}) {
		return free
	}
	var z grid
	z.set(b, s)
	for i, word := range doubtful[:b.words] {
		for ; word != 0; word &= word - 1 {
			p := uint(i<<6 + bits.TrailingZeros64(word))
			if z.play(p, s.player) {
				z.around(p).take(black << s.player)
			} else {
				free[i] &^= word & -word
			}
		}
	}
	return free
}

// free returns the empty points, and those among them that may be illegal for the player to move:
// points without an empty neighbor, and the only empty neighbors of stones of the opponent.
func (b *board) free(s *State) (free, doubtful points) {
	var empty, tight [len(free) + 2]uint64 // with an empty word on both sides
	others := &s.stones[s.player&1^1]
	for i := range b.words {
		empty[i+1] = b.playable[i] &^ (s.stones[0][i] | s.stones[1][i])
	}
	for i := range b.words {
		left, right, below, above := neighbors(&empty, i+1)
		some := left | right | below | above
		two := left&right | below&above | (left|right)&(below|above)
		tight[i+1] = others[i] & some &^ two
		free[i] = empty[i+1]
		doubtful[i] = empty[i+1] &^ some
	}
	for i := range b.words {
		left, right, below, above := neighbors(&tight, i+1)
		doubtful[i] |= free[i] & (left | right | below | above)
	}
	return free, doubtful
}

// neighbors returns the points of word i whose left, right, lower and upper neighbor is in the
// set.
func neighbors(set *[len(points{}) + 2]uint64, i int) (left, right, below, above uint64) {
	before, word, after := set[i-1], set[i], set[i+1]
	return word<<1 | before>>63, word>>1 | after<<63,
		word<<stride | before>>(64-stride), word>>stride | after<<(64-stride)
}

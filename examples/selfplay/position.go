package main

import (
	"github.com/banyan-go/banyan/games/connect4"
)

const (
	columns = 7
	rows    = 6
	squares = columns * rows
	inputs  = 2 * squares // of the network: a plane of own discs and one of the opponent's
)

// position is a board as the network sees it. A square has the number column*rows + row.
type position struct {
	own, other uint64 // sets of squares; own are the discs of the player to move
}

// newPosition returns the position of a state of the usual board.
func newPosition(s *connect4.State) (p position) {
	var buffer [squares + columns]uint8 // AppendCells may write columns more.
	mover := uint8(connect4.Game{}.ToMove(s)) + 1
	for i, cell := range (connect4.Game{}).AppendCells(buffer[:0], s) {
		switch cell {
		case 0:
		case mover:
			p.own |= 1 << i
		default:
			p.other |= 1 << i
		}
	}
	return p
}

// mirror returns the position with left and right exchanged.
func (p position) mirror() position { return position{mirrorSet(p.own), mirrorSet(p.other)} }

func mirrorSet(set uint64) (mirrored uint64) {
	const column = 1<<rows - 1
	for c := range columns {
		mirrored |= set >> (c * rows) & column << ((columns - 1 - c) * rows)
	}
	return mirrored
}

// encode writes 1 to the inputs of occupied squares and 0 to the others.
func (p position) encode(to []float32) {
	for i := range squares {
		to[i], to[squares+i] = float32(p.own>>i&1), float32(p.other>>i&1)
	}
}

package nogo

import (
	"fmt"
	"math/bits"
)

// Legal returns nil if the player to move may place a stone on p, and otherwise an error that says
// why not.
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
// points without an empty neighbour, and the only empty neighbours of stones of the opponent.
func (b *board) free(s *State) (free, doubtful points) {
	var empty, tight [len(free) + 2]uint64 // with an empty word on both sides
	others := &s.stones[s.player&1^1]
	for i := range b.words {
		empty[i+1] = b.playable[i] &^ (s.stones[0][i] | s.stones[1][i])
	}
	for i := range b.words {
		left, right, below, above := neighbours(&empty, i+1)
		some := left | right | below | above
		two := left&right | below&above | (left|right)&(below|above)
		tight[i+1] = others[i] & some &^ two
		free[i] = empty[i+1]
		doubtful[i] = empty[i+1] &^ some
	}
	for i := range b.words {
		left, right, below, above := neighbours(&tight, i+1)
		doubtful[i] |= free[i] & (left | right | below | above)
	}
	return free, doubtful
}

// neighbours returns the points of word i whose left, right, lower and upper neighbour is in the
// set.
func neighbours(set *[len(points{}) + 2]uint64, i int) (left, right, below, above uint64) {
	before, word, after := set[i-1], set[i], set[i+1]
	return word<<1 | before>>63, word>>1 | after<<63,
		word<<stride | before>>(64-stride), word>>stride | after<<(64-stride)
}

package connect4

import "math/bits"

// WinningAction returns the leftmost column by which the player to move gets four in a line at
// once. It reports false if there is none.
func (g Game) WinningAction(s *State) (Drop, bool) {
	free := (s.discs + g.bottoms()) & g.full() // the square where the next disc of each column lands
	wins := completing(s.own) & free
	if wins == 0 || hasLine(s.own^s.discs) {
		return 0, false
	}
	return Drop(bits.TrailingZeros64(wins) / columnBits), true
}

// completing returns the squares that complete a line of four of these discs. It may return squares
// outside the board and those of the discs.
func completing(discs uint64) uint64 {
	upright := discs << 1 & (discs << 2) & (discs << 3) // from below
	return upright | along(discs, columnBits) | along(discs, columnBits+1) | along(discs, columnBits-1)
}

// along is completing for the lines of one direction, in which neighbours are d bits apart. Of the
// three other squares of a line, up to three are before and up to three behind. It is inlined, so
// the shifts are constant.
func along(discs uint64, d uint) uint64 {
	before, behind := discs<<d&(discs<<(2*d)), discs>>d&(discs>>(2*d))
	return before&(discs<<(3*d)|discs>>d) | behind&(discs>>(3*d)|discs<<d)
}

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
	squares := discs << 1 & (discs << 2) & (discs << 3) // upright, from below
	for _, d := range [...]int{columnBits, columnBits + 1, columnBits - 1} {
		// Of the three other squares of the line, up to three are before and up to three behind.
		before, behind := discs<<d&(discs<<(2*d)), discs>>d&(discs>>(2*d))
		squares |= before&(discs<<(3*d)|discs>>d) | behind&(discs>>(3*d)|discs<<d)
	}
	return squares
}

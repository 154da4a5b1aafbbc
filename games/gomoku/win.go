package gomoku

import "math/bits"

// WinningAction returns the first empty point, row by row from a1, on which a stone of the player
// to move makes a line. It reports false if there is none.
func (g Game) WinningAction(s *State) (Point, bool) {
	b, stones := g.board(), &s.stones[s.plies&1]
	if b.over(s) || int(s.plies)/2 < b.length-1 {
		return 0, false
	}
	if b.isWord {
		wins := b.completing(stones[0]) & b.empty(s, 0)
		return b.points[bits.TrailingZeros64(wins)&63], wins != 0
	}
	for i := range b.words {
		for word := b.empty(s, i); word != 0; word &= word - 1 {
			if p := b.points[i<<6|bits.TrailingZeros64(word)]; b.wins(stones, p) {
				return p, true
			}
		}
	}
	return 0, false
}

// completing returns the points of lines, in a set that is one word, of which all other points are
// in the set.
func (b *board) completing(set uint64) uint64 {
	points := uint64(0)
	for d := range b.inWord {
		points |= b.inWord[d].completing(set, b.length)
	}
	return points
}

func (line *wordLine) completing(set uint64, length int) (points uint64) {
	distance := int(line.shifts[0]) // of two neighbours

	// Bit i of after[k] is set if all points of a line from i on are in the set, from number k on.
	var after [maxWordLength + 1]uint64
	after[length] = line.starts
	for k := length - 1; k > 0; k-- {
		after[k] = after[k+1] & (set >> (k * distance & 63))
	}
	before := ^uint64(0)
	for k := range length {
		points |= before & after[k+1] << (k * distance & 63)
		before &= set >> (k * distance & 63)
	}
	return points
}

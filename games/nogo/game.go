package nogo

import "math/bits"

// Start returns the empty board with Black to move.
func (g Game) Start() State { return State{} }

// NumPlayers returns 2: player 0 is Black, player 1 is White.
func (g Game) NumPlayers() int { return 2 }

// PlayerName returns "Black" or "White".
func (g Game) PlayerName(player int) string {
	if player == 0 {
		return "Black"
	}
	return "White"
}

// ToMove returns 0 for Black and 1 for White.
func (g Game) ToMove(s *State) int { return int(s.player) }

// AppendActions appends the points where the player to move may place a stone, row by row from A1.
func (g Game) AppendActions(dst []Point, s *State) []Point {
	b := g.board()
	legal := b.legal(s)
	for i, word := range legal[:b.words] {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, Point(i<<6|bits.TrailingZeros64(word)))
		}
	}
	return dst
}

// Apply places a stone of the player to move on p, which must be legal.
func (g Game) Apply(s *State, p Point) {
	s.stones[s.player&1].add(p)
	s.player ^= 1
}

// Returns writes 0 for the player to move, which cannot move, and 1 for its opponent.
func (g Game) Returns(s *State, out []float64) {
	out[s.player&1], out[s.player&1^1] = 0, 1
}

// Hash returns 64 bits that depend on all stones and on the player to move.
func (g Game) Hash(s *State) uint64 {
	h := uint64(s.player)
	for i := range g.board().words {
		hi, lo := bits.Mul64(s.stones[0][i]^hashKeys[0], s.stones[1][i]^hashKeys[1])
		h = bits.RotateLeft64(h, 23)*hashKeys[2] + (hi ^ lo)
	}
	h = (h ^ h>>32) * hashKeys[2]
	return h ^ h>>29
}

// hashKeys are odd numbers without a pattern, from the golden ratio, pi and SplitMix64. In every
// word each has a bit in column MaxSize, where there are no stones, so that no factor is 0.
var hashKeys = [3]uint64{0x9e3779b97f4a7c15, 0x082efa98ec4e6c89, 0xbf58476d1ce4e5b9}

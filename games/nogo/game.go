package nogo

import (
	"math/bits"
	"slices"
)

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

// State is a position: the stones on the board and the player to move. States are copied by
// assignment and compared by ==. The zero State is the empty board with Black to move.
type State struct {
	stones [2]points // by player
	player uint8     // to move
}

// Stone returns the player whose stone is on p. It reports false if p has no stone.
func (s *State) Stone(p Point) (player int, ok bool) {
	switch {
	case p >= stride*MaxSize:
		return 0, false
	case s.stones[0].has(p):
		return 0, true
	case s.stones[1].has(p):
		return 1, true
	}
	return 0, false
}

// points is a set: bit p%64 of word p/64 is Point p.
type points [(stride*MaxSize + 63) / 64]uint64

func (set *points) has(p Point) bool { return set[p>>6]>>(p&63)&1 != 0 }
func (set *points) add(p Point)      { set[p>>6] |= 1 << (p & 63) }
func (set *points) remove(p Point)   { set[p>>6] &^= 1 << (p & 63) }

// NumActions returns the number of points of the board, hollow ones included.
func (g Game) NumActions() int { return g.board().width * g.board().height }

// ActionIndex numbers the points of the board row by row: A1 is 0, B1 is 1, A2 is the width of the
// board.
func (g Game) ActionIndex(p Point) int { return int(g.board().index(p)) }

// index returns the number of a point.
func (b *board) index(p Point) int32 { return int32(p) - int32(p/stride)*int32(stride-b.width) }

// AppendIndices appends the number of every point that AppendActions lists, in that order.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	b := g.board()
	legal := b.legal(s)
	n := len(dst)
	count := 0
	for _, word := range legal[:b.words] {
		count += bits.OnesCount64(word)
	}
	dst = slices.Grow(dst, count)[:n+count]
	for i, word := range legal[:b.words] {
		for ; word != 0; word &= word - 1 {
			dst[n] = b.index(Point(i<<6 | bits.TrailingZeros64(word)))
			n++
		}
	}
	return dst
}

// IsLegalIndex reports whether a stone of the player to move may be placed on point i.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	b, p := g.board(), g.IndexAction(i)
	if !b.playable.has(p) || s.stones[0].has(p) || s.stones[1].has(p) {
		return false
	}
	if _, doubtful := b.free(s); !doubtful.has(p) {
		return true
	}
	var z grid
	z.set(b, s)
	return z.play(uint(p), s.player)
}

// IndexAction returns the point with number i.
func (g Game) IndexAction(i int32) Point { return g.board().points[i] }

// AppendCells appends the points that are not hollow, column by column, each from the lowest row
// up: 0 for an empty point, 1 for Black and 2 for White.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	b := g.board()
	for x := range b.width {
		for y := range b.height {
			p := At(x, y)
			if b.playable.has(p) {
				dst = append(dst, uint8(s.stones[0][p>>6]>>(p&63)&1|s.stones[1][p>>6]>>(p&63)&1<<1))
			}
		}
	}
	return dst
}

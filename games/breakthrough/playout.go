package breakthrough

import (
	"math"
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly random moves to the end. It looks at the board from the side of the player to move, turning it
// upside down after every move, so that pawns always go up.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	if g.isOver(s) {
		g.Returns(s, out)
		return
	}
	player := int(s.turn & 1)
	own, other := s.pawns[player], s.pawns[player^1]
	if player != 0 {
		own, other = g.flip(own), g.flip(other)
	}
	board := g.board()
	last := board &^ (board >> rowBits)
	for {
		left := own << 7 & board &^ columnH &^ own
		straight := own << 8 & board &^ (own | other)
		right := own << 9 & board &^ columnA &^ own
		lefts, straights := uint64(bits.OnesCount64(left)), uint64(bits.OnesCount64(straight))
		k, _ := bits.Mul64(r.Uint64(), lefts+straights+uint64(bits.OnesCount64(right)))
		targets, step := left, 7
		if k >= lefts {
			k -= lefts
			targets, step = straight, 8
			if k >= straights {
				k -= straights
				targets, step = right, 9
			}
		}
		to := uint64(1) << (nth(targets, k) & 63)
		own ^= to | to>>(step&63)
		other &^= to
		if to&last != 0 || other == 0 {
			out[player], out[player^1] = 1, 0
			return
		}
		own, other = g.flip(other), g.flip(own)
		player ^= 1
	}
}

// nthInByte is the place of the n-th one of a byte, at [n][byte].
var nthInByte [8][256]uint8

func init() {
	for b := range 256 {
		n := 0
		for i := range 8 {
			if b>>i&1 != 0 {
				nthInByte[n][b] = uint8(i)
				n++
			}
		}
	}
}

// nth returns the place of the n-th one of x, counting from 0. It has no branches: the counts of ones up to each byte
// lie side by side in a word, and all are compared with n at once (Vigna, "Broadword Implementation of Rank/Select
// Queries", 2008).
func nth(x, n uint64) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	c := x - x>>1&0x5555555555555555
	c = c&0x3333333333333333 + c>>2&0x3333333333333333
	c = (c + c>>4) & 0x0f0f0f0f0f0f0f0f * ones
	before := ((n*ones | highs) - c) & highs >> 7 * ones >> 56 * 8 // bits in the bytes before
	n -= c << 8 >> (before & 63) & 0xff
	return int(before) + int(nthInByte[n&7][x>>(before&63)&0xff])
}

// Evaluate estimates the returns from how far the pawns of each side have come: a pawn counts one, and as much again
// on its last row but one, and the difference goes through the logistic function.
func (g Game) Evaluate(s *State, out []float64) {
	white, black := g.advance(s.pawns[0]), g.advance(g.flip(s.pawns[1]))
	out[0] = 1 / (1 + math.Exp(black-white))
	out[1] = 1 - out[0]
}

// advance weighs pawns that go up.
func (g Game) advance(pawns uint64) float64 {
	sum := 0.0
	for r := range g.Height() {
		n := bits.OnesCount64(pawns >> (r * rowBits) & row)
		sum += float64(n) * (1 + float64(r)/float64(g.Height()-2))
	}
	return sum
}

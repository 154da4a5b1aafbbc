package nogo

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Playout plays legal points drawn uniformly until the player to move has none, and writes the returns. It leaves
// s as it is. It runs in time about linear in the number of empty points.
//
// A player draws among the points it was never refused until one is legal. A refused point is never drawn by the
// same player again: stones stay, so liberties only disappear, and a stone that would be suicide or a capture now
// will be one later. Drawing without replacement from more points than the legal ones is uniform on these.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	b := g.board()
	var z grid
	z.set(b, s)
	var deck [MaxSize * MaxSize]uint16 // points that nobody was refused, shuffled once
	n := b.shuffle(&deck, s, r)
	var only [2][MaxSize * MaxSize]uint16 // points that only the other player was refused
	var count [2]uint
	player := s.player & 1
	for {
		k := count[player]
		if k > 0 {
			if i := uint(r.IntN(int(k + n))); i < k {
				mine := &only[player]
				p := mine[i]
				k--
				mine[i] = mine[k]
				count[player] = k
				if z.play(uint(p), player) {
					player ^= 1
				}
				continue
			}
		} else if n == 0 {
			break
		}
		n--
		p := deck[n]
		if z.play(uint(p), player) {
			player ^= 1
		} else {
			only[player^1][count[player^1]] = p
			count[player^1]++
		}
	}
	out[player], out[player^1] = 0, 1
}

// shuffle fills deck with the empty points in random order and returns their number. It is the shuffle of Fisher
// and Yates from the inside out, which needs no list to begin with.
func (b *board) shuffle(deck *[MaxSize * MaxSize]uint16, s *State, r *rng.Rand) uint {
	n := 0
	for i, word := range b.playable[:b.words] {
		word &^= s.stones[0][i] | s.stones[1][i]
		for ; word != 0; word &= word - 1 {
			j := r.IntN(n + 1)
			deck[n] = deck[j]
			deck[j] = uint16(i<<6 + bits.TrailingZeros64(word))
			n++
		}
	}
	return uint(n)
}

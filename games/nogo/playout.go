package nogo

import (
	"math/bits"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Playout plays uniformly at random until the player to move has no legal point, and writes the
// returns. It leaves s as it is. Its time grows about linearly with the number of empty points.
//
// A player draws points until one is legal. A point that was illegal for a player is never drawn by
// that player again: stones stay, so liberties only disappear, and a stone that is suicide or a
// capture now will be one later. Draws without replacement from a superset of the legal points are
// uniform on these.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	var deck [MaxSize * MaxSize]uint16
	loser, _ := g.playout(s, r, &deck)
	out[loser], out[loser^1] = 0, 1
}

// RecordPlayout is Playout and appends the stones to plies.
func (g Game) RecordPlayout(s *State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	var deck [MaxSize * MaxSize]uint16
	loser, order := g.playout(s, r, &deck)
	out[loser], out[loser^1] = 0, 1
	width, player := g.board().width, int16(s.player&1)
	for k := len(order) - 1; k >= 0; k-- {
		p := int(order[k])
		plies = append(plies, policy.Ply{Action: int32(p/stride*width + p%stride), Player: player})
		player ^= 1
	}
	return plies
}

// playout plays to the end and returns the player that cannot move, and the points that were
// played, the last one first. It keeps them in deck.
//
// A point is in deck until it is drawn, so the points drawn before leave room for those played.
func (g Game) playout(s *State, r *rng.Rand, deck *[MaxSize * MaxSize]uint16) (loser uint8, order []uint16) {
	b := g.board()
	var z grid
	z.set(b, s)
	n := b.shuffle(deck, s, r) // The first n points of deck are those that no player has found illegal.
	all := n
	first := n                            // The points from here on were played.
	var only [2][MaxSize * MaxSize]uint16 // points that only the opponent has found illegal
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
					first--
					deck[first] = p
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
			first--
			deck[first] = p
			player ^= 1
		} else {
			only[player^1][count[player^1]] = p
			count[player^1]++
		}
	}
	return player, deck[first:all]
}

// shuffle fills deck with the empty points in random order and returns their number. It is the
// inside-out variant of the Fisher-Yates shuffle.
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

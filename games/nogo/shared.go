package nogo

import "github.com/banyan-go/banyan/rng"

// SharedPlayout plays to the end and writes the returns, like [Game.Playout], but not uniformly: a
// player takes a random shared point, one that both players may take, while there is any, and then
// a random one of those that only it may take. A point of the second kind is not lost by waiting,
// but a shared point is taken by the opponent. For a search, it is mcts.WholePlayout of this
// method. It leaves s as it is.
//
// The points of the second kind are played and not counted, because they depend on each other: of
// the last two liberties of a group, its owner can fill one.
func (g Game) SharedPlayout(s *State, r *rng.Rand, out []float64) {
	b := g.board()
	var z grid
	z.set(b, s)
	var deck [MaxSize * MaxSize]uint16 // points that may be shared, shuffled once
	n := b.shuffle(&deck, s, r)
	var only [2][MaxSize * MaxSize]uint16 // by player: points that the opponent may not take
	var count [2]uint
	player := s.player & 1
	for ; n > 0; n-- {
		p := deck[n-1]
		switch owner := z.playShared(uint(p), player); owner {
		case everyone:
			player ^= 1
		default:
			only[owner&1][count[owner&1]] = p
			count[owner&1]++
		}
	}
	for count[player] > 0 {
		mine := &only[player]
		i := uint(r.IntN(int(count[player])))
		p := mine[i]
		count[player]--
		mine[i] = mine[count[player]]
		if z.play(uint(p), player) {
			player ^= 1
		}
	}
	out[player], out[player^1] = 0, 1
}

// everyone is what playShared returns if both players may take a point.
const everyone = 2

// playShared puts a stone of player on the empty point p and returns everyone if both players may
// take p. Otherwise it changes nothing and returns a player whose opponent may not take p.
func (z *grid) playShared(p uint, player uint8) (owner uint8) {
	at := z.around(p)
	stone := uint32(at[middle])
	l, r, b, a := uint32(at[left])-1, uint32(at[right])-1, uint32(at[below])-1, uint32(at[above])-1
	// As in play, but for both players: the top bit is set if p has no empty neighbour, or if a
	// stone of any colour would have none left.
	danger := (stone - 1) | noLiberty(l) | noLiberty(r) | noLiberty(b) | noLiberty(a)
	if int32(danger) >= 0 {
		at[middle] = uint8(stone + uint32(black)<<player)
		at[left], at[right], at[below], at[above] = uint8(l), uint8(r), uint8(b), uint8(a)
		return everyone
	}
	if !z.play(p, player^1) {
		return player
	}
	at.take(black << (player ^ 1))
	if !z.play(p, player) {
		return player ^ 1
	}
	return everyone
}

// noLiberty returns a number whose top bit is set if at is a stone without an empty neighbour.
func noLiberty(at uint32) uint32 { return ((at ^ black) - 1) | ((at ^ white) - 1) }

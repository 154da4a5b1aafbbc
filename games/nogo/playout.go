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

// ScorePlayout plays to the end by the scores of the points; see game.ScorePlayouter.
//
// Like Playout, it tests one point at a time and never tests a point again that was illegal for the
// player: of the points that may be legal it takes the one with the highest score, or draws one,
// until that is legal.
func (g Game) ScorePlayout(s *State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	b := g.board()
	var z grid
	z.set(b, s)
	var open [2]openPoints // by player
	open[0].fill(b, s)
	open[1] = open[0]
	player := s.player & 1
	for open[player].count > 0 {
		explores := epsilon > 0 && r.Float64() < epsilon
		for mine := &open[player]; mine.count > 0; {
			at := uint(0)
			if explores {
				at = uint(r.IntN(int(mine.count)))
			} else {
				at = mine.best(scores[player], r)
			}
			i := mine.list[at]
			mine.remove(i)
			if z.play(uint(b.points[i]), player) {
				open[player^1].remove(i)
				plies = append(plies, policy.Ply{Action: int32(i), Player: int16(player)})
				player ^= 1
				break
			}
		}
	}
	out[player], out[player^1] = 0, 1
	return plies
}

// openPoints is a set of points: those that may be legal for a player. It knows their numbers.
type openPoints struct {
	list  [MaxSize * MaxSize]uint16
	at    [MaxSize * MaxSize]uint16 // where a point is in list, if it is in the set
	count uint
}

// fill makes o the empty points.
func (o *openPoints) fill(b *board, s *State) {
	for i, word := range b.playable[:b.words] {
		word &^= s.stones[0][i] | s.stones[1][i]
		for ; word != 0; word &= word - 1 {
			n := b.index(Point(i<<6 | bits.TrailingZeros64(word)))
			o.list[o.count], o.at[n] = uint16(n), uint16(o.count)
			o.count++
		}
	}
}

// remove removes point i, if it is in the set.
func (o *openPoints) remove(i uint16) {
	at := o.at[i]
	if uint(at) >= o.count || o.list[at] != i {
		return
	}
	o.count--
	last := o.list[o.count]
	o.list[at], o.at[last] = last, at
}

// best returns where in list the point with the highest score is, a random one among ties.
func (o *openPoints) best(scores []float32, r *rng.Rand) uint {
	best := policy.NewBest(r)
	for at, i := range o.list[:o.count] {
		best.Add(int32(at), scores[i])
	}
	return uint(best.Index)
}

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
	// As in play, for both players at once: the top bit is set if p has no empty neighbor, or if a
	// stone of any color would have none left.
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

// noLiberty returns a number whose top bit is set if at is a stone without an empty neighbor.
func noLiberty(at uint32) uint32 { return ((at ^ black) - 1) | ((at ^ white) - 1) }

package gomoku

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// DecisivePlayout plays to the end and writes the returns, like [Game.Playout], but a player that
// can make a line does so (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in
// Monte-Carlo Tree Search Algorithms", CIG 2010). Its stones are the same as with
// mcts.DecisiveMoves{}. For a search, it is mcts.WholePlayout of this method. It leaves s as it is.
func (g Game) DecisivePlayout(s *State, r *rng.Rand, out []float64) {
	g.decisivePlayout(s, r, false, out)
}

// AntiDecisivePlayout is DecisivePlayout, except that a player that cannot make a line prevents one
// of the opponent, if there is just one point for it. Its stones are the same as with
// mcts.DecisiveMoves{Anti: true}. If the opponent can make a line at two points, it has won, and
// the playout stops.
func (g Game) AntiDecisivePlayout(s *State, r *rng.Rand, out []float64) {
	g.decisivePlayout(s, r, true, out)
}

func (g Game) decisivePlayout(s *State, r *rng.Rand, anti bool, out []float64) {
	if s.won {
		g.Returns(s, out)
		return
	}
	b, play := g.board(), (*board).decisiveAny
	if b.isBytes {
		play = (*board).decisiveBytes
	}
	if winner := play(b, s, r, anti); winner == nobody {
		out[0], out[1] = 0.5, 0.5
	} else {
		win(winner, out)
	}
}

const nobody = 2 // the winner of a draw

// decisiveBytes plays on a board whose rows are the bytes of a word.
func (b *board) decisiveBytes(s *State, r *rng.Rand, anti bool) (winner uint16) {
	me := s.plies & 1
	own, other := s.stones[me][0], s.stones[me^1][0]
	empty := b.empty(s, 0)
	var ownWins, otherWins uint64 // where a line is completed, if the point is empty
	if int(s.plies+1)/2 >= b.length-1 {
		ownWins, otherWins = b.completing(own), b.completing(other)
	}
	var free [64]uint8 // has all empty points
	n := 0
	for word := empty; word != 0; word &= word - 1 {
		free[n&63] = uint8(bits.TrailingZeros64(word))
		n++
	}
	for ; empty != 0; me ^= 1 {
		if ownWins&empty != 0 {
			return me
		}
		stone := otherWins & empty
		switch {
		case !anti || stone == 0:
			for stone = 0; stone == 0; {
				i := r.IntN(n)
				n--
				stone = 1 << (free[i&63] & 63) & empty // none if it was a forced one
				free[i&63] = free[n&63]
			}
		case stone&(stone-1) != 0:
			return me ^ 1
		}
		empty ^= stone
		own |= stone
		own, other = other, own
		ownWins, otherWins = otherWins, ownWins|b.inBytes.through(other, bits.TrailingZeros64(stone))
	}
	return nobody
}

// decisiveAny does the same on any board.
func (b *board) decisiveAny(s *State, r *rng.Rand, anti bool) (winner uint16) {
	me, stones, empty := s.plies&1, s.stones, points{}
	var free [MaxSize * MaxSize]uint16
	n := 0
	for i := range b.words {
		empty[i] = b.empty(s, i)
		for word := empty[i]; word != 0; word &= word - 1 {
			free[n] = uint16(i<<6 | bits.TrailingZeros64(word))
			n++
		}
	}
	var wins [2]points // where a line is completed, if the point is empty
	for player := range wins {
		for i := range b.area {
			if stones[player].has(i) {
				b.through(&stones[player], &wins[player], i)
			}
		}
	}
	for left := n; left > 0; left-- {
		if _, count := b.first(&wins[me], &empty); count > 0 {
			return me
		}
		at, count := 0, 0
		if anti {
			at, count = b.first(&wins[me^1], &empty)
		}
		if count > 1 {
			return me ^ 1
		}
		for count == 0 {
			i := r.IntN(n)
			n--
			at = int(free[i])
			free[i] = free[n]
			if empty.has(at) { // not a forced one
				count = 1
			}
		}
		empty[at>>6] &^= 1 << (at & 63)
		stones[me].add(at)
		b.through(&stones[me], &wins[me], at)
		me ^= 1
	}
	return nobody
}

// first returns the first point that is in both sets, and how many there are.
func (b *board) first(set, other *points) (at, count int) {
	for i := b.words - 1; i >= 0; i-- {
		if word := set[i] & other[i]; word != 0 {
			at = i<<6 | bits.TrailingZeros64(word)
			count += bits.OnesCount64(word)
		}
	}
	return at, count
}

// through adds to wins the points that complete a line through point i, which is in the set.
func (b *board) through(set, wins *points, i int) {
	p := b.points[i]
	x, y := p.XY()
	for _, step := range directions {
		for _, sign := range [...]int{1, -1} {
			dx, dy := sign*step.x, sign*step.y
			ahead := b.run(set, p, dx, dy) + 1 // steps to the first point that is not in the set
			nx, ny := x+ahead*dx, y+ahead*dy
			if !b.includes(nx, ny) {
				continue
			}
			end := At(nx, ny)
			if 1+b.run(set, end, dx, dy)+b.run(set, end, -dx, -dy) >= b.length {
				wins.add(b.index(end))
			}
		}
	}
}

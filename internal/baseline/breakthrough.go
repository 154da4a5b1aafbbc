package baseline

import "math/bits"

// The side to move sees its pawns move up, from the lowest byte of a board to the highest. A move
// is the square that it leads to, and 64 times the way: straight, left or right.
const (
	firstFile = 0x0101010101010101
	goal      = 0xff << 56
)

var shifts = [3]int{8, 7, 9} // of the ways

// Breakthrough is a search of Breakthrough on an 8x8 board.
type Breakthrough struct{ search }

// NewBreakthrough returns a search with a constant of UCT.
func NewBreakthrough(c float32) *Breakthrough { return &Breakthrough{search{c: c}} }

// board has the pawns of the side to move and of the other side.
type board struct{ own, other uint64 }

func newBoard() board { return board{0xffff, 0xffff << 48} }

// targets returns the squares to which a move leads on each way.
func (b board) targets() [3]uint64 {
	return [3]uint64{
		b.own << 8 &^ (b.own | b.other),
		b.own &^ firstFile << 7 &^ b.own,
		b.own &^ (firstFile << 7) << 9 &^ b.own,
	}
}

// play plays a move to a square on a way and turns the board, unless that wins.
func (b *board) play(to uint64, way uint8) (wins bool) {
	b.own ^= to | to>>shifts[way]
	if b.other &^= to; to&goal != 0 || b.other == 0 {
		return true
	}
	b.own, b.other = bits.ReverseBytes64(b.other), bits.ReverseBytes64(b.own)
	return false
}

// appendMoves appends the moves to a list.
func (b board) appendMoves(moves []uint8) []uint8 {
	for way, targets := range b.targets() {
		for ; targets != 0; targets &= targets - 1 {
			moves = append(moves, uint8(way<<6|bits.TrailingZeros64(targets)))
		}
	}
	return moves
}

// Run searches the first position.
func (s *Breakthrough) Run(simulations int, seed uint64) {
	s.reset(seed)
	s.expand(newBoard())
	for range simulations {
		s.simulate()
	}
}

// simulate selects a leaf, expands it, plays to the end and backs up the result.
func (s *Breakthrough) simulate() {
	b := newBoard()
	visits, block, depth := s.begin(), uint32(rootBlock), 0
	value := float32(0) // for the player to move at the leaf
	for {
		head := &s.edges[block]
		count, tried := head.visits, head.child
		e := block + 1
		isNew := tried < count
		if isNew {
			e += tried
			j := e + s.rand.below(count-tried)
			s.actions[e], s.actions[j] = s.actions[j], s.actions[e]
			head.child++
		} else {
			e += best(s.edges[e:e+count], s.c*sqrtLog(visits))
		}
		s.path[depth] = e
		depth++
		if b.play(1<<(s.actions[e]&63), s.actions[e]>>6) {
			break
		}
		if isNew {
			value = s.playout(b)
			break
		}
		visits = s.edges[e].visits
		if block = s.edges[e].child; block == 0 {
			block = s.expand(b)
			s.edges[e].child = block
		}
	}
	s.backUp(depth, value)
}

// expand appends a block for the position and returns it.
func (s *Breakthrough) expand(b board) uint32 {
	s.actions = b.appendMoves(append(s.actions, 0))
	return s.makeBlock()
}

// playout returns 1 or 0 for the player to move.
func (s *Breakthrough) playout(b board) (value float32) {
	for value = 1; ; value = 1 - value {
		targets := b.targets()
		ahead, toLeft := uint32(bits.OnesCount64(targets[0])), uint32(bits.OnesCount64(targets[1]))
		k, way := s.rand.below(ahead+toLeft+uint32(bits.OnesCount64(targets[2]))), uint8(0)
		if k >= ahead {
			k, way = k-ahead, 1
			if k >= toLeft {
				k, way = k-toLeft, 2
			}
		}
		if b.play(nth(targets[way], k), way) {
			return value
		}
	}
}

// nth returns bit k of those that are set.
func nth(set uint64, k uint32) uint64 {
	for range k {
		set &= set - 1
	}
	return set & -set
}

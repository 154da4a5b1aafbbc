package baseline

import "math/bits"

// The side to move sees its pawns move up, from the lowest byte of a board to the highest. A move
// is the square that it leads to, and one of three ways to get there.
const (
	straight = iota << 6
	left
	right

	firstFile = 0x0101010101010101
	goal      = 0xff << 56
)

// Breakthrough is a search of Breakthrough on an 8x8 board.
type Breakthrough struct {
	C     float32 // of UCT
	edges []edge
	moves []uint8
	path  []uint32
	rand  stream
}

// board has the pawns of the side to move and those of the other one.
type board struct{ own, other uint64 }

func newBoard() board { return board{0xffff, 0xffff << 48} }

// targets returns the squares that lead there straight, by a step to the left and to the right.
func (b board) targets() (ahead, toLeft, toRight uint64) {
	ahead = b.own << 8 &^ (b.own | b.other)
	toLeft = b.own &^ firstFile << 7 &^ b.own
	toRight = b.own &^ (firstFile << 7) << 9 &^ b.own
	return ahead, toLeft, toRight
}

// play plays a move and turns the board, unless that wins.
func (b *board) play(move uint8) (wins bool) {
	to := uint64(1) << (move & 63)
	from := to >> 8
	switch move &^ 63 {
	case left:
		from = to >> 7
	case right:
		from = to >> 9
	}
	return b.step(to, from)
}

func (b *board) step(to, from uint64) (wins bool) {
	b.own ^= to | from
	if b.other &^= to; to&goal != 0 || b.other == 0 {
		return true
	}
	b.own, b.other = bits.ReverseBytes64(b.other), bits.ReverseBytes64(b.own)
	return false
}

// appendMoves appends the moves to a list.
func (b board) appendMoves(moves []uint8) []uint8 {
	ahead, toLeft, toRight := b.targets()
	for ; ahead != 0; ahead &= ahead - 1 {
		moves = append(moves, straight|uint8(bits.TrailingZeros64(ahead)))
	}
	for ; toLeft != 0; toLeft &= toLeft - 1 {
		moves = append(moves, left|uint8(bits.TrailingZeros64(toLeft)))
	}
	for ; toRight != 0; toRight &= toRight - 1 {
		moves = append(moves, right|uint8(bits.TrailingZeros64(toRight)))
	}
	return moves
}

// Run searches the first position and returns the visits of each move.
func (s *Breakthrough) Run(simulations int, seed uint64) (visits map[uint8]uint32) {
	s.rand.state = seed
	s.edges, s.moves = append(s.edges[:0], edge{}), append(s.moves[:0], 0)
	s.expand(newBoard())
	for range simulations {
		s.simulate()
	}
	visits = map[uint8]uint32{}
	for i := range s.edges[rootBlock].visits {
		e := rootBlock + 1 + i
		visits[s.moves[e]] = s.edges[e].visits
	}
	return visits
}

// Bytes returns the memory of the tree.
func (s *Breakthrough) Bytes() int { return len(s.edges)*16 + len(s.moves) }

// simulate selects a leaf, expands it, plays to the end and backs up the result.
func (s *Breakthrough) simulate() {
	b := newBoard()
	s.edges[0].visits++
	visits := s.edges[0].visits - 1
	block := uint32(rootBlock)
	s.path = s.path[:0]
	value := float32(0) // for the player to move at the leaf
	for {
		head := &s.edges[block]
		count, tried := head.visits, head.child
		first := block + 1
		var e uint32
		isNew := tried < count
		if isNew {
			e = first + tried
			j := e + s.rand.below(count-tried)
			s.moves[e], s.moves[j] = s.moves[j], s.moves[e]
			head.child++
		} else {
			e = first + best(s.edges[first:first+count], s.C*sqrtLog(visits))
		}
		s.path = append(s.path, e)
		if b.play(s.moves[e]) {
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
	for i := len(s.path) - 1; i >= 0; i-- {
		value = 1 - value
		s.edges[s.path[i]].add(value)
	}
}

// expand appends a block for the position and returns it.
func (s *Breakthrough) expand(b board) uint32 {
	block := uint32(len(s.edges))
	s.moves = b.appendMoves(append(s.moves, 0))
	for range len(s.moves) - len(s.edges) {
		s.edges = append(s.edges, edge{})
	}
	s.edges[block].visits = uint32(len(s.edges)) - block - 1
	return block
}

// playout returns 1 or 0 for the player to move.
func (s *Breakthrough) playout(b board) (value float32) {
	for value = 1; ; value = 1 - value {
		ahead, toLeft, toRight := b.targets()
		m, n := uint32(bits.OnesCount64(ahead)), uint32(bits.OnesCount64(toLeft))
		k := s.rand.below(m + n + uint32(bits.OnesCount64(toRight)))
		var to, from uint64
		switch {
		case k < m:
			to = nth(ahead, k)
			from = to >> 8
		case k < m+n:
			to = nth(toLeft, k-m)
			from = to >> 7
		default:
			to = nth(toRight, k-m-n)
			from = to >> 9
		}
		if b.step(to, from) {
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

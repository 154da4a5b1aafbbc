package baseline

import "math/bits"

// A board has eight bits per column, from the lowest row up. The upper two bits stay empty.
const (
	bottoms = 0x01010101010101
	column  = 0x3f
	full    = bottoms * column
)

// Connect4 is a search of Connect Four on a 7x6 board.
type Connect4 struct {
	C       float32 // of UCT
	edges   []edge
	columns []uint8
	path    [43]uint32
	rand    stream
}

// Run searches the empty board and returns the visits of each column.
func (s *Connect4) Run(simulations int, seed uint64) (visits [7]uint32) {
	s.rand.state = seed
	s.edges = append(s.edges[:0], edge{})
	s.columns = append(s.columns[:0], 0)
	s.expand(0, 0)
	for range simulations {
		s.simulate()
	}
	for i := range visits {
		e := rootBlock + 1 + i
		visits[s.columns[e]] = s.edges[e].visits
	}
	return visits
}

// Bytes returns the memory of the tree.
func (s *Connect4) Bytes() int { return len(s.edges)*16 + len(s.columns) }

// simulate selects a leaf, expands it, plays to the end and backs up the result. The discs of the
// player to move are own; discs are those of both players.
func (s *Connect4) simulate() {
	var own, discs uint64
	s.edges[0].visits++
	visits := s.edges[0].visits - 1
	block := uint32(rootBlock)
	depth := 0
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
			s.columns[e], s.columns[j] = s.columns[j], s.columns[e]
			head.child++
		} else {
			e = first + best(s.edges[first:first+count], s.C*sqrtLog(visits))
		}
		s.path[depth] = e
		depth++
		own ^= discs
		discs |= discs + 1<<(s.columns[e]*8&63)
		if isNew {
			value = 0
			if !four(own ^ discs) {
				value = s.playout(own, discs)
			}
			break
		}
		visits = s.edges[e].visits
		block = s.edges[e].child
		if block == 0 {
			block = s.expand(own, discs)
			s.edges[e].child = block
		}
		if block == terminal {
			value = 0
			if !four(own ^ discs) {
				value = 0.5
			}
			break
		}
	}
	for i := depth - 1; i >= 0; i-- {
		value = 1 - value
		s.edges[s.path[i]].add(value)
	}
}

// expand appends a block for the position and returns it, or terminal if the game has ended.
func (s *Connect4) expand(own, discs uint64) uint32 {
	if discs == full || four(own^discs) {
		return terminal
	}
	block := uint32(len(s.edges))
	var count uint32
	s.edges = append(s.edges, edge{})
	s.columns = append(s.columns, 0)
	for c := range uint8(7) {
		if discs>>(c*8+5)&1 == 0 {
			s.edges = append(s.edges, edge{})
			s.columns = append(s.columns, c)
			count++
		}
	}
	s.edges[block].visits = count
	return block
}

// playout returns 1, 1/2 or 0 for the player to move.
func (s *Connect4) playout(own, discs uint64) float32 {
	value := float32(1)
	for discs != full {
		x := s.rand.next()
		var disc uint64
		for disc == 0 { // a column that may be full
			var c uint64
			c, x = bits.Mul64(x, 7)
			disc = (discs + 1<<(c*8&63)) &^ discs & full
		}
		own |= disc
		discs |= disc
		if four(own) {
			return value
		}
		own ^= discs
		value = 1 - value
	}
	return 0.5
}

func four(b uint64) bool {
	vertical := b & (b >> 1)
	level := b & (b >> 8)
	rising := b & (b >> 9)
	falling := b & (b >> 7)
	return vertical&(vertical>>2)|level&(level>>16)|rising&(rising>>18)|falling&(falling>>14) != 0
}

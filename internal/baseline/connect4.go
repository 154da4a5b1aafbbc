package baseline

import "math/bits"

// A board has eight bits per column, from the lowest row up. The upper two bits stay empty.
const (
	bottoms = 0x01010101010101
	column  = 0x3f
	full    = bottoms * column
)

// Connect4 is a search of Connect Four on a 7x6 board.
type Connect4 struct{ search }

// NewConnect4 returns a search with a constant of UCT.
func NewConnect4(c float32) *Connect4 { return &Connect4{search{c: c}} }

// Run searches the empty board.
func (s *Connect4) Run(simulations int, seed uint64) {
	s.reset(seed)
	s.expand(0, 0)
	for range simulations {
		s.simulate()
	}
}

// simulate selects a leaf, expands it, plays to the end and backs up the result. The discs of the
// player to move are own; discs are the discs of both players.
func (s *Connect4) simulate() {
	var own, discs uint64
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
		own ^= discs
		discs |= discs + 1<<(s.actions[e]*8&63)
		if isNew {
			if !four(own ^ discs) {
				value = s.playout(own, discs)
			}
			break
		}
		visits = s.edges[e].visits
		if block = s.edges[e].child; block == 0 {
			block = s.expand(own, discs)
			s.edges[e].child = block
		}
		if block == terminal {
			if !four(own ^ discs) {
				value = 0.5
			}
			break
		}
	}
	s.backUp(depth, value)
}

// expand appends a block for the position and returns it, or terminal if the game has ended.
func (s *Connect4) expand(own, discs uint64) uint32 {
	if discs == full || four(own^discs) {
		return terminal
	}
	s.actions = append(s.actions, 0)
	for c := range uint8(7) {
		if discs>>(c*8+5)&1 == 0 {
			s.actions = append(s.actions, c)
		}
	}
	return s.makeBlock()
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

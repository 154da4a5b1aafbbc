// Package baseline implements UCT by hand for Connect Four on a 7x6 board: bitboards, no
// interfaces, no type parameters, no strategies and no configuration. It is the yardstick for the
// speed of the generic search. The two share no code.
package baseline

import (
	"math"
	"math/bits"
)

// A board has eight bits per column, from the lowest row up. The upper two bits stay empty.
const (
	bottoms = 0x01010101010101
	column  = 0x3f
	full    = bottoms * column
)

// Search holds the tree of a search and its random stream. The zero value is ready for use.
type Search struct {
	edges   []edge
	columns []uint8
	path    [43]uint32
	state   uint64 // of the random stream
}

// edge is an edge and the node that it leads to. A node that a simulation has passed through has a
// block of edges: a header, whose visits are the number of children and whose child is the number
// of visited children, and one edge per child.
type edge struct {
	mean   float32
	visits uint32
	child  uint32
	low    float32 // rounding error of the mean
}

const (
	rootBlock = 1
	terminal  = math.MaxUint32
)

// Run searches the empty board and returns the visits of each column.
func (s *Search) Run(simulations int, seed uint64) (visits [7]uint32) {
	s.state = seed
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
func (s *Search) Bytes() int { return len(s.edges)*16 + len(s.columns) }

// simulate selects a leaf, expands it, plays to the end and backs up the result. The discs of the
// player to move are own; discs are those of both players.
func (s *Search) simulate() {
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
			j := e + s.below(count-tried)
			s.columns[e], s.columns[j] = s.columns[j], s.columns[e]
			head.child++
		} else {
			e = first + best(s.edges[first:first+count], exploration(visits))
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
		e := &s.edges[s.path[i]]
		e.visits++
		mean := float64(e.mean) + float64(e.low)
		mean += (float64(value) - mean) / float64(e.visits)
		e.mean = float32(mean)
		e.low = float32(mean - float64(e.mean))
	}
}

// expand appends a block for the position and returns it, or terminal if the game has ended.
func (s *Search) expand(own, discs uint64) uint32 {
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
func (s *Search) playout(own, discs uint64) float32 {
	value := float32(1)
	for discs != full {
		x := s.random()
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

// best returns the index of the first edge with the greatest mean + k/sqrt(visits). Inlined, it
// would slow the search by a fifth: the variables of the walk would no longer fit into registers.
//
//go:noinline
func best(edges []edge, k float32) uint32 {
	greatest := uint64(0)
	for i := range edges {
		e := &edges[i]
		bound := e.mean + k*invSqrt(e.visits)
		greatest = max(greatest, uint64(math.Float32bits(bound))<<32|uint64(^uint32(i)))
	}
	return ^uint32(greatest)
}

func four(b uint64) bool {
	vertical := b & (b >> 1)
	level := b & (b >> 8)
	rising := b & (b >> 9)
	falling := b & (b >> 7)
	return vertical&(vertical>>2)|level&(level>>16)|rising&(rising>>18)|falling&(falling>>14) != 0
}

func (s *Search) random() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *Search) below(n uint32) uint32 {
	hi, _ := bits.Mul64(s.random(), uint64(n))
	return uint32(hi)
}

var (
	explorationTable [1 << 12]float32
	explorationCurve [20 << 8]struct{ value, slope float32 } // 2^8 points per octave, from 2^12 on
	invSqrtTable     [1 << 12]float32
)

func init() {
	explore := func(n float64) float64 { return math.Sqrt(2 * math.Log(n)) }
	for i := range explorationTable {
		n := float64(max(i, 1))
		explorationTable[i] = float32(explore(n))
		invSqrtTable[i] = float32(1 / math.Sqrt(n))
	}
	for i := range explorationCurve {
		step := math.Ldexp(16, i>>8)
		n := step * float64(256+i&255)
		explorationCurve[i].value = float32(explore(n))
		explorationCurve[i].slope = float32((explore(n+step) - explore(n)) / step)
	}
}

// exploration returns sqrt(2 ln n).
func exploration(n uint32) float32 {
	if n < 1<<12 {
		return explorationTable[n]
	}
	octave := bits.Len32(n) - 1
	shift := (octave - 8) & 31
	p := &explorationCurve[(octave-13)<<8+int(n>>shift)]
	return p.value + p.slope*float32(int32(n&(1<<shift-1)))
}

func invSqrt(n uint32) float32 {
	if n < 1<<12 {
		return invSqrtTable[n]
	}
	return 1 / float32(math.Sqrt(float64(n)))
}

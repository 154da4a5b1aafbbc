// Package baseline implements UCT by hand for Connect Four and Breakthrough: bitboards, no
// interfaces, no type parameters, no strategies and no configuration but the constant of UCT. It is
// the yardstick for the speed of the generic search. The two share no code.
package baseline

import (
	"math"
	"math/bits"
)

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

// search is what the searches of all games have. The choice at a node is written out in each: a
// call would make them a twentieth slower.
type search struct {
	c       float32 // of UCT
	edges   []edge
	actions []uint8     // of the edges
	path    [256]uint32 // longer than any game
	rand    stream
}

// reset makes a tree of the root alone, which has no block.
func (s *search) reset(seed uint64) {
	s.rand.state = seed
	s.edges, s.actions = append(s.edges[:0], edge{}), append(s.actions[:0], 0)
}

// Visits returns the visits of each action of the root.
func (s *search) Visits() map[uint8]uint32 {
	visits := map[uint8]uint32{}
	for i := range s.edges[rootBlock].visits {
		e := rootBlock + 1 + i
		visits[s.actions[e]] = s.edges[e].visits
	}
	return visits
}

// Bytes returns the memory of the tree.
func (s *search) Bytes() int { return len(s.edges)*16 + len(s.actions) }

// backUp adds a value, which is that for the player to move at the leaf, to the edges of the path.
func (s *search) backUp(depth int, value float32) {
	for i := depth - 1; i >= 0; i-- {
		value = 1 - value
		s.edges[s.path[i]].add(value)
	}
}

// begin begins a simulation at the root, and returns its visits before.
func (s *search) begin() (visits uint32) {
	s.edges[0].visits++
	return s.edges[0].visits - 1
}

// makeBlock makes a block for the actions that have been added.
func (s *search) makeBlock() uint32 {
	block := uint32(len(s.edges))
	for range len(s.actions) - len(s.edges) {
		s.edges = append(s.edges, edge{})
	}
	s.edges[block].visits = uint32(len(s.edges)) - block - 1
	return block
}

// add averages a value into the mean of an edge.
func (e *edge) add(value float32) {
	e.visits++
	mean := float64(e.mean) + float64(e.low)
	mean += (float64(value) - mean) / float64(e.visits)
	e.mean = float32(mean)
	e.low = float32(mean - float64(e.mean))
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

// stream is a random stream.
type stream struct{ state uint64 }

func (s *stream) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *stream) below(n uint32) uint32 {
	hi, _ := bits.Mul64(s.next(), uint64(n))
	return uint32(hi)
}

var (
	sqrtLogTable [1 << 12]float32
	sqrtLogCurve [20 << 8]struct{ value, slope float32 } // 2^8 points per octave, from 2^12 on
	invSqrtTable [1 << 12]float32
)

func init() {
	root := func(n float64) float64 { return math.Sqrt(math.Log(n)) }
	for i := range sqrtLogTable {
		n := float64(max(i, 1))
		sqrtLogTable[i] = float32(root(n))
		invSqrtTable[i] = float32(1 / math.Sqrt(n))
	}
	for i := range sqrtLogCurve {
		step := math.Ldexp(16, i>>8)
		n := step * float64(256+i&255)
		sqrtLogCurve[i].value = float32(root(n))
		sqrtLogCurve[i].slope = float32((root(n+step) - root(n)) / step)
	}
}

// sqrtLog returns sqrt(ln n).
func sqrtLog(n uint32) float32 {
	if n < 1<<12 {
		return sqrtLogTable[n]
	}
	octave := bits.Len32(n) - 1
	shift := (octave - 8) & 31
	p := &sqrtLogCurve[(octave-13)<<8+int(n>>shift)]
	return p.value + p.slope*float32(int32(n&(1<<shift-1)))
}

func invSqrt(n uint32) float32 {
	if n < 1<<12 {
		return invSqrtTable[n]
	}
	return 1 / float32(math.Sqrt(float64(n)))
}

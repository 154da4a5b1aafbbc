package dots

// A set of edges is a uint64. On boards of all sizes, eleven bits stand for a row of dots: five for
// the edges along the row, and six for the edges to the row above. Bit 11*y+x is the edge from the
// dot in column x and row y to the right, and bit 11*y+5+x the edge from that dot upwards, both
// counted from 0 at the lower left.
//
// A set of boxes is a uint64 as well. The bit of a box is the bit of its lower edge.
const (
	right  = 0
	up     = MaxSize
	stride = 2*MaxSize + 1
)

// everyRow multiplied by a set of edges of one row is that set in five rows.
const everyRow = 1 | 1<<stride | 1<<(2*stride) | 1<<(3*stride) | 1<<(4*stride)

// rows returns the bits of the lowest n rows, at most five.
func rows(n int) uint64 { return 1<<(stride*n&63) - 1 }

// squares returns all boxes.
func (g Game) squares() uint64 {
	row := uint64(1)<<(g.Width()&63) - 1
	return row * everyRow & rows(g.Height())
}

// edges returns all edges: below, above, left and right of the boxes.
func (g Game) edges() uint64 {
	b := g.squares()
	return b | b<<stride | b<<up | b<<(up+1)
}

// completed returns the boxes whose four edges are drawn.
func (g Game) completed(drawn uint64) uint64 { return enclosed(drawn) & g.squares() }

// enclosed returns the boxes whose four edges are drawn, including bits that are not boxes of the
// board.
func enclosed(drawn uint64) uint64 {
	return drawn & (drawn >> stride) & (drawn >> up) & (drawn >> (up + 1))
}

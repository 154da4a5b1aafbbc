package tree

import "math"

// A mean is the sum of a float32, which selections read, and its rounding error: 48 bits, so that
// it neither drifts nor freezes before the 32 bits of the visits are used up. The error of an edge
// lies in the header of the block that it leads to. An edge that leads to none has it in its
// link, whose bits are
//
//	31    leaf: it leads to no block; or all bits are 0, as in a new edge
//	30    ends: it leads to the end of the game
//	0-29  how many float64 lie between the float32 and the mean, signed
//
// These bits hold the error without loss: a float32 has 29 bits less than a float64, so that no
// more than 1<<28 of those are nearer to it than to another. Only the errors of means below the
// normal numbers of a float32 may be lost.
//
// In a growing tree, where several edges lead to a block, the errors are a column. The means of
// graphs and shared trees have none.
const (
	leaf = 1 << 31
	ends = 1 << 30

	apart    = ends - 1  // the bits for the number of float64
	farthest = ends >> 2 // its magnitude
)

// leadsTo returns what a link leads to: a block, Unexpanded or Terminal.
func leadsTo(link uint32) (child uint32) {
	switch {
	case link < leaf:
		return link
	case link&ends != 0:
		return Terminal
	}
	return Unexpanded
}

// roundingIn returns the rounding error of a mean in the link of a leaf.
func roundingIn(link uint32, mean float32) float32 {
	n := int64(int32(link<<2) >> 2)
	return float32(math.Float64frombits(math.Float64bits(float64(mean))+uint64(n)) - float64(mean))
}

// setRoundingIn writes the rounding error of a mean into the link of a leaf.
func setRoundingIn(link *uint32, mean, rounding float32) {
	n := int64(math.Float64bits(float64(mean)+float64(rounding)) - math.Float64bits(float64(mean)))
	if n < -farthest || n > farthest {
		n = 0
	}
	*link = leaf | *link&ends | uint32(n)&apart
}

// rounding returns the rounding error of the mean of an edge.
func (t *Tree) rounding(slot uint32) float32 {
	if t.Growing {
		return *t.roundings.At(slot)
	}
	c, i := t.at(slot)
	if link := c.links[i]; Leads(link) {
		at, h := t.at(link)
		return at.stats[h].Mean
	}
	return roundingIn(c.links[i], c.stats[i].Mean)
}

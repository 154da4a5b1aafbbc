package graph

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// index finds the node of a hash: a table of numbers, half full at most, in which a number lies at
// the first free place at or after the place of its hash. Games need not mix the bits of hashes
// well.
type index struct{ table []uint32 } // a power of two of places; 0 is a free one

// placesFor returns how many places the table of so many nodes has.
func placesFor(nodes int) int { return max(16, 1<<bits.Len(uint(2*nodes-1))) }

// find returns the number of the node with a hash, or 0.
func (x *index) find(nodes []node, hash uint64) uint32 {
	if len(x.table) == 0 {
		return 0
	}
	mask := uint64(len(x.table) - 1)
	for i := rng.Mix(hash) & mask; ; i = (i + 1) & mask {
		if at := x.table[i]; at == 0 || nodes[at].hash == hash {
			return at
		}
	}
}

// add adds the last of the nodes, whose hash is not there.
func (x *index) add(nodes []node) {
	if places := placesFor(len(nodes)); places > len(x.table) {
		x.fill(nodes, places)
	} else {
		x.put(nodes, uint32(len(nodes)-1))
	}
}

// fill makes a table of so many places with all nodes.
func (x *index) fill(nodes []node, places int) {
	if clear(x.table); places != len(x.table) {
		x.table = make([]uint32, places)
	}
	for at := 1; at < len(nodes); at++ {
		x.put(nodes, uint32(at))
	}
}

func (x *index) put(nodes []node, at uint32) {
	mask := uint64(len(x.table) - 1)
	i := rng.Mix(nodes[at].hash) & mask
	for x.table[i] != 0 {
		i = (i + 1) & mask
	}
	x.table[i] = at
}

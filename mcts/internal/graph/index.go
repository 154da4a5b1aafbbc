package graph

import "github.com/banyan-go/banyan/rng"

// index finds the node of a hash: a table of numbers, half full at most, in which a number lies at
// the first free place from that of its hash on. Games need not mix the bits of hashes well.
type index struct {
	table []uint32 // a power of two of places; 0 is a free one
	used  int
}

// clear forgets all nodes.
func (x *index) clear() {
	clear(x.table)
	x.used = 0
}

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

// add adds a node whose hash is not there.
func (x *index) add(nodes []node, at uint32) {
	if 2*(x.used+1) > len(x.table) {
		x.table = make([]uint32, max(16, 2*len(x.table)))
		x.used = 0
		for n := uint32(1); n < at; n++ {
			x.put(nodes, n)
		}
	}
	x.put(nodes, at)
}

func (x *index) put(nodes []node, at uint32) {
	mask := uint64(len(x.table) - 1)
	i := rng.Mix(nodes[at].hash) & mask
	for x.table[i] != 0 {
		i = (i + 1) & mask
	}
	x.table[i] = at
	x.used++
}

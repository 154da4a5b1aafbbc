package mcts

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/banyan-go/banyan/policy"
)

// word returns the mean and visits of an edge as one word. The column is aligned for words.
func (c *chunk) word(i uint32) *uint64 { return (*uint64)(unsafe.Pointer(&c.stats[i])) }

func (c *chunk) load(i uint32) policy.Stats {
	word := atomic.LoadUint64(c.word(i))
	return *(*policy.Stats)(unsafe.Pointer(&word))
}

func (c *chunk) swap(i uint32, before, after policy.Stats) bool {
	return atomic.CompareAndSwapUint64(c.word(i), *(*uint64)(unsafe.Pointer(&before)), *(*uint64)(unsafe.Pointer(&after)))
}

// at returns where a slot is. The walker knows the chunks that were there when it looked last.
func (k *walker[S, A]) at(slot uint32) (*chunk, uint32) { return k.tree.find(slot) }

// lastSlot returns the slot of the node at the end of the path.
func (sim *simulation[S, A]) lastSlot() uint32 {
	if n := len(sim.path); n > 0 {
		return sim.path[n-1].slot
	}
	return rootSlot
}

// descend implements [descent]: first by the local statistics of the walker, then in the tree.
// There it counts virtual visits on the edges of the path, except among many visits and at nodes so
// rarely passed that two walkers hardly ever meet.
func (k *walker[S, A]) descend(sim *simulation[S, A], slot uint32) (edge uint32, action A, player int32, err error) {
	if slot == rootSlot {
		k.walk.first, k.walk.virtual = false, k.walk.virtual[:0]
		if slot, k.walk.visits, err = k.walkLocal(sim); err != nil {
			return noEdge, action, 0, err
		}
	}
	c, at := k.at(slot)
	child := atomic.LoadUint32(&c.links[at].child)
	if child == unexpanded && !k.walk.first {
		child, err = k.makeBlock(sim, slot)
	}
	switch child {
	case unexpanded:
		return noEdge, action, 0, err
	case terminal:
		sim.ended = true
		return noEdge, action, 0, nil
	}
	c, header := k.at(child)
	k.walk.alone = uint64(k.walk.visits)*k.meeting < uint64(k.local.seen)
	player = int32(c.links[header].child)
	e, reserved, err := k.chooseShared(sim, c, header, child, player)
	if e == noEdge {
		return noEdge, action, 0, err
	}
	i, edge := header+1+e, child+1+e
	switch {
	case player == Chance:
		if reserved = c.load(i).Visits == 0; reserved && !k.shared.reserve() {
			k.Apply(&sim.state, actionsOf[A](c)[i])
			sim.unstored = 1
			return noEdge, action, 0, nil // The playout begins here, as there is no room for a node.
		}
	case reserved:
		sim.arrived = true
		return edge, actionsOf[A](c)[i&chunkMask], player, nil
	}
	k.pass(c, i, edge, player, reserved)
	return edge, actionsOf[A](c)[i&chunkMask], player, nil
}

// walkLocal walks from the root as far as there are local blocks. It returns the node it has come
// to, and its visits. The statistics of all nodes below are those of the tree.
func (k *walker[S, A]) walkLocal(sim *simulation[S, A]) (slot, visits uint32, err error) {
	k.local.path = k.local.path[:0]
	slot, visits = rootSlot, k.local.seen
	for at := &k.local.top; ; {
		if *at == nil {
			*at = k.openLocal(slot, visits)
		}
		b := *at
		if b == nil {
			return slot, visits, nil
		}
		e, err := k.chooseAmong(sim, b.stats, uint32(len(b.stats)), b.player, visits, b.slot)
		if err != nil {
			return slot, visits, err
		}
		k.local.path = append(k.local.path, localEdge[A]{b, e})
		at, slot, visits = &b.added[e].below, b.slot+e, b.stats[e].Visits
		sim.path = append(sim.path, step{slot, b.player})
		a := actionsOf[A](b.chunk)[slot&chunkMask]
		if k.Apply(&sim.state, a); k.chooser != nil || k.observer != nil {
			k.follow(sim, a, b.player)
		}
	}
}

// pass counts a virtual visit at an edge if it matters, and says what the node behind it looks
// like.
func (k *walker[S, A]) pass(c *chunk, i, edge uint32, player int32, reserved bool) {
	others, visits := uint32(0), c.load(i).Visits
	if player == Chance || !k.walk.alone && visits < k.few {
		k.walk.virtual = append(k.walk.virtual, edge)
		if others = atomic.AddUint32(&c.links[i].low, 1) - 1; visits == 0 {
			visits = c.load(i).Visits // A simulation that was here before may have returned since.
		}
	}
	k.walk.first = player == Chance && visits == 0 && others == 0
	if reserved && !k.walk.first {
		k.shared.release()
	}
	k.walk.visits = visits + others
}

// chooseShared returns the index of the edge to walk from a block, whose header is index header of
// chunk c, and whether room is reserved for a new node at it.
func (k *walker[S, A]) chooseShared(sim *simulation[S, A], c *chunk, header, block uint32, player int32) (edge uint32, reserved bool, err error) {
	counts := &c.stats[header].Visits
	v := atomic.LoadUint32(counts)
	count := v & countMask
	if player == Chance {
		edge, err = k.chooseOutcome(sim, k.edges.of(block+1, count))
		return edge, false, err
	}
	if k.selector(sim).shows == oneUntried {
		return k.chooseLate(sim, c, header, block, player)
	}
	if triedOf(v) < count && k.shared.reserve() {
		for ; triedOf(v) < count; v = atomic.LoadUint32(counts) {
			if atomic.CompareAndSwapUint32(counts, v, v+1<<countBits) {
				return triedOf(v), true, nil
			}
		}
		k.shared.release()
	}
	tried := triedOf(v)
	if tried == 0 {
		return noEdge, false, nil
	}
	edge, err = k.chooseAmong(sim, k.look(c, header+1, tried), tried, player, k.walk.visits, block+1)
	return edge, false, err
}

// chooseAmong lets the selection choose among the edges of a block from first on, of which so many
// have been tried.
func (k *walker[S, A]) chooseAmong(sim *simulation[S, A], stats []policy.Stats, tried uint32, player int32, visits, first uint32) (uint32, error) {
	by := k.selector(sim)
	isFiltered := k.filter != nil && k.isFiltered(first-1)
	if k.isUCT && !isFiltered && by == &k.interior {
		return uint32(k.uct.Best(stats, max(visits, 1))), nil
	}
	n, at := &k.node, edges{first: first, n: len(stats)}
	n.Player, n.Visits, n.Children = int(player), max(visits, 1), stats
	if isFiltered {
		at = k.filter.filter(n, at, tried)
	}
	e, err := k.ask(sim, by, n, at)
	if err == nil && at.places != nil {
		e = (*at.places)[e]
	}
	return e, err
}

// isFiltered reports whether a filter may leave out some of the edges of a block.
func (k *walker[S, A]) isFiltered(block uint32) bool {
	c, i := k.at(block)
	return atomic.LoadUint32(&c.stats[i].Visits)>>countBits >= detour
}

// look copies the statistics of edges from the first one on, with virtual visits. An edge without a
// result is expected to be worth what the others are.
func (k *walker[S, A]) look(c *chunk, first, tried uint32) []policy.Stats {
	if int(tried) > len(k.stats) {
		k.stats = make([]policy.Stats, tried+64)
	}
	stats := k.stats[:tried]
	unknown, sum := 0, float32(0)
	for j := range stats {
		i := first + uint32(j)
		s, virtual := c.load(i), uint32(0)
		if !k.walk.alone && s.Visits < k.few {
			virtual = atomic.LoadUint32(&c.links[i].low)
		}
		if s.Visits == 0 {
			unknown++
		}
		sum += s.Mean
		if virtual > 0 && k.loss {
			s.Mean *= float32(s.Visits) / float32(s.Visits+virtual)
		}
		s.Visits += virtual
		stats[j] = s
	}
	if unknown > 0 && !k.loss {
		mean := sum / float32(max(1, len(stats)-unknown))
		for j := range stats {
			if c.load(first+uint32(j)).Visits == 0 {
				stats[j].Mean = mean
			}
		}
	}
	for j := 0; unknown > 0 && j < len(stats); j++ {
		stats[j].Visits = max(1, stats[j].Visits) // Another walker has chosen it and is not there yet.
	}
	return stats
}

// makeBlock makes a block for the node at slot. Of two walkers that do so, the second takes the
// block of the first.
func (k *walker[S, A]) makeBlock(sim *simulation[S, A], slot uint32) (uint32, error) {
	b, err := k.list(sim)
	if err != nil {
		return unexpanded, err
	}
	child := uint32(terminal)
	if b.count > 0 {
		if b.player != Chance {
			if err := k.arrange(sim, int(b.player)); err != nil {
				return unexpanded, err
			}
		}
		if child = k.writeBlock(b); child == unexpanded {
			return unexpanded, nil
		}
		if b.player >= 0 {
			at := edges{first: child + 1, n: int(b.count)}
			if k.arranger != nil {
				k.arranger.placed(at)
			}
			if k.prober != nil {
				if err := k.prober.probe(sim, at, b.player); err != nil {
					return unexpanded, err
				}
			}
		}
	}
	return k.linkBlock(slot, b, child), nil
}

// writeBlock writes a block with the actions in k.actions into the walker's own chunk. No link
// leads to it yet. It returns unexpanded if there is no room.
func (k *walker[S, A]) writeBlock(b block) uint32 {
	if !k.room(int(b.count) + 1) {
		k.shared.full.Store(true)
		return unexpanded
	}
	own, header := k.own, k.own.used
	own.used += int(b.count) + 1
	clear(own.stats[header:own.used])
	clear(own.links[header:own.used])
	for _, column := range k.tree.columns {
		column.clear(k.number, header, own.used)
	}
	own.setBlock(uint32(header), b)
	child := uint32(k.number<<chunkBits | header)
	copy(k.edges.of(child+1, b.count), k.actions)
	return child
}

// linkBlock makes child, the walker's last block or terminal, what the node at slot leads to. If
// another walker was faster, it takes the block back and returns that of the other one.
func (k *walker[S, A]) linkBlock(slot uint32, b block, child uint32) uint32 {
	c, i := k.at(slot)
	if atomic.CompareAndSwapUint32(&c.links[i].child, unexpanded, child) {
		return child
	}
	if child != terminal {
		k.own.used -= int(b.count) + 1
	}
	return atomic.LoadUint32(&c.links[i].child)
}

// room makes sure that the walker has a chunk with room for n slots.
func (k *walker[S, A]) room(n int) bool {
	if k.own == nil || k.own.used+n > chunkSlots {
		k.own, k.number = k.shared.chunk(n)
	}
	return k.own != nil
}

// addValues implements [creditor]. It removes the virtual visits of the simulation.
func (k *walker[S, A]) addValues(sim *simulation[S, A]) {
	k.countRoot()
	local := len(k.local.path)
	for n, e := range k.local.path {
		k.addLocal(e, k.value(sim, n))
	}
	for n, e := range sim.path[local:] {
		c, i := k.at(e.slot)
		k.addAll(c, i, k.value(sim, local+n), 1)
	}
	k.removeShared(k.walk.virtual)
}

// removeShared removes virtual visits.
func (k *walker[S, A]) removeShared(slots []uint32) {
	for _, slot := range slots {
		c, i := k.at(slot)
		atomic.AddUint32(&c.links[i].low, ^uint32(0))
	}
}

// value returns what a simulation is worth to the player that chose edge n of its path.
func (k *walker[S, A]) value(sim *simulation[S, A], n int) float64 {
	if k.isAverage {
		return sim.returns[max(0, sim.path[n].player)]
	}
	return k.values[n]
}

// addAll averages so many returns into the mean of an edge.
func (k *walker[S, A]) addAll(c *chunk, i uint32, sum float64, visits uint32) {
	for {
		before := c.load(i)
		after := policy.Stats{Visits: before.Visits + visits}
		mean := float64(before.Mean)
		after.Mean = k.round(mean+(sum-float64(visits)*mean)/float64(after.Visits), after.Visits)
		if c.swap(i, before, after) {
			if before.Visits == 0 {
				k.nodes++
			}
			return
		}
	}
}

// round returns one of the two float32 next to mean. After many visits it is drawn such that its
// expectation is mean: the nearest one would stop the mean from moving, as each visit moves it by
// less than the difference.
func (k *walker[S, A]) round(mean float64, visits uint32) float32 {
	nearest := float32(mean)
	rest := mean - float64(nearest)
	if visits < 1<<12 || rest == 0 {
		return nearest
	}
	other := math.Nextafter32(nearest, float32(math.Copysign(math.MaxFloat32, rest)))
	if k.sim.rand.Float64()*(float64(other)-float64(nearest)) < rest == (rest > 0) {
		return other
	}
	return nearest
}

package mcts

import (
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/banyan-go/banyan/policy"
)

// The four steps of a simulation in a shared tree, where they differ from those in a tree of one's own.

// word returns the mean and visits of an edge as one word. The column stands where words may stand.
func (c *chunk[A]) word(i uint32) *uint64 { return (*uint64)(unsafe.Pointer(&c.stats[i])) }

func (c *chunk[A]) load(i uint32) policy.Stats {
	word := atomic.LoadUint64(c.word(i))
	return *(*policy.Stats)(unsafe.Pointer(&word))
}

func (c *chunk[A]) swap(i uint32, before, after policy.Stats) bool {
	return atomic.CompareAndSwapUint64(c.word(i), *(*uint64)(unsafe.Pointer(&before)), *(*uint64)(unsafe.Pointer(&after)))
}

// at returns where a slot is. The walker knows chunks that were there when it looked last.
func (k *walker[S, A]) at(slot uint32) (*chunk[A], uint32) {
	if n := int(slot >> chunkBits); n >= len(k.tree.chunks) {
		k.tree.chunks = *k.shared.chunks.Load()
	}
	return k.tree.chunks[slot>>chunkBits], slot & chunkMask
}

// selectLeaf is that of a worker: first by the ledgers of the walker, then in the tree. There it counts the simulation as in
// flight on the edges of the path, but where others would not see it: among many visits, and where so small a share of all
// simulations passes that hardly ever two meet.
func (k *walker[S, A]) selectLeaf() (ended bool, err error) {
	k.copyState(&k.state, &k.root)
	k.depth, k.flights = 0, k.flights[:0]
	k.span.clear()
	k.plies = k.plies[:k.history]
	slot, visits, err := k.walkTop()
	if err != nil {
		return false, err
	}
	c, i := k.at(slot)
	for first := false; ; {
		child := atomic.LoadUint32(&c.links[i].child)
		if child == unexpanded {
			if first {
				return false, nil
			}
			if child, err = k.expand(slot); child == unexpanded {
				return false, err
			}
		}
		if child == terminal {
			return true, nil
		}
		var header uint32
		c, header = k.at(child)
		k.alone = uint64(visits)*k.meeting < uint64(k.seen)
		player := int32(c.links[header].child)
		edge, reserved, err := k.chooseEdge(c, header, player, visits)
		if edge == noEdge {
			return false, err
		}
		i, slot = header+1+edge, child+1+edge
		a := c.actions[i]
		if player == Chance {
			if reserved = c.load(i).Visits == 0; reserved && !k.shared.reserve(k.tree.maxNodes) {
				k.game.Apply(&k.state, a)
				k.span.extra = 1
				return false, nil // from here, where there is no room for a node
			}
		}
		k.push(slot, player)
		k.note(a, int(player))
		k.game.Apply(&k.state, a)
		if reserved && player != Chance {
			return false, nil // the node is that of who tries the action
		}
		others := uint32(0)
		visits = c.load(i).Visits
		if player == Chance || !k.alone && visits < k.few {
			k.flights = append(k.flights, slot)
			if others = atomic.AddUint32(&c.links[i].low, 1) - 1; visits == 0 {
				visits = c.load(i).Visits // who was here before may be back since
			}
		}
		first = player == Chance && visits == 0 && others == 0
		if reserved && !first {
			k.shared.release(k.tree.maxNodes)
		}
		visits += others
	}
}

// chooseEdge is that of a worker. It reports as well whether there is room for a node at the edge.
func (k *walker[S, A]) chooseEdge(c *chunk[A], header uint32, player int32, visits uint32) (edge uint32, reserved bool, err error) {
	counts := &c.stats[header].Visits
	v := atomic.LoadUint32(counts)
	count := v & countMask
	if player == Chance {
		edge, err = k.chooseOutcome(c.actions[header+1:][:count])
		return edge, false, err
	}
	if v>>countBits < count && k.shared.reserve(k.tree.maxNodes) {
		for ; v>>countBits < count; v = atomic.LoadUint32(counts) {
			if atomic.CompareAndSwapUint32(counts, v, v+1<<countBits) {
				return v >> countBits, true, nil
			}
		}
		k.shared.release(k.tree.maxNodes)
	}
	tried := v >> countBits
	if tried == 0 {
		return noEdge, false, nil
	}
	edge, err = k.chooseChild(c, header, player, tried, visits)
	return edge, false, err
}

// chooseChild asks the selection strategy, which sees a copy of the statistics with the visits in flight among them.
func (k *walker[S, A]) chooseChild(c *chunk[A], header uint32, player int32, tried, visits uint32) (uint32, error) {
	return k.chooseAmong(k.look(c, header+1, tried), player, visits)
}

func (k *walker[S, A]) chooseAmong(stats []policy.Stats, player int32, visits uint32) (uint32, error) {
	if k.isUCT {
		return uint32(k.uct.Best(stats, max(visits, 1))), nil
	}
	n := &k.node
	n.Player, n.Visits, n.Children = int(player), max(visits, 1), stats
	chosen := k.selection.Select(n)
	if uint(chosen) >= uint(len(stats)) {
		return noEdge, fmt.Errorf("mcts: Selection %T chose child %d of %d", k.selection, chosen, len(stats))
	}
	return uint32(chosen), nil
}

// look copies the statistics of edges from the first one on. An edge without a result is expected to be worth what
// the others are.
func (k *walker[S, A]) look(c *chunk[A], first, tried uint32) []policy.Stats {
	if int(tried) > len(k.stats) {
		k.stats = make([]policy.Stats, tried+64)
	}
	stats := k.stats[:tried]
	unknown, sum := 0, float32(0)
	for j := range stats {
		i := first + uint32(j)
		s, flying := c.load(i), uint32(0)
		if !k.alone && s.Visits < k.few {
			flying = atomic.LoadUint32(&c.links[i].low)
		}
		if s.Visits == 0 {
			unknown++
		}
		sum += s.Mean
		if flying > 0 && k.loss {
			s.Mean *= float32(s.Visits) / float32(s.Visits+flying)
		}
		s.Visits += flying
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
		stats[j].Visits = max(1, stats[j].Visits) // chosen by another walker that has not come there yet
	}
	return stats
}

// expand is that of a worker. Of two walkers that make a block, the second takes that of the first.
func (k *walker[S, A]) expand(slot uint32) (uint32, error) {
	b, err := k.list()
	if err != nil {
		return unexpanded, err
	}
	child := uint32(terminal)
	if b.count > 0 {
		if b.player != Chance {
			if err := k.order(int(b.player)); err != nil {
				return unexpanded, err
			}
		}
		if !k.room(int(b.count) + 1) {
			k.shared.full.Store(true)
			return unexpanded, nil
		}
		own, header := k.own, k.own.used
		own.used += int(b.count) + 1
		own.clear(header, own.used)
		own.setBlock(uint32(header), b)
		copy(own.actions[header+1:], k.actions)
		child = uint32(k.number<<chunkBits | header)
	}
	c, i := k.at(slot)
	if atomic.CompareAndSwapUint32(&c.links[i].child, unexpanded, child) {
		return child, nil
	}
	if child != terminal {
		k.own.used -= int(b.count) + 1
	}
	return atomic.LoadUint32(&c.links[i].child), nil
}

// room sees to it that the walker has a chunk with room for n slots.
func (k *walker[S, A]) room(n int) bool {
	if k.own == nil || k.own.used+n > chunkSlots {
		k.own, k.number = k.shared.chunk(n)
	}
	return k.own != nil
}

// order puts the actions at the state of the walker into the order in which they will be tried.
func (k *walker[S, A]) order(player int) error {
	for i := range k.actions {
		j, err := k.choose(player, k.actions[i:])
		if err != nil {
			return err
		}
		k.actions[i], k.actions[i+j] = k.actions[i+j], k.actions[i]
	}
	return nil
}

// backup is that of a worker. It ends the flight.
func (k *walker[S, A]) backup() error {
	k.enterRoot()
	for p, v := range k.returns {
		k.sums[p] += v
	}
	if !k.isAverage {
		if err := k.credit(); err != nil {
			return err
		}
	}
	for n, e := range k.path[:k.depth] {
		v := 0.0
		if k.isAverage {
			v = k.returns[max(0, e.player)]
		} else {
			v = k.values[n]
		}
		if n < len(k.lines) {
			k.enter(k.lines[n], v)
			continue
		}
		c, i := k.at(e.slot)
		k.addAll(c, i, v, 1)
	}
	for _, slot := range k.flights {
		c, i := k.at(slot)
		atomic.AddUint32(&c.links[i].low, ^uint32(0))
	}
	return nil
}

// addAll averages so many returns into the mean of an edge.
func (k *walker[S, A]) addAll(c *chunk[A], i uint32, sum float64, visits uint32) {
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

// round returns one of the two float32 next to mean, after many visits at random such that their expectation is mean.
// The nearest one would stop a mean of many visits from moving: each of them moves it by less than the difference.
func (k *walker[S, A]) round(mean float64, visits uint32) float32 {
	nearest := float32(mean)
	rest := mean - float64(nearest)
	if visits < 1<<12 || rest == 0 {
		return nearest
	}
	other := math.Nextafter32(nearest, float32(math.Copysign(math.MaxFloat32, rest)))
	if k.rand.Float64()*(float64(other)-float64(nearest)) < rest == (rest > 0) {
		return other
	}
	return nearest
}

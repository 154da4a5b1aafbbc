package shared

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// localStats are a walker's own statistics of the top of a shared tree: the statistics of the
// blocks with many visits as of its last flush, and what its simulations have added since. The
// walker chooses by these and writes to them, and flushes what it has added into the tree now and
// then. So the cache lines at the top of the tree, through which all simulations pass, move between
// processors once in many simulations.
//
// The local blocks make a tree, which begins at the root. A block gets one when all its edges have
// visits: untried actions are shared out between the walkers at once, and not when they flush.
type localStats struct {
	workers uint32
	many    uint32 // visits of a node from which on it may have a local block
	seen    uint32 // visits of the root, as far as the walker knows
	held    uint32 // how many of them it has not flushed

	top    *localBlock // of the root
	path   []localEdge // the first steps of the simulation's path
	memory []*localMemory
	inUse  int // how many of memory, the first, hold local blocks
}

// localBlock is the local statistics of one block.
type localBlock struct {
	tree.Block
	held  uint32 // simulations that are not flushed
	most  uint32 // how many of them there may be
	stats []policy.Stats
	added []localSum
}

// localSum is what is not flushed of an edge, and the local block that the edge leads to.
type localSum struct {
	sum    float64
	visits uint32
	below  *localBlock
}

// localEdge is an edge of a local block.
type localEdge struct {
	*localBlock
	edge uint32
}

const (
	// heldShare is how many times as many visits a node has as all walkers together may hold back.
	// A walker may be wrong by that share, an eighth.
	heldShare = 8

	// mostHeld is how many simulations a walker holds back at most. More would not be faster.
	mostHeld = 256

	// leastVisits is, per worker, from how many visits on a block gets a local block: with fewer
	// there is nothing to hold back.
	leastVisits = 2 * heldShare

	// visitsShare limits local blocks to nodes that at least so small a share of all simulations
	// passes through. Others are in the cache of no processor when the next simulation comes.
	visitsShare = 1 << 11

	memoryEdges  = 1 << 10
	memoryBlocks = 1 << 6
	mostMemory   = 1 << 8 // of a walker, 9 megabytes
)

// localMemory is the memory of some local blocks.
type localMemory struct {
	blocks [memoryBlocks]localBlock
	stats  [memoryEdges]policy.Stats
	added  [memoryEdges]localSum
	open   int // blocks in use
	edges  int // of them
}

// forget drops all local blocks. The root has so many visits.
func (l *localStats) forget(visits uint32) {
	for _, m := range l.memory {
		m.open, m.edges = 0, 0
	}
	l.inUse, l.top, l.held, l.seen = 0, nil, 0, visits
}

// openLocal returns a local block for the node at slot, which has so many visits, or nil if they
// are few or the node can have none.
func (k *Walker) openLocal(slot, visits uint32) *localBlock {
	if visits < k.local.many || visits < k.local.seen/visitsShare {
		return nil
	}
	at := k.tree.LoadBelow(slot)
	if at.Tried() < at.Count() || at.Count() == 0 || at.Player == game.Chance {
		return nil
	}
	for e := range at.Count() {
		if at.LoadStats(e).Visits == 0 {
			return nil
		}
	}
	b := k.local.newBlock(int(at.Count()))
	if b == nil {
		return nil
	}
	b.Block, b.held = at, 0
	k.local.read(b)
	return b
}

// newBlock returns a local block of n edges to which nothing is added, or nil if there is no room.
func (l *localStats) newBlock(n int) *localBlock {
	if l.inUse == 0 || l.memory[l.inUse-1].open == memoryBlocks || l.memory[l.inUse-1].edges+n > memoryEdges {
		if l.inUse == mostMemory || n > memoryEdges {
			return nil
		}
		if l.inUse == len(l.memory) {
			l.memory = append(l.memory, new(localMemory))
		}
		l.inUse++
	}
	m := l.memory[l.inUse-1]
	b := &m.blocks[m.open]
	b.stats, b.added = m.stats[m.edges:][:n:n], m.added[m.edges:][:n:n]
	clear(b.added)
	m.open++
	m.edges += n
	return b
}

// read brings a local block up to date, after a flush.
func (l *localStats) read(b *localBlock) {
	visits := uint32(0)
	for e := range b.stats {
		b.stats[e] = b.LoadStats(uint32(e))
		visits += b.stats[e].Visits
	}
	b.most = l.mayHold(visits)
}

// mayHold returns how many simulations a walker may hold back at a node.
func (l *localStats) mayHold(visits uint32) uint32 {
	return min(mostHeld, max(1, visits/(heldShare*l.workers)))
}

// addLocal adds a return to an edge.
func (k *Walker) addLocal(at localEdge, v float64) {
	s, e := &at.stats[at.edge], &at.added[at.edge]
	s.Visits++
	s.Mean += (float32(v) - s.Mean) / float32(s.Visits)
	e.visits++
	e.sum += v
	if at.held++; at.held >= at.most {
		k.flush(at.localBlock)
	}
}

// flush writes what a local block has added into the tree, and reads what others have written.
func (k *Walker) flush(b *localBlock) {
	for i := range b.added {
		if e := &b.added[i]; e.visits > 0 {
			k.addAll(b.First()+uint32(i), e.sum, e.visits)
			e.sum, e.visits = 0, 0
		}
	}
	b.held = 0
	k.local.read(b)
}

// countRoot counts a simulation at the root.
func (k *Walker) countRoot() {
	l := &k.local
	l.seen++
	if l.held++; l.held >= l.mayHold(l.seen) {
		k.flushRoot()
	}
}

func (k *Walker) flushRoot() {
	l := &k.local
	l.seen = k.tree.AddRoot(l.held)
	l.held = 0
}

// flushAll flushes everything.
func (k *Walker) flushAll() {
	k.flushRoot()
	for _, m := range k.local.memory[:k.local.inUse] {
		for i := range m.blocks[:m.open] {
			if b := &m.blocks[i]; b.held > 0 {
				k.flush(b)
			}
		}
	}
}

package mcts

import (
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
)

// ledger is a walker's own account of a block with many visits: the statistics of its edges as they were when it last
// posted, and what its simulations have added since. The walker chooses by the ledger and writes to it, and posts what it has
// added now and then. So the lines of the cache at the top of the tree, through which all simulations pass, move
// between processors once in many simulations.
//
// The ledgers of a walker make a tree, which begins at the root. A block gets one when all its edges have visits: what is
// untried is shared out between the walkers at once, and not when they post.
type ledger[A comparable] struct {
	chunk   *chunk[A]
	slot    uint32 // of the first edge
	player  int32
	held    uint32 // simulations that are not posted
	most    uint32 // how many of them there may be
	stats   []policy.Stats
	entries []entry[A]
}

// entry is what is not posted of an edge, and where its ledger leads to.
type entry[A comparable] struct {
	sum    float64
	visits uint32
	below  *ledger[A]
}

// line is an edge of a path in a ledger.
type line[A comparable] struct {
	*ledger[A]
	edge uint32
}

const (
	// heldShare is how many times as many visits a node has as all walkers together may hold back: by so much, an eighth, a
	// walker may be wrong.
	heldShare = 8

	// mostHeld is how many simulations a walker holds back where there are visits enough. More would not be faster.
	mostHeld = 256

	// leastVisits is, per worker, from how many visits on a block gets a ledger: with less there is nothing to hold back.
	leastVisits = 2 * heldShare

	// visitsShare limits ledgers to nodes that at least so small a share of all simulations passes through: others are not in
	// the cache of any processor when the next one comes.
	visitsShare = 1 << 11

	pageEdges   = 1 << 10
	pageLedgers = 1 << 6
	mostPages   = 1 << 8 // of a walker, 9 megabytes
)

// page is the memory of some ledgers.
type page[A comparable] struct {
	ledgers [pageLedgers]ledger[A]
	stats   [pageEdges]policy.Stats
	entries [pageEdges]entry[A]
	open    int // ledgers in use
	edges   int // of them
}

// forget closes all ledgers.
func (k *walker[S, A]) forget() {
	for _, p := range k.pages {
		p.open, p.edges = 0, 0
	}
	k.inUse, k.top, k.held = 0, nil, 0
	k.seen = k.tree.chunks[0].stats[rootSlot].Visits
}

// walkTop is the part of a walk that follows the ledgers. It returns the slot where it ends.
func (k *walker[S, A]) walkTop() (slot, visits uint32, err error) {
	k.lines = k.lines[:0]
	slot, visits = rootSlot, k.seen
	for l := &k.top; ; {
		if *l == nil {
			if visits < k.many {
				return slot, visits, nil
			}
			if *l = k.openLedger(slot, visits); *l == nil {
				return slot, visits, nil
			}
		}
		at := *l
		edge, err := k.chooseAmong(at.stats, at.player, visits)
		if err != nil {
			return slot, visits, err
		}
		visits = at.stats[edge].Visits
		k.lines = append(k.lines, line[A]{at, edge})
		slot = at.slot + edge
		k.push(slot, at.player)
		a := at.chunk.actions[slot&chunkMask]
		k.note(a, int(at.player))
		k.game.Apply(&k.state, a)
		l = &at.entries[edge].below
	}
}

// openLedger opens a ledger for the block of a node with many visits; nil if that can have none.
func (k *walker[S, A]) openLedger(slot, visits uint32) *ledger[A] {
	c, i := k.at(slot)
	child := atomic.LoadUint32(&c.links[i].child)
	if child == unexpanded || child == terminal || visits < k.seen/visitsShare {
		return nil
	}
	c, i = k.at(child)
	v := atomic.LoadUint32(&c.stats[i].Visits)
	n := v & countMask
	player := int32(c.links[i].child)
	if v>>countBits < n || player == Chance {
		return nil
	}
	for j := range n {
		if c.load(i+1+j).Visits == 0 {
			return nil
		}
	}
	l := k.newLedger(int(n))
	if l == nil {
		return nil
	}
	l.chunk, l.slot, l.player, l.held = c, child+1, player, 0
	k.read(l)
	return l
}

// newLedger returns a ledger of n edges without entries; nil if there is no room.
func (k *walker[S, A]) newLedger(n int) *ledger[A] {
	if k.inUse == 0 || k.pages[k.inUse-1].open == pageLedgers || k.pages[k.inUse-1].edges+n > pageEdges {
		if k.inUse == mostPages || n > pageEdges {
			return nil
		}
		if k.inUse == len(k.pages) {
			k.pages = append(k.pages, new(page[A]))
		}
		k.inUse++
	}
	p := k.pages[k.inUse-1]
	l := &p.ledgers[p.open]
	l.stats, l.entries = p.stats[p.edges:][:n:n], p.entries[p.edges:][:n:n]
	clear(l.entries)
	p.open++
	p.edges += n
	return l
}

// read brings a ledger without entries up to date.
func (k *walker[S, A]) read(l *ledger[A]) {
	first, visits := l.slot&chunkMask, uint32(0)
	for j := range l.stats {
		l.stats[j] = l.chunk.load(first + uint32(j))
		visits += l.stats[j].Visits
	}
	l.most = k.mayHold(visits)
}

// mayHold returns how many simulations a walker may hold back at a node.
func (k *walker[S, A]) mayHold(visits uint32) uint32 {
	return min(mostHeld, max(1, visits/(heldShare*uint32(len(k.shared.walkers)))))
}

// enter adds a return to an edge.
func (k *walker[S, A]) enter(at line[A], v float64) {
	s, e := &at.stats[at.edge], &at.entries[at.edge]
	s.Visits++
	s.Mean += (float32(v) - s.Mean) / float32(s.Visits)
	e.visits++
	e.sum += v
	if at.held++; at.held >= at.most {
		k.post(at.ledger)
	}
}

// post writes what the ledger holds into the tree, and reads what others have written.
func (k *walker[S, A]) post(l *ledger[A]) {
	first := l.slot & chunkMask
	for j := range l.entries {
		if e := &l.entries[j]; e.visits > 0 {
			k.addAll(l.chunk, first+uint32(j), e.sum, e.visits)
			e.sum, e.visits = 0, 0
		}
	}
	l.held = 0
	k.read(l)
}

// enterRoot counts a simulation.
func (k *walker[S, A]) enterRoot() {
	k.seen++
	if k.held++; k.held >= k.mayHold(k.seen) {
		k.postRoot()
	}
}

func (k *walker[S, A]) postRoot() {
	k.seen = atomic.AddUint32(&k.tree.chunks[0].stats[rootSlot].Visits, k.held)
	k.held = 0
}

// postAll posts all that is held back.
func (k *walker[S, A]) postAll() {
	k.postRoot()
	for _, p := range k.pages[:k.inUse] {
		for i := range p.ledgers[:p.open] {
			if l := &p.ledgers[i]; l.held > 0 {
				k.post(l)
			}
		}
	}
}

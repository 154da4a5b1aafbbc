// Package shared walks through a tree in which several workers walk at once, without locks
// (Enzenberger and Müller, "A Lock-Free Multithreaded Monte-Carlo Tree Search Algorithm", ACG
// 2009); see tree.Shared for what they change there.
//
// A node belongs to the simulation that tries its action or, after chance, to the first one at its
// edge, which finds no visits and no virtual visits. All other simulations continue from there,
// even if that one has not returned yet.
//
// At nodes with many visits, walkers choose by local statistics and flush them now and then.
package shared

import (
	"runtime"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/brake"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Engine plays the simulation of a walker.
type Engine interface {
	Expand(slot uint32) (child uint32, err error) // makes a block for the node at slot, where the simulation stands
	Draw(b tree.Block) (edge uint32, err error)   // draws an outcome of chance
	Play(b tree.Block, edge uint32)               // plays the action of an edge
}

// Walker walks through a shared tree for one worker, and adds its simulations to the statistics.
type Walker struct {
	Brake *brake.Brake // of the Run

	engine  Engine
	pass    *pass.Pass // of the simulation
	tree    *tree.Tree
	choose  *selection.Chooser
	shared  *tree.Shared
	nodes   int // that it was the first to visit, in this round
	stats   []policy.Stats
	seen    *returns.Seen
	loss    bool   // virtual visits are losses
	few     uint32 // visits of an edge below which virtual visits are counted
	meeting uint64 // a node with less than 1/meeting of all visits hardly ever has two walkers at once

	walk  walk
	local localStats
	_     [64]byte
}

// walk is where a walker is in the current simulation.
type walk struct {
	visits  uint32   // of the node, virtual visits included
	alone   bool     // hardly ever is another walker at the node
	first   bool     // the node, after an outcome of chance, was not visited before
	virtual []uint32 // slots of the path with a virtual visit of this simulation
}

const (
	// fewPerWorker is, per worker, how many visits of an edge are few.
	fewPerWorker = 128

	// seldom is how many times a node has to be passed by on average, between two simulations of a
	// walker, before the walker counts as alone there.
	seldom = 64
)

// New returns the walker of one of so many workers. loss tells that virtual visits are losses.
func New(engine Engine, p *pass.Pass, t *tree.Tree, choose *selection.Chooser, seen *returns.Seen, h *tree.Shared, workers int, loss bool) *Walker {
	k := &Walker{Brake: &brake.Brake{}, engine: engine, pass: p, tree: t, choose: choose, shared: h, seen: seen, loss: loss}
	k.meeting = max(1, seldom/max(1, uint64(workers)-1))
	k.few = fewPerWorker * uint32(workers)
	k.local.workers, k.local.many = uint32(workers), leastVisits*uint32(workers)
	choose.Ordered = true
	h.Join(t)
	return k
}

// Begin begins a round, the first of a Run or a later one.
func (k *Walker) Begin(first bool) {
	k.nodes = 0
	k.tree.Follow(k.shared)
	if first {
		visits, _ := k.tree.Edge(tree.Root)
		k.local.forget(visits)
	}
}

// End flushes everything, and returns how many nodes the walker was the first to visit.
func (k *Walker) End() (nodes int) {
	k.flushAll()
	return k.nodes
}

// SelectLeaf walks from the root to the node that the simulation adds to the tree: first by the
// local statistics of the walker, then in the tree. There it counts virtual visits on the edges of
// the path, except among many visits and at nodes so rarely passed that two walkers hardly ever
// meet. It returns the leaf, None if the tree has no room for it.
func (k *Walker) SelectLeaf() (slot uint32, err error) {
	k.walk.first, k.walk.virtual = false, k.walk.virtual[:0]
	if slot, k.walk.visits, err = k.walkLocal(); err != nil {
		return tree.None, err
	}
	for more := true; more && err == nil; {
		slot, more, err = k.walkOn(slot)
	}
	return slot, err
}

// walkOn walks an edge from the node at slot. It returns the node that it has come to, None if the
// tree has no room for it, and whether the walk continues.
func (k *Walker) walkOn(slot uint32) (_ uint32, more bool, err error) {
	if !k.walk.first && k.Brake.Pulled() {
		return slot, false, brake.ErrPulled
	}
	child := k.tree.LoadChild(slot)
	if child == tree.Unexpanded && !k.walk.first {
		if child, err = k.engine.Expand(slot); err != nil {
			return slot, false, err
		}
	}
	if k.pass.Ended = child == tree.Terminal; !tree.Leads(child) {
		return slot, false, nil
	}
	b := k.tree.LoadBlock(child)
	k.walk.alone = uint64(k.walk.visits)*k.meeting < uint64(k.local.seen)
	e, isNew, err := k.chooseShared(b)
	if err != nil || e == tree.None {
		return slot, false, err
	}
	if b.Player == game.Chance {
		if isNew = b.LoadStats(e).Visits == 0; isNew && !k.shared.Reserve() {
			k.pass.Unstored = 1
			k.engine.Play(b, e)
			return tree.None, false, nil // The playout begins here, as there is no room for a node.
		}
	}
	slot, more = b.First()+e, b.Player == game.Chance || !isNew
	k.pass.Path = append(k.pass.Path, tree.Step{Slot: slot, Player: b.Player})
	if more {
		k.enter(b, e, isNew)
	}
	k.engine.Play(b, e)
	return slot, more, nil
}

// walkLocal walks from the root as far as there are local blocks. It returns the node it has come
// to, and its visits. All nodes below have the statistics of the tree.
func (k *Walker) walkLocal() (slot, visits uint32, err error) {
	k.local.path = k.local.path[:0]
	slot, visits = tree.Root, k.local.seen
	for at := &k.local.top; ; {
		if *at == nil {
			*at = k.openLocal(slot, visits)
		}
		b := *at
		if b == nil {
			return slot, visits, nil
		}
		if k.Brake.Pulled() {
			return slot, visits, brake.ErrPulled
		}
		e, err := k.choose.ChooseBy(k.pass, b.Reload(), b.stats, max(visits, 1))
		if err != nil {
			return slot, visits, err
		}
		k.local.path = append(k.local.path, localEdge{b, e})
		at, slot, visits = &b.added[e].below, b.First()+e, b.stats[e].Visits
		k.pass.Path = append(k.pass.Path, tree.Step{Slot: slot, Player: b.Player})
		k.engine.Play(b.Block, e)
	}
}

// enter counts a virtual visit at an edge if it matters, and describes the node behind it.
func (k *Walker) enter(b tree.Block, e uint32, isNew bool) {
	others, visits := uint32(0), b.LoadStats(e).Visits
	if b.Player == game.Chance || !k.walk.alone && visits < k.few {
		k.walk.virtual = append(k.walk.virtual, b.First()+e)
		if others = k.tree.EnterEdge(b.First() + e); visits == 0 {
			visits = b.LoadStats(e).Visits // A simulation that was here before may have returned since.
		}
	}
	k.walk.first = b.Player == game.Chance && visits == 0 && others == 0
	if isNew && !k.walk.first {
		k.shared.Release()
	}
	k.walk.visits = visits + others
}

// chooseShared returns the index of the edge to walk from a block, and whether room is reserved for
// a new node at it. It returns None if the walk ends there for lack of room. An untried action is
// taken at once, unless the selection decides when: then it sees the tried children and the next
// untried one. If another walker tries that one first, the choice is made again.
func (k *Walker) chooseShared(b tree.Block) (edge uint32, isNew bool, err error) {
	if b.Player == game.Chance {
		edge, err = k.engine.Draw(b)
		return edge, false, err
	}
	decides := k.choose.At(k.pass).Shows == selection.OneUntried
	for ; ; b = b.Reload() {
		tried := b.Tried()
		reserved := tried < b.Count() && k.shared.Reserve()
		switch {
		case reserved && (tried == 0 || !decides):
			edge = tried
		case tried == 0 && b.Count() > 0 && len(k.pass.Path) == 0:
			// There is room for the actions of the root. Others have reserved all of it for a
			// moment, in which one of them tries the first action.
			runtime.Gosched()
			continue
		case tried == 0:
			return tree.None, false, nil
		case decides:
			edge, err = k.chooseShown(b, reserved)
		default:
			edge, err = k.choose.ChooseBy(k.pass, b, k.look(b), max(k.walk.visits, 1))
		}
		if reserved && edge == tried && b.TryNext() {
			return edge, true, nil
		}
		if reserved {
			k.shared.Release()
		}
		if !reserved || edge != tried {
			return edge, false, err
		}
	}
}

// chooseShown lets the selection choose among the tried edges of a block and, if it may be tried,
// the next one.
func (k *Walker) chooseShown(b tree.Block, untried bool) (uint32, error) {
	sum, visits := 0.0, uint32(0)
	for e := range b.Tried() {
		s := b.LoadStats(e)
		sum += float64(s.Visits) * float64(s.Mean)
		visits += s.Visits
	}
	k.choose.Node.Finished = policy.Stats{Mean: float32(sum / float64(max(visits, 1))), Visits: visits}
	stats := k.look(b)
	if untried {
		stats = append(stats, policy.Stats{}) // for which there is room
	}
	e, err := k.choose.ChooseBy(k.pass, b, stats, max(k.walk.visits, 1))
	k.choose.Node.Finished = policy.Stats{}
	return e, err
}

// look copies the statistics of the tried edges of a block, with virtual visits. An edge without a
// result is expected to have the value of the others.
func (k *Walker) look(b tree.Block) []policy.Stats {
	tried := b.Tried()
	if int(tried) >= len(k.stats) {
		k.stats = make([]policy.Stats, tried+64)
	}
	stats := k.stats[:tried]
	unknown, sum := 0, float32(0)
	for e := range stats {
		s, virtual := b.LoadStats(uint32(e)), uint32(0)
		if !k.walk.alone && s.Visits < k.few {
			virtual = k.tree.LoadVirtual(b.First() + uint32(e))
		}
		if s.Visits == 0 {
			unknown++
		}
		sum += s.Mean
		if virtual > 0 && k.loss {
			low := float32(k.seen.Low(int(b.Player)))
			s.Mean = low + float32((s.Mean-low)*(float32(s.Visits)/float32(s.Visits+virtual)))
		}
		s.Visits += virtual
		stats[e] = s
	}
	if unknown == 0 {
		return stats
	}
	mean := sum / float32(max(1, len(stats)-unknown))
	for e := range stats {
		if !k.loss && b.LoadStats(uint32(e)).Visits == 0 {
			stats[e].Mean = mean
		}
		stats[e].Visits = max(1, stats[e].Visits) // Another walker has chosen it and is not there yet.
	}
	return stats
}

// Add adds the finished simulation, with the given values on its path, to the statistics,
// concurrently with other walkers, and removes its virtual visits. Without values, each edge gets
// the return of the player who chose it.
func (k *Walker) Add(values []float64) {
	value := func(n int) float64 {
		if values == nil {
			return k.pass.Relative[max(0, k.pass.Path[n].Player)]
		}
		return values[n]
	}
	k.countRoot()
	local := len(k.local.path)
	for n, e := range k.local.path {
		k.addLocal(e, value(n))
	}
	for n, e := range k.pass.Path[local:] {
		k.addAll(e.Slot, value(local+n), 1)
	}
	k.Abandon()
}

// Abandon removes the virtual visits of a simulation that is not added, or is already.
func (k *Walker) Abandon() {
	k.tree.LeaveEdges(k.walk.virtual)
	k.walk.virtual = k.walk.virtual[:0]
}

// addAll averages so many returns into the mean of an edge.
func (k *Walker) addAll(slot uint32, sum float64, visits uint32) {
	if k.tree.AddSum(slot, sum, visits, &k.pass.Rand) {
		k.nodes++
	}
}

package mcts

import (
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// simulate runs one simulation beside those of other walkers.
func (k *walker[S, A]) simulate(sim *simulation[S, A]) error {
	if err := k.selectLeaf(sim); err != nil {
		return err
	}
	if err := k.w.evaluate(sim); err != nil {
		return err
	}
	if err := k.backup(sim); err != nil {
		return err
	}
	if l := k.w.play.Learner(); l != nil {
		t := k.w.traceOf(sim)
		l.Learn(t)
		k.record(t)
	}
	return nil
}

// selectLeaf walks from the root to the node that this simulation adds to the tree: first by the
// local statistics of the walker, then in the tree. There it counts virtual visits on the edges of
// the path, except among many visits and at nodes so rarely passed that two walkers hardly ever
// meet.
func (k *walker[S, A]) selectLeaf(sim *simulation[S, A]) error {
	k.w.begin(sim)
	k.walk.first, k.walk.virtual = false, k.walk.virtual[:0]
	slot, visits, err := k.walkLocal(sim)
	if err != nil {
		return err
	}
	k.walk.visits = visits
	for more := true; more; {
		if slot, more, err = k.walkOn(sim, slot); err != nil {
			return err
		}
	}
	return k.w.arrive(sim, slot)
}

// walkOn walks an edge from the node at slot. It returns the node that it has come to, None if the
// tree has no room for it, and whether the walk goes on.
func (k *walker[S, A]) walkOn(sim *simulation[S, A], slot uint32) (_ uint32, more bool, err error) {
	child := k.w.tree.LoadChild(slot)
	if child == tree.Unexpanded && !k.walk.first {
		if child, err = k.w.expand(sim, slot); err != nil {
			return slot, false, err
		}
	}
	if sim.Ended = child == tree.Terminal; !tree.Leads(child) {
		return slot, false, nil
	}
	b := k.w.tree.LoadBlock(child)
	k.walk.alone = uint64(k.walk.visits)*k.meeting < uint64(k.local.seen)
	e, isNew, err := k.chooseShared(sim, b)
	if err != nil || e == tree.None {
		return slot, false, err
	}
	a := tree.ActionOf[A](b, e)
	if b.Player == Chance {
		if isNew = b.LoadStats(e).Visits == 0; isNew && !k.shared.Reserve() {
			k.w.play.Apply(&sim.State, a)
			sim.Unstored = 1
			return tree.None, false, nil // The playout begins here, as there is no room for a node.
		}
	}
	slot, more = b.First()+e, b.Player == Chance || !isNew
	sim.Path = append(sim.Path, tree.Step{Slot: slot, Player: b.Player})
	if more {
		k.pass(b, e, isNew)
	}
	if k.w.play.Apply(&sim.State, a); k.w.play.Follows() {
		k.w.play.Follow(sim, a, b.Player)
	}
	return slot, more, nil
}

// walkLocal walks from the root as far as there are local blocks. It returns the node it has come
// to, and its visits. The statistics of all nodes below are those of the tree.
func (k *walker[S, A]) walkLocal(sim *simulation[S, A]) (slot, visits uint32, err error) {
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
		e, err := k.w.choose.ChooseBy(&sim.Pass, b.Reload(), b.stats, max(visits, 1))
		if err != nil {
			return slot, visits, err
		}
		k.local.path = append(k.local.path, localEdge{b, e})
		at, slot, visits = &b.added[e].below, b.First()+e, b.stats[e].Visits
		sim.Path = append(sim.Path, tree.Step{Slot: slot, Player: b.Player})
		a := tree.ActionOf[A](b.Block, e)
		if k.w.play.Apply(&sim.State, a); k.w.play.Follows() {
			k.w.play.Follow(sim, a, b.Player)
		}
	}
}

// pass counts a virtual visit at an edge if it matters, and says what the node behind it looks
// like.
func (k *walker[S, A]) pass(b tree.Block, e uint32, isNew bool) {
	others, visits := uint32(0), b.LoadStats(e).Visits
	if b.Player == Chance || !k.walk.alone && visits < k.few {
		k.walk.virtual = append(k.walk.virtual, b.First()+e)
		if others = b.EnterEdge(e); visits == 0 {
			visits = b.LoadStats(e).Visits // A simulation that was here before may have returned since.
		}
	}
	k.walk.first = b.Player == Chance && visits == 0 && others == 0
	if isNew && !k.walk.first {
		k.shared.Release()
	}
	k.walk.visits = visits + others
}

// chooseShared returns the index of the edge to walk from a block, and whether room is reserved for
// a new node at it. It returns None if the walk ends there for lack of room.
func (k *walker[S, A]) chooseShared(sim *simulation[S, A], b tree.Block) (edge uint32, isNew bool, err error) {
	if b.Player == Chance {
		edge, err = k.w.play.DrawOutcome(sim, tree.ActionsOf[A](b))
		return edge, false, err
	}
	if k.w.choose.At(&sim.Pass).Shows == selection.OneUntried {
		return k.chooseLate(sim, b)
	}
	if b.Tried() < b.Count() && k.shared.Reserve() {
		for ; b.Tried() < b.Count(); b = b.Reload() {
			if b.TryNext() {
				return b.Tried(), true, nil
			}
		}
		k.shared.Release()
	}
	if b.Tried() == 0 {
		return tree.None, false, nil
	}
	edge, err = k.w.choose.ChooseBy(&sim.Pass, b, k.look(b), max(k.walk.visits, 1))
	return edge, false, err
}

// chooseLate is chooseShared for a selection that decides when to try an action. It sees the tried
// children and the next untried one. If another walker tries that one first, it is asked again.
func (k *walker[S, A]) chooseLate(sim *simulation[S, A], b tree.Block) (edge uint32, isNew bool, err error) {
	for ; ; b = b.Reload() {
		tried := b.Tried()
		reserved := tried < b.Count() && k.shared.Reserve()
		switch {
		case tried > 0:
			edge, err = k.chooseShown(sim, b, reserved)
		case reserved:
			edge = 0
		default:
			return tree.None, false, nil
		}
		if !reserved || edge != tried {
			if reserved {
				k.shared.Release()
			}
			return edge, false, err
		}
		if b.TryNext() {
			return edge, true, nil
		}
		k.shared.Release()
	}
}

// chooseShown lets the selection choose among the tried edges of a block and, if it may be tried,
// the next one.
func (k *walker[S, A]) chooseShown(sim *simulation[S, A], b tree.Block, untried bool) (uint32, error) {
	sum, visits := 0.0, uint32(0)
	for e := range b.Tried() {
		s := b.LoadStats(e)
		sum += float64(s.Visits) * float64(s.Mean)
		visits += s.Visits
	}
	k.w.choose.Node.Finished = policy.Stats{Mean: float32(sum / float64(max(visits, 1))), Visits: visits}
	stats := k.look(b)
	if untried {
		if tried := len(stats); len(k.stats) == tried {
			k.stats = append(k.stats, policy.Stats{})
		}
		stats = k.stats[:len(stats)+1]
		stats[len(stats)-1] = policy.Stats{}
	}
	e, err := k.w.choose.ChooseBy(&sim.Pass, b, stats, max(k.walk.visits, 1))
	k.w.choose.Node.Finished = policy.Stats{}
	return e, err
}

// look copies the statistics of the tried edges of a block, with virtual visits. An edge without a
// result is expected to be worth what the others are.
func (k *walker[S, A]) look(b tree.Block) []policy.Stats {
	tried := b.Tried()
	if int(tried) > len(k.stats) {
		k.stats = make([]policy.Stats, tried+64)
	}
	stats := k.stats[:tried]
	unknown, sum := 0, float32(0)
	for e := range stats {
		s, virtual := b.LoadStats(uint32(e)), uint32(0)
		if !k.walk.alone && s.Visits < k.few {
			virtual = b.LoadVirtual(uint32(e))
		}
		if s.Visits == 0 {
			unknown++
		}
		sum += s.Mean
		if virtual > 0 && k.loss {
			s.Mean *= float32(s.Visits) / float32(s.Visits+virtual)
		}
		s.Visits += virtual
		stats[e] = s
	}
	if unknown > 0 && !k.loss {
		mean := sum / float32(max(1, len(stats)-unknown))
		for e := range stats {
			if b.LoadStats(uint32(e)).Visits == 0 {
				stats[e].Mean = mean
			}
		}
	}
	for e := 0; unknown > 0 && e < len(stats); e++ {
		stats[e].Visits = max(1, stats[e].Visits) // Another walker has chosen it and is not there yet.
	}
	return stats
}

// backup adds the finished simulation to the statistics, beside other walkers, and removes its
// virtual visits.
func (k *walker[S, A]) backup(sim *simulation[S, A]) error {
	if !k.w.addSums(sim.Returns) {
		if err := k.w.checkReturns(sim); err != nil {
			return err
		}
	}
	if !k.w.credit.isAverage {
		if err := k.w.creditPath(sim); err != nil {
			return err
		}
	}
	k.countRoot()
	local := len(k.local.path)
	for n, e := range k.local.path {
		k.addLocal(e, k.value(sim, n))
	}
	for n, e := range sim.Path[local:] {
		k.addAll(e.Slot, k.value(sim, local+n), 1)
	}
	k.w.tree.LeaveEdges(k.walk.virtual)
	return k.w.backUpFeatures(sim)
}

// value returns what a simulation is worth to the player that chose edge n of its path.
func (k *walker[S, A]) value(sim *simulation[S, A], n int) float64 {
	if k.w.credit.isAverage {
		return sim.Returns[max(0, sim.Path[n].Player)]
	}
	return k.w.credit.values[n]
}

// addAll averages so many returns into the mean of an edge.
func (k *walker[S, A]) addAll(slot uint32, sum float64, visits uint32) {
	if k.w.tree.AddSum(slot, sum, visits, &k.w.sim.Rand) {
		k.nodes++
	}
}

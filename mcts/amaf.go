package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// amaf keeps the AMAF statistics for [policy.NeedAMAF]: for every player and action number, the
// mean return to the player of the simulations in which it played the action after a node, where an
// action counts once per simulation, for the player who played it. A node gets a table of them at
// its visit number ref, unless there is no room. The root has one from the beginning.
//
// As a column, it keeps a number per slot: at an edge that of its action, plus 1, from the first
// time that the block is shown or on the path of a backup; at the header of a block that of the
// node's table, or 0.
type amaf[S any, A comparable] struct {
	columnOf[int32]
	shownOnly[S, A]
	w   *worker[S, A]
	ref uint32
	amafTables

	current []policy.Stats // the table that the selection of the current simulation reads
	shown   []policy.Stats
	plays   []play       // of the simulation, the last one first, without repetitions
	ends    []int        // ends[i] is how many of plays come after step i of the path, or are step i
	seen    []uint32     // by cell of a table: the last simulation in which it was played
	stamp   uint32       // of the simulation
	nodes   []amafOfNode // those on the path with a table
}

// play is an action that a player played: the cell of its statistics, and the return to the player.
type play struct {
	cell  int32
	value float32
}

// amafOfNode is a table and how many plays come after its node.
type amafOfNode struct {
	table []policy.Stats
	n     int
}

// amafRef returns when the statistics of a node begin, and whether any strategy needs them. Those
// of the root are enough for a strategy at the root.
func amafRef(cfg Config) (ref int, needed bool) {
	for _, s := range []policy.Selection{cfg.Selection, cfg.Root} {
		if policy.NeedsOf(s).Has(policy.NeedAMAF) {
			if r, ok := s.(policy.AMAFReader); ok {
				return r.ReferenceVisits(), true
			}
			return policy.DefaultRef, true
		}
	}
	return 0, false
}

// validateAMAF reports what AMAF statistics cannot be together with.
func validateAMAF[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	ref, needed := amafRef(cfg)
	if !needed {
		return nil
	}
	const reads = "mcts: the selection reads AMAF statistics"
	switch {
	case ref < 1:
		return fmt.Errorf("%s, and its ReferenceVisits is %d, want >= 1", reads, ref)
	case r.Indexer == nil:
		return fmt.Errorf("%s, which need action numbers, and %T has no NumActions and ActionIndex", reads, r.Game)
	case r.Indexer.NumActions() < 1:
		return fmt.Errorf("%s, and %T.NumActions is %d, want >= 1", reads, r.Game, r.Indexer.NumActions())
	case r.Simultaneous != nil:
		return fmt.Errorf("%s, and %T has simultaneous moves, at which there are none", reads, r.Game)
	}
	if _, ok := cfg.Parallel.(TreeParallel); ok {
		return fmt.Errorf("%s, and Config.Parallel is a TreeParallel, whose workers cannot change them at once; want RootParallel, LeafParallel or LockStep", reads)
	}
	return nil
}

// startAMAF reports a search whose nodes do not list all actions.
func startAMAF[S any, A comparable](s *Search[S, A]) error {
	if _, needed := amafRef(s.cfg); needed && s.w.tree.growing {
		return fmt.Errorf("mcts: the selection reads AMAF statistics, and Config.Hidden is %T, whose nodes do not list all actions; want nil or an Ensemble", s.cfg.Hidden)
	}
	return nil
}

// addAMAF prepares a worker whose selection reads AMAF statistics. Playouts have to be recorded: by
// the game, or ply by ply.
func addAMAF[S any, A comparable](w *worker[S, A], cfg Config) {
	ref, needed := amafRef(cfg)
	if !needed {
		return
	}
	a := &amaf[S, A]{w: w, ref: uint32(ref)}
	a.row = w.Indexer.NumActions() + 2
	a.size = a.row * len(w.sums)
	w.addColumn(a)
	w.hooks, w.beginners = append(w.hooks, a), append(w.beginners, a)
	w.show(policy.NeedAMAF, allUntried)
	if !w.samples && len(w.columns) == 1 {
		switch selection := cfg.Selection.(type) {
		case policy.GRAVE:
			w.direct = &plainGRAVE[S, A]{selection, a}
		case policy.RAVE:
			w.direct = &plainGRAVE[S, A]{selection.AsGRAVE(), a}
		}
	}
	w.use(game.HasIndexer)
	const why = "the selection reads AMAF statistics"
	_, uniform := cfg.Playout.(policy.Uniform)
	switch {
	case w.Playouter == nil || w.Recorder == nil || w.Chance != nil:
		w.avoid(game.HasPlayoutRecorder, "playouts go ply by ply")
		if w.Playouter != nil {
			w.playByPly(why)
		}
		if uniform {
			w.playing, _ = w.newPolicy("Config.Playout", cfg.Playout) // It has no parameters that may be wrong.
		}
	default:
		w.records, w.Playouter = true, nil
		w.avoid(game.HasPlayouter, why+", for which playouts are recorded")
	}
}

// begin implements [beginner].
func (a *amaf[S, A]) begin(*simulation[S, A]) {
	a.current = a.table(*a.at(a.w.tree.chunks[0].links[rootSlot].child))
}

func (a *amaf[S, A]) selected(*simulation[S, A]) error { return nil }

// prepare implements [hook]. Advance has kept the tables of the blocks that it kept; the others are
// free again. A root without a table gets one.
func (a *amaf[S, A]) prepare(rootChanged bool) error {
	root := a.at(a.w.tree.chunks[0].links[rootSlot].child)
	if rootChanged || *root == 0 {
		a.sweep(func(used func(id int32)) {
			a.w.tree.blockSlots(func(_ *chunk, _, _ int, header uint32) { used(*a.at(header)) })
		})
	}
	if *root == 0 {
		*root = a.rootTable()
	}
	return nil
}

// reset implements [hook]. The tables belong to the tree, which starts again from nothing.
func (a *amaf[S, A]) reset(uint64) {}

// show implements [selectionColumn].
func (a *amaf[S, A]) show(n *policy.Node, _ *simulation[S, A], at edges) {
	row, numbers := a.read(at.first-1, n.Player)
	a.shown = resized(a.shown, at.n)
	shown := a.shown
	if at.places == nil {
		for i, number := range numbers[:at.n] {
			shown[i] = row[number]
		}
	} else {
		for i, k := range *at.places {
			shown[i] = row[numbers[k]]
		}
	}
	n.AMAF = shown
}

// read returns the AMAF statistics that the selection reads at the node with a block, for a player,
// and the cells of the block's actions in it. If the node has enough simulations, its table is the
// one that the nodes below it read.
func (a *amaf[S, A]) read(header uint32, player int) (row []policy.Stats, cells []int32) {
	cells = a.chunks[header>>chunkBits][header&chunkMask:]
	if cells[1] == 0 {
		a.number(header)
	}
	if id := cells[0]; id != 0 {
		if table := a.table(id); table[0].Visits >= a.ref {
			a.current = table
		}
	}
	return a.current[player*a.row:][:a.row], cells[1:]
}

// plainGRAVE chooses by [policy.GRAVE] where it sees nothing but statistics and AMAF statistics.
type plainGRAVE[S any, A comparable] struct {
	policy.GRAVE
	a *amaf[S, A]
}

// best implements [direct].
func (p *plainGRAVE[S, A]) best(children []policy.Stats, first, visits uint32) int {
	c, i := p.a.w.tree.at(first - 1)
	row, cells := p.a.read(first-1, int(c.block(i).player))
	return p.Best(children, row, cells, visits)
}

// number writes the action numbers of the block at header. A pass has the last one, which nobody
// plays.
func (a *amaf[S, A]) number(header uint32) {
	c, i := a.w.tree.at(header)
	for k := range c.block(i).count {
		number := a.row - 1
		if action := actionsOf[A](c)[i+1+k]; a.w.Passer == nil || !a.w.Passer.IsPass(action) {
			number = 1 + a.w.Indexer.ActionIndex(action)
		}
		*a.at(header + 1 + k) = int32(number)
	}
}

// numberAbove writes the action numbers of the block with step i of a path.
func (a *amaf[S, A]) numberAbove(sim *simulation[S, A], i int) {
	above := uint32(rootSlot)
	if i > 0 {
		above = sim.path[i-1].slot
	}
	_, block := a.w.tree.edge(above)
	a.number(block)
}

// backedUp implements [hook].
func (a *amaf[S, A]) backedUp(sim *simulation[S, A]) error {
	a.listPlays(sim)
	a.findTables(sim)
	for _, node := range a.nodes {
		node.table[0].Visits++
		for _, p := range a.plays[:node.n] {
			s := &node.table[p.cell]
			s.Visits++
			s.Mean += (p.value - s.Mean) / float32(s.Visits)
		}
	}
	return nil
}

// listPlays lists the plays of a simulation from its end to its beginning.
func (a *amaf[S, A]) listPlays(sim *simulation[S, A]) {
	if a.stamp++; a.stamp == 0 || len(a.seen) == 0 {
		a.seen, a.plays, a.stamp = make([]uint32, a.size), make([]play, a.size+1), 1
	}
	n := a.listPlayout(sim.plies[sim.leaf:], sim.returns)
	a.ends = resized(a.ends, len(sim.path)+1)
	a.ends[len(sim.path)] = n
	for i := len(sim.path) - 1; i >= 0; i-- {
		if e := sim.path[i]; e.player >= 0 {
			if *a.at(e.slot) == 0 { // Another strategy chose it, which does not see the statistics.
				a.numberAbove(sim, i)
			}
			if number := int(*a.at(e.slot)); number < a.row-1 {
				n += a.list(n, int(e.player), number, sim.returns)
			}
		}
		a.ends[i] = n
	}
}

// listPlayout lists the plays of a playout, as list does, and returns their number. Every other ply
// of a playout repeats an earlier one in some games, so there is no branch to predict.
func (a *amaf[S, A]) listPlayout(plies []policy.Ply, returns []float64) (n int) {
	row, stamp, seen, plays := a.row, a.stamp, a.seen, a.plays // The loop would load them again.
	for i := len(plies) - 1; i >= 0; i-- {
		player := int(plies[i].Player)
		cell := player*row + 1 + int(plies[i].Action)
		plays[n] = play{int32(cell), float32(returns[player])}
		if seen[cell] != stamp {
			n++
		}
		seen[cell] = stamp
	}
	return n
}

// list makes play n that of an action number, and returns 1, or 0 if it is listed already.
func (a *amaf[S, A]) list(n, player, number int, returns []float64) (listed int) {
	cell := player*a.row + number
	a.plays[n] = play{int32(cell), float32(returns[player])}
	if a.seen[cell] != a.stamp {
		listed = 1
	}
	a.seen[cell] = a.stamp
	return listed
}

// findTables finds the tables of the nodes on the path of a simulation, and makes those that are
// due. Visits fall along the path, so the first node with too few ends the search.
func (a *amaf[S, A]) findTables(sim *simulation[S, A]) {
	a.nodes = a.nodes[:0]
	slot := uint32(rootSlot)
	for i := 0; ; i++ {
		c, k := a.w.tree.at(slot)
		child := c.links[k].child
		if i > 0 && c.stats[k].Visits < a.ref || child == unexpanded || child == terminal {
			return
		}
		if c, k := a.w.tree.at(child); c.block(k).player >= 0 {
			id := a.at(child)
			if *id == 0 {
				*id = a.take()
			}
			if *id != 0 {
				a.nodes = append(a.nodes, amafOfNode{a.table(*id), a.ends[i]})
			}
		}
		if i == len(sim.path) {
			return
		}
		slot = sim.path[i].slot
	}
}

// check implements [column]: no action has more visits than its table has simulations.
func (a *amaf[S, A]) check(c *checker, e checkedEdge) {
	chunk, i := a.w.tree.at(e.slot)
	if number := int(*a.at(e.slot)); number != 0 && number < a.row-1 && number != 1+a.w.Indexer.ActionIndex(*a.w.edges.at(e.slot)) {
		c.fail(e.slot, "AMAF statistics take %v for action number %d", *a.w.edges.at(e.slot), number-1)
	}
	child := chunk.links[i].child
	if child == unexpanded || child == terminal || *a.at(child) == 0 {
		return
	}
	table := a.table(*a.at(child))
	if table[0].Visits > e.visits {
		c.fail(e.slot, "%d visits, its AMAF statistics have %d simulations", e.visits, table[0].Visits)
	}
	for cell, s := range table {
		if s.Visits > table[0].Visits {
			c.fail(e.slot, "AMAF cell %d has %d of %d simulations", cell, s.Visits, table[0].Visits)
		}
	}
}

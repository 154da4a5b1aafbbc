package mcts

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// rootTable is the number of the table that is there for the root alone.
const rootTable = 1

// amafSpy is a part that keeps all simulations of a tree.
type amafSpy struct {
	pass.Nop
	w    *worker[cave, int]
	sims []spiedSimulation
}

type spiedSimulation struct {
	path    []int // actions of the tree, with the players who played them
	players []int
	playout []policy.Ply
	returns []float64
}

func spyOn(w *worker[cave, int]) *amafSpy {
	s := &amafSpy{w: w}
	w.known.Parts, w.known.TakePart = append(w.known.Parts, s), true
	return s
}

func (s *amafSpy) BackedUp(p *pass.Pass) error {
	r := spiedSimulation{playout: slices.Clone(p.Plies[p.Leaf:]), returns: slices.Clone(p.Returns)}
	for _, e := range p.Path {
		r.path, r.players = append(r.path, *s.w.actions.At(e.Slot)), append(r.players, int(e.Player))
	}
	s.sims = append(s.sims, r)
	return nil
}

// advance forgets the simulations that did not begin with an action, and that action of the others.
func (s *amafSpy) advance(a int) {
	var kept []spiedSimulation
	for _, r := range s.sims {
		if len(r.path) > 0 && r.path[0] == a {
			r.path, r.players = r.path[1:], r.players[1:]
			kept = append(kept, r)
		}
	}
	s.sims = kept
}

// recount returns the AMAF statistics of the node that path leads to, from all simulations through
// it beginning with the first-th.
func (s *amafSpy) recount(path []int, first, players int) (sims int, cells [][]policy.Stats) {
	sums := make([][]float64, players)
	for p := range players {
		sums[p], cells = make([]float64, mazePass+1), append(cells, make([]policy.Stats, mazePass+1))
	}
	passed := 0
	for _, r := range s.sims {
		if len(r.path) < len(path) || !slices.Equal(r.path[:len(path)], path) {
			continue
		}
		if passed++; passed < first {
			continue
		}
		sims++
		played := map[[2]int]bool{}
		for i := len(path); i < len(r.path); i++ {
			played[[2]int{r.players[i], r.path[i]}] = true
		}
		for _, p := range r.playout {
			played[[2]int{int(p.Player), int(p.Action)}] = true
		}
		for p := range players {
			for a := range mazePass {
				if played[[2]int{p, a}] {
					cells[p][a].Visits++
					sums[p][a] += r.returns[p]
				}
			}
		}
	}
	for p := range cells {
		for a := range cells[p] {
			cells[p][a].Mean = float32(sums[p][a] / float64(max(1, cells[p][a].Visits)))
		}
	}
	return sims, cells
}

// requireTables compares the tables of all nodes with a recount. A node other than the root has one
// from its visit number ref on; rootFirst is from which one on the root has. No two nodes have the
// same table, and those that no node has are free.
func (s *amafSpy) requireTables(t require.TestingT, a *amaf.AMAF, ref, rootFirst, players int) {
	inUse := map[int32]bool{}
	var walk func(n Node[int], path []int)
	walk = func(n Node[int], path []int) {
		b := n.block()
		if b.Count() == 0 {
			return
		}
		from := ref
		if len(path) == 0 {
			from = rootFirst
		}
		id := *a.Cell(b.Slot())
		if b.Player >= 0 {
			require.Equal(t, len(path) == 0 || n.Visits() >= from, id != 0, "%v has %d visits", path, n.Visits())
		} else {
			require.Zero(t, id, "%v, where chance chooses", path)
		}
		if id != 0 {
			require.False(t, inUse[id], "table %d", id)
			inUse[id] = true
		}
		if id != 0 {
			sims, want := s.recount(path, from, players)
			table := a.Table(id)
			row := len(table) / players
			require.EqualValues(t, sims, table[0].Visits, path)
			for p := range players {
				for action, stats := range want[p] {
					got := table[p*row+1+action]
					require.Equal(t, stats.Visits, got.Visits, "%v: player %d, action %d", path, p, action)
					require.InDelta(t, stats.Mean, got.Mean, 1e-5, "%v: player %d, action %d", path, p, action)
				}
				require.Zero(t, table[p*row+row-1], "passes")
			}
		}
		for _, child := range n.Children() {
			walk(child, append(slices.Clone(path), child.Action()))
		}
	}
	walk(s.w.rootNode(), nil)
	delete(inUse, rootTable)
	all, free := a.Pool()
	for _, id := range free {
		require.Greater(t, id, int32(rootTable))
		require.False(t, inUse[id], "table %d is free and in use, or free twice", id)
		inUse[id] = true
	}
	require.Len(t, inUse, all, "every table of the pool is in use or free")
}

// spyingGRAVE compares what the selection is shown with the tables. It serves a serial search.
type spyingGRAVE struct {
	policy.GRAVE
	t *rapid.T
	a **amaf.AMAF
	w **worker[cave, int]
}

func (s spyingGRAVE) Needs() policy.Needs { return s.GRAVE.Needs() | policy.NeedActions }

func (s spyingGRAVE) Select(n *policy.Node) int {
	a, w := *s.a, *s.w
	slots := []uint32{tree.Root}
	for _, e := range w.sim.Path {
		slots = append(slots, e.Slot)
	}
	var table []policy.Stats
	for i := len(slots) - 1; i >= 0 && table == nil; i-- {
		_, child := w.tree.Edge(slots[i])
		if id := *a.Cell(child); id != 0 && (i == 0 || a.Table(id)[0].Visits >= uint32(s.Ref)) {
			table = a.Table(id)
		}
	}
	for i, number := range n.Actions {
		want := policy.Stats{}
		if number != mazePass {
			want = table[n.Player*len(table)/w.tree.Players()+1+int(number)]
		}
		require.Equal(s.t, want, n.AMAF[i])
	}
	actions := slices.Clone(n.Actions)
	slices.Sort(actions)
	if w.known.Solver == nil {
		require.Len(s.t, slices.Compact(actions), len(w.play.AppendActions(nil, &w.sim.State)), "all actions are shown")
	}
	return s.GRAVE.Select(n)
}

// The AMAF statistics of every node match a recount of its simulations, and the selection sees the
// statistics of the nearest node that has enough.
func TestAMAFIsARecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := maze{rapid.IntRange(2, 3).Draw(t, "players")}
		g := rapid.SampledFrom([]Game[cave, int]{plain, silentMaze{plain}, chancyMaze{plain}}).Draw(t, "game")
		ref := rapid.IntRange(2, 12).Draw(t, "ref")
		var feature *amaf.AMAF
		var spied *worker[cave, int]
		grave := policy.GRAVE{Ref: ref, C: rapid.SampledFrom([]float64{0, 0.4}).Draw(t, "C")}
		cfg := Config{Seed: rapid.Uint64().Draw(t, "seed"), Selection: grave, Parallel: rapid.SampledFrom([]Parallel{
			nil, RootParallel{Trees: 2, Workers: 1}, LockStep{Batch: 4, Workers: 2}, LeafParallel{Playouts: 4, Workers: 2},
		}).Draw(t, "parallel")}
		cfg.Playout = rapid.SampledFrom([]policy.Playout{nil, policy.MAST{}}).Draw(t, "playout")
		first := ref
		switch cfg.Parallel.(type) {
		case nil:
			cfg.Selection = spyingGRAVE{grave, t, &feature, &spied}
		case LeafParallel:
			first = max(first, 5) // The first batch ends at the node before it has a block.
		}
		if rapid.Bool().Draw(t, "solver") && cfg.Parallel == nil {
			cfg.Solver = &Solver{GeneralSum: true}
		}
		if rapid.Bool().Draw(t, "at the root alone") {
			cfg.Root, cfg.Selection = cfg.Selection, policy.UCT{C: 0.3}
		}
		s, err := New(g, cfg)
		require.NoError(t, err)
		var spies []*amafSpy
		for _, w := range s.trees {
			spies = append(spies, spyOn(w))
		}
		start := cave{seed: rapid.Uint64().Draw(t, "start")}
		rootFirst := make([]int, len(spies))
		check := func() {
			require.NoError(t, s.Check())
			for i, spy := range spies {
				spy.requireTables(t, spy.w.known.AMAF, first, rootFirst[i], plain.players)
			}
		}
		feature, spied = s.w.known.AMAF, s.w
		sims := Budget{Simulations: 4 * rapid.IntRange(1, 50).Draw(t, "quarter of the simulations")}
		_, err = s.Run(t.Context(), &start, sims)
		require.NoError(t, err)
		check()
		_, err = s.Run(t.Context(), &start, sims)
		require.NoError(t, err)
		check()

		children := s.Root().Children()
		a := children[rapid.IntRange(0, len(children)-1).Draw(t, "advance")].Action()
		_, err = s.Advance(a)
		require.NoError(t, err)
		for i, spy := range spies {
			spy.advance(a)
			rootFirst[i] = first
			_, child := spy.w.tree.Edge(tree.Root)
			if !tree.Leads(child) || *spy.w.known.AMAF.Cell(child) == 0 {
				rootFirst[i] = len(spy.sims) + 1
			}
		}
		g.Apply(&start, a)
		if _, err = s.Run(t.Context(), &start, sims); err == nil {
			check()
		} else {
			require.True(t, errors.Is(err, ErrTerminal) || errors.Is(err, ErrChanceAtRoot), "%v", err)
		}
	})
}

// Playouts that a game records, and those that go ply by ply, are those that were played.
func TestAMAFSeesThePlayouts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := maze{2}
		g := rapid.SampledFrom([]Game[cave, int]{plain, silentMaze{plain}}).Draw(t, "game")
		s, err := New(g, Config{Selection: policy.GRAVE{}, Seed: rapid.Uint64().Draw(t, "seed")})
		require.NoError(t, err)
		spy := spyOn(s.w)
		start := cave{seed: rapid.Uint64().Draw(t, "start")}
		_, err = s.Run(t.Context(), &start, Budget{Simulations: 50})
		require.NoError(t, err)
		for _, r := range spy.sims {
			at := start
			for _, a := range r.path {
				plain.Apply(&at, a)
			}
			for plies := r.playout; ; {
				actions := plain.AppendActions(nil, &at)
				switch {
				case len(actions) == 0:
					require.Empty(t, plies)
				case actions[0] == mazePass:
					plain.Apply(&at, mazePass)
					continue
				default:
					require.NotEmpty(t, plies)
					require.EqualValues(t, plain.ToMove(&at), plies[0].Player)
					plain.Apply(&at, int(plies[0].Action))
					plies = plies[1:]
					continue
				}
				break
			}
			returns := make([]float64, 2)
			plain.Returns(&at, returns)
			require.Equal(t, returns, r.returns)
		}
	})
}

// A search whose selection does not read AMAF statistics has nothing of them.
func TestAMAFOffCostsNothing(t *testing.T) {
	s, err := New(maze{2}, Config{})
	require.NoError(t, err)
	w := s.w
	require.Empty(t, w.known.Parts)
	none := tree.New(2, tree.NewActions[int]())
	require.Equal(t, none.ChunkBytes(), w.tree.ChunkBytes(), "there is no column")
	require.True(t, w.credit.isPlain)
	require.False(t, w.play.Records || w.choose.Ordered || w.known.TakePart)
	require.Nil(t, w.play.Chooser())
	require.NotNil(t, w.play.Playouter)
}

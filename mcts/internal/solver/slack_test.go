package solver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// exactly is the bounds of a value that is known.
func exactly(units int64) interval { return interval{units, units} }

// newNode returns a solver of one player whose root has so many actions, some of them tried.
func newNode(actions, tried int) (*Solver, tree.Block) {
	all := tree.New(1, tree.NewActions[int]())
	s := New(&all, Range{Min: 0, Max: 1}, true, false)
	all.Reset()
	all.Link(tree.Root, tree.Make(&all, 0, make([]int, actions)))
	for k := range tried {
		tree.Try[int](&all, all.Below(tree.Root), uint32(k))
	}
	return s, all.Below(tree.Root)
}

// prove proves the value of edge k of a block.
func (s *Solver) prove(b tree.Block, k uint32, units int64) {
	s.Put(b, k, newProof(s.intervals.number([]interval{exactly(units)}), 1, true))
}

// left returns what Filter leaves of the tried edges of a block.
func (s *Solver) left(b tree.Block) (tree.Edges, []policy.Stats) {
	b = s.tree.Block(b.Slot())
	n := policy.Node{Children: b.Stats(b.Tried())}
	return s.Filter(&n, b.Edges(b.Tried()), b.Tried()), n.Children
}

// look makes s look at children with these bounds, a list with one for each player.
func (s *Solver) look(children ...[]interval) {
	s.children = s.children[:0]
	for _, bounds := range children {
		s.children = append(s.children, newProof(s.intervals.number(bounds), 1, false))
	}
}

// Values that differ by gridSlack units are equal, and by one more they are not, wherever a choice
// depends on it.
func TestEqualWithinSlack(t *testing.T) {
	const best = int64(gridUnits) / 2
	for d, equal := range map[int64]bool{0: true, gridSlack: true, gridSlack + 1: false} {
		all := tree.New(2, tree.NewActions[int]())
		s := New(&all, Range{Min: 0, Max: 1}, true, false)
		s.look([]interval{exactly(best), exactly(0)}, []interval{exactly(best - d), exactly(gridUnits)})
		require.Equal(t, equal, s.of(s.choice(0))[1].hi == gridUnits, "it may be chosen, %d below", d)
		require.Equal(t, equal, s.promises(s.children[1], best, 0), "it may change what the other gets, %d below", d)
		s.children[1] = newProof(s.children[1].bounds(), 7, true)
		require.Equal(t, equal, s.farthest(0, best) == 7, "it may be how the game goes on, %d below", d)

		s.look([]interval{exactly(best), exactly(0)}, []interval{{0, best + d}, unknown})
		require.Equal(t, equal, s.decided(0), "no other can be worth more, %d above", d)
		s.TiesAgree = true
		require.Equal(t, !equal, s.promises(s.children[1], best, 0), "it may be worth more, %d above", d)

		win := newProof(s.intervals.number([]interval{exactly(gridUnits - d), exactly(0)}), 1, true)
		require.Equal(t, equal, s.Wins(win, 0), "%d below a win", d)
	}
}

// Rounding does not put a return out of the range, and sums of returns are exact: the last player
// gets what is missing.
func TestRoundedReturns(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	s := New(&all, Range{Min: -2, Max: 2}, false, false)
	const slack = 1e-9 * 4
	for _, returns := range [][]float64{
		{0, 0},
		{-2, 2},
		{-2 - slack, 2 + slack},
		{0.1 + 1e-10, -0.1},
		{0.1 - 1e-10, -0.1},
	} {
		proven, err := s.ProveEnd(returns)
		require.NoError(t, err, "%v", returns)
		v := s.of(proven)
		require.Equal(t, v[0].lo, v[0].hi)
		require.Equal(t, v[1].lo, v[1].hi)
		require.Equal(t, int64(gridUnits), v[0].lo+v[1].lo, "%v", returns)
	}
	for _, returns := range [][]float64{{-2 - 2*slack, 2}, {2 + 2*slack, -2}} {
		_, err := s.ProveEnd(returns)
		require.ErrorContains(t, err, "the return of player 0 is", "%v", returns)
	}
}

// A Reset forgets the sum that ends of the game have, in the solvers of a shared tree, too.
func TestResetForgetsTheSum(t *testing.T) {
	for _, shared := range []bool{false, true} {
		all := tree.New(2, tree.NewActions[int]())
		s := New(&all, Range{Min: 0, Max: 1}, false, false)
		other := s
		if shared {
			other = New(&all, Range{Min: 0, Max: 1}, false, false)
			Share([]*Solver{s, other})
		}
		_, err := s.ProveEnd([]float64{1, 0})
		require.NoError(t, err)
		_, err = other.ProveEnd([]float64{0.5, 1})
		require.ErrorContains(t, err, "add up to another number")
		s.Reset(1)
		_, err = other.ProveEnd([]float64{0.5, 1})
		require.NoError(t, err)
		_, err = s.ProveEnd([]float64{1, 0})
		require.ErrorContains(t, err, "add up to another number")
	}
}

// Where nothing promises more, the children with the same value as the best one are left.
func TestFilterWithinSlack(t *testing.T) {
	const best = int64(gridUnits) / 2
	for d, left := range map[int64]int{gridSlack: 2, gridSlack + 1: 1} {
		s, b := newNode(3, 3)
		for k, v := range []int64{best - d, best, 0} {
			s.prove(b, uint32(k), v)
		}
		at, children := s.left(b)
		require.Len(t, children, left, "%d below", d)
		require.Equal(t, left, at.N)
		again, _ := s.left(b)
		require.Equal(t, left, again.N, "and again, as it is remembered")
	}
}

// What is left of the children of a node is remembered once all of them are tried, if they are few
// enough for the bits.
func TestFilterRemembers(t *testing.T) {
	for _, test := range []struct{ actions, tried, left int }{{3, 2, 1}, {3, 3, 2}, {32, 32, 31}, {40, 40, 39}} {
		s, b := newNode(test.actions, test.tried)
		s.prove(b, 0, 0)
		for range 2 {
			at, _ := s.left(b)
			require.Equal(t, test.left, at.N, "%+v", test)
			require.EqualValues(t, 1, at.Index(0))
		}
		require.Equal(t, test.actions == test.tried && test.actions <= 32, *s.proofs.At(b.Slot()) != 0, "%+v", test)
	}
}

// A proof whose bounds are not in the table is no part of a file.
func TestCodeOfUnknownBounds(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	for number, isBad := range []bool{false, false, true, true} {
		s := New(&all, Range{Min: 0, Max: 1}, true, false)
		require.EqualValues(t, 1, s.intervals.number([]interval{exactly(0), exactly(1)}))
		proven := newProof(uint32(number), 1, true)
		w := wire.NewAppender(nil)
		wire.Int(w, &proven, 0, 1<<32-1)
		data, err := w.Appended()
		require.NoError(t, err)
		c := wire.NewReader(data)
		s.code(c, &proven)
		require.Equal(t, isBad, c.IsBad(), "%d of 2", number)
	}
}

package solver

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/tree"
)

// drawFamily draws a solver that looks at children whose values are quarters of the range.
func drawFamily(t *rapid.T) *Solver {
	players := rapid.IntRange(1, 3).Draw(t, "players")
	all := tree.New(players, tree.NewActions[int]())
	s := New(&all, Range{Min: 0, Max: 1}, true, false)
	quarter := rapid.Int64Range(0, 4)
	for range rapid.IntRange(1, 4).Draw(t, "children") {
		for q := range s.bounds {
			lo := quarter.Draw(t, "lo")
			s.bounds[q] = interval{lo * gridUnits / 4, max(lo, quarter.Draw(t, "hi")) * gridUnits / 4}
		}
		number := s.intervals.number(s.bounds)
		s.children = append(s.children, newProof(number, rapid.IntRange(0, 5).Draw(t, "plies"), rapid.Bool().Draw(t, "closed")))
	}
	return s
}

// ends returns both ends of an interval.
func (v interval) ends() [2]int64 { return [2]int64{v.lo, v.hi} }

// The value of a choice for each player is attained for some values of the children within their
// bounds, of which the mover chooses a best one.
func TestChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawFamily(t)
		n := len(s.children)
		mover := rapid.IntRange(0, len(s.bounds)-1).Draw(t, "mover")
		want := make([]interval, len(s.bounds))
		for q := range want {
			want[q] = interval{math.MaxInt64, math.MinInt64}
		}
		chosen := make([]bool, n)
		for ends := range 1 << n {
			best, values := int64(-1), make([]int64, n)
			for k, child := range s.children {
				values[k] = s.of(child)[mover].ends()[ends>>k&1]
				best = max(best, values[k])
			}
			for k, child := range s.children {
				if values[k] < best {
					continue
				}
				chosen[k] = true
				for q, v := range s.of(child) {
					if q == mover {
						v = interval{best, best}
					}
					want[q] = interval{min(want[q].lo, v.lo), max(want[q].hi, v.hi)}
				}
			}
		}
		proof := s.choice(int32(mover))
		require.Equal(t, want, s.of(proof))

		open, fastest, slowest, last := false, math.MaxInt, 0, 0
		for k, child := range s.children {
			if !chosen[k] {
				continue
			}
			v := s.of(child)[mover]
			open = open || child&closed == 0 && (!s.TiesAgree || v.hi > want[mover].lo)
			if v.isExact() {
				fastest, slowest = min(fastest, child.plies()), max(slowest, child.plies())
			}
			last = max(last, s.pliesOf(child))
		}
		require.Equal(t, !open, proof&closed != 0)
		plies := mostPlies
		switch {
		case want[mover] == interval{gridUnits, gridUnits}:
			plies = 1 + fastest
		case want[mover].isExact():
			plies = 1 + slowest
		case s.pliesOf(proof) < mostPlies:
			plies = min(1+last, mostPlies)
		}
		require.Equal(t, plies, s.pliesOf(proof))

		decided := false
		for k := range s.children {
			others := int64(-1)
			for j, child := range s.children {
				if j != k {
					others = max(others, s.of(child)[mover].hi)
				}
			}
			decided = decided || s.of(s.children[k])[mover].lo >= others
		}
		require.Equal(t, decided, s.decided(int32(mover)))
	})
}

// The value of a chance node is the average over its outcomes, within two units, and simulations
// below it prove nothing more if simulations below each possible outcome do not.
func TestChance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawFamily(t)
		weights, all := make([]float64, len(s.children)), 0.0
		for k := range weights {
			weights[k] = float64(rapid.IntRange(0, 3).Draw(t, "weight"))
			all += weights[k]
		}
		if all == 0 {
			weights[0], all = 1, 1
		}
		isClosed, last := true, 0
		for k := range weights {
			if weights[k] /= all; weights[k] > 0 {
				isClosed = isClosed && s.children[k]&closed != 0
				last = max(last, s.pliesOf(s.children[k]))
			}
		}
		proof := s.chance(weights)
		for q, got := range s.of(proof) {
			lo, hi := 0.0, 0.0
			for k, child := range s.children {
				lo, hi = lo+weights[k]*float64(s.of(child)[q].lo), hi+weights[k]*float64(s.of(child)[q].hi)
			}
			require.True(t, float64(got.lo) <= lo && float64(got.lo) >= max(0, lo-3), "%v from %v to %v", got, lo, hi)
			require.True(t, float64(got.hi) >= hi && float64(got.hi) <= min(gridUnits, hi+3), "%v from %v to %v", got, lo, hi)
		}
		require.Equal(t, isClosed, proof&closed != 0)
		if s.pliesOf(proof) < mostPlies {
			require.Equal(t, 1+last, s.pliesOf(proof))
		}
	})
}

// With a known sum of the values, each player's value is at least what the others leave of it, and
// at most that.
func TestTighten(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	s := New(&all, Range{Min: 0, Max: 1}, false, false)
	s.bounds[0], s.bounds[1] = interval{1, 8}, interval{0, gridUnits}
	s.tighten()
	require.Equal(t, []interval{{1, 8}, {0, gridUnits}}, s.bounds, "the sum is not known")
	s.setSum(10)
	s.tighten()
	require.Equal(t, []interval{{1, 8}, {2, 9}}, s.bounds)
}

// The end of a game has its returns as values. They are within the range, and add up to the same
// number at each end, unless the game has a general sum.
func TestProveEnd(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	s := New(&all, Range{Min: -1, Max: 1}, false, false)
	end := func(returns ...float64) error {
		proof, err := s.ProveEnd(returns)
		if err == nil {
			require.NotZero(t, proof&closed)
			require.Zero(t, proof.plies())
			for q, v := range s.of(proof) {
				require.True(t, v.isExact())
				require.InDelta(t, returns[q], s.fromGrid(v.lo), s.Slack())
			}
		}
		return err
	}
	require.NoError(t, end(1, -1))
	require.NoError(t, end(-1, 1))
	require.NoError(t, end(0.25, -0.25))
	require.NoError(t, end(0.25, -0.25+s.Slack()/2), "sums are rounded")
	require.NoError(t, end(1+1e-9, -1-1e-9), "and so are returns")
	require.ErrorContains(t, end(1+3e-9, -1), "the return of player 0 is")
	require.ErrorContains(t, end(1, -1-3e-9), "the return of player 1 is")
	require.NoError(t, end(0.25, -0.25+s.Slack()), "by the slack at most")
	require.NoError(t, end(0.25, -0.25-s.Slack()))
	require.ErrorContains(t, end(1, -0.5), "the returns [1 -0.5] add up to another number")
	require.ErrorContains(t, end(-1, 0.5), "add up to another number")
	require.ErrorContains(t, end(0, 1.5), "the return of player 1 is 1.5, and Config.Solver has Min -1 and Max 1")
	require.ErrorContains(t, end(-1.5, 0), "the return of player 0 is -1.5")
	require.ErrorContains(t, end(math.NaN(), 0), "the return of player 0 is NaN")
	s = New(&all, Range{Min: -1, Max: 1}, true, false)
	require.NoError(t, end(1, -1))
	require.NoError(t, end(1, 1))
	all = tree.New(1, tree.NewActions[int]())
	s = New(&all, Range{Min: -1, Max: 1}, false, false)
	require.NoError(t, end(1))
	require.NoError(t, end(-1))
}

// Ties agree where no other player can gain by how one breaks them.
func TestTiesAgree(t *testing.T) {
	for players := 1; players <= 3; players++ {
		all := tree.New(players, tree.NewActions[int]())
		require.Equal(t, players < 3, New(&all, Range{Max: 1}, false, false).TiesAgree)
		require.Equal(t, players == 1, New(&all, Range{Max: 1}, true, false).TiesAgree)
	}
}

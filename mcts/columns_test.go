package mcts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// squareAuditor verifies what a selection sees of the squares, in a game in which all simulations
// have the same return.
type squareAuditor struct {
	t      *testing.T
	square float64
	seen   *int
}

func (squareAuditor) Needs() policy.Needs { return policy.NeedSquares }

func (a squareAuditor) Select(n *policy.Node) int {
	for i, c := range n.Children {
		*a.seen++
		require.InDelta(a.t, a.square*float64(c.Visits), n.Squares[i], 1e-9)
	}
	return leastVisited(n)
}

// Squares are sums of squares, and Advance moves them with the tree.
func TestSquaresMove(t *testing.T) {
	g := &script{players: 2}
	var grow func(plies int) int
	grow = func(plies int) int {
		if plies == 0 {
			return g.leaf(0.5, 0.5)
		}
		return g.node(plies%2, grow(plies-1), grow(plies-1), grow(plies-1))
	}
	root, seen := grow(5), 0
	s, _ := search[int](t, g, root, mcts.Config{Selection: squareAuditor{t, 0.25, &seen}}, 500)
	for range 3 {
		requireAdvance(t, true, s, branch(1))
		root = g.nodes[root].Children[1]
		before := seen
		run(t, s, root, 100)
		require.Greater(t, seen, before)
	}
}

// plyless is a Backup that wants no plies to be shown to it, as they are for a Learner only.
type plyless struct {
	t *testing.T
	policy.Average
}

func (b plyless) Credit(trace *policy.Trace, out []float64) {
	require.Empty(b.t, trace.Plies)
	require.Zero(b.t, trace.Root)
	require.Zero(b.t, trace.Leaf)
	b.Average.Credit(trace, out)
}

// A Backup does not see the plies of the simulation before.
func TestBackupSeesNoPlies(t *testing.T) {
	for _, p := range []mcts.Parallel{nil, mcts.LockStep{Workers: 1}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			cfg := mcts.Config{Backup: plyless{t: t}, Playout: policy.MAST{}, Parallel: p}
			s, r := search(t, connect4.Game{}, connect4.State{}, cfg, 100)
			advance(t, s, r.Action)
			state := connect4.State{}
			connect4.Game{}.Apply(&state, r.Action)
			run(t, s, state, 100)
		})
	}
}

// numberedWide is a wide game that numbers its actions: 0 ends the game, and 2c+1 and 2c+2 are
// legal for card c only.
type numberedWide struct{ wide }

func (g numberedWide) NumActions() int { return 2*int(g.wide) + 1 }

func (numberedWide) ActionIndex(a int) int { return a + 1 }

// At an information set, a Selection sees the numbers of the actions that are available.
func TestSelectionSeesNumbersOfAvailableActions(t *testing.T) {
	asked := 0
	see := func(n *policy.Node) {
		require.Len(t, n.Actions, len(n.Children))
		if n.Player == 1 {
			asked++
			last := slices.Max(n.Actions)
			require.Zero(t, last%2)
			require.ElementsMatch(t, []int32{0, last - 1, last}, n.Actions, "of one card")
		}
	}
	cfg := mcts.Config{Hidden: mcts.ISMCTS{}, Selection: probe{needs: policy.NeedActions, see: see}}
	search[wideState, int](t, numberedWide{4}, wideState{}, cfg, 1000)
	require.Positive(t, asked)
}

package amaf

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// An action that is played twice in a simulation counts once, also if the first time is in the
// tree; another player's does not count for it, and neither does a pass.
func TestAMAFCountsOnce(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	a := New(&all, 1, 3, nil)
	all.Reset()
	const pass0 = 3 + 1 // the cell of passes
	*a.Cell(1), *a.Cell(2), *a.Cell(3), *a.Cell(4) = 1, 2, 1, pass0
	p := &pass.Pass{Relative: []float64{0.25, 1}}
	p.Path = []tree.Step{{Slot: 1, Player: 0}, {Slot: 2, Player: 1}, {Slot: 4, Player: 0}, {Slot: 3, Player: 0}}
	p.Plies = []policy.Ply{{Action: 1, Player: 1}, {Action: 2, Player: 0}, {Action: 2, Player: 0}, {Action: 1, Player: 0}}
	a.listPlays(p)
	require.Equal(t, []play{{2, 0.25}, {3, 0.25}, {5 + 2, 1}, {1, 0.25}}, a.plays[:4])
	require.Equal(t, []int{4, 4, 4, 4, 3}, a.ends)

	want := slices.Clone(a.plays[:4])
	a.seen, a.stamp = make([]uint32, a.size), math.MaxUint32
	a.listPlays(p)
	require.Equal(t, want, a.plays[:4], "when the stamps begin again")
}

// A simulation in which every player plays every action fills the list.
func TestAllActionsPlayed(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	a := New(&all, 1, 3, nil)
	p := &pass.Pass{Relative: []float64{0.25, 1}}
	for range 2 {
		for action := range int32(3) {
			p.Plies = append(p.Plies, policy.Ply{Action: action, Player: 0}, policy.Ply{Action: action, Player: 1})
		}
	}
	a.listPlays(p)
	require.Equal(t, []int{6}, a.ends)
}

// Tables are made as long as there is room for them next to the tree, and not beyond.
func TestTablesKeepTheLimit(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	a := New(&all, 1, 3, nil)
	all.LimitBytes(3 * all.ChunkBytes())
	all.Reset() // It takes a chunk.
	table := int64(a.size) * int64(unsafe.Sizeof(policy.Stats{}))
	for n := range 2 * all.ChunkBytes() / table {
		require.NotZero(t, a.Take())
		require.Equal(t, (n+1)*table, a.Bytes())
	}
	require.Zero(t, a.Take())
	require.True(t, all.Full())
}

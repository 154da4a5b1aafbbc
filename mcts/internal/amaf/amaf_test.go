package amaf

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// An action that is played twice in a simulation counts once, also if the first time is in the
// tree; another player's does not count for it.
func TestAMAFCountsOnce(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	a := New(&all, 1, 3, nil)
	all.Reset()
	*a.Cell(1), *a.Cell(2), *a.Cell(3) = 1, 2, 1 // actions 0, 1 and 0
	p := &pass.Pass{Relative: []float64{0.25, 1}}
	p.Path = []tree.Step{{Slot: 1, Player: 0}, {Slot: 2, Player: 1}, {Slot: 3, Player: 0}}
	p.Plies = []policy.Ply{{Action: 1, Player: 1}, {Action: 2, Player: 0}, {Action: 2, Player: 0}, {Action: 1, Player: 0}}
	a.listPlays(p)
	require.Equal(t, []play{{2, 0.25}, {3, 0.25}, {5 + 2, 1}, {1, 0.25}}, a.plays[:4])
	require.Equal(t, []int{4, 4, 4, 3}, a.ends)

	want := slices.Clone(a.plays[:4])
	a.seen, a.stamp = make([]uint32, a.size), math.MaxUint32
	a.listPlays(p)
	require.Equal(t, want, a.plays[:4], "when the stamps begin again")
}

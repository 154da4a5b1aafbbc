package mcts

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Trim leaves a tree with AMAF statistics the room that it had for tables and for blocks.
func TestTrimLeavesTheRoom(t *testing.T) {
	for tables := range testkit.Few(3, 8) {
		var room [2][2]int
		for i := range room {
			room[i][0], room[i][1] = roomFor(t, tables*1500, i == 1)
		}
		require.Positive(t, room[0][1])
		require.Equal(t, room[0], room[1], "%d tables are taken first", tables*1500)
	}
}

// roomFor returns how many of so many more tables, and how many blocks after them, fit into a tree
// after Advance and perhaps Trim.
func roomFor(t *testing.T, tables int, trim bool) (taken, blocks int) {
	s, err := New(connect4.Game{}, Config{Selection: policy.GRAVE{Ref: 20}, MaxBytes: 2_500_000})
	require.NoError(t, err)
	state := connect4.State{}
	r, err := s.Run(context.Background(), &state, Budget{Simulations: 60_000})
	require.NoError(t, err)
	least := r.Children[len(r.Children)-1].Action
	_, err = s.Advance(least)
	require.NoError(t, err)
	if trim {
		before := s.Bytes()
		s.Trim()
		require.Less(t, s.Bytes(), before)
	}
	connect4.Game{}.Apply(&state, least)
	_, err = s.Run(context.Background(), &state, Budget{Simulations: 1})
	require.NoError(t, err)
	for taken < tables && s.w.known.AMAF.Take() != 0 {
		taken++
	}
	for {
		if tree.Make(&s.w.tree, 0, make([]connect4.Drop, 7)).Count() == 0 {
			require.LessOrEqual(t, s.Bytes(), s.cfg.MaxBytes)
			return taken, blocks
		}
		blocks++
	}
}

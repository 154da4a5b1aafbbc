package mcts

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/policy"
)

// While they run, walkers learn what others have published whenever they publish themselves.
func TestWalkersLearnFromEachOther(t *testing.T) {
	made := &census{}
	s, err := New(connect4.Game{}, Config{Playout: made, Parallel: TreeParallel{Workers: 2}})
	require.NoError(t, err)
	require.NoError(t, s.prepare(nil, &connect4.State{}))
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	h.begin(true)
	const batch = 64 // of an exchange
	for i, want := range [2][2]int{{batch, 0}, {batch, 2 * batch}} {
		for range batch {
			require.NoError(t, h.all[i].simulate(&h.all[i].sim))
		}
		require.Equal(t, want, [2]int{made.all[0].learned, made.all[1].learned})
	}
}

// Every walker knows the history of the game before the root.
func TestHistoryOfWalkers(t *testing.T) {
	s, err := New(connect4.Game{}, Config{Playout: policy.LGRF{}, Parallel: TreeParallel{Workers: 3}})
	require.NoError(t, err)
	h, ok := s.scheduler.(*sharedTree[connect4.State, connect4.Drop])
	require.True(t, ok)
	var state connect4.State
	for plies := range 4 {
		r, err := s.Run(context.Background(), &state, Budget{Simulations: 300})
		require.NoError(t, err)
		for _, w := range h.all {
			require.Equal(t, plies, w.play.History)
			for i, ply := range h.all[0].sim.Plies[:plies] {
				require.Equal(t, ply, w.sim.Plies[i])
			}
		}
		_, err = s.Advance(r.Action)
		require.NoError(t, err)
		connect4.Game{}.Apply(&state, r.Action)
	}
}

package mcts_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
)

// Many trees share a short time, also where it is interrupted again and again.
func TestTreesShareTime(t *testing.T) {
	for _, limit := range []time.Duration{500 * time.Microsecond, time.Millisecond, 4 * time.Millisecond, 30 * time.Millisecond} {
		for name, every := range map[string]time.Duration{"run": time.Hour, "watch": 0} {
			g, c := newSlow(func(int) time.Duration { return 10 * time.Microsecond })
			s, err := mcts.New(g, mcts.Config{Clock: c.read, Parallel: mcts.RootParallel{Trees: 40, Workers: 1}})
			require.NoError(t, err)
			for _, err := range s.Watch(bg, &connect4.State{}, mcts.Budget{Time: limit}, every) {
				require.NoError(t, err)
			}
			least, most := s.Root().Visits(), 0
			for _, root := range s.Roots() {
				least, most = min(least, root.Visits()), max(most, root.Visits())
			}
			require.Positive(t, least, "%s for %v", name, limit)
			require.LessOrEqual(t, most, 2*least+20, "%s for %v", name, limit)
		}
	}
}

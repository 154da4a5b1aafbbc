package arena_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/minimax"
)

// stepping is a clock that goes on by a second whenever it is read.
func stepping() func() time.Time {
	now := time.Time{}
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// A deepening player chooses what the search to some depth chooses, and with no time what the
// search to depth 1 chooses.
func TestDeepening(t *testing.T) {
	g := connect4.Game{}
	choose := func(limit time.Duration, cfg minimax.Config) (connect4.Drop, error) {
		cfg.Evaluation = minimax.EvaluationFunc[connect4.State](func(*connect4.State) float64 { return 0.5 })
		player, err := arena.Deepening("deep", g, cfg, limit, stepping()).New(1)
		require.NoError(t, err)
		s := g.Start()
		for _, text := range []string{"d", "a", "d", "a", "d"} { // the second player must play d
			a, err := g.Parse(text)
			require.NoError(t, err)
			g.Apply(&s, a)
		}
		return player.Choose(t.Context(), &s, 1)
	}
	block, err := choose(20*time.Second, minimax.Config{})
	require.NoError(t, err)
	require.EqualValues(t, 3, block)
	limited, err := choose(time.Hour, minimax.Config{Depth: 2})
	require.NoError(t, err)
	require.EqualValues(t, 3, limited)
	first, err := choose(1, minimax.Config{})
	require.NoError(t, err)
	require.EqualValues(t, 0, first, "depth 1 sees no threat")

	_, err = arena.Deepening("deep", g, minimax.Config{}, 0, nil).New(1)
	require.ErrorContains(t, err, "the limit is 0s")
	_, err = arena.Deepening("deep", g, minimax.Config{Depth: -1}, time.Second, nil).New(1)
	require.ErrorContains(t, err, "Config.Depth is -1")
}

func TestDeepeningIsInterrupted(t *testing.T) {
	g := connect4.Game{}
	player, err := arena.Deepening("deep", g, minimax.Config{}, time.Hour, nil).New(1)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := g.Start()
	_, err = player.Choose(ctx, &s, 0)
	require.ErrorIs(t, err, context.Canceled)
}

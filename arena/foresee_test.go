package arena_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/timing"
)

// oracle counts how often it is consulted before a game, and calls its first legal action.
type oracle struct {
	t       *testing.T
	foresaw int
}

func (o *oracle) Foresee(_ context.Context, start *poker.KuhnState, seat int) error {
	require.Equal(o.t, poker.Kuhn{}.Start(), *start)
	require.Contains(o.t, []int{0, 1}, seat)
	o.foresaw++
	return nil
}

func (o *oracle) Choose(_ context.Context, s *poker.KuhnState, _ int) (poker.Action, error) {
	require.Equal(o.t, 1, o.foresaw)
	return poker.Kuhn{}.AppendActions(nil, s)[0], nil
}

// Players that foresee do so once, before the cards are handed out.
func TestForesee(t *testing.T) {
	p, err := spec.Parse("hidden=infoset,beliefs=on,sims=30", "")
	require.NoError(t, err)
	believer, err := spec.Entrant("b", poker.Kuhn{}, p)
	require.NoError(t, err)
	m := arena.Match[poker.KuhnState, poker.Action]{
		Game: poker.Kuhn{}, Start: poker.Kuhn{}.Start(), Plan: arena.Plan{Pairs: 3, Workers: 1, Seed: 1},
		Entrants: []arena.Entrant[poker.KuhnState, poker.Action]{
			{Name: "a", New: func(uint64) (arena.Player[poker.KuhnState, poker.Action], error) { return &oracle{t: t}, nil }},
			believer,
		},
	}
	records, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Len(t, records, 6)
	for _, r := range records {
		n := 0
		for seat, entrant := range r.Seats {
			if entrant == 1 {
				n = r.Simulations[seat]
			}
		}
		require.GreaterOrEqual(t, n, 60, "one budget before the game, and one for a decision")
	}

	// The time before the game is on the clock.
	m.Clock = timing.Clock{Main: 10 * timing.Tick, Ticks: true}
	records, err = m.Run(t.Context())
	require.NoError(t, err)
	for _, r := range records {
		require.True(t, r.Timeout)
		require.Empty(t, r.Actions)
		require.Equal(t, 0, r.Winner)
	}
}

package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// openGame is Connect Four as a game in which nothing is hidden.
type openGame struct{ connect4.Game }

func (openGame) Determinize(*connect4.State, int, *rng.Rand) {}

// BenchmarkHidden measures the overhead of determinizations relative to plain search, in a game
// where Determinize itself costs nothing.
func BenchmarkHidden(b *testing.B) {
	const n = 10_000
	for _, how := range []struct {
		name   string
		hidden mcts.HiddenInformation
	}{
		{"no", mcts.PerfectInformation{}},
		{"ensemble", mcts.Ensemble{}},
		{"infoset", mcts.ISMCTS{}},
	} {
		b.Run("hidden="+how.name+"/sims=10000", func(b *testing.B) {
			s, err := mcts.New(mcts.Game[connect4.State, connect4.Drop](openGame{}), mcts.Config{Hidden: how.hidden})
			require.NoError(b, err)
			r := mcts.Result[connect4.Drop]{}
			search := func() {
				s.Reset(0)
				r, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: n})
			}
			search()
			b.ReportAllocs()
			for b.Loop() {
				search()
			}
			require.NoError(b, err)
			perSimulation(b, n, r.Bytes)
		})
	}
}

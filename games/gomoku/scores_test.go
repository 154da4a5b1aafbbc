package gomoku_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A playout by scores is what a search plays ply by ply, down to the random numbers that it draws.
func TestScorePlayoutIsPlyByPly(t *testing.T) {
	for _, c := range []size{{8, 8, 5}, {3, 3, 3}, {11, 6, 4}} {
		for _, epsilon := range []float64{0, 0.4, 1} {
			t.Run(fmt.Sprint(c, epsilon), func(t *testing.T) {
				g := sized(t, c)
				for seed := range uint64(100) {
					requirePlyByPly(t, g, epsilon, seed)
				}
			})
		}
	}
}

func requirePlyByPly(t *testing.T, g gomoku.Game, epsilon float64, seed uint64) {
	r, scores := rng.New(seed), make([][]float32, 2)
	for player := range scores {
		for range g.NumActions() {
			scores[player] = append(scores[player], float32(r.IntN(8))) // with ties
		}
	}
	one, other := rng.New(seed), rng.New(seed)
	s, out, want := g.Start(), make([]float64, 2), make([]float64, 2)
	plies := g.ScorePlayout(&s, scores, epsilon, one, out, nil)
	s = g.Start()
	for {
		explores := epsilon == 1 || epsilon > 0 && other.Float64() < epsilon
		numbers := g.AppendIndices(nil, &s)
		if len(numbers) == 0 {
			break
		}
		player, best := g.ToMove(&s), policy.NewBest(other)
		if explores {
			a, _ := g.RandomAction(&s, other)
			best.Index = int32(g.ActionIndex(a))
		} else {
			for _, i := range numbers {
				best.Add(i, scores[player][i])
			}
		}
		g.Apply(&s, g.IndexAction(best.Index))
		require.NotEmpty(t, plies)
		require.Equal(t, policy.Ply{Action: best.Index, Player: int16(player)}, plies[0])
		plies = plies[1:]
	}
	require.Empty(t, plies)
	g.Returns(&s, want)
	require.Equal(t, want, out)
	require.Equal(t, other.Uint64(), one.Uint64(), "equally many random numbers")
}

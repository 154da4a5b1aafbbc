package othello_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A playout by scores is what a search plays ply by ply, passes included, down to the random
// numbers that it draws.
func TestScorePlayoutIsPlyByPly(t *testing.T) {
	passes := 0
	for _, size := range []int{4, 6, 8} {
		for _, epsilon := range []float64{0, 0.4, 1} {
			t.Run(fmt.Sprint(size, epsilon), func(t *testing.T) {
				g := sized(t, size)
				for seed := range uint64(50) {
					passes += requirePlyByPly(t, g, epsilon, seed)
				}
			})
		}
	}
	require.Positive(t, passes)
}

func requirePlyByPly(t *testing.T, g othello.Game, epsilon float64, seed uint64) (passes int) {
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
		a := g.IndexAction(best.Index)
		g.Apply(&s, a)
		if g.IsPass(a) {
			passes++
			continue
		}
		require.NotEmpty(t, plies)
		require.Equal(t, policy.Ply{Action: best.Index, Player: int16(player)}, plies[0])
		plies = plies[1:]
	}
	require.Empty(t, plies)
	g.Returns(&s, want)
	require.Equal(t, want, out)
	require.Equal(t, other.Uint64(), one.Uint64(), "equally many random numbers")
	return passes
}

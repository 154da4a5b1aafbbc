package testkit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// ScoreGame is a game for two players that plays playouts by scores.
type ScoreGame[S any, A comparable] interface {
	game.Game[S, A]
	Start() S
	game.Sampler[S, A]
	game.ScorePlayouter[S]
	game.IndexLister[S, A]
}

// CheckScorePlayout plays by random scores, some of them equal, and fails t unless plies, returns
// and the use of random numbers match a player that lists the legal actions, as a search plays ply
// by ply. It returns the number of passes, which are left out of the plies.
func CheckScorePlayout[S any, A comparable](t testing.TB, g ScoreGame[S, A], epsilon float64, seed uint64) (passes int) {
	t.Helper()
	r, scores := rng.New(seed), make([][]float32, 2)
	for player := range scores {
		for range g.NumActions() {
			scores[player] = append(scores[player], float32(r.IntN(8)))
		}
	}
	passer, _ := g.(game.Passer[A])
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
		if passer != nil && passer.IsPass(a) {
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

package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// broken changes what a game played, as a defect specifies.
type broken struct {
	gomoku.Game
	defect func(r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply
}

func (b broken) ScorePlayout(s *gomoku.State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	return b.defect(r, out, b.Game.ScorePlayout(s, scores, epsilon, r, out, plies))
}

func TestCheckScorePlayout(t *testing.T) {
	for name, defect := range map[string]func(r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply{
		"a number too many": func(r *rng.Rand, _ []float64, plies []policy.Ply) []policy.Ply {
			r.Uint64()
			return plies
		},
		"other returns": func(_ *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
			out[0], out[1] = 0.25, 0.75
			return plies
		},
		"a ply too few": func(_ *rng.Rand, _ []float64, plies []policy.Ply) []policy.Ply {
			return plies[:len(plies)-1]
		},
		"a ply too many": func(_ *rng.Rand, _ []float64, plies []policy.Ply) []policy.Ply {
			return append(plies, plies[0])
		},
		"the other player": func(_ *rng.Rand, _ []float64, plies []policy.Ply) []policy.Ply {
			plies[0].Player ^= 1
			return plies
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, epsilon := range []float64{0, 0.5, 1} {
				_, failed := testkit.RunCheck(func(t testing.TB) {
					testkit.CheckScorePlayout(t, broken{gomoku.Game{}, defect}, epsilon, 1)
				})
				require.True(t, failed)
			}
		})
	}
}

package nogo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/rng"
)

// With epsilon 0 and different scores, the stones of a playout are those of a player that knows all
// legal points.
func TestScorePlayoutPlaysTheBestPoints(t *testing.T) {
	for name, g := range map[string]nogo.Game{
		"9x9":    {},
		"hollow": nogo.Hollow9,
		"4x3":    must(nogo.New(4, 3, points("B2")...)),
		"19x19":  must(nogo.New(19, 19)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				r, scores, out := rng.New(seed), make([][]float32, 2), make([]float64, 2)
				for player := range scores {
					for range g.NumActions() {
						scores[player] = append(scores[player], float32(r.Float64()))
					}
				}
				s := g.Start()
				plies := g.ScorePlayout(&s, scores, 0, r, out, nil)
				s = g.Start()
				for _, ply := range plies {
					numbers, row := g.AppendIndices(nil, &s), scores[g.ToMove(&s)]
					require.Contains(t, numbers, ply.Action)
					for _, i := range numbers {
						require.LessOrEqual(t, row[i], row[ply.Action])
					}
					g.Apply(&s, g.IndexAction(ply.Action))
				}
				require.Empty(t, g.AppendIndices(nil, &s))
				want := make([]float64, 2)
				g.Returns(&s, want)
				require.Equal(t, want, out)
			}
		})
	}
}

func TestScorePlayoutDoesNotAllocate(t *testing.T) {
	g, r, out := nogo.Hollow9, rng.New(1), make([]float64, 2)
	scores := [][]float32{make([]float32, 81), make([]float32, 81)}
	s := g.Start()
	plies := g.ScorePlayout(&s, scores, 0.4, r, out, nil)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		s = g.Start()
		plies = g.ScorePlayout(&s, scores, 0.4, r, out, plies[:0])
	}))
}

package nogo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/rng"
)

// Playout wins as often as uniform play does, computed without sampling. The boards are so small that most
// playouts meet points which only one player may use.
func TestPlayoutIsUniform(t *testing.T) {
	const playouts = 5000
	for name, g := range map[string]nogo.Game{
		"3x3": must(nogo.New(3, 3)),
		"1x8": must(nogo.New(1, 8)),
		"4x3": must(nogo.New(4, 3, points("B2")...)),
		"5x2": must(nogo.New(5, 2)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(4) {
				for _, s := range line(g, seed) {
					gametest.PlayoutMean(t, g, s, playouts)
				}
			}
		})
	}
}

func TestPlayoutLeavesItsState(t *testing.T) {
	s := play(t, nogo.Hollow9, "E5", "A1")
	before := s
	nogo.Hollow9.Playout(&s, rng.New(1), make([]float64, 2))
	require.Equal(t, before, s)
}

// The law that Playout rests on: what a player may not play stays so. The judge is the naive implementation.
func TestIllegalStaysIllegal(t *testing.T) {
	t.Parallel()
	checks, games := 0, 110
	if testing.Short() {
		games = 10
	}
	for seed := range uint64(games) {
		g, slow, r := nogo.Hollow9, newNaive(9, 9, hollow9), rng.New(seed)
		illegal := map[byte]map[nogo.Point]bool{'X': {}, 'O': {}}
		for s := g.Start(); ; {
			for _, mover := range "XO" {
				for p := range slow.at {
					isLegal := slow.verdict(p, byte(mover)) == "legal"
					require.False(t, isLegal && illegal[byte(mover)][p])
					illegal[byte(mover)][p] = !isLegal
					checks++
				}
			}
			legal := g.AppendActions(nil, &s)
			if len(legal) == 0 {
				break
			}
			p := legal[r.IntN(len(legal))]
			g.Apply(&s, p)
			slow.play(p)
		}
	}
	if !testing.Short() {
		require.Greater(t, checks, 1_000_000)
	}
	t.Logf("%d checks", checks)
}

// 65.5 plies and half of the wins were measured with another implementation, on 200 games.
func TestRandomGamesOfHollow9(t *testing.T) {
	const games = 2000
	plies, black := 0, 0
	for seed := range uint64(games) {
		n := len(line(nogo.Hollow9, seed)) - 1
		plies += n
		black += n % 2 // who plays last wins
	}
	require.InDelta(t, 65.5, float64(plies)/games, 0.5)
	require.InDelta(t, 0.5, float64(black)/games, 0.06)
	t.Logf("%.2f plies, Black wins %.1f %%", float64(plies)/games, 100*float64(black)/games)
}

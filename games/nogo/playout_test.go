package nogo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// Playout wins at the rate of uniform play, which is computed without sampling. On boards this
// small most playouts meet points that only one player may use.
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
	s := testkit.Play(t, nogo.Hollow9, "E5 A1")
	before := s
	nogo.Hollow9.Playout(&s, rng.New(1), make([]float64, 2))
	require.Equal(t, before, s)
}

// Playout relies on the fact that a point that is illegal for a player stays illegal for it. The
// naive implementation decides what is illegal.
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

// Another implementation measured 65.5 plies and equal wins in 200 games.
func TestRandomGamesOfHollow9(t *testing.T) {
	const games = 2000
	plies, black := 0, 0
	for seed := range uint64(games) {
		n := len(line(nogo.Hollow9, seed)) - 1
		plies += n
		black += n % 2 // the player of the last stone wins
	}
	require.InDelta(t, 65.5, float64(plies)/games, 0.5)
	require.InDelta(t, 0.5, float64(black)/games, 0.06)
	t.Logf("%.2f plies, Black wins %.1f %%", float64(plies)/games, 100*float64(black)/games)
}

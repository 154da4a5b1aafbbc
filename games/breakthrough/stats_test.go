package breakthrough_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/rng"
)

// number holds the mean and the standard deviation of a count over many games.
type figure struct{ sum, squares, games float64 }

func (f *figure) add(x float64) {
	f.sum += x
	f.squares += x * x
	f.games++
}

func (f *figure) mean() float64 { return f.sum / f.games }

func (f *figure) deviation() float64 {
	return math.Sqrt(f.squares/f.games - f.mean()*f.mean())
}

// offBy returns the deviation of a mean over 100 games, in standard errors.
func (f *figure) offBy(mean float64) float64 {
	return (mean - f.mean()) / f.deviation() * math.Sqrt(100)
}

// Table 1 of M. Uemiya and H. Yokoyama, "Towards a universally effective utilization of board
// similarities in General Game Playing", has means over 100 random games: the number of turns and
// the greatest number of actions. It does not specify whether the latter counts one player or both.
// The counts of one player agree for all three games. The counts of both players are 7 and 5
// standard errors higher for Breakthrough and Knightthrough. The turns deviate by -0.7, -1.9 and
// 0.9 standard errors of 100 games, the actions by -1.3, 0.8 and -0.6, which agrees with the rules
// here.
func TestRandomGamesAreThoseOfThePaper(t *testing.T) {
	small := sized(t, 6, 6)
	for name, test := range map[string]struct {
		game              game.Game[breakthrough.State, breakthrough.Move]
		start             breakthrough.State
		turns, actions    float64 // of the paper
		shortest, longest float64 // bounds of the mean number of turns of the games played here
	}{
		"breakthrough":  {small, small.Start(), 27.49, 19.65, 27.9, 28.3},
		"knightthrough": {breakthrough.Knightthrough{}, breakthrough.Knightthrough{}.Start(), 31.45, 41.73, 33.3, 33.9},
		"pawnwhopping":  {breakthrough.PawnWhopping{}, breakthrough.PawnWhopping{}.Start(), 34.8, 16, 34.1, 34.5},
	} {
		turns, actions, draws := playRandomGames(test.game, test.start, 10_000)
		t.Logf("%s: %.2f turns, off by %.1f; %.2f actions, off by %.1f; draws %.4f", name,
			turns.mean(), turns.offBy(test.turns), actions.mean(), actions.offBy(test.actions), draws.mean())
		require.Less(t, math.Abs(turns.offBy(test.turns)), 2.5, "%s: %.2f turns", name, turns.mean())
		require.Less(t, math.Abs(actions.offBy(test.actions)), 2.5, "%s: %.2f actions", name, actions.mean())
		require.Greater(t, turns.mean(), test.shortest, name)
		require.Less(t, turns.mean(), test.longest, name)
		require.Equal(t, name == "pawnwhopping", draws.mean() > 0, name)
	}
}

// playRandomGames returns the number of turns, the greatest number of White's actions, and the
// number of draws of random games.
func playRandomGames(g game.Game[breakthrough.State, breakthrough.Move], start breakthrough.State, games int) (turns, actions, draws figure) {
	r, out := rng.New(1), make([]float64, 2)
	var legal []breakthrough.Move
	for range games {
		s, plies, most := start, 0, 0
		for {
			legal = g.AppendActions(legal[:0], &s)
			if len(legal) == 0 {
				break
			}
			if g.ToMove(&s) == 0 {
				most = max(most, len(legal))
			}
			g.Apply(&s, legal[r.IntN(len(legal))])
			plies++
		}
		g.Returns(&s, out)
		turns.add(float64(plies))
		actions.add(float64(most))
		draws.add(4 * out[0] * out[1])
	}
	return turns, actions, draws
}

package equilibrium_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/games/poker"
)

func threeFaces(t *testing.T) liarsdice.Game {
	g, err := liarsdice.New(3)
	require.NoError(t, err)
	return g
}

// The numbers for Kuhn and Leduc poker come from OpenSpiel.
func TestUniform(t *testing.T) {
	kuhn, leduc := newTree(t, poker.Kuhn{}, poker.Kuhn{}.Start()), newTree(t, poker.Leduc{}, poker.Leduc{}.Start())
	require.InDelta(t, 11./12, kuhn.NashConv(kuhn.Uniform()), 1e-12)
	require.InDelta(t, 4.747222222, leduc.NashConv(leduc.Uniform()), 1e-9)
	require.Len(t, leduc.Sets(), 288)
	require.InDeltaSlice(t, []float64{1. / 8, -1. / 8}, kuhn.Values(kuhn.Uniform()), 1e-12)

	dice, sealed := newTree(t, threeFaces(t), threeFaces(t).Start()), newTree(t, goofspiel.Sealed{}, goofspiel.Sealed{}.Start())
	require.InDelta(t, 10./9, dice.NashConv(dice.Uniform()), 1e-12)
	require.Len(t, dice.Sets(), 192)
	require.InDelta(t, 17./12, sealed.NashConv(sealed.Uniform()), 1e-12)
	require.Len(t, sealed.Sets(), 738)
	bidding := newTree(t, bidding, "")
	require.InDelta(t, 17./12, bidding.NashConv(bidding.Uniform()), 1e-12)
	require.Equal(t, sealed.Size(), bidding.Size())
}

// kuhnStrategy returns the strategy of Kuhn poker that bets, or calls a bet, with these
// probabilities for each card. The text is what was played before.
func kuhnStrategy(t require.TestingT, tree *equilibrium.Tree[poker.KuhnState, poker.Action], bets map[string][3]float64) equilibrium.Strategy {
	strategy := tree.Uniform()
	for before, probs := range bets {
		for card, p := range probs {
			own, other := poker.Jack+poker.Action(card), poker.Jack+poker.Action(card+1)%3
			hands := []poker.Action{own, other}
			if len(before) == 1 {
				hands = []poker.Action{other, own}
			}
			s := poker.Kuhn{}.Start()
			for _, a := range hands {
				poker.Kuhn{}.Apply(&s, a)
			}
			for _, a := range before {
				poker.Kuhn{}.Apply(&s, map[rune]poker.Action{'p': poker.Pass, 'b': poker.Bet}[a])
			}
			i := tree.Index(&s)
			require.NotEqual(t, -1, i)
			strategy[i] = []float64{1 - p, p}
		}
	}
	return strategy
}

// kuhnEquilibrium returns the equilibrium in which player 0 bets alpha of its jacks, for an alpha
// of at most 1/3. There are no others.
func kuhnEquilibrium(t require.TestingT, tree *equilibrium.Tree[poker.KuhnState, poker.Action], alpha float64) equilibrium.Strategy {
	return kuhnStrategy(t, tree, map[string][3]float64{
		"":   {alpha, 0, 3 * alpha},
		"pb": {0, alpha + 1./3, 1},
		"p":  {1. / 3, 0, 1},
		"b":  {0, 1. / 3, 1},
	})
}

func TestKuhnEquilibria(t *testing.T) {
	tree := newTree(t, poker.Kuhn{}, poker.Kuhn{}.Start())
	for _, alpha := range []float64{0, 0.1, 0.25, 1. / 3} {
		strategy := kuhnEquilibrium(t, tree, alpha)
		require.InDelta(t, 0, tree.NashConv(strategy), 1e-12)
		require.InDeltaSlice(t, []float64{-1. / 18, 1. / 18}, tree.Values(strategy), 1e-12)
		for player, want := range []float64{-1. / 18, 1. / 18} {
			got, response := tree.BestResponse(strategy, player)
			require.InDelta(t, want, got, 1e-12)
			require.InDelta(t, want, tree.Values(response)[player], 1e-12)
		}
	}
	strategy := kuhnEquilibrium(t, tree, 0.25)
	strategy[tree.Index(&tree.Sets()[0].State)] = []float64{1, 0}
	require.Greater(t, tree.NashConv(strategy), 0.01, "a jack that never bets while a king does")
}

// A best response changes nothing of the others and does not change the strategy.
func TestBestResponseIsForOnePlayer(t *testing.T) {
	tree := newTree(t, poker.Kuhn{}, poker.Kuhn{}.Start())
	strategy := tree.Uniform()
	_, response := tree.BestResponse(strategy, 1)
	require.Equal(t, tree.Uniform(), strategy)
	require.NoError(t, tree.Check(response))
	for i, set := range tree.Sets() {
		if set.Player == 0 {
			require.Equal(t, []float64{0.5, 0.5}, response[i])
		} else {
			require.Contains(t, [][]float64{{1, 0}, {0, 1}}, response[i])
		}
	}
}

// Of equally good actions a best response takes the first, for example at sets that are never
// reached.
func TestBestResponseTakesTheFirst(t *testing.T) {
	tree := newTree(t, poker.Kuhn{}, poker.Kuhn{}.Start())
	passes := tree.Uniform()
	for i, set := range tree.Sets() {
		if set.Player == 0 {
			passes[i] = []float64{1, 0}
		}
	}
	require.NoError(t, tree.Check(passes), "a probability may be 0")
	_, response := tree.BestResponse(passes, 1)
	unreached := 0
	for i, set := range tree.Sets() {
		if set.Player == 1 && strings.Contains(poker.Kuhn{}.Text(&set.State), fmt.Sprintf("Actions: %v", []poker.Action{poker.Bet})) {
			unreached++
			require.Equal(t, []float64{1, 0}, response[i])
		}
	}
	require.Equal(t, 3, unreached, "one for each card")
}

package othello_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/rng"
)

// worth computes the sum that Evaluate documents, for the naive game.
func worth(n *naive, player byte) (sum int) {
	sum = len(n.places(player))
	last := n.size - 1
	for _, row := range []int{0, last} {
		for _, column := range []int{0, last} {
			if n.at[row][column] == player {
				sum += 8
			}
			beside := n.at[max(1, min(row, last-1))][max(1, min(column, last-1))]
			if n.at[row][column] == '.' && beside == player {
				sum -= 4
			}
		}
	}
	return sum
}

func TestEvaluateIsTheFormula(t *testing.T) {
	for _, size := range []int{4, 6, 8} {
		g, r, out := sized(t, size), rng.New(1), make([]float64, 2)
		for range 100 {
			s, n := g.Start(), newNaive(size)
			for m, ok := g.RandomAction(&s, r); ok; m, ok = g.RandomAction(&s, r) {
				g.Evaluate(&s, out)
				require.InDelta(t, 1/(1+math.Exp(-float64(worth(&n, 'X')-worth(&n, 'O'))/8)), out[0], 1e-12)
				require.InDelta(t, 1, out[0]+out[1], 1e-15)
				g.Apply(&s, m)
				n.play(m.String())
			}
		}
	}
}

// A player that maximizes Evaluate after its action beats a random player, with either color.
func TestEvaluateBeatsRandom(t *testing.T) {
	const games = 200
	g, r, out, sum := othello.Game{}, rng.New(1), make([]float64, 2), 0.0
	for game := range games {
		s, me := g.Start(), game%2
		for actions := g.AppendActions(nil, &s); len(actions) > 0; actions = g.AppendActions(actions[:0], &s) {
			chosen := actions[r.IntN(len(actions))]
			if g.ToMove(&s) == me {
				chosen = greedy(g, s, actions)
			}
			g.Apply(&s, chosen)
		}
		g.Returns(&s, out)
		sum += out[me]
	}
	t.Logf("%.1f of %d", sum, games)
	require.Greater(t, sum/games, 0.75)
}

func greedy(g othello.Game, s othello.State, actions []othello.Move) (best othello.Move) {
	out, most, player := make([]float64, 2), -1.0, g.ToMove(&s)
	for _, m := range actions {
		next := s
		g.Apply(&next, m)
		if g.Evaluate(&next, out); out[player] > most {
			best, most = m, out[player]
		}
	}
	return best
}

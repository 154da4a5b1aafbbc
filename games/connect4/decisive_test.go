package connect4_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/rng"
)

func (n *naive) takeBack(a connect4.Drop) {
	n.columns[a] = n.columns[a][:len(n.columns[a])-1]
}

// wins returns the drops with which the player to move makes a line.
func (n *naive) wins() (wins []connect4.Drop) {
	player := n.toMove()
	for _, a := range n.actions() {
		n.apply(int(a))
		if n.hasLine(player) {
			wins = append(wins, a)
		}
		n.takeBack(a)
	}
	return wins
}

// decisive plays an (anti-)decisive playout by the naive rules with the same random numbers.
func (n *naive) decisive(r *rng.Rand, anti bool) []float64 {
	for actions := n.actions(); len(actions) > 0; actions = n.actions() {
		if wins := n.wins(); len(wins) > 0 {
			n.apply(int(wins[0]))
			continue
		}
		if anti {
			var safe []connect4.Drop
			for _, a := range actions {
				n.apply(int(a))
				if len(n.wins()) == 0 {
					safe = append(safe, a)
				}
				n.takeBack(a)
			}
			if len(safe) == 0 {
				n.apply(int(actions[0])) // whatever it is, the opponent wins
				n.apply(int(n.wins()[0]))
				continue
			}
			actions = safe
		}
		n.apply(int(actions[r.IntN(len(actions))]))
	}
	return n.returns()
}

// Decisive playouts are those of the naive rules, down to the random numbers that they draw, from
// any position of any board.
func TestDecisivePlayoutsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 8).Draw(t, "width"), rapid.IntRange(1, 7).Draw(t, "height")
		if max(width, height) < 4 {
			width = 7
		}
		g, err := connect4.New(width, height)
		require.NoError(t, err)
		slow, s := newNaive(width, height), g.Start()
		line := rng.New(rapid.Uint64().Draw(t, "line"))
		for range rapid.IntRange(0, width*height).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			a := actions[line.IntN(len(actions))]
			g.Apply(&s, a)
			slow.apply(int(a))
		}
		anti := rapid.Bool().Draw(t, "anti")
		playout := g.DecisivePlayout
		if anti {
			playout = g.AntiDecisivePlayout
		}
		seed, out, before := rapid.Uint64().Draw(t, "seed"), []float64{-1, -1}, s
		one, other := rng.New(seed), rng.New(seed)
		playout(&s, one, out)
		require.Equal(t, slow.decisive(other, anti), out)
		require.Equal(t, other.Uint64(), one.Uint64(), "equally many random numbers")
		require.Equal(t, before, s)
	})
}

func BenchmarkDecisivePlayout(b *testing.B) {
	g := connect4.Game{}
	for _, v := range []struct {
		name    string
		playout func(*connect4.State, *rng.Rand, []float64)
	}{{"uniform", g.Playout}, {"decisive", g.DecisivePlayout}, {"antidecisive", g.AntiDecisivePlayout}} {
		b.Run("playout="+v.name, func(b *testing.B) {
			b.ReportAllocs()
			s, r, out := g.Start(), rng.New(1), make([]float64, 2)
			sum, draws := 0.0, 0
			for b.Loop() {
				v.playout(&s, r, out)
				sum += out[0]
				if out[0] == 0.5 {
					draws++
				}
			}
			b.ReportMetric(sum/float64(b.N), "first")
			b.ReportMetric(float64(draws)/float64(b.N), "draws")
		})
	}
}

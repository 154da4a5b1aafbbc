package gomoku_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/rng"
)

// completing returns the points where a stone of the player to move at n+turns makes a line.
func (n *naive) completing(turns int) (wins []gomoku.Point) {
	for _, p := range n.actions() {
		n.plies += turns
		n.put(p)
		if n.winner() != 0 {
			wins = append(wins, p)
		}
		n.takeBack(p)
		n.plies -= turns
	}
	return wins
}

// decisive plays an (anti-)decisive playout by the naive rules with the same random numbers. Two
// points for a line of the opponent do not end it.
func (n *naive) decisive(r *rng.Rand, anti bool) []float64 {
	free := n.actions()
	drawn := true // whether the stones still follow the random numbers
	for actions := n.actions(); len(actions) > 0; actions = n.actions() {
		wins, losses := n.completing(0), n.completing(1)
		switch {
		case len(wins) > 0:
			n.put(wins[0])
			continue
		case anti && len(losses) == 1:
			n.put(losses[0])
			continue
		case anti && len(losses) > 1:
			drawn = false
		}
		for {
			i, last := 0, len(free)-1
			if drawn {
				i = r.IntN(last + 1)
			}
			p := free[i]
			free[i] = free[last]
			free = free[:last]
			if slices.Contains(actions, p) {
				n.put(p)
				break
			}
		}
	}
	return n.returns()
}

// Decisive playouts match the naive rules, down to the random numbers that they draw, from any
// position of any board.
func TestDecisivePlayoutsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anySize(t)
		if rapid.Bool().Draw(t, "eight columns") {
			c = size{8, rapid.IntRange(1, 8).Draw(t, "rows"), rapid.IntRange(3, 6).Draw(t, "stones")}
		}
		g, slow := sized(t, c), newNaive(c)
		s := g.Start()
		line := rng.New(rapid.Uint64().Draw(t, "line"))
		for range rapid.IntRange(0, c.width*c.height).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			p := actions[line.IntN(len(actions))]
			g.Apply(&s, p)
			slow.put(p)
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

func TestDecisivePlayoutsDoNotAllocate(t *testing.T) {
	for _, c := range []size{{8, 8, 5}, {15, 15, 5}} {
		g := sized(t, c)
		s, r, out := g.Start(), rng.New(1), make([]float64, 2)
		require.Zero(t, testing.AllocsPerRun(20, func() {
			g.DecisivePlayout(&s, r, out)
			g.AntiDecisivePlayout(&s, r, out)
		}))
	}
}

func BenchmarkDecisivePlayout(b *testing.B) {
	for _, c := range []size{{8, 8, 5}, {15, 15, 5}} {
		g := sized(b, c)
		for _, v := range []struct {
			name    string
			playout func(*gomoku.State, *rng.Rand, []float64)
		}{{"uniform", g.Playout}, {"decisive", g.DecisivePlayout}, {"antidecisive", g.AntiDecisivePlayout}} {
			b.Run(fmt.Sprintf("board=%dx%d/playout=%s", c.width, c.height, v.name), func(b *testing.B) {
				s, r, out := g.Start(), rng.New(1), make([]float64, 2)
				sum, draws := 0.0, 0
				for b.Loop() {
					v.playout(&s, r, out)
					sum += out[0]
					if out[0] == 0.5 {
						draws++
					}
				}
				b.ReportMetric(sum/float64(b.N), "black")
				b.ReportMetric(float64(draws)/float64(b.N), "draws")
			})
		}
	}
}

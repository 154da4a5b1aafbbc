package mcts_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// matrix is a game of one joint action with a sum of 1: player 0 gets the number in the row and
// column chosen.
type matrix [][]float64

func (m matrix) NumPlayers() int { return 2 }

func (m matrix) ToMove(s *int) int {
	if *s == 0 {
		return mcts.Simultaneous
	}
	return 0
}
func (m matrix) AppendActions(dst []int, _ *int) []int { return dst }
func (m matrix) Apply(*int, int)                       {}

func (m matrix) AppendPlayerActions(dst []int, _ *int, player int) []int {
	n := len(m)
	if player == 1 {
		n = len(m[0])
	}
	for a := range n {
		dst = append(dst, a)
	}
	return dst
}

func (m matrix) ApplyJoint(s *int, joint []int) { *s = 1 + joint[0]*len(m[0]) + joint[1] }

func (m matrix) Returns(s *int, out []float64) {
	out[0] = m[(*s-1)/len(m[0])][(*s-1)%len(m[0])]
	out[1] = 1 - out[0]
}

// exploitability returns how much the best replies to both strategies gain, together: 0 in an
// equilibrium only.
func (m matrix) exploitability(rows, columns []float64) float64 {
	best, worst := math.Inf(-1), math.Inf(1)
	for i := range m {
		v := 0.0
		for j, p := range columns {
			v += p * m[i][j]
		}
		best = max(best, v)
	}
	for j := range m[0] {
		v := 0.0
		for i, p := range rows {
			v += p * m[i][j]
		}
		worst = min(worst, v)
	}
	return best - worst
}

// mix returns the mixed strategy of a player at a node.
func mix(n mcts.Node[int], player int) []float64 {
	choices := n.Choices(player)
	shares := make([]float64, len(choices))
	for _, c := range choices {
		shares[c.Action] = float64(c.Visits) / float64(n.Visits())
	}
	return shares
}

var matrices = map[string]struct {
	payoff        matrix
	rows, columns []float64 // of the equilibrium
}{
	"rock paper scissors": {
		matrix{{0.5, 0, 1}, {1, 0.5, 0}, {0, 1, 0.5}},
		[]float64{1. / 3, 1. / 3, 1. / 3},
		[]float64{1. / 3, 1. / 3, 1. / 3},
	},
	"biased": {
		matrix{{0.5, 0.25, 1}, {0.75, 0.5, 0.25}, {0, 0.75, 0.5}},
		[]float64{0.25, 0.5, 0.25},
		[]float64{0.25, 0.5, 0.25},
	},
	"two by two": {
		matrix{{1, 0.25}, {0, 0.5}},
		[]float64{0.4, 0.6},
		[]float64{0.2, 0.8},
	},
	"dominated": {
		matrix{{0.5, 0, 0.75}, {1, 0.5, 0.75}, {0, 0.25, 0.5}},
		[]float64{0, 1, 0},
		[]float64{0, 1, 0},
	},
}

func TestExploitability(t *testing.T) {
	for name, m := range matrices {
		t.Run(name, func(t *testing.T) {
			require.InDelta(t, 0, m.payoff.exploitability(m.rows, m.columns), 1e-12)
		})
	}
	require.InDelta(t, 0.5, matrices["two by two"].payoff.exploitability([]float64{1, 0}, []float64{0, 1})*2, 1e-12)
}

// The mix of visits comes near the equilibrium with the rules that promise it: a distance of the
// order of their exploration, a tenth, of which two thirds are on the actions that an equilibrium
// of pure strategies does not play.
func TestMixesTendToTheEquilibrium(t *testing.T) {
	mcts.OneGoroutine(t)
	for name, m := range matrices {
		for _, rule := range []policy.Selection{policy.Exp3{}, policy.RegretMatching{}} {
			t.Run(fmt.Sprintf("%s/%T", name, rule), func(t *testing.T) {
				seeds := uint64(3)
				if testing.Short() {
					seeds = 1
				}
				for seed := range seeds {
					s, r := search[int](t, m.payoff, 0, mcts.Config{Selection: rule, Seed: seed}, 40_000)
					rows, columns := mix(s.Root(), 0), mix(s.Root(), 1)
					require.Less(t, m.payoff.exploitability(rows, columns), 0.08, "%s, %T: %.3f %.3f", name, rule, rows, columns)
					require.InDeltaSlice(t, m.rows, rows, 0.13, "%s, %T: %.3f", name, rule, rows)
					require.InDeltaSlice(t, m.columns, columns, 0.13, "%s, %T: %.3f", name, rule, columns)
					value := 0.0
					for i, p := range m.rows {
						for j, q := range m.columns {
							value += p * q * m.payoff[i][j]
						}
					}
					require.InDelta(t, value, r.Values[0], 0.03, "%s, %T", name, rule)
				}
			})
		}
	}
}

// The mix of UCT, which does not promise it, is far from the equilibrium of the game of two by two,
// and goes farther away with more simulations. It does find an action that dominates all others.
func TestMixOfUCT(t *testing.T) {
	before := 0.0
	for _, n := range []int{1000, 10_000, 100_000} {
		s, _ := search[int](t, matrices["two by two"].payoff, 0, mcts.Config{}, n)
		e := matrices["two by two"].payoff.exploitability(mix(s.Root(), 0), mix(s.Root(), 1))
		require.Greater(t, e, before)
		before = e
	}
	require.Greater(t, before, 0.25)
	_, r := search[int](t, matrices["dominated"].payoff, 0, mcts.Config{Selection: policy.UCT{C: 0.4}}, 20_000)
	require.Equal(t, 1, r.Action)
}

// A game of two joint actions, one after the other: where the two-by-two game would return 1/2, the
// biased one is played, whose value is 1/2. So the root has the same value and strategies as the
// first game alone.
func TestMixesOfTwoStages(t *testing.T) {
	mcts.OneGoroutine(t)
	first, second := matrices["two by two"], matrices["biased"].payoff
	g := &script{players: 2}
	root := scriptNode{Player: mcts.Simultaneous, Counts: []int{2, 2}}
	for i, row := range first.payoff {
		for j, v := range row {
			if i == 1 && j == 1 {
				n := scriptNode{Player: mcts.Simultaneous, Counts: []int{3, 3}}
				for _, row := range second {
					for _, w := range row {
						n.Children = append(n.Children, g.leaf(w, 1-w))
					}
				}
				root.Children = append(root.Children, g.add(n))
				continue
			}
			root.Children = append(root.Children, g.leaf(v, 1-v))
		}
	}
	start := g.add(root)
	for _, rule := range []policy.Selection{policy.Exp3{}, policy.RegretMatching{}} {
		t.Run(fmt.Sprintf("%T%+v", rule, rule), func(t *testing.T) {
			s, r := search[int](t, g, start, mcts.Config{Selection: rule, Seed: 1}, 100_000)
			require.InDelta(t, 0.4, r.Values[0], 0.03)
			for p, want := range [][]float64{first.rows, first.columns} {
				for _, c := range s.Root().Choices(p) {
					require.InDelta(t, want[c.Action], float64(c.Visits)/100_000, 0.13, "%T, player %d: %v", rule, p, c)
				}
			}
		})
	}
}

// BenchmarkMix measures how far the mix of visits is from the equilibrium, with every rule: the
// table of docs/performance.md.
func BenchmarkMix(b *testing.B) {
	for name, m := range matrices {
		for _, rule := range []policy.Selection{policy.UCT{}, policy.UCT{C: 0.4}, policy.UCB1Tuned{}, policy.Exp3{}, policy.RegretMatching{}} {
			for _, n := range []int{10_000, 1_000_000} {
				b.Run(fmt.Sprintf("game=%s/policy=%T%v/sims=%d", name, rule, rule, n), func(b *testing.B) {
					e := 0.0
					for b.Loop() {
						s, err := mcts.New[int, int](m.payoff, mcts.Config{Selection: rule})
						require.NoError(b, err)
						_, err = s.Run(bg, new(int), mcts.Budget{Simulations: n})
						require.NoError(b, err)
						e = m.payoff.exploitability(mix(s.Root(), 0), mix(s.Root(), 1))
					}
					b.ReportMetric(e, "exploitability")
					b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msims/s")
				})
			}
		}
	}
}

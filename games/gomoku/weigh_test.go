package gomoku

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/testkit"
)

var _ game.Weigher[State, Point] = Game{}

func weights(g Game, s State) map[Point]float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), map[Point]float32{}
	g.Weigh(&s, actions, w)
	for i, p := range actions {
		all[p] = w[i]
	}
	return all
}

// Weigh is what its comment says, on boards of one word and others.
func TestWeighIsTheFormula(t *testing.T) {
	own := map[int][2]float64{2: {8, 22}, 3: {8.3, 12}, 4: {2.4, 4.7}}
	other := map[int][2]float64{2: {34, 190}, 3: {6.4, 18}, 4: {1.8, 2.5}}
	rapid.Check(t, func(t *rapid.T) {
		g := anyBoard(t)
		s := positionOf(t, g)
		n := newNaiveThreats(g, &s, g.ToMove(&s))
		got := weights(g, s)
		only := n.lacking(1)
		if len(only) == 0 {
			only = n.turned().lacking(1)
			if len(only) < 2 && n.winsByFours() {
				only = nil
				for p, w := range got {
					if w > 0 {
						only = append(only, p)
					}
				}
				require.Len(t, only, 1)
				after := n.with(only[0])
				replies := after.lacking(1)
				require.NotEmpty(t, replies)
				require.True(t, len(replies) > 1 || after.turned().with(replies[0]).turned().winsByFours())
			}
		}
		if len(only) > 0 {
			for p, w := range got {
				require.Equal(t, w > 0, slices.Contains(only, p), p)
			}
			return
		}
		threat := n.turned().winsByFours()
		inTheWay := 0
		for p, w := range got {
			want := 1.0
			for side, m := range []naiveThreats{n, n.turned()} {
				for _, lines := range m.lines() {
					want *= naiveFactor(lines, p, [...]map[int][2]float64{own, other}[side])
				}
			}
			if threat && float64(w) < want/2 {
				want *= 0.005
				require.NotContains(t, n.lacking(2), p)
			} else {
				inTheWay++
			}
			require.InEpsilon(t, want, w, 1e-5, p)
		}
		if threat {
			require.GreaterOrEqual(t, inTheWay, 2)
		}
	})
}

func naiveFactor(lines []naiveLine, p Point, by map[int][2]float64) float64 {
	fewest, several := 5, 0
	for _, line := range lines {
		if missing := len(line.empty); slices.Contains(line.points, p) && missing >= 2 && missing < 5 {
			if missing < fewest {
				fewest, several = missing, 0
			} else if missing == fewest {
				several = 1
			}
		}
	}
	if fewest == 5 {
		return 1
	}
	return by[fewest][several]
}

// The fast path and the general one agree on everything.
func TestThreatsOnWordsEqualThoseOnAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height := rapid.IntRange(2, 8).Draw(t, "height")
		fast, err := New(8, height, rapid.IntRange(MinLength, 8).Draw(t, "length"))
		require.NoError(t, err)
		require.True(t, fast.board().isBytes)
		other := *fast.board()
		other.isBytes = false
		slow := Game{&other}
		want, got := make([]float64, 2), make([]float64, 2)
		for range 20 {
			s := positionOf(t, fast)
			require.Equal(t, weights(slow, s), weights(fast, s))
			slow.Evaluate(&s, want)
			fast.Evaluate(&s, got)
			require.Equal(t, want, got)
		}
	})
}

func TestWeightsByHand(t *testing.T) {
	for name, c := range map[string]struct {
		points string
		want   map[string]float64 // of some points
	}{
		"no stones": {"", map[string]float64{"a1": 1, "d4": 1}},
		"one":       {"a1 h8", map[string]float64{"b1": 2.4, "a2": 2.4, "b3": 1, "h4": 1.8, "d4": 2.4 * 1.8, "e4": 1}},
		"several":   {"d4 h2", map[string]float64{"c4": 4.7, "e4": 4.7, "a4": 2.4}},
		"complete":  {"a1 b8 b1 c8 c1 d8 d1 e8", map[string]float64{"e1": 1, "a8": 0, "f8": 0}},
		"prevent":   {"a1 b8 b1 c8 h1 d8 d2 e8", map[string]float64{"a8": 1, "f8": 1, "e2": 0}},
		"open four": {"d4 a1 e4 c1 f4 h8", map[string]float64{"c4": 1, "g4": 0, "b4": 0}},
	} {
		t.Run(name, func(t *testing.T) {
			g := Game{}
			all := weights(g, testkit.Play(t, g, c.points))
			for text, want := range c.want {
				p, err := g.Parse(text)
				require.NoError(t, err)
				require.InDelta(t, want, all[p], 1e-6, text)
			}
		})
	}
}

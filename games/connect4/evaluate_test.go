package connect4

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
)

// anyState draws a state that is not terminal, on a board of any size.
func anyState(t *rapid.T) (Game, State) {
	g, err := New(rapid.IntRange(1, maxWidth).Draw(t, "width"), rapid.IntRange(4, maxHeight).Draw(t, "height"))
	require.NoError(t, err)
	s := g.Start()
	for range rapid.IntRange(0, g.Width()*g.Height()).Draw(t, "plies") {
		next := s
		g.Apply(&next, rapid.SampledFrom(g.AppendActions(nil, &s)).Draw(t, "drop"))
		if len(g.AppendActions(nil, &next)) == 0 {
			break
		}
		s = next
	}
	return g, s
}

// Evaluate is the formula of its comment, square by square.
func TestEvaluateIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		out := []float64{-1, -1}
		g.Evaluate(&s, out)
		require.Equal(t, 1.0, out[0]+out[1])
		mover := g.ToMove(&s)
		switch mine, its := g.winsAt(s, mover), g.winsAt(s, mover^1); {
		case mine > 0:
			require.Equal(t, 1.0, out[mover])
		case its > 1:
			require.Equal(t, 0.0, out[mover])
		default:
			d := float64(g.naiveSum(s, mover) - g.naiveSum(s, mover^1))
			require.InDelta(t, 1/(1+math.Exp(-d/16)), out[mover], 1e-12)
		}
	})
}

// at returns the player whose disc is on a square, or -1, or -2 off the board.
func (g Game) at(s State, x, y int) int {
	if x < 0 || x >= g.Width() || y < 0 || y >= g.Height() {
		return -2
	}
	bit, mover := uint64(1)<<(x*columnBits+y), g.ToMove(&s)
	switch {
	case s.own&bit != 0:
		return mover
	case s.discs&bit != 0:
		return mover ^ 1
	}
	return -1
}

// winsAt returns the number of columns where a disc of player would complete a line.
func (g Game) winsAt(s State, player int) (n int) {
	for x := range g.Width() {
		y := 0
		for g.at(s, x, y) >= 0 {
			y++
		}
		if g.completes(s, player, x, y) {
			n++
		}
	}
	return n
}

var lineSteps = [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// completes reports whether a square is empty and a disc of player there would complete a line.
func (g Game) completes(s State, player, x, y int) bool {
	if g.at(s, x, y) != -1 {
		return false
	}
	for _, step := range lineSteps {
		for first := -3; first <= 0; first++ {
			n := 0
			for k := first; k < first+4; k++ {
				if k == 0 || g.at(s, x+k*step[0], y+k*step[1]) == player {
					n++
				}
			}
			if n == 4 {
				return true
			}
		}
	}
	return false
}

func (g Game) naiveSum(s State, player int) (sum int) {
	for x := range g.Width() {
		for y := range g.Height() {
			if g.completes(s, player, x, y) {
				sum += 6
			}
			for _, step := range lineSteps {
				discs, open := 0, true
				for k := range 4 {
					who := g.at(s, x+k*step[0], y+k*step[1])
					open = open && (who == player || who == -1)
					if who == player {
						discs++
					}
				}
				if open {
					sum += discs
				}
			}
		}
	}
	return sum
}

func TestEvaluateEndings(t *testing.T) {
	for name, test := range map[string]struct {
		drops []Drop
		want  float64 // for the player to move; -1: neither 0 nor 1
	}{
		"start":                     {nil, -1},
		"three in a column":         {[]Drop{3, 0, 3, 0, 3, 6}, 1},
		"the opponent has three":    {[]Drop{3, 0, 3, 0, 3}, -1},
		"the opponent has two ends": {[]Drop{2, 2, 3, 3, 4}, 0},
	} {
		g, out := Game{}, make([]float64, 2)
		s := g.Start()
		for _, d := range test.drops {
			g.Apply(&s, d)
		}
		g.Evaluate(&s, out)
		if mover := g.ToMove(&s); test.want >= 0 {
			require.Equal(t, test.want, out[mover], name)
		} else {
			require.True(t, 0 < out[mover] && out[mover] < 1, "%s: %v", name, out)
		}
	}
}

var _ game.Weigher[State, Drop] = Game{}

// weights returns the weights of all columns, 0 for those that are full.
func weights(g Game, s State) []float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), make([]float32, g.Width())
	g.Weigh(&s, actions, w)
	for i, a := range actions {
		all[a] = w[i]
	}
	return all
}

func TestWeightsOfTheEmptyBoard(t *testing.T) {
	require.Equal(t, []float32{0.35, 0.5, 0.75, 1, 0.75, 0.5, 0.35}, weights(Game{}, State{}))
}

// A board seen in a mirror has the weights in reverse order. A column that wins has the greatest
// weight, and one that prevents a loss the next greatest.
func TestWeightsFollowTheMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(4, maxWidth).Draw(t, "width")
		g, err := New(width, rapid.IntRange(1, maxHeight).Draw(t, "height"))
		require.NoError(t, err)
		var s, mirrored State
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			a := rapid.SampledFrom(actions).Draw(t, "action")
			g.Apply(&s, a)
			g.Apply(&mirrored, Drop(width-1-int(a)))
		}
		got, turned := weights(g, s), weights(g, mirrored)
		for a, w := range got {
			require.Equal(t, w, turned[width-1-a])
			if w == 0 {
				continue
			}
			next, other := s, State{own: s.own ^ s.discs, discs: s.discs}
			g.Apply(&next, Drop(a))
			wins := hasLine(next.own ^ next.discs)
			g.Apply(&other, Drop(a))
			loses := bits.OnesCount64(s.discs) > 0 && hasLine(other.own^other.discs)
			least, most := float32(0.3), float32(1)
			switch {
			case wins:
				least, most = 50*least, 50*most
			case loses:
				least, most = 10*least, 10*most
			}
			require.True(t, w >= least && w <= most, "%v of column %d, wins %t, prevents a loss %t", w, a, wins, loses)
		}
	})
}

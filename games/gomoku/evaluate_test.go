package gomoku

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Evaluate is the formula of its comment, line by line, on boards of one word and others.
func TestEvaluateIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 10).Draw(t, "width"), rapid.IntRange(3, 10).Draw(t, "height")
		length := rapid.IntRange(MinLength, min(5, max(width, height))).Draw(t, "length")
		g, err := New(width, height, length)
		require.NoError(t, err)
		s := g.Start()
		for range rapid.IntRange(0, width*height-1).Draw(t, "plies") {
			next := s
			g.Apply(&next, rapid.SampledFrom(g.AppendActions(nil, &s)).Draw(t, "point"))
			if next.won {
				break
			}
			s = next
		}
		out := []float64{-1, -1}
		g.Evaluate(&s, out)
		me := g.ToMove(&s)
		d, wins := 0.0, false
		for x := range width {
			for y := range height {
				for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
					own, other := naiveLine(g, &s, me, x, y, step)
					switch {
					case own < 0:
					case other == 0 && own > 0:
						d += 2 * math.Pow(4, float64(own-1))
						wins = wins || own == length-1
					case own == 0 && other > 0:
						d -= math.Pow(4, float64(other-1))
					}
				}
			}
		}
		if wins {
			require.Equal(t, 1.0, out[me])
		} else {
			require.InDelta(t, 1/(1+math.Exp(-d/32)), out[me], 1e-12)
		}
		require.Equal(t, 1.0, out[0]+out[1])
	})
}

// naiveLine returns how many stones of a player and its opponent are in a line, or -1 if the line
// leaves the board.
func naiveLine(g Game, s *State, me, x, y int, step [2]int) (own, other int) {
	b := g.board()
	for range b.length {
		if !b.includes(x, y) {
			return -1, -1
		}
		i := b.index(At(x, y))
		if s.stones[me].has(i) {
			own++
		} else if s.stones[me^1].has(i) {
			other++
		}
		x, y = x+step[0], y+step[1]
	}
	return own, other
}

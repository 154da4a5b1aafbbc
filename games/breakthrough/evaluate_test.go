package breakthrough

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Evaluate is 1 if a move wins, and 0 if every move allows a reply that wins. It does not foresee a
// reply that captures the last pawn.
func TestEvaluateSeesTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		if g.over(&s) {
			t.Skip("the game is over")
		}
		out := make([]float64, 2)
		g.Evaluate(&s, out)
		require.Equal(t, 1.0, out[0]+out[1])
		value := out[s.mover]
		require.Equal(t, g.winsIn(&s, 1), value == 1)
		if !isSingle(s.pawns[s.mover]) || value == 0 {
			require.Equal(t, !g.winsIn(&s, 1) && g.losesIn(&s, 2), value == 0)
		}
	})
}

func TestEvaluateEndings(t *testing.T) {
	for name, test := range map[string]struct {
		white, black []string
		mover        uint8
		want         float64
	}{
		"White arrives":                  {white: []string{"c7"}, black: []string{"a2", "b8"}, want: 1},
		"White captures the last":        {white: []string{"c3", "h1"}, black: []string{"d4"}, want: 1},
		"not the last":                   {white: []string{"c3", "h1"}, black: []string{"d4", "h8"}, want: -1},
		"White cannot capture straight":  {white: []string{"c3"}, black: []string{"c4"}, want: -1},
		"Black cannot be stopped":        {white: []string{"c3", "c1"}, black: []string{"c2"}, want: 0},
		"one can be stopped":             {white: []string{"c3", "b1"}, black: []string{"c2", "h8"}, want: -1},
		"two cannot":                     {white: []string{"c3", "b1"}, black: []string{"c2", "a2"}, want: 0},
		"Black arrives":                  {white: []string{"c7"}, black: []string{"a2", "b8"}, mover: black, want: 1},
		"Black captures the last":        {white: []string{"c3"}, black: []string{"d4", "h8"}, mover: black, want: 1},
		"White cannot be stopped":        {white: []string{"c7", "h1"}, black: []string{"c8", "e8"}, mover: black, want: 0},
		"Black can stop it":              {white: []string{"c7", "h1"}, black: []string{"d8"}, mover: black, want: -1},
		"Black can stop one but not two": {white: []string{"c7", "e7"}, black: []string{"d8"}, mover: black, want: 0},
	} {
		s, out := State{mover: test.mover}, make([]float64, 2)
		for player, names := range [2][]string{test.white, test.black} {
			for _, name := range names {
				s.pawns[player] |= 1 << (8*(name[1]-'1') + name[0] - 'a')
			}
		}
		if (Game{}).Evaluate(&s, out); test.want < 0 {
			require.True(t, 0 < out[test.mover] && out[test.mover] < 1, "%s: %v", name, out)
			continue
		}
		require.Equal(t, test.want, out[test.mover], name)
	}
}

// winsIn and losesIn solve the game up to a number of plies.
func (g Game) winsIn(s *State, plies int) bool {
	for _, m := range g.AppendActions(nil, s) {
		next := *s
		if g.Apply(&next, m); g.losesIn(&next, plies-1) {
			return true
		}
	}
	return false
}

func (g Game) losesIn(s *State, plies int) bool {
	if g.over(s) {
		return true
	}
	if plies <= 0 {
		return false
	}
	for _, m := range g.AppendActions(nil, s) {
		next := *s
		if g.Apply(&next, m); !g.winsIn(&next, plies-1) {
			return false
		}
	}
	return true
}

// If the end is not in sight, Evaluate is the formula, and the mirrored board has the mirrored
// values.
func TestEvaluateIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		s.pawns[white] &^= g.goal(white) >> 8
		s.pawns[black] &^= g.goal(black) << 8
		if s.pawns[white] == 0 || s.pawns[black] == 0 || g.over(&s) || g.winsIn(&s, 1) || g.losesIn(&s, 2) {
			t.Skip("the end is in sight")
		}
		d := 0.0
		for sq := range 64 {
			up, down := float64(sq/8), float64(g.Height()-1-sq/8)
			d += float64(s.pawns[white]>>sq&1)*(10+up*up) - float64(s.pawns[black]>>sq&1)*(10+down*down)
		}
		out, mirrored := make([]float64, 2), make([]float64, 2)
		g.Evaluate(&s, out)
		require.InDelta(t, 1/(1+math.Exp(-d/16)), out[white], 1e-12)
		turned := State{mover: s.mover ^ 1}
		for player := range 2 {
			turned.pawns[1-player] = bits.ReverseBytes64(s.pawns[player]) >> (8 * g.shorter)
		}
		g.Evaluate(&turned, mirrored)
		require.InDelta(t, out[white], mirrored[black], 1e-12)
	})
}

package breakthrough

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
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

var (
	_ game.Weigher[State, Move] = Game{}
	_ game.Weigher[State, Move] = Knightthrough{}
	_ game.Weigher[State, Move] = PawnWhopping{}
)

// weights returns the weights of all actions.
func weights(g game.Game[State, Move], s State) map[Move]float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), map[Move]float32{}
	if len(actions) > 0 {
		weigher, _ := g.(game.Weigher[State, Move])
		weigher.Weigh(&s, actions, w)
	}
	for i, m := range actions {
		all[m] = w[i]
	}
	return all
}

// mapped returns a set of squares after a change of every square.
func mapped(set uint64, to func(sq int) int) (result uint64) {
	for ; set != 0; set &= set - 1 {
		result |= 1 << to(bits.TrailingZeros64(set))
	}
	return result
}

// A board seen in a mirror has the same weights, and so has one with White and Black exchanged.
func TestWeightsFollowTheSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		games := []game.Game[State, Move]{g}
		if g == (Game{}) {
			games = append(games, Knightthrough{}, PawnWhopping{})
		}
		aside := func(sq int) int { return sq&^7 + g.Width() - 1 - sq%8 }
		over := func(sq int) int { return 8*(g.Height()-1-sq/8) + sq%8 }
		for _, game := range games {
			for m, w := range weights(game, s) {
				left := State{[2]uint64{mapped(s.pawns[0], aside), mapped(s.pawns[1], aside)}, s.mover}
				turned := State{[2]uint64{mapped(s.pawns[1], over), mapped(s.pawns[0], over)}, s.mover ^ 1}
				atLeft, atTurned := m, m
				if m != Pass {
					atLeft = Move(aside(m.From()) | aside(m.To())<<8)
					atTurned = Move(over(m.From()) | over(m.To())<<8)
				}
				require.Equal(t, w, weights(game, left)[atLeft])
				require.Equal(t, w, weights(game, turned)[atTurned])
			}
		}
	})
}

func TestWeightsByHand(t *testing.T) {
	at := func(squares ...int) (set uint64) {
		for _, sq := range squares {
			set |= 1 << sq
		}
		return set
	}
	const a1, b2, c1, c7, f4, e5, h6 = 0, 9, 2, 50, 29, 36, 47
	s := State{pawns: [2]uint64{at(a1, c1, c7, f4, h6), at(b2, e5)}}
	got := weights(Game{}, s)
	for text, want := range map[string]float32{
		"a1-a2": 1 + 0.15,
		"a1-b2": (1 + 0.15) * 9, // Black's pawn on b2 is about to win.
		"c7-d8": (1 + 0.15*7) * 50,
		"f4-e5": (1 + 0.15*4) * 3,
		"f4-f5": 1 + 0.15*4,
		"h6-h7": (1 + 0.15*6) * 10,
		"c1-c2": 1 + 0.15,
	} {
		m, err := Game{}.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, got[m], 1e-6, text)
	}
	// Black on e5 and g8 attacks d4, f4, f7 and h7. White is recaptured on f4 and not on d4.
	s = State{pawns: [2]uint64{at(19, 20, 21, 46, 47), at(e5, 62)}} // d3, e3, f3, g6 and h6
	got = weights(Game{}, s)
	for text, want := range map[string]float32{
		"d3-d4": 1 + 0.15*3, // e3 defends it
		"f3-f4": 1 + 0.15*3, // e3 defends it
		"e3-d4": (1 + 0.15*3) / 4,
		"e3-f4": (1 + 0.15*3) / 4,
		"g6-g7": (1 + 0.15*6) * 10,
		"h6-h7": (1 + 0.15*6) * 2, // g6 defends it
		"g6-h7": (1 + 0.15*6) * 2 / 4,
	} {
		m, err := Game{}.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, got[m], 1e-6, text)
	}
	got = weights(Knightthrough{}, State{pawns: [2]uint64{at(a1, h6), at(17, 36)}}) // b3 and e5
	for text, want := range map[string]float32{
		"a1-b3": (1 + 0.15*2) * 9,
		"a1-c2": 1 + 0.15,
		"h6-g8": (1 + 0.15*7) * 50,
		"h6-f7": (1 + 0.15*6) * 2,
	} {
		m, err := Knightthrough{}.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, got[m], 1e-6, text)
	}
}

// WinningAction finds a winning move if and only if playing all moves finds one, also where the
// opponent has one pawn left.
func TestWinningAction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		if rapid.Bool().Draw(t, "one pawn left") {
			op := &s.pawns[s.mover&1^1]
			*op &= -*op
		}
		if g.over(&s) {
			_, ok := g.WinningAction(&s)
			require.False(t, ok)
			return
		}
		wins := map[Move]bool{}
		for _, m := range g.AppendActions(nil, &s) {
			next := s
			g.Apply(&next, m)
			if g.over(&next) {
				wins[m] = true
			}
		}
		m, ok := g.WinningAction(&s)
		require.Equal(t, len(wins) > 0, ok)
		require.Equal(t, ok, wins[m])
	})
}
